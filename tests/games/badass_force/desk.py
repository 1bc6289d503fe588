"""A table for tests: a position by name, moves in notation, facts and events by name."""

from __future__ import annotations

from typing import Any

from bagarre.games import find_game
from bagarre.games.badass_force import scenario
from bagarre.kernel.pack import Entry

GAME = find_game("badass-force")
VHS = ("buck", "rocco", "otto", "melinda", "sigrid", "stefan", "bruno")
DVD = ("vince", "stan", "caillou", "milana", "john", "ursula", "jetlag")


class Desk:
    """A position, laid out as in scenario files; each seat is a dict."""

    def __init__(
        self, *seats: dict[str, Any], options: dict[str, Any] | None = None, packs: Any = (), **position: Any
    ) -> None:
        self.content = GAME.content(packs)
        state: Any = GAME.prepare(len(seats), options or {}, packs)
        self.s = state
        self.s.rng = [1, 2, 3, 4]
        scenario.place(self.s, Entry("test", "position", {"seat": list(seats), **position}), self.content)
        assert not GAME.status(self.s)

    def play(self, *moves: str, chance: tuple[Any, ...] = ()) -> list[str]:
        """Make the moves (`"0: announce buck"`), with these results of chance; gives the events as texts."""
        results = [scenario.chance(x, self.content) if isinstance(x, str) else x for x in chance]
        events = []
        for move in moves:
            seat, _, text = move.partition(": ")
            choice = GAME.verbs.read(text)
            assert choice in GAME.choices(self.s, int(seat)), f"{move}: not among {self.legal(int(seat))}"
            self.s.tray[: len(results)] = results
            self.s.tray_length, self.s.tray_next = len(results), 0
            GAME.apply(self.s, int(seat), choice)
            assert not self.s.chance_fault, f"{move}: {results} cannot come"
            del results[: self.s.tray_next]
            self.s.tray_length = self.s.tray_next = 0
            events += [str(event) for event in GAME.events(self.s)]
            assert not GAME.status(self.s)
        assert not results, f"chance left over: {results}"
        return events

    def legal(self, seat: int) -> list[str]:
        return [GAME.verbs.write(choice) for choice in GAME.choices(self.s, seat)]

    def why(self, seat: int, text: str) -> str:
        """The clause for which a choice is refused, empty when it is not."""
        reason = GAME.refusal(self.s, seat, GAME.verbs.read(text))
        return reason.clause if reason else ""

    def sees(self, seat: int) -> dict[str, Any]:
        return scenario.facts(GAME.concealed(self.s, seat), self.content)

    def world(self, seat: int, number: int) -> dict[str, Any]:
        """A world that the seat may imagine."""
        return scenario.facts(GAME.imagined(GAME.concealed(self.s, seat), number, 1, 2), self.content)

    def worlds(self, seat: int, count: int = 60) -> list[dict[str, Any]]:
        return [self.world(seat, number) for number in range(count)]

    def view(self, seat: int, lang: str = "en") -> dict[str, Any]:
        speech = GAME.speech(lang, [f"P{i}" for i in range(self.s.seats)], self.content.names)
        return GAME.view(self.s, seat, speech)

    def __getattr__(self, name: str) -> Any:
        """A fact: `desk.charge`, `desk.cemetery`, `desk.ask`…"""
        facts = scenario.facts(self.s, self.content)
        if name not in facts:
            raise AttributeError(name)
        return facts[name]

    @property
    def deciders(self) -> list[int]:
        return GAME.deciders(self.s)


def happened(events: list[str], *wanted: str) -> bool:
    """Did these occur in this order? Each is the beginning of an event's text, or a part of it."""
    rest = iter(events)
    return all(any(part in event for event in rest) for part in wanted)
