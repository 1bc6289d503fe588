"""Tables at which a language model holds a seat: what it is told, and what it may do. Nothing here knows of the protocol.

Everything that leaves goes through the seat's own view, log and choices (`Match.view`, `Match.events`, `Match.legal`).
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from typing_extensions import TypedDict  # the SDK reads types from it before Python 3.12

from bagarre.bots import OFFERED, Budget, make_player, names_code, player_names
from bagarre.games import find_game, games
from bagarre.kernel.clauses import Rulebook
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.meta import HUMAN
from bagarre.match import Match

WIDTH = 100
"""Columns of a drawn table."""
MOST_TABLES = 16
"""Tables kept; then the oldest one leaves."""
THINKING = Budget(seconds=2.0)
"""How long an opponent may think about one choice."""


class Said(TypedDict):
    """A choice: how it is written, and in words."""

    choice: str
    says: str


class Told(TypedDict):
    """Something that happened, with the clause that says so."""

    says: str
    clause: str


class Situation(TypedDict):
    """What a seat is shown."""

    table: str
    """The name of the table, for the next call."""
    seat: int
    board: str
    """The table as the seat sees it, drawn with letters."""
    news: list[Told]
    """What happened since the seat last looked."""
    your_turn: bool
    choices: list[Said]
    """What the seat may choose now."""
    advice: str
    """What this moment is about, where the game has a coach."""
    over: bool
    result: str


class Seats:
    """The tables of one connection, with one seat each for its model."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self._tables: dict[str, Seat] = {}

    # Games and rules.

    def games(self) -> list[dict[str, Any]]:
        return [
            {
                "game": game.name,
                "title": game.meta.title,
                "about": game.meta.tagline[self.lang],
                "players": f"{game.meta.players[0]}–{game.meta.players[-1]}",
                "minutes": game.meta.minutes,
                "options": [option.name for option in game.meta.options],
            }
            for game in games().values()
        ]

    def book(self, game: str) -> Rulebook:
        return find_game(game).rulebook(self.lang)

    def contents(self, game: str) -> list[dict[str, Any]]:
        """The chapters of the rules with their clauses."""
        chapters: dict[str, list[str]] = {}
        for clause in self.book(game).clauses.values():
            chapters.setdefault(clause.section, []).append(clause.id)
        return [{"chapter": name, "clauses": ids} for name, ids in chapters.items()]

    def clauses(self, game: str, clause: str = "", words: str = "") -> list[dict[str, str]]:
        """One clause by its number, or those that hold some words.

        :raises Mistake: when there is none.
        """
        book = self.book(game)
        if clause:
            found = [c for c in book.clauses.values() if c.id.casefold() == clause.strip().casefold()]
            if not found:
                raise Mistake("unknown_clause", clause=clause)
        else:
            found = book.search(words)
            if not found:
                raise Mistake("no_clause_found", words=words)
        return [{"clause": c.id, "chapter": c.section, "text": c.text} for c in found]

    # Tables.

    def sit(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "scripted",
        options: Mapping[str, Any] | None = None,
        name: str = "",
    ) -> Situation:
        """Open a table and take a seat.

        :raises Mistake: when one of these does not fit; it names which.
        """
        found = find_game(game)
        made = Seat(self.lang, found, players, seat, opponents, dict(options or {}), name)
        code = next(code for code in iter(lambda: secrets.token_hex(3), "") if code not in self._tables)
        while len(self._tables) >= MOST_TABLES:
            del self._tables[next(iter(self._tables))]
        self._tables[code] = made
        return made.situation(code)

    def _seat(self, table: str) -> Seat:
        if table not in self._tables:
            raise Mistake("mcp_no_table", table=table, tables=", ".join(self._tables) or "–")
        return self._tables[table]

    def look(self, table: str) -> Situation:
        return self._seat(table).situation(table)

    def play(self, table: str, choice: str) -> Situation:
        """Make a choice; the others then choose until the seat is asked again."""
        seat = self._seat(table)
        seat.play(choice)
        return seat.situation(table)

    def log(self, table: str) -> list[Told]:
        """The whole game in words, as the seat may know it."""
        seat = self._seat(table)
        return [{"says": says, "clause": clause} for says, clause in seat.match.log(seat.seat, self.lang)]

    def concede(self, table: str) -> Situation:
        seat = self._seat(table)
        seat.match.concede(seat.seat, people=[seat.seat])
        return seat.situation(table)

    def record(self, table: str) -> str:
        """The record of a finished game, with everything that was hidden.

        :raises Mistake: while the game goes on.
        """
        match = self._seat(table).match
        if not match.is_over:
            raise Mistake("mcp_not_over")
        return match.record()


