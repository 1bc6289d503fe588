"""How the coach says it: names, directions, numbers, and what the dice may do."""

from __future__ import annotations

from bagarre.kernel.speech import Speech

from .outlook import Outlook
from .state import State
from .view import called

DAZES = ("does.with", "does.strike", "does.aim")
"""Sentences beside which it is told how often the blow stuns."""


class Speaker:
    """The words of one seat's coach."""

    def __init__(self, known: State, seat: int, speech: Speech) -> None:
        self.s, self.seat, self.speech = known, seat, speech

    def _struck(self, key: str, odds: Outlook, **values: object) -> str:
        """A sentence with what the dice may do."""
        said = self._say(
            key,
            percent=odds.percent,
            needed=odds.needed,
            wounds=self._number(odds.wounds),
            **values,
        )
        stuns = round(100 * odds.stuns) if key in DAZES else 0
        daze = self._say("does.daze", percent=stuns) if stuns else ""
        return self._joined(said, daze, self._say("does.out", percent=odds.out) if odds.out else "")

    def _name(self, c: int) -> str:
        return called(self.s, c, self.speech) if c >= 0 else ""

    def _people(self, people: list[int]) -> str:
        return self._say("and").join(self._name(c) for c in people)

    def _way(self, d: int) -> str:
        return str(self.speech.name("direction", d & 7))

    def _beat(self, k: int) -> str:
        return self._say(f"beat.{k + 1}")

    def _number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self._say("decimal"))

    @staticmethod
    def _joined(*sentences: str) -> str:
        return " ".join(sentence for sentence in sentences if sentence)

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"coach.{key}", **values)
