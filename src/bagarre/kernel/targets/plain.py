"""Plain Numba: nothing but what its manual shows, so that any version will do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba

from bagarre.kernel.targets import CACHED
from bagarre.kernel.targets.turns import one_at_a_time


class Plain:
    """Each rule is a function of Numba's own, which its callers compile in again."""

    name = "plain"

    def compile(self, function: Any, how: str, folder: Path) -> Any:
        with cached_in(folder):
            made = numba.njit(function, nogil=True, cache=how == CACHED)
        return one_at_a_time(made, folder) if how == CACHED else made


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """Have Numba keep the machine code of functions that are made meanwhile in this folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