class Seat:
    """One table, and the model's seat at it."""

    def __init__(
        self,
        lang: str,
        game: Game,
        players: int | None,
        seat: int,
        opponents: str | Sequence[str],
        options: dict[str, Any],
        name: str,
    ) -> None:
        count = players if players is not None else (1 if game.is_solo(options) else min(game.meta.players))
        game.prepare(count, options)
        if not 0 <= seat < count:
            raise Mistake("mcp_seat", seat=seat, most=count - 1)
        kinds = opponents_of(game, count, opponents)
        kinds.insert(seat, HUMAN)
        self.lang, self.seat = lang, seat
        names = [f"Bot {number}" for number in range(1, count + 1)]
        printed = "".join(letter if letter.isprintable() else " " for letter in name)
        names[seat] = printed.strip()[:40] or "Model"
        self.match = Match(game, names, options=options, kinds=kinds)
        self._seen = 0
        self._go_on()

    def _go_on(self) -> None:
        """Let the others choose until the seat is asked."""
        match = self.match
        while not match.is_over and self.seat not in match.deciders:
            match.let_play(match.deciders[0], THINKING)

    def play(self, choice: str) -> None:
        """:raises Mistake: when the choice is not allowed; nothing has changed."""
        self.match.play(self.seat, choice)
        self._go_on()

    def situation(self, table: str) -> Situation:
        match, lang = self.match, self.lang
        speech = match.speech(lang)
        known = match.concealed(self.seat)
        steps = match.steps[self._seen :]
        self._seen = len(match.steps)
        asked = self.seat in match.deciders
        coach = match.game.coach(known, self.seat, speech) if asked else None
        return {
            "table": table,
            "seat": self.seat,
            "board": self._board(),
            "news": [
                {"says": speech.event(event), "clause": event.kind.clause}
                for step in steps
                for event in match.events(step, self.seat)
            ],
            "your_turn": asked,
            "choices": [
                {"choice": match.game.verbs.write(choice), "says": speech.choice(choice, known, self.seat)}
                for choice in match.legal(self.seat)
            ],
            "advice": str(coach.moment()) if coach is not None else "",
            "over": match.is_over,
            "result": self._result(),
        }

    def _board(self) -> str:
        match = self.match
        speech = match.speech(self.lang)
        drawn = match.game.room("terminal").draw(match.view(self.seat, self.lang), speech)
        console = Console(width=WIDTH, file=io.StringIO(), record=True, highlight=False, color_system=None)
        console.print(drawn)
        return console.export_text()

    def _result(self) -> str:
        end = self.match.outcome
        if end is None:
            return ""
        return ", ".join(
            f"{place}. {name}"
            for place, name in sorted(zip(end.ranks, self.match.players), key=lambda pair: pair[0])
        )


def opponents_of(game: Game, count: int, opponents: str | Sequence[str]) -> list[str]:
    """The specs of the other seats. A model may not name code of this machine.

    :raises Mistake: when there are too few or too many, or one is unknown.
    """
    several = not isinstance(opponents, str)
    kinds = list(opponents) if several else [str(opponents)] * (count - 1)
    if len(kinds) != count - 1:
        raise Mistake("mcp_opponents", given=len(kinds), wanted=count - 1)
    for kind in kinds:
        if not isinstance(kind, str) or names_code(kind):
            allowed = dict.fromkeys((*OFFERED, *(name for name in player_names() if not names_code(name))))
            raise Mistake("unknown_player", player=str(kind), players=", ".join(allowed))
        make_player(kind, game, "")
    return kinds
