"""Play over days: clocks of hours and days, which go on while nobody is connected and the table is in no memory.

Each seat that is asked has a deadline of its own, by the clock on the wall, stored with what the table waits for. It begins with the question, is not moved by what others
do, stands while its player is away (vacation), and is given back what the server or its database could not be reached (`downtime.py`). With a total, a
seat's time is what it has left, and grows with every decision.

`Waiting.until` is what everybody may know: the first deadline as it was when the question became known. That somebody has answered in secret moves none of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bagarre.kernel.words import house_words
from bagarre.web.store import HUMAN, PLAYING, Stored, Waiting

HOUR, DAY = 3600, 86_400
SLOW = tuple(
    (total, clock)
    for total, clock in (
        (0, 4 * HOUR),
        (0, 12 * HOUR),
        (0, DAY),
        (0, 3 * DAY),
        (0, 7 * DAY),
        (3 * DAY, 12 * HOUR),
        (7 * DAY, DAY),
    )
)
"""Seconds in all (0 for none) and for each decision, that a table over days may choose. With a total, the second is what each decision adds."""
VACATION = 14
"""Days that each player may be away from one table, all together."""
ABSENCES = (3, 7, 14)
"""Days that somebody may say to be away for."""


def is_slow(settings: Mapping[str, Any]) -> bool:
    """Is a table played over days?"""
    return bool(settings.get("total")) or float(settings.get("clock") or 0) >= HOUR


def pace_said(settings: Mapping[str, Any], lang: str) -> str:
    """The pace of a table in words; empty without a clock."""
    clock, total = int(settings.get("clock") or 0), int(settings.get("total") or 0)
    say = house_words(lang).say
    if not clock:
        return ""
    if total:
        return say("web.pace.total", total=span_said(total, lang), plus=span_said(clock, lang))
    if clock < HOUR:
        return say("web.new.a_move", n=clock)
    return say("web.pace.each", span=span_said(clock, lang))


def span_said(seconds: int, lang: str) -> str:
    """Hours or days."""
    say = house_words(lang).say
    if seconds % DAY == 0:
        return say("web.pace.days" if seconds > DAY else "web.pace.day", n=seconds // DAY)
    return say("web.pace.hours", n=seconds // HOUR)


def next_waiting(stored: Stored, asked: list[int], *, shows: bool, mover: int | None, now: float) -> Waiting:
    """What a table over days waits for after something happened.

    `shows`: everybody sees it; `mover`: the seat that answered, `None` when the game went back or begins.
    """
    before = stored.waiting
    people = [seat for seat in asked if stored.seats[seat].kind == HUMAN]
    answered = dict(before.answered)
    if mover is not None and mover not in asked and str(mover) in before.deadlines:
        answered.setdefault(str(mover), now)
    if not shows:
        quiet = replace(before, asked=asked, take_back=None, answered=answered)
        return replace(quiet, due=_due(quiet, people, asked, now))
    banks = _banks(stored, answered, now) if mover is not None else dict(before.banks)
    deadlines = {}
    for seat in people:
        kept = (
            before.deadlines.get(str(seat))
            if mover not in (None, seat) and str(seat) not in answered
            else None
        )
        deadlines[str(seat)] = kept if kept is not None else _deadline(stored, seat, banks, now)
    waiting = Waiting(asked=asked, since=now, deadlines=deadlines, banks=banks)
    return replace(waiting, until=min(deadlines.values(), default=0.0), due=_due(waiting, people, asked, now))


def _banks(stored: Stored, answered: Mapping[str, float], now: float) -> dict[str, float]:
    """What each seat has left of its total, once those who answered have paid for it and were given what a decision adds."""
    if not stored.settings.get("total"):
        return {}
    before = stored.waiting
    banks = dict(before.banks)
    for seat, at in answered.items():
        if seat in before.deadlines:
            banks[seat] = max(0.0, before.deadlines[seat] - at) + float(stored.settings["clock"])
    return banks


def _deadline(stored: Stored, seat: int, banks: Mapping[str, float], now: float) -> float:
    total = float(stored.settings.get("total") or 0)
    allowed = banks.get(str(seat), total) if total else float(stored.settings["clock"])
    return max(now, stored.seats[seat].away_until) + allowed


def _due(waiting: Waiting, people: Iterable[int], asked: list[int], now: float) -> float:
    """When somebody must look at the table: at the first deadline, or at once when only bots are asked."""
    if not asked:
        return 0.0
    return min(
        (waiting.deadlines[str(seat)] for seat in people if str(seat) in waiting.deadlines), default=now
    )


def first_waiting(stored: Stored, waiting: Waiting) -> Waiting:
    """What a table waits for when its game begins."""
    if not is_slow(stored.settings):
        return waiting
    fresh = replace(stored, waiting=Waiting())
    first = next_waiting(fresh, waiting.asked or [], shows=True, mover=None, now=time.time())
    return replace(first, shown=waiting.shown)


def moved(waiting: Waiting, seconds: float, seats: Iterable[int] | None = None) -> Waiting:
    """The deadlines of those seats (of all) later by so many seconds."""
    chosen = set(waiting.deadlines) if seats is None else {str(seat) for seat in seats}
    deadlines = {seat: deadline + seconds * (seat in chosen) for seat, deadline in waiting.deadlines.items()}
    # What was answered is past; it moves along so that it is paid for as it was.
    answered = {seat: at + seconds * (seat in chosen) for seat, at in waiting.answered.items()}
    left = [deadline for seat, deadline in deadlines.items() if seat not in answered]
    return replace(
        waiting,
        deadlines=deadlines,
        answered=answered,
        until=min(deadlines.values(), default=0.0),
        due=min(left, default=waiting.due),
    )


def vacations(stored: Stored) -> dict[int, dict[str, Any]] | None:
    """For each seat of a table over days: until when its player is away (0: is there), and for how long they may be; `None` at others."""
    if not is_slow(stored.settings) or stored.status != PLAYING:
        return None
    now, told = time.time(), {}
    for i, seat in enumerate(stored.seats):
        left = (VACATION * DAY - seat.away_spent + 60) / DAY
        until = round(seat.away_until) if seat.away_until > now else 0
        told[i] = {"until": until, "may": [n for n in ABSENCES if n <= left and not until]}
    return told


def late_seats(waiting: Waiting, deciders: Iterable[int], now: float) -> list[int]:
    """Those who are asked and whose time is over."""
    return [seat for seat in deciders if waiting.deadlines.get(str(seat), now + 1) <= now]


def next_deadline(waiting: Waiting, deciders: Iterable[int]) -> float:
    """When the next of those who are asked is late; 0 when nobody will be."""
    return min(
        (waiting.deadlines[str(seat)] for seat in deciders if str(seat) in waiting.deadlines), default=0.0
    )


def told_deadline(waiting: Waiting, eye: int) -> float:
    """Until when somebody is shown that the table waits: their own deadline, or the one that everybody knows."""
    return waiting.deadlines.get(str(eye), waiting.until) if eye in (waiting.asked or ()) else waiting.until
