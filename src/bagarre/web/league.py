"""The deal of the day: everybody plays the same deal of a game once, against the same bots, and compares afterwards, decision by decision.

The seed of a day's deal is made of a secret of the server's, of which the promise is shown all day long (`fair.py`) and which is told when the day is over. Bots take
their dice from the seed, their seat and the number of choices before, so where everybody has chosen alike they do too, as far as they have the same time to think.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.bots.labels import LABELS
from bagarre.fair import promise
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.web.database import LEAGUE, PEOPLE, TABLES
from bagarre.web.house_secrets import house_secret
from bagarre.web.identity import BELONGINGS, Belonging, Person
from bagarre.web.opening import Opening
from bagarre.web.replay import Replay
from bagarre.web.seatview import SeatView, known_to
from bagarre.web.store import OVER

if TYPE_CHECKING:
    from bagarre.web.registry import Placed, TableRegistry

LEVEL = LABELS[2]
"""Of all bots of the league."""
SEAT = 0
"""Where everybody sits."""
MOST, KEPT = 200, 400
"""Games of one deal that are compared, and that are kept unrolled."""
DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Decision:
    """One choice of somebody's, and all that led to it."""

    before: str
    """The same for everybody who came to the same point in the same way."""
    choice: str
    moment: int


@dataclass(frozen=True)
class Played:
    """A game of the league that is over."""

    code: str
    person: str
    name: str
    rank: int
    of: int
    score: int
    decisions: tuple[Decision, ...]
    replay: Replay = field(repr=False, compare=False)


@dataclass(frozen=True)
class Alternative:
    """What some chose at one point, and how they fared in the end."""

    words: str
    count: int
    rank: float
    mine: bool


@dataclass(frozen=True)
class Compared:
    """One's own decision beside the others'."""

    ask: str
    moment: int
    choices: tuple[Alternative, ...]
    alone: bool


def today() -> str:
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def checked_day(text: str) -> str:
    """:raises Mistake: when it is no day, or one that is still to come."""
    with contextlib.suppress(ValueError):
        if DAY.fullmatch(text) and date.fromisoformat(text).isoformat() <= today():
            return text
    raise Mistake("league_day")


def rivals(game: Game) -> int:
    return min(max(4, game.meta.players[0]), game.meta.players[-1]) - 1


def decisions_of(match: Match) -> tuple[Decision, ...]:
    """What the one seat chose that the league compares."""
    so_far, found = hashlib.sha256(), []
    write = match.game.verbs.write
    for moment, step in enumerate(match.steps):
        choice = write(step.choice) if step.choice is not None else ""
        if step.seat == SEAT and step.choice is not None:
            found.append(Decision(so_far.hexdigest(), choice, moment - 1))
        so_far.update(json.dumps([step.seat, choice, [int(number) for number in step.chance]]).encode())
    return tuple(found)


def compare(mine: Played, all_played: Sequence[Played], lang: str) -> list[Compared]:
    """Each of one's decisions beside those of all who came to the same point."""
    there: dict[str, list[tuple[Played, Decision]]] = {}
    for played in all_played:
        for decision in played.decisions:
            there.setdefault(decision.before, []).append((played, decision))
    match, speech = mine.replay.match, mine.replay.speech(lang)
    found = []
    for decision in mine.decisions:
        known = known_to(match.game, match.position(decision.moment), SEAT)
        view = SeatView(match.game, known, SEAT, speech, live=True)
        if len(view.choices) < 2:
            continue
        fared: dict[str, list[int]] = {}
        for played, other in there[decision.before]:
            fared.setdefault(other.choice, []).append(played.rank)
        choices = [
            Alternative(
                view.legal[notation].words if notation in view.legal else notation, len(ranks), sum(ranks) / len(ranks), notation == decision.choice,
            )
            for notation, ranks in fared.items()
        ]  # fmt: skip
        choices.sort(key=lambda one: (not one.mine, -one.count, one.words))
        alone = len(there[decision.before]) == 1
        found.append(Compared(str(view.frame["ask"]), decision.moment, tuple(choices), alone))
    return found


