"""Ratings: people and bots of one game on one scale, with how far each is known.

Results of rated tables are stored once; ratings are computed from them in their order whenever somebody asks, so they are the same for everybody who has the
results. The model is Bradley and Terry's in OpenSkill, for any number of players: each has a level and an uncertainty, and a game moves both (its
Plackett–Luce widens the scale with the table, which made intervals too narrow at tables of four). It is told
on the scale of Elo, where Medium is about 1500; bots begin where the ladder measured them (`docs/ladder.md`), people in the middle, known hardly at all.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import BradleyTerryFull
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.bots.labels import LABELS
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.web.database import PEOPLE, RESULTS, SEATS, TABLES
from bagarre.web.identity import BELONGINGS, Belonging
from bagarre.web.store import BOT, HUMAN, OVER, Store, Waiting

PERSON, PROGRAM, GONE = "person:", "bot:", "gone:"
"""What a player of a result begins with."""
MIDDLE, KNOWN_NOTHING = 25.0, 25.0 / 3
"""Where somebody new begins, on OpenSkill's own scale."""
BETA = 25.0 / 6
POINTS = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""Points of Elo for one of OpenSkill: those that give the same chances between two."""
AVERAGE = 1500
SURE = 1.96
"""Standard deviations of an interval that holds 95 %."""
RATED = json.dumps({"rated": True})[1:-1]
"""How the settings of a rated table are written."""
MEASURED: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "boss-quest": {"search:5": (1759, 30), "search:4": (1613, 28), "search:3": (1500, 30), "search:2": (1363, 24), "search:1": (1254, 33)},
    "battleworld": {"search:5": (1721, 29), "search:4": (1592, 28), "search:3": (1500, 30), "search:2": (1334, 24), "search:1": (1232, 31)},
    "badass-force": {"search:5": (1729, 18), "search:4": (1616, 19), "search:3": (1500, 30), "search:2": (1392, 27), "search:1": (1292, 28)},
    "baston": {"search:5": (1784, 44), "search:4": (1646, 37), "search:3": (1500, 30), "search:2": (1297, 23), "search:1": (1161, 34)},
}  # fmt: skip
"""Levels of bots and their intervals, as docs/ladder.md has them, over all numbers of players. Medium has none there, since the scale is fixed by it; 30 stands for what moves when people play."""


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    players: Sequence[str]
    ranks: Sequence[int]
    at: float = 0.0


@dataclass(frozen=True)
class Rating:
    """What is known of one player."""

    mu: float = MIDDLE
    sigma: float = KNOWN_NOTHING
    games: int = 0

    @property
    def level(self) -> int:
        return round(AVERAGE + POINTS * (self.mu - MIDDLE))

    @property
    def margin(self) -> int:
        """To both sides, for 95 %."""
        return round(SURE * POINTS * self.sigma)


@dataclass(frozen=True)
class Place:
    """A line of the ladder."""

    player: str
    rating: Rating
    best: int
    worst: int
    """The places that it may have, as far as one knows."""


def begins(game: str, player: str) -> Rating:
    """Where a player begins."""
    level, margin = MEASURED.get(game, {}).get(player.removeprefix(PROGRAM), (0, 0))
    if not player.startswith(PROGRAM) or not margin:
        return Rating()
    return Rating(MIDDLE + (level - AVERAGE) / POINTS, margin / (SURE * POINTS))


def rated(game: str, results: Iterable[Result]) -> dict[str, Rating]:
    """Everybody's rating after these results, in their order."""
    model, found = BradleyTerryFull(), dict[str, Rating]()
    for result in results:
        before = [found.get(player) or begins(game, player) for player in result.players]
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
        after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in result.ranks])]
        for player in dict.fromkeys(result.players):
            # A bot may have several seats: it learns the mean of them.
            seats = [seat for seat, other in enumerate(result.players) if other == player]
            mu = sum(after[seat].mu for seat in seats) / len(seats)
            sigma = math.sqrt(sum(after[seat].sigma ** 2 for seat in seats) / len(seats))
            found[player] = Rating(mu, sigma, before[seats[0]].games + 1)
    return found


def placed(ratings: Mapping[str, Rating]) -> list[Place]:
    """The ladder, the best first; whose intervals overlap share their places."""
    order = sorted(ratings.items(), key=lambda pair: (-pair[1].mu, pair[1].sigma, pair[0]))

    def span(rating: Rating) -> tuple[int, int]:
        return rating.level - rating.margin, rating.level + rating.margin

    places = []
    for player, rating in order:
        low, high = span(rating)
        above = sum(span(other)[0] > high for name, other in order if name != player)
        below = sum(span(other)[1] < low for name, other in order if name != player)
        places.append(Place(player, rating, 1 + above, len(order) - below))
    return places


def check_rated(game: Game, options: Mapping[str, Any], *, usual: bool) -> None:
    """:raises Mistake: when a table that is to count is not played as the box says; `usual` where all else but its options is."""
    changed = any(options.get(option.name, option.default) != option.default for option in game.meta.options)
    if changed or not usual:
        raise Mistake("rated_fixed")


