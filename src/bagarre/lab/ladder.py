"""The ladder of a game: all players against each other in paired deals with rotated seats, until the ratings, or the steps between neighbours, are as sure as was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count, pairwise
from typing import Any, Unpack

from bagarre.bots import LABELS, level_of
from bagarre.bots.labels import bot_told
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.words import house_words
from bagarre.lab.pairing import How, Pairing, Played, Result, Series, Unit, duels, rotations
from bagarre.lab.ratings import Rating, Step, check_library, ratings, steps

USUAL = (*(level.spec for level in LABELS), "scripted", "random")
"""Those who climb when nobody else is named."""
ANCHOR = LABELS[2].spec
"""Rated 1500 wherever it plays."""
DEALS = 2
"""Deals of one unit."""
LEAST_DEALS = 40
"""Deals before intervals are believed."""
LADDER = "ladder"
"""What a kept file says that it holds."""
GROWTH = 1.1
"""By how much a ladder grows until the ratings are looked at again."""


@dataclass
class LadderReport:
    """How a ladder stands."""

    game: Game
    series: Series
    tables: tuple[int, ...]
    """Of how many seats; several where ladders are told together."""
    games: list[Played] = field(default_factory=list)
    unfinished: int = 0

    def add(self, result: Result) -> None:
        self.games += result.games

    @property
    def anchor(self) -> int | None:
        players = self.series.players
        return players.index(ANCHOR) if ANCHOR in players else None

    def ratings(self) -> list[Rating]:
        """The ratings, the strongest first."""
        found = ratings(self.games, len(self.series.players), self.anchor)
        return sorted(found, key=lambda one: -one.elo)

    def steps(self) -> list[Step]:
        """The steps between neighbours, the lowest first."""
        return steps(self.games, len(self.series.players), neighbours(self.series.players))

    def ranks(self, found: Sequence[Rating]) -> list[str]:
        """The rank of each: shared as long as intervals overlap ("2–4")."""
        told = []
        for one in found:
            best = 1 + sum(other.low > one.high for other in found)
            worst = len(found) - sum(other.high < one.low for other in found)
            told.append(str(best) if best == worst else f"{best}–{worst}")
        return told

    def data(self) -> dict[str, Any]:
        found = self.ratings()
        return {
            "game": self.game.name, "rules_version": self.game.meta.rules_version, "seats": self.tables[0] if len(self.tables) == 1 else list(self.tables), "seed": self.series.seed, "games": len(self.games),
            "ratings": [
                {"player": self.series.players[one.player], "rank": rank, "elo": one.elo, "interval": [one.low, one.high],
                 "games": one.games, "wins": one.wins, "fair": one.fair}
                for one, rank in zip(found, self.ranks(found))
            ],
            "steps": [
                {"lower": self.series.players[one.lower], "upper": self.series.players[one.upper], "elo": one.elo, "half": one.half, "games": one.games}
                for one in self.steps()
            ],
        }  # fmt: skip


def tables_of(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who meets whom: every choice of as many players as there are seats; with fewer players some sit twice, each as often."""
    if players >= seats:
        return list(combinations(range(players), seats))
    return [tuple((first + k) % players for k in range(seats)) for first in range(players)]


def neighbours(players: Sequence[str]) -> list[tuple[int, int]]:
    """Who stand next to each other, the lower first: the levels among the players, or without two of them all, as they were named."""
    levels = [players.index(level.spec) for level in LABELS if level.spec in players]
    return list(pairwise(levels if len(levels) > 1 else range(len(players))))


