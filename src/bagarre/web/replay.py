"""Looking at a finished game again: any moment, through any seat's eyes or with open cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.following import follow_as_far
from bagarre.kernel.errors import RecordError
from bagarre.kernel.events import Event, begin_step
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.speech import Speech
from bagarre.match import Match, Step
from bagarre.record import Record
from bagarre.web.boards import Board
from bagarre.web.headline import headline
from bagarre.web.rendering import Person, framed, seen_players
from bagarre.web.seatview import SeatView, known_to, marked, optional_room, with_names
from bagarre.web.store import Stored

OPEN_CARDS = -2
"""The eyes that see everything: only for games that are over."""


@dataclass
class Replay:
    """A finished match, which keeps all its positions."""

    stored: Stored
    match: Match
    problem: RecordError | None = None
    """Why the lines after the last moment do not follow; rules may have been corrected since."""

    @classmethod
    def of(cls, stored: Stored, game: Game) -> Replay:
        """Follow the lines of a table, as far as today's rules do."""
        return cls(stored, *follow_as_far(Record.of(stored.header, stored.lines), game))

    def record(self) -> str:
        """The record as a text, also of lines that do not follow any more."""
        return (
            self.match.record()
            if self.problem is None
            else Record.of(self.stored.header, self.stored.lines).text()
        )

    @property
    def last(self) -> int:
        return len(self.match.steps) - 1

    def names(self) -> list[str]:
        return [seat.name for seat in self.stored.seats]

    def speech(self, lang: str, players: Sequence[str] | None = None) -> Speech:
        return self.match.game.speech(lang, players or self.names(), self.match.content.names)

    def outcome(self, lang: str) -> dict[str, Any]:
        """How it ended, seat by seat; without ranks when it did not."""
        end = self.match.outcome
        told: dict[str, Any] = {
            "moments": self.last,
            "ranks": [],
            "scores": [],
            "words": "",
            "results": [],
            "points": [],
        }
        if end is None:
            return told
        frame = self.seat_view(self.last, OPEN_CARDS, lang).frame
        words = self.speech(lang).say(f"endings.{end.ending}")
        return told | {
            "ranks": list(end.ranks),
            "scores": list(end.scores),
            "words": words,
            "results": list(frame["results"]),
            "points": list(frame["points"]),
        }

    def headline(self, lang: str) -> str:
        """Who has won; nothing when it did not end."""
        end = self.match.outcome
        return headline(self.match.game.meta, end, self.names(), lang) if end is not None else ""

    def seat_view(self, moment: int, eye: int, lang: str) -> SeatView:
        """What those eyes saw at that moment."""
        game = self.match.game
        state = self.match.position(moment)
        over = self.match.is_given_up and moment == len(self.match.steps) - 1
        if eye == OPEN_CARDS:
            begin_step(state)
            return SeatView(game, state, SPECTATOR, self.speech(lang), live=False, over=over)
        return SeatView(game, known_to(game, state, eye), eye, self.speech(lang), live=False, over=over)

    def stage(self, board: Board, moment: int, eye: int, lang: str) -> tuple[str, SeatView]:
        """The board at that moment."""
        seat_view = self.seat_view(moment, eye, lang)
        people = [Person(seat.name, bool(seat.bot), away=False) for seat in self.stored.seats]
        players = seen_players(people, eye, seat_view.awaited)
        return board.paint(board.board, lang, seat_view.context(players)).whole(), seat_view

    def told(self, board: Board, moment: int, eye: int, lang: str) -> dict[str, Any]:
        """That moment as the page of a replay shows it."""
        html, view = self.stage(board, moment, eye, lang)
        stage = framed(view.game, str(view.frame["mood"]), html)
        return {"moment": moment, "html": stage, "title": str(view.frame["title"]), "awaited": view.awaited}

    def events(self, step: Step, eye: int) -> list[Event]:
        return self.match.open_events(step) if eye == OPEN_CARDS else self.match.events(step, eye)

    def log(self, eye: int, lang: str) -> list[dict[str, Any]]:
        """Every line with the moment that it tells of."""
        speech = self.speech(lang, marked(self.names()))
        room = optional_room(self.match.game, "frame")
        headings, small = getattr(room, "HEADINGS", ()), getattr(room, "SMALL", ())
        numbers = getattr(room, "NUMBERS", False)
        return [
            {
                "moment": moment,
                "kind": event.kind.name,
                "html": with_names(speech.event(event)),
                "clause": event.kind.clause,
                "heading": event.kind.name in headings,
                "small": event.kind.name.startswith(small),
            }
            | ({"values": {f.name: v for f, v in zip(event.kind.fields, event.values)}} if numbers else {})
            | ({"because": reasons[place]} if place in reasons else {})
            for moment, step in enumerate(self.match.steps)
            for reasons in [self.match.because(moment, max(eye, SPECTATOR), lang)]
            for place, event in enumerate(self.events(step, eye))
        ]
