"""A table for tests: positions and chance by name, choices in notation, facts as in scenarios."""

from __future__ import annotations

from typing import Any

from bagarre.games import find_game
from bagarre.games.boss_quest import scenario
from bagarre.games.boss_quest.state import State
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.pack import Entry

GAME = find_game("boss-quest")
CONTENT = GAME.content()
BASE_SPELLS = [spell.id for spell in CONTENT.spells for _ in range(spell.copies) if not spell.expansion]


class Table:
    """A game in progress that tests may push around."""

    def __init__(self, seats: int, options: dict[str, Any] | None = None, **position: Any) -> None:
        """Lay out a position (see `scenario.place`); without one the game is dealt."""
        state = GAME.prepare(seats, options or {})
        assert isinstance(state, State)
        self.s = state
        seed(self.s, *seed_words("tests"))
        self.events: list[str] = []
        if position:
            scenario.place(self.s, Entry("test", "position", position), CONTENT)
            assert GAME.status(self.s) == []

    @classmethod
    def dealt(
        cls,
        seats: int,
        options: dict[str, Any] | None = None,
        number: int = 0,
        chance: list[Any] | None = None,
    ) -> Table:
        table = cls(seats, options)
        seed(table.s, *seed_words("tests", number))
        table._script(chance or [])
        GAME.begin(table.s)
        table._heard()
        return table

    def _script(self, chance: list[Any]) -> None:
        results = [scenario.chance(item, CONTENT) if isinstance(item, str) else item for item in chance]
        self.s.tray[: len(results)] = results
        self.s.tray_length, self.s.tray_next = len(results), 0

    def _heard(self) -> None:
        assert self.s.chance_fault == 0
        assert GAME.status(self.s) == []
        self.events += [str(event) for event in GAME.events(self.s)]

    def play(self, *moves: str, chance: list[Any] | None = None) -> Table:
        """Make choices written `seat: choice`, with scripted chance."""
        self.events = []
        left = list(chance or [])
        for move in moves:
            who, _, text = move.partition(":")
            choice = GAME.verbs.read(text)
            offered = GAME.choices(self.s, int(who))
            assert choice in offered, f"{move} is not among {[GAME.verbs.write(c) for c in offered]}"
            self._script(left)
            GAME.apply(self.s, int(who), choice)
            left = left[self.s.tray_next :]
            self.s.tray_length = self.s.tray_next = 0
            self._heard()
        assert not left, f"chance left over: {left}"
        return self

    def menu(self, seat: int) -> list[str]:
        return [GAME.verbs.write(choice) for choice in GAME.choices(self.s, seat)]

    def refused(self, seat: int, text: str) -> str:
        """The clause that refuses a choice, empty when it is allowed."""
        reason = GAME.refusal(self.s, seat, GAME.verbs.read(text))
        return reason.clause if reason else ""

    def facts(self, seat: int | None = None) -> dict[str, Any]:
        """All facts, or those that a seat may know (-1: a spectator)."""
        return scenario.facts(self.s if seat is None else GAME.concealed(self.s, seat), CONTENT)

    def __getitem__(self, name: str) -> Any:
        return self.facts()[name]

    @property
    def decider(self) -> int:
        (seat,) = GAME.deciders(self.s)
        return seat

    @property
    def over(self) -> str:
        """How the game ended, empty while it goes on."""
        return GAME.ending(self.s) if GAME.is_over(self.s) else ""

    def told(self, seat: int) -> list[str]:
        """The events of the last choice as a seat hears them."""
        return [str(event) for event in GAME.events(GAME.concealed(self.s, seat))]


def fight(hands: list[str], hp: int = 18, options: dict[str, Any] | None = None, **position: Any) -> Table:
    """A fight between these hands: all but the last seat that plays are at the Magician, and that one visits an empty market."""
    seats = len(hands)
    present = [seat for seat in range(seats) if hands[seat]]
    last = position.pop("turn", present[-1])
    table = Table(
        seats,
        options,
        **{
            "boss": hp,
            "hands": hands,
            "visited": [seat for seat in present if seat != last],
            "turn": last,
            **position,
        },
    )
    move = "visit" if "visit" in table.menu(last) else "stop"
    return table.play(f"{last}: {move}")


def said(table: Table, seat: int) -> str:
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(GAME.concealed(table.s, seat), seat, speech)
    assert coach is not None
    return coach.moment()


def seen_by(table: Table, seat: int) -> tuple[Any, dict[str, str]]:
    """The coach of a seat, and the small lines under its choices."""
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    known = GAME.concealed(table.s, seat)
    return GAME.coach(known, seat, speech), GAME.room("frame").frame(
        GAME.view(known, seat, speech), seat, speech
    )["hints"]
