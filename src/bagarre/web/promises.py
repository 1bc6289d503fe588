"""Secrets that are promised before there is a table: for a game that begins at once (`docs/fair-dice.md`)."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from bagarre.fair import promise

SHARE_FORM = "[A-Za-z0-9_-]{16,128}"
"""What a seat may add."""
MOST = 10_000
"""Promises that are remembered; the oldest are forgotten first."""
VALID = 600.0
"""Seconds for which one is."""


def new_secret(secret: str = "", shares: dict[int, str] | None = None) -> dict[str, Any]:
    """What a table keeps of its chance until the game begins."""
    added = {str(seat): share for seat, share in (shares or {}).items()}
    return {"secret": secret or secrets.token_hex(32), "shares": added}


class Promises:
    """Each is kept for one game: whoever has seen a secret must not be able to add to it once more."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._made: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def make(self) -> str:
        secret = secrets.token_hex(32)
        promised = promise(secret)
        self._made[promised] = secret, self._now() + VALID
        if len(self._made) > MOST:
            self._made.popitem(last=False)
        return promised

    def fair(self, promised: str, shares: dict[int, str]) -> dict[str, Any]:
        """What a new table keeps of its chance. What seats added counts only with the promise that they had seen."""
        secret, until = self._made.pop(promised, ("", 0.0))
        if not secret or until < self._now():
            return new_secret()
        return new_secret(secret, shares)
