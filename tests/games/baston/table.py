"""A brawl for tests: people by name with their orders, scripted dice, answers in notation, events and facts by name."""

from __future__ import annotations

from typing import Any

from bagarre.games import find_game
from bagarre.games.baston import scenario
from bagarre.games.baston.choices import ORDERS
from bagarre.games.baston.drawing import point_name
from bagarre.games.baston.state import ITEMS, PARTS, SIDE, State
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.pack import Entry, read_pack

GAME = find_game("baston")
PEOPLE = read_pack(GAME.folder / "people.toml")
"""Figures that no tuning changes."""
CONTENT = GAME.content([PEOPLE])
CORNERS = ("20,20", "20,19", "1,1", "1,20", "20,1", "1,2")


def at(text: str) -> int:
    """The number of a point written `v,h`."""
    v, h = text.split(",")
    return SIDE * (int(v) - 1) + int(h) - 1


def man(who: str, place: str, *orders: str, seat: int = 0, facing: int = 1, **more: Any) -> dict[str, Any]:
    """Somebody on the board with his orders, sequence by sequence."""
    return {"who": who, "seat": seat, "at": place, "facing": facing, "orders": list(orders), **more}


def coach(s: State, seat: int, lang: str) -> Any:
    names = [f"J{other + 1}" for other in range(s.seats)]
    found = GAME.coach(GAME.concealed(s, seat), seat, GAME.speech(lang, names, CONTENT.names))
    assert found is not None
    return found


class Brawl:
    """A position, then its film."""

    def __init__(
        self, *people: dict[str, Any], options: dict[str, Any] | None = None, seats: int = 2, **position: Any
    ) -> None:
        state = GAME.prepare(seats, options or {}, (PEOPLE,))
        assert isinstance(state, State)
        self.s = state
        seed(self.s, *seed_words("tests"))
        there = {person["seat"] for person in people}
        spare = ["maurice", "grobid", "mimile", "paulo_la_becane", "gros_louis"]
        free = [name for name in spare if name not in [person["who"] for person in people]]
        watchers = [man(free[i], CORNERS[i], seat=seat) for i, seat in enumerate(set(range(seats)) - there)]
        scenario.place(
            self.s, Entry("test", "position", {"characters": [*people, *watchers], **position}), CONTENT
        )
        assert GAME.status(self.s) == []
        self.told: list[tuple[str, dict[str, Any]]] = []
        """Everything that happened: kind and named values."""

    def film(self, *answers: str, dice: list[int] | None = None, more: bool = False) -> Brawl:
        """Begin, and answer each question in turn; the dice must be just enough, or (`more`) go on by chance."""
        return self.go("next", *answers, dice=dice, more=more)

    def go(self, *answers: str, dice: list[int] | None = None, more: bool = False) -> Brawl:
        left = list(dice or [])
        for answer in answers:
            seat = GAME.deciders(self.s)[0]
            choice = GAME.verbs.read(answer)
            offered = GAME.choices(self.s, seat)
            assert choice in offered, f"{answer} is not among {[GAME.verbs.write(c) for c in offered]}"
            self.s.tray[: len(left)] = left
            self.s.tray_length, self.s.tray_next = len(left), 0
            before = self.s.rng[:]
            GAME.apply(self.s, seat, choice)
            used = self.s.tray_next
            self.s.tray, self.s.tray_length, self.s.tray_next = [0] * len(self.s.tray), 0, 0
            assert self.s.chance_fault == 0, f"{answer}: the dice {left} do not fit"
            assert more or self.s.rng == before, f"{answer}: more dice were rolled than {left}: {self.last()}"
            left = left[used:]
            self.told += [named(event) for event in GAME.events(self.s)]
            assert GAME.status(self.s) == []
        assert not left, f"dice left over: {left}; {self.last()}"
        return self

    def last(self) -> list[str]:
        return [str(event) for event in GAME.events(self.s)]

    @property
    def menu(self) -> list[str]:
        """What the seat that is asked may answer."""
        deciders = GAME.deciders(self.s)
        return [GAME.verbs.write(choice) for choice in GAME.choices(self.s, deciders[0])] if deciders else []

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.told]

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [values for name, values in self.told if name == kind]

    def one(self, kind: str) -> dict[str, Any]:
        found = self.all(kind)
        assert len(found) == 1, f"{kind}: {found}; {self.kinds}"
        return found[0]

    def __getitem__(self, name: str) -> Any:
        return scenario.facts(self.s, CONTENT)[name]

    def why(self, choice: str, seat: int | None = None) -> str:
        """The clause for which a choice is refused, empty when it is allowed."""
        who = GAME.deciders(self.s)[0] if seat is None else seat
        reason = GAME.refusal(self.s, who, GAME.verbs.read(choice))
        return reason.clause if reason else ""


def named(event: Any) -> tuple[str, dict[str, Any]]:
    """An event with names in place of numbers."""
    values: dict[str, Any] = {}
    for field, value in zip(event.kind.fields, event.values):
        if value is None:
            values[field.name] = None
        elif field.kind == "character":
            values[field.name] = CONTENT.figures[value // 32 - 1].id if value >= 32 else chr(65 + value)
        elif field.kind == "point":
            values[field.name] = point_name(value) if value >= 0 else ""
        elif field.kind == "direction":
            values[field.name] = value + 1
        elif field.kind == "item" or field.kind == "weapon_in_hand":
            values[field.name] = ITEMS[value]
        elif field.kind == "part":
            values[field.name] = PARTS[value]
        elif field.kind == "order":
            values[field.name] = ORDERS[value]
        else:
            values[field.name] = value
    return event.kind.name, values