def share(level: float, rivals: Sequence[float]) -> float:
    """How often a player of that level wins against rivals of those, by Luce's model."""
    mine = 10 ** (level / 400)
    return mine / (mine + sum(10 ** (rival / 400) for rival in rivals))


class Ratings:
    """The results of one server, and what follows from them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def collect(self) -> int:
        """Write down how rated games ended that are not written down yet; gives how many were."""
        new = 0
        wanted = select(TABLES).where(
            TABLES.c.status == OVER,
            TABLES.c.settings.contains(RATED, autoescape=True),
            TABLES.c.code.not_in(select(RESULTS.c.code)),
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(wanted.order_by(TABLES.c.changed))).mappings().all()
            seats = {
                row["code"]: (
                    await connection.execute(
                        select(SEATS).where(SEATS.c.code == row["code"]).order_by(SEATS.c.seat)
                    )
                ).all()
                for row in rows
            }
        for row in rows:
            result = result_of(row, seats[row["code"]])
            if result is None:
                continue
            with contextlib.suppress(IntegrityError):
                # Another process may be quicker.
                async with self._store.engine.begin() as connection:
                    await connection.execute(
                        insert(RESULTS).values(
                            code=row["code"],
                            game=row["game"],
                            at=result.at,
                            players=json.dumps(list(result.players)),
                            ranks=json.dumps(list(result.ranks)),
                        )
                    )
                new += 1
        return new

    async def results(self, game: str) -> list[Result]:
        wanted = select(RESULTS).where(RESULTS.c.game == game).order_by(RESULTS.c.at, RESULTS.c.code)
        async with self._store.reading() as connection:
            return [
                Result(json.loads(row.players), json.loads(row.ranks), row.at)
                for row in await connection.execute(wanted)
            ]

    async def ladder(self, game: str) -> list[Place]:
        """Everybody who has played a rated game, and the bots."""
        await self.collect()
        found = rated(game, await self.results(game))
        for label in LABELS:
            player = PROGRAM + label.spec
            if player not in found and label.spec in MEASURED.get(game, {}):
                found[player] = begins(game, player)
        return placed({player: rating for player, rating in found.items() if not player.startswith(GONE)})

    async def names(self, places: Iterable[Place]) -> dict[str, str]:
        """What the people of a ladder are called."""
        ids = [place.player.removeprefix(PERSON) for place in places if place.player.startswith(PERSON)]
        async with self._store.reading() as connection:
            rows = await connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(ids)))
            return {PERSON + row.id: row.name for row in rows}


def result_of(row: Mapping[Any, Any], seats: Sequence[Any]) -> Result | None:
    """The result of a table that is over; `None` for one that counts for nobody.

    Everybody must be known: each person by a name of their own, once, and each bot by its level. Whoever left a bot in their place comes last.
    """
    waiting = Waiting.from_json(row["waiting"])
    if waiting.ranks is None or len(waiting.ranks) != len(seats) or len(seats) < 2:
        return None
    players, ranks = [], list(waiting.ranks)
    for number, seat in enumerate(seats):
        is_person = seat.kind == HUMAN or (seat.kind == BOT and bool(seat.token_hash))
        if is_person and not seat.person:
            return None
        if is_person and seat.kind == BOT:
            ranks[number] = len(seats) + 1
        players.append(PERSON + seat.person if is_person else PROGRAM + seat.bot)
    people = [player for player in players if player.startswith(PERSON)]
    if not people or len(people) != len(set(people)):
        return None
    return Result(players, ranks, row["changed"])


async def _export(connection: AsyncConnection, person: str) -> Any:
    rows = await connection.execute(
        select(RESULTS).where(RESULTS.c.players.contains(PERSON + person, autoescape=True))
    )
    return [
        {"game": row.game, "at": row.at, "seat": json.loads(row.players).index(PERSON + person), "ranks": json.loads(row.ranks)}
        for row in rows
    ]  # fmt: skip


async def _renamed(connection: AsyncConnection, person: str, to: str) -> None:
    """Another in the place of somebody, in all results but those in which that one played too."""
    wanted = select(RESULTS).where(RESULTS.c.players.contains(PERSON + person, autoescape=True))
    for row in (await connection.execute(wanted)).all():
        players = json.loads(row.players)
        if to in players:
            continue
        players = [to if player == PERSON + person else player for player in players]
        await connection.execute(
            update(RESULTS).where(RESULTS.c.code == row.code).values(players=json.dumps(players))
        )


async def _erase(connection: AsyncConnection, person: str) -> None:
    """Others' ratings stay as they are: their games were played against somebody of whom nothing is known any more."""
    await _renamed(connection, person, f"{GONE}{int(time.time() * 1000)}")


async def _move(connection: AsyncConnection, person: str, to: str) -> None:
    await _renamed(connection, person, PERSON + to)


BELONGINGS.append(Belonging("ratings", _export, _erase, _move))
