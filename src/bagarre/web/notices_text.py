"""What people are told of a table that they do not look at: the occasions for it, and the words.

Everything here is made from what anybody at the table may see: the question is the one that a seat would be asked by somebody who knows no more than a
spectator does.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.web.guard import clean_text
from bagarre.web.seatview import SeatView, known_to, openly_asked
from bagarre.web.store import HUMAN, LOBBY, OPEN, OVER, PLAYING, Stored

log = logging.getLogger("bagarre.web")

TURN, SOON, BACK, FULL, OVER_NOW, TEST, CONFIRM = "turn", "soon", "back", "full", "over", "test", "confirm"
WANTS = (TURN, SOON, BACK, FULL, OVER_NOW)
"""What somebody may want to be told."""
LONG = 7200.0
"""Seconds of a decision from which on somebody is reminded before its end."""
LEAST_AHEAD, MOST_AHEAD, SHARE = 3600.0, 43_200.0, 4
"""A reminder comes when a fourth of the time is left, but an hour ahead at least and twelve at most."""
LONGEST = 200


@dataclass(frozen=True)
class Occasion:
    """Something that a seat is told once."""

    what: str
    seat: int
    mark: str
    """Another one when it happens again."""
    at: float
    """When it came about, in seconds since 1970."""

    @property
    def key(self) -> str:
        """What takes the place of what was told before."""
        return f"{self.what}{self.seat}"


@dataclass(frozen=True)
class Note:
    """What is sent."""

    what: str
    title: str
    body: str
    path: str
    """Of the page that it leads to."""
    game: str = ""
    table: str = ""
    seat: str = ""
    tag: str = ""
    """A later note with the same one takes its place on a screen."""


def occasions(stored: Stored, asked: Collection[int], now: float, since: float) -> list[Occasion]:
    """What there is to tell of a table that is as it is since then, when those seats are asked."""
    people = [seat for seat, held in enumerate(stored.seats) if held.kind == HUMAN]
    waiting, found = stored.waiting, list[Occasion]()
    if stored.status == PLAYING:
        mark = f"{waiting.since:.3f}"
        for seat in people:
            if seat in asked:
                found.append(Occasion(TURN, seat, mark, waiting.since))
                # Over days each has a deadline of their own, later for whoever is away.
                if reminds(waiting.since, waiting.deadlines.get(str(seat), waiting.until), now):
                    found.append(Occasion(SOON, seat, mark, now))
        back = waiting.take_back
        if back is not None:
            others = [seat for seat in people if seat != back.seat and seat not in back.agreed]
            found += [Occasion(BACK, seat, f"{back.seat} {back.count} {mark}", since) for seat in others]
    elif stored.status == OVER:
        found += [Occasion(OVER_NOW, seat, OVER_NOW, since) for seat in people]
    elif stored.status == LOBBY and len(people) > 1 and all(seat.kind != OPEN for seat in stored.seats):
        mark = " ".join(seat.token_hash[:8] or seat.bot[:8] for seat in stored.seats)[:90]
        found += [Occasion(FULL, seat, mark, since) for seat in people]
    return found


def reminds(since: float, until: float, now: float) -> bool:
    """Is it time to remind of a deadline?"""
    if not until or until - since < LONG or now >= until:
        return False
    ahead = min(MOST_AHEAD, max(LEAST_AHEAD, (until - since) / SHARE))
    return until - now <= ahead


def publicly_asked(match: Match) -> list[int]:
    """The seats that everybody knows to be asked."""
    return [] if match.is_over else openly_asked(match.game, match.state)


def question(match: Match, seat: int, lang: str) -> str:
    """What a seat is asked, as somebody would ask it who knows what spectators know."""
    if match.is_over or seat not in publicly_asked(match):
        return ""
    speech = match.game.speech(lang, list(match.players), match.content.names)
    known = known_to(match.game, match.state, SPECTATOR)
    try:
        view = SeatView(match.game, known, seat, speech, live=True)
        return clean_text(
            " · ".join(part for part in (str(view.frame["title"]), str(view.frame["ask"])) if part), LONGEST
        )
    except Exception:
        # A game whose words lean on what only that seat knows: then nothing is said of the question.
        log.debug("no question for a notice", exc_info=True)
        return ""


def note_of(occasion: Occasion, stored: Stored, game: Any, match: Match | None, lang: str) -> Note:
    """An occasion in words."""
    say = house_words(lang).say
    title, names = game.meta.title, [seat.name for seat in stored.seats]
    asked = (
        question(match, occasion.seat, lang) if match is not None and occasion.what in (TURN, SOON) else ""
    )
    by = names[stored.waiting.take_back.seat] if stored.waiting.take_back is not None else ""
    told = say(f"web.told.of.{occasion.what}", game=title, name=by)
    body = " · ".join(part for part in (stored.title if stored.title != title else "", asked) if part)
    return Note(
        occasion.what, told, clean_text(body, LONGEST), f"/t/{stored.code}", game=title, table=stored.title,
        seat=names[occasion.seat], tag=f"{stored.code[:8]}-{BACK if occasion.what == BACK else 'table'}",
    )  # fmt: skip
