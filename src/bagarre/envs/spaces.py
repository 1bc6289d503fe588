"""Spaces of observations and actions, as Gymnasium knows them."""

# ruff: noqa: E402 (what is missing is said before it is imported)

from __future__ import annotations

from typing import Any

import numpy as np

from bagarre.envs.core import Setting, check_one_of
from bagarre.envs.extras import need

need("gymnasium")
from gymnasium import spaces

SHAPES = ("flat", "pieces")
"""How an observation comes: one vector, or its pieces by name."""


def vector_space(setting: Setting) -> spaces.Box:
    """An observation as one vector."""
    lows = setting.pieces.lows()
    return spaces.Box(lows, np.ones_like(lows), dtype=np.float32)


def observation_space(setting: Setting, shape: str) -> spaces.Space[Any]:
    """An observation in the shape that was asked for.

    :raises Mistake: when there is no such shape.
    """
    check_one_of("observation", shape, SHAPES)
    if shape == "flat":
        return vector_space(setting)
    return spaces.Dict(
        {piece.name: spaces.Box(piece.low, 1.0, piece.shape, np.float32) for piece in setting.pieces}
    )


def masked_space(setting: Setting, shape: str, actions: int) -> spaces.Dict:
    """An observation with the mask of legal actions beside it."""
    return spaces.Dict(
        {
            "observation": observation_space(setting, shape),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
