"""Where a file begins a game: seats, options, packs, a position by name or a scripted deal. Scenarios and lessons are such files."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bagarre.games import find_game
from bagarre.kernel.errors import InvalidChoice, PackError
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Entry, read_pack
from bagarre.kernel.position import FAULTS
from bagarre.match import Match

HEAD = ("title", "game", "seats", "rules", "note", "options", "packs", "seed", "position", "deal")
"""The fields of such a file that say where it begins."""


class Setting:
    """The beginning of a game, read from a file."""

    def __init__(self, root: Entry, folder: Path, game: Game | None = None) -> None:
        """`game` stands in for one that is not of the house."""
        self.root = root
        name = root.text("game")
        self.game = game if game is not None and game.name == name else find_game(name)
        self.seats = root.number("seats", 1, 99)
        self.rules = root.texts("rules")
        self.packs = [read_pack(folder / name) for name in root.texts("packs")]
        self.content = self.game.content(self.packs)
        self.room = self.game.room("scenario") if find_spec(f"{self.game.package}.scenario") else None
        self.tray = len(self.game.State().tray)

    @property
    def options(self) -> dict[str, Any]:
        options = self.root.data.get("options", {})
        if not isinstance(options, dict):
            raise self.root.wrong("options", "table", value=options)
        return options

    def begin(
        self,
        players: Sequence[str] | int,
        script: Sequence[int] = (),
        seed: int | str | None = None,
        *,
        kinds: Sequence[str] = (),
    ) -> Match:
        """A match that begins where the file does."""
        return Match(
            self.game,
            players,
            options=self.options,
            packs=self.packs,
            seed=seed,
            kinds=kinds,
            start=self.root.entry("position") if self.root.has("position") else None,
            script=script,
        )

    def deal(self) -> Entry:
        """What is said about the deal."""
        if self.root.has("position") and self.root.has("deal"):
            raise self.root.wrong("deal", "scenario_two_starts")
        return self.root.entry("deal") if self.root.has("deal") else Entry(self.root.file, "deal", {})

    def script(self, entry: Entry) -> list[int]:
        """The scripted chance results: numbers, or names that the game can read."""
        raw = entry.data.get("chance", [])
        if not isinstance(raw, list):
            raise entry.wrong("chance", "list", value=raw)
        results = [self._chance(entry, item) for item in raw]
        if len(results) > self.tray:
            raise entry.wrong("chance", "scenario_too_much_chance", most=self.tray)
        return results

    def _chance(self, entry: Entry, item: Any) -> int:
        number = item
        if isinstance(item, str) and hasattr(self.room, "chance"):
            assert self.room is not None
            try:
                number = self.room.chance(item, self.content)
            except FAULTS:
                number = None
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 255:
            raise entry.wrong("chance", "scenario_chance", value=item)
        return number

    def move(self, entry: Entry, text: str) -> tuple[int, Choice]:
        """A move is written `seat: choice`."""
        seat, colon, choice = text.partition(":")
        mover = index_in(seat.strip(), self.seats)
        if not colon or mover is None:
            raise entry.wrong("moves", "scenario_move", text=text[:60])
        return mover, self.read(entry, "moves", choice)

    def read(self, entry: Entry, name: str, text: str) -> Choice:
        """A choice that a field writes."""
        try:
            return self.game.verbs.read(text)
        except InvalidChoice as error:
            raise PackError(entry.file, entry.path, name, "scenario_choice", problem=error) from None


def index_in(text: str, count: int) -> int | None:
    """The number below `count` that is written here; a number of many thousand digits is none."""
    return int(text) if text.isdecimal() and len(text) < 6 and int(text) < count else None
