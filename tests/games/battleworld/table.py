"""A table for tests of rules: positions by name, moves in notation, dice as given."""

from __future__ import annotations

from typing import Any

from bagarre.games import find_game
from bagarre.games.battleworld.scenario import facts, place
from bagarre.kernel.chance import seed
from bagarre.kernel.pack import Entry, Pack, read_pack

GAME = find_game("battleworld")
IDLE = {"at": "E7"}
FIGURES = read_pack(GAME.folder / "people.toml")
"""Figures that tuning leaves alone, so that tests of rules do not change with it."""


class Table:
    """One game being tested. `dice` are used up by the moves that follow."""

    def __init__(
        self,
        heroes: dict[str, Any] | None = None,
        villains: dict[str, Any] | None = None,
        *,
        options: dict[str, Any] | None = None,
        packs: tuple[Pack, ...] = (),
        dice: tuple[int, ...] = (),
        **position: Any,
    ) -> None:
        packs = (FIGURES, *packs)
        self.content = GAME.content(packs)
        state: Any = GAME.prepare(2, options or {}, packs)
        self.s = state
        self.told: list[Any] = []
        seed(self.s, 1, 2, 3)
        self.load(dice)
        if heroes is None:
            GAME.begin(self.s)
        else:
            whole = {"heroes": heroes, "villains": villains or {}, **position}
            place(self.s, Entry("test", "position", whole), self.content)
        self._after()

    def load(self, dice: tuple[int, ...]) -> None:
        self.s.tray[: len(dice)] = dice
        self.s.tray_length, self.s.tray_next = len(dice), 0

    def _after(self) -> None:
        assert not self.s.chance_fault, "a scripted die does not fit"
        assert GAME.status(self.s) == []
        self.told += GAME.events(self.s)

    def play(self, *moves: str, dice: tuple[int, ...] = ()) -> Table:
        """Moves written `0: act 1`; every scripted die must be used."""
        self.told = []
        for k, move in enumerate(moves):
            seat, _, text = move.partition(":")
            choice = GAME.verbs.read(text)
            assert choice in GAME.choices(self.s, int(seat)), f"{move}: {self.legal(int(seat))}"
            if k == 0:
                self.load(dice)
            rest = self.s.tray[self.s.tray_next : self.s.tray_length]
            self.load(tuple(rest))
            GAME.apply(self.s, int(seat), choice)
            self._after()
        assert self.s.tray_next == self.s.tray_length, "dice left over"
        self.load(())
        return self

    def legal(self, seat: int) -> list[str]:
        return [GAME.verbs.write(choice) for choice in GAME.choices(self.s, seat)]

    def why(self, seat: int, text: str) -> str:
        """The clause that forbids a choice, empty when it is allowed."""
        reason = GAME.refusal(self.s, seat, GAME.verbs.read(text))
        return "" if reason is None else reason.clause

    @property
    def facts(self) -> dict[str, Any]:
        return facts(self.s, self.content)

    def of(self, name: str) -> dict[str, Any]:
        """The facts of a character, whatever its side."""
        known = self.facts
        return dict(known["heroes"].get(name) or known["villains"][name])

    @property
    def totals(self) -> list[int]:
        return list(self.s.total)

    @property
    def kinds(self) -> list[str]:
        """The kinds of events of the last moves."""
        return [event.kind.name for event in self.told]

    def event(self, kind: str) -> dict[str, Any]:
        """The last event of a kind, by field."""
        event = [event for event in self.told if event.kind.name == kind][-1]
        return {f.name: value for f, value in zip(event.kind.fields, event.values)}
