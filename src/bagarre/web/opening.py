"""What somebody who opens a table asks for: checked, and turned into its seats and settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bagarre.bots import spec_of
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.words import LANGUAGES
from bagarre.web.commands.lobby import FILLS, seated_bot, shown_settings, usual_name
from bagarre.web.companion import check_bots
from bagarre.web.guard import NAME_LENGTH, clean_text, hash_token, new_token
from bagarre.web.promises import Promises
from bagarre.web.ratings import check_rated
from bagarre.web.share import is_own
from bagarre.web.slow_clock import SLOW
from bagarre.web.store import HUMAN, OPEN, Seat

CLOCKS = (0, 15, 30, 60, 120, 300)
"""Seconds for each decision that a table may choose; 0 for none."""
HERE = "here"
"""A seat of somebody who shares the creator's device."""


def check_pace(clock: int, total: int) -> None:
    """:raises Mistake: when no table is played at that pace."""
    offered = sorted({(0, one) for one in CLOCKS} | set(SLOW))
    if (total, clock) not in offered:
        told = ", ".join(str(one) if not whole else f"{whole}+{one}" for whole, one in offered)
        value = f"{total}+{clock}" if total else clock
        raise Mistake("option_value", option="clock", value=value, allowed=told)


@dataclass(kw_only=True)
class Opening:
    """A table that somebody wants."""

    game: str
    name: str = ""
    """Of whoever opens it; without one they get one in `lang`."""
    title: str = ""
    seats: Sequence[str] = ()
    """Who takes each seat after the first: `open`, `here` (the creator's device) or a kind of bot."""
    names: Sequence[str] = ()
    """How those who share the device are called."""
    options: Mapping[str, Any] = field(default_factory=dict)
    packs: Sequence[Pack] = ()
    """Of `address`, which may have a few read at a time."""
    clock: int = 0
    total: int = 0
    aids: bool = True
    companion: bool = False
    fast: bool = False
    """For programs of this machine: bots answer at once, and messages are not rationed."""
    listed: bool = False
    """Shown to everybody while it waits for players."""
    fill: int = 0
    """Minutes after which bots take the seats that are free."""
    shown_by: str = ""
    """The person whose friends it is shown to."""
    rated: bool = False
    league: tuple[str, str] | None = None
    """A day and its secret, from which the deal comes."""
    start: bool = False
    promised: str = ""
    shares: Sequence[str] = ()
    """What the seats of the creator's device add to its chance, having seen what was `promised` to them."""
    lang: str = LANGUAGES[0]
    address: str = ""

    def __post_init__(self) -> None:
        if self.companion:
            # Whoever rolls real dice is not hurried, and plays with those who sit around the box.
            self.clock = self.total = self.fill = 0

    def check(self, game: Game) -> None:
        """What does not need the rules to be prepared.

        :raises Mistake: when what is asked for does not go together.
        """
        if self.companion:
            check_bots(game, [HUMAN if kind in (OPEN, HERE) else kind for kind in self.seats])
        if self.fast and not is_own(self.address):
            raise Mistake("fast_lane")
        if self.rated:
            unusual = self.packs or self.companion or self.fast or HERE in self.seats
            check_rated(game, dict(self.options), usual=not unusual)
        if self.start and OPEN in self.seats:
            raise Mistake("open_seats")
        check_pace(self.clock, self.total)
        if self.fill not in FILLS:
            raise Mistake("option_value", option="fill", value=self.fill, allowed=", ".join(map(str, FILLS)))

    def taken(self, bots: Collection[str]) -> tuple[list[Seat], list[str]]:
        """The seats, and the tokens of those of the creator's device.

        :raises Mistake: when there is no such player.
        """
        tokens, lang = [new_token()], self.lang
        mine = clean_text(self.name, NAME_LENGTH) or usual_name(0, lang)
        taken = [Seat(HUMAN, mine, "", hash_token(tokens[0]), person=self.shown_by)]
        for number, kind in enumerate(self.seats, start=1):
            if kind == HERE:
                tokens.append(new_token())
                given = clean_text(self.names[number - 1], NAME_LENGTH) if number <= len(self.names) else ""
                taken.append(Seat(HUMAN, given or usual_name(number, lang), "", hash_token(tokens[-1])))
            elif spec_of(kind) in bots:
                taken.append(seated_bot(spec_of(kind), number, taken, lang))
            elif kind == OPEN:
                taken.append(Seat())
            else:
                known = ", ".join((*bots, OPEN, HERE))
                raise Mistake("unknown_player", player=clean_text(kind, 40), players=known)
        return taken, tokens

    def settings(self, taken: Sequence[Seat], promises: Promises) -> dict[str, Any]:
        """What is kept of it beside its seats."""
        settings: dict[str, Any] = {
            "options": dict(self.options),
            "packs": [{"name": pack.name, "text": pack.text} for pack in self.packs],
            "clock": self.clock,
            "aids": self.aids and not self.rated and not self.league,
        }
        if self.total:
            settings["total"] = self.total
        settings |= {name: True for name in ("fast", "companion", "rated") if getattr(self, name)}
        if not self.companion:
            here = [number for number, seat in enumerate(taken) if seat.kind == HUMAN]
            settings["fair"] = promises.fair(self.promised, dict(zip(here, self.shares)))
        if self.league is not None:
            settings |= {"league": self.league[0], "fair": {"secret": self.league[1], "shares": {}}}
        if OPEN in self.seats and (self.listed or self.fill or self.shown_by):
            settings |= shown_settings(self.listed, self.fill, self.lang, bool(self.shown_by))
        return settings