class League:
    """The deals of one server."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._played: OrderedDict[str, Played] = OrderedDict()

    async def secret(self, day: str, game: str) -> str:
        """What the deal of a day is made of."""
        master = await house_secret(self.registry.store, "league", lambda: secrets.token_hex(32))
        return hmac.new(master.encode(), f"{day}/{game}".encode(), "sha256").hexdigest()

    async def promise(self, day: str, game: str) -> str:
        return promise(await self.secret(day, game))

    async def code_of(self, person: str, day: str, game: str) -> str | None:
        """The table at which somebody plays or has played a deal; empty when it is being opened."""
        wanted = select(LEAGUE.c.code).where(
            LEAGUE.c.day == day, LEAGUE.c.game == game, LEAGUE.c.person == person
        )
        async with self.registry.store.reading() as connection:
            found: str | None = (await connection.execute(wanted)).scalar()
        return found

    async def play(self, person: Person, game: Game, lang: str) -> Placed:
        """Today's deal, once.

        :raises Mistake: when they have played it already.
        """
        day = today()
        row = {"day": day, "game": game.name, "person": person.id, "code": ""}
        mine = (LEAGUE.c.day == day) & (LEAGUE.c.game == game.name) & (LEAGUE.c.person == person.id)
        try:
            async with self.registry.store.engine.begin() as connection:
                await connection.execute(insert(LEAGUE).values(row))
        except IntegrityError:
            raise Mistake("league_played") from None
        try:
            deal = (day, await self.secret(day, game.name))
            seats = [LEVEL.spec] * rivals(game)
            wanted = Opening(
                game=game.name, name=person.name, seats=seats, start=True, lang=lang, league=deal
            )
            placed = await self.registry.create(wanted)
        except BaseException:
            async with self.registry.store.reading() as connection, connection.begin():
                await connection.execute(delete(LEAGUE).where(mine))
            raise
        async with self.registry.store.reading() as connection, connection.begin():
            await connection.execute(update(LEAGUE).where(mine).values(code=placed.stored.code))
        return placed

    async def played(self, day: str, game: Game) -> list[Played]:
        """Everybody's games of a deal that are over, the best first."""
        wanted = (
            select(LEAGUE.c.code, LEAGUE.c.person, PEOPLE.c.name)
            .join(TABLES, TABLES.c.code == LEAGUE.c.code)
            .join(PEOPLE, PEOPLE.c.id == LEAGUE.c.person)
            .where(LEAGUE.c.day == day, LEAGUE.c.game == game.name, TABLES.c.status == OVER)
            .order_by(TABLES.c.created)
            .limit(MOST)
        )
        async with self.registry.store.reading() as connection:
            rows = (await connection.execute(wanted)).all()
        found = [await self._unrolled(row.code, row.person, row.name, game) for row in rows]
        return sorted(
            (one for one in found if one is not None), key=lambda one: (one.rank, -one.score, one.name)
        )

    async def _unrolled(self, code: str, person: str, name: str, game: Game) -> Played | None:
        if code not in self._played:
            stored = await self.registry.store.load(code)
            if stored is None:
                return None

            def unroll() -> Played | None:
                replay = Replay.of(stored, game)
                end = replay.match.outcome
                if end is None:
                    return None
                score = end.scores[SEAT] if len(end.scores) > SEAT else 0
                return Played(
                    code,
                    person,
                    name,
                    end.ranks[SEAT],
                    len(end.ranks),
                    score,
                    decisions_of(replay.match),
                    replay,
                )

            made = await asyncio.to_thread(unroll)
            if made is None:
                return None
            self._played[code] = made
            while len(self._played) > KEPT:
                self._played.popitem(last=False)
        self._played.move_to_end(code)
        return self._played[code]


async def _export(connection: AsyncConnection, person: str) -> Any:
    rows = await connection.execute(select(LEAGUE).where(LEAGUE.c.person == person))
    return [{"day": row.day, "game": row.game, "table": row.code} for row in rows]


async def _erase(connection: AsyncConnection, person: str) -> None:
    await connection.execute(delete(LEAGUE).where(LEAGUE.c.person == person))


async def _move(connection: AsyncConnection, person: str, to: str) -> None:
    """A deal that was played under both names counts for the second."""
    theirs = LEAGUE.alias()
    both = select(theirs.c.person).where(
        theirs.c.day == LEAGUE.c.day, theirs.c.game == LEAGUE.c.game, theirs.c.person == to
    )
    await connection.execute(
        update(LEAGUE).where(LEAGUE.c.person == person, ~both.exists()).values(person=to)
    )


BELONGINGS.append(Belonging("league", _export, _erase, _move))
