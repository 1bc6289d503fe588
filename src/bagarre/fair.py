"""Chance that nobody chose: the server promises its secret, every seat adds one of its own, and the seed is made of all of them.

`docs/fair-dice.md` tells how, and what it does not prove.

>>> fair = Fair("ab" * 32, ((0, "cd" * 32),))
>>> promise(fair.secret)[:12], fair.seed()[:12]
('6946bbd8ad4d', '9a37ca96f743')
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any


def promise(secret: str) -> str:
    """What is shown before anybody adds anything: it fixes the secret and does not tell it."""
    return hashlib.sha256(f"bagarre/promise/{secret}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Fair:
    """What the chance of a game is made of."""

    secret: str
    """The server's."""
    shares: tuple[tuple[int, str], ...] = ()
    """What seats added before the deal: seat and secret, in the order of the seats. Bots and those who were not there add nothing."""

    def seed(self) -> str:
        """The seed of the match: nobody who lacks one of the secrets can foretell it."""
        parts = [f"{seat}={share}" for seat, share in self.shares]
        return hashlib.sha256("/".join(("bagarre/seed", self.secret, *parts)).encode()).hexdigest()

    def data(self) -> dict[str, Any]:
        shares = [{"seat": seat, "share": share} for seat, share in self.shares]
        return {"promise": promise(self.secret), "secret": self.secret, "shares": shares}
