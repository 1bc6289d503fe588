"""Weights and shares in whole numbers, the same in every mode: what searching and believing reckon with.

A standing or a likelihood is told by its logarithm, in thousandths. `fading` turns the distance from the best one into a weight.
"""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import Any

from bagarre.kernel.rule import rule, table

SHARE = 1_000_000
"""A whole win, in the millionths that shares are counted in."""
STEP = 8
"""Thousandths between two entries of the table."""
FADING = table(round(SHARE * exp(-0.001 * STEP * i)) for i in range(1100))


@rule
def fading(distance: int) -> int:
    """e to the power of minus `distance` thousandths, in millionths (`distance` ≥ 0)."""
    return FADING[min(distance // STEP, len(FADING) - 1)]


def weights(module_file: str, name: str) -> Any:
    """The weights of that name from `search.toml` beside a game's module, in thousandths, as a table for rules."""
    data = tomllib.loads((Path(module_file).parent / "search.toml").read_text(encoding="utf-8"))
    return table(data[name]["weights"])