def duel(pair: tuple[int, int], seats: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of two players who alternate around the table."""
    return tuple(tuple(pair[side] for side in seating) for seating in duels(seats))


def everybody(
    game: Game, players: Sequence[str], **how: Unpack[How]
) -> tuple[Pairing, list[tuple[int, ...]]]:
    """Paired deals in which everybody meets everybody, and the tables.

    :raises Mistake: when a player is unknown or named twice, or the game refuses something.
    """
    check_library()
    pairing = Pairing(game, players, **how)
    named = pairing.series.players
    if len(set(named)) < max(2, len(named)):
        raise Mistake("ladder_players", players=", ".join(named))
    return pairing, tables_of(len(named), pairing.seats)


def rounds(tables: Sequence[tuple[int, ...]], deals: int) -> Callable[[int], Iterator[Unit]]:
    """Table after table without end, each with so many deals of its own and everybody in every seat; from a number on."""

    def units(start: int) -> Iterator[Unit]:
        for n in count(start):
            yield Unit(n, rotations(tables[n % len(tables)]), n * deals, deals)

    return units


class Rounds:
    """Which seatings are still to be played in this round: those of all tables, or of the duels between neighbours whose step is not sure enough."""

    def __init__(self, report: LadderReport, tables: Sequence[tuple[int, ...]], duelling: bool) -> None:
        self.report = report
        pairs = neighbours(report.series.players)
        (seats,) = report.tables
        self.all = [duel(pair, seats) for pair in pairs] if duelling else [*map(rotations, tables)]
        self.duelling = duelling
        self.wanted = self.left = self.all

    def units(self, start: int) -> Iterator[Unit]:
        return (Unit(n, seatings, n * DEALS, DEALS) for n, seatings in enumerate(self.left, start))

    def played(self) -> bool:
        """One unit was played; is the round over? Then the next begins."""
        self.left = self.left[1:] or self.wanted
        return self.left is self.wanted

    def widest(self, interval: float) -> float:
        """The widest interval; the next rounds are for what is wider than was asked for."""
        if not self.duelling:
            return max(one.half for one in self.report.ratings())
        halves = [one.half for one in self.report.steps()]
        self.wanted = [seatings for seatings, half in zip(self.all, halves) if half > interval]
        self.left = self.wanted
        return max(halves)


def climb(
    game: Game,
    players: Sequence[str] = USUAL,
    *,
    interval: float = 30.0,
    most: int = 100_000,
    duelling: bool = False,
    progress: Callable[[LadderReport, float], None] = lambda report, widest: None,
    **how: Unpack[How],
) -> LadderReport:
    """Play rounds in which everybody meets everybody, until every rating is known within ± `interval` Elo; `most` games at the most.

    `duelling`: only neighbours meet, until every step between them is known that well. What `keep` holds counts, whichever way it was played.

    :raises Mistake: when a player is unknown or named twice, the game refuses something, or `keep` holds another ladder.
    """
    pairing, tables = everybody(game, players, **how)
    report, look_at = LadderReport(game, pairing.series, (pairing.seats,)), 0.0
    turns = Rounds(report, tables, duelling)
    for result in pairing.results(turns.units, what=LADDER):
        report.add(result)
        if not turns.played() or len(report.games) < min(look_at, most):
            continue
        # A round is over.
        widest, look_at = float("inf"), GROWTH * len(report.games)
        if (result.number + 1) * DEALS >= LEAST_DEALS:
            widest = turns.widest(interval)
        progress(report, widest)
        if widest <= interval or len(report.games) >= most:
            break
    return report


# What the docs show.


def player_told(spec: str, lang: str) -> str:
    """A player in a table: its word, and its spec."""
    level = level_of(spec)
    return f"{level.word(lang)} (`{spec}`)" if level is not None else f"`{spec}`"


def tables_told(tables: Sequence[int]) -> str:
    """For how many: 2, 2–4, or 2, 4 and 6 with commas."""
    whole = len(tables) > 1 and list(tables) == list(range(tables[0], tables[-1] + 1))
    return f"{tables[0]}–{tables[-1]}" if whole else ", ".join(map(str, tables))


def number_told(value: float, lang: str, digits: int = 0) -> str:
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", "\u202f,")) if lang == "fr" else text


def interval_told(one: Rating, lang: str) -> str:
    """Both ways at once where they are the same."""
    below, above = number_told(one.below, lang), number_told(one.above, lang)
    return f"± {above}" if below == above else f"−{below} / +{above}"


def markdown(report: LadderReport, lang: str) -> str:
    """The ladder as a table."""

    def say(key: str, **values: Any) -> str:
        return house_words(lang).say(f"lab.ladder.{key}", **values)

    found = report.ratings()
    lines = [
        f"| {say('rank')} | {say('player')} | Elo | {say('interval')} | {say('games')} | {say('wins')} | {say('fair')} |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for one, rank in zip(found, report.ranks(found)):
        share, fair = (100 * part / max(1, one.games) for part in (one.wins, one.fair))
        cells = [
            rank, player_told(report.series.players[one.player], lang), number_told(one.elo, lang),
            interval_told(one, lang) if one.player != report.anchor else "–",
            number_told(one.games, lang), f"{number_told(share, lang, 1)} %", f"{number_told(fair, lang, 1)} %",
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    scale = say("scale_medium" if report.anchor is not None else "scale_mean")
    note = say(
        "note",
        game=report.game.meta.title,
        n=tables_told(report.tables),
        games=number_told(len(report.games), lang),
        seed=report.series.seed,
    )
    return "\n".join([*lines, "", f"{note} {scale}", "", *steps_told(report, lang)])


def steps_told(report: LadderReport, lang: str) -> list[str]:
    """The steps between neighbours as a table, the highest first."""
    words = house_words(lang)
    heads = [words.say(f"lab.ladder.{key}") for key in ("step", "interval", "together")]
    lines = [f"| {heads[0]} | Elo | {heads[1]} | {heads[2]} |", "|---|---:|---:|---:|"]
    for one in reversed(report.steps()):
        upper, lower = (bot_told(report.series.players[player], lang) for player in (one.upper, one.lower))
        step, half, games = (number_told(value, lang) for value in (one.elo, one.half, one.games))
        lines.append(
            f"| {words.say('lab.ladder.above', upper=upper, lower=lower)} | {step} | ± {half} | {games} |"
        )
    return lines


WIDTH, ROW, LEFT, RIGHT, TOP, BELOW = 720, 30, 190, 40, 44, 30


def svg(report: LadderReport, lang: str) -> str:
    """The ladder as a picture: a point and a 95 % interval for each player."""
    from html import escape

    words, found = house_words(lang), report.ratings()
    low = min(100 * ((one.low if one.half < 1e6 else one.elo) // 100) for one in found)
    high = max(100 * ((one.high if one.half < 1e6 else one.elo) // 100 + 1) for one in found)
    step = 100 if high - low <= 1000 else 200 if high - low <= 2000 else 500

    def x(elo: float) -> float:
        return round(LEFT + (min(high, max(low, elo)) - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    height = TOP + ROW * len(found) + BELOW
    title = words.say("lab.ladder.picture", game=report.game.meta.title, n=tables_told(report.tables))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fffef9"/><text x="16" y="24" font-weight="bold" fill="#1b1a22">{escape(title)}</text>',
    ]
    elo = low
    while elo <= high:
        parts.append(
            f'<line x1="{x(elo)}" x2="{x(elo)}" y1="{TOP - 8}" y2="{height - BELOW}" stroke="#d9d4c7"/><text x="{x(elo)}" y="{height - 10}" text-anchor="middle" fill="#57545f">{elo:.0f}</text>'
        )
        elo += step
    for k, one in enumerate(found):
        y = TOP + ROW * k + ROW // 2
        name = player_told(report.series.players[one.player], lang).replace("`", "")
        parts.append(
            f'<text x="16" y="{y + 5}" fill="#1b1a22">{escape(name)}</text>'
            f'<line x1="{x(one.low)}" x2="{x(one.high)}" y1="{y}" y2="{y}" stroke="#2a6f8f" stroke-width="4" stroke-linecap="round" opacity=".55"/>'
            f'<circle cx="{x(one.elo)}" cy="{y}" r="6" fill="#2a6f8f"><title>{escape(name)} : {one.elo:.0f} {interval_told(one, lang)}</title></circle>'
        )
    return "\n".join([*parts, "</svg>", ""])
