"""How the factions of Battleworld fare against each other in scripted play.

A win counts 1, a draw or a destroyed planet ½; each pair plays half of its games on either side of the table. *Mirror* is the share of
the side that does not begin when a faction meets itself; the part `mirror` measures only that, for every faction and for random
teams, in wins and in points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import driver_record, make_player
from bagarre.kernel.chance import seed_words
from bagarre.kernel.layout import Position
from bagarre.lab.balance import Request, figure, lab_words, table

PARTS = ("factions", "mirror")
NOBODY = -1
"""The faction of random teams, and the winner of a drawn game."""
Shares = NDArray[np.float64]
Counts = NDArray[np.int64]


class Arena:
    """Plays scripted games between factions."""

    def __init__(self, wanted: Request) -> None:
        self.game, self.packs, self.seed = wanted.game, wanted.packs, wanted.seed
        self.runner = self.game.runner()
        record = driver_record(make_player("scripted", self.game))
        assert record is not None
        self.players = [record, record]
        self.content = self.game.content(self.packs)
        self.stats: tuple[str, ...] = self.game.room("stats").STATS
        self.tallies = np.zeros(len(self.stats))
        self.games = 0

    def names(self, lang: str) -> list[str]:
        """The neutral ones, which follow the eight of the box."""
        return [str(self.content.names["faction"][8 + i][lang]) for i in range(len(self.content.factions))]

    def play(self, start: Position, games: int, *seeds: object) -> tuple[Counts, Counts]:
        """The seat that wins each game (-1: nobody), and 1 for each game won by the side that has the initiative on turn 1."""
        words = [seed_words(self.seed, *seeds, number) for number in range(games)]
        played = self.runner.play(start, self.players, words)
        self.tallies += played.tallies.sum(axis=0)
        self.games += games
        ranks = played.ranks
        winners = np.where(ranks[:, 0] == ranks[:, 1], NOBODY, np.where(ranks[:, 0] == 1, 0, 1))
        return winners, played.tallies[:, -1]  # the last statistic counts the wins of the side that began

    def points(self, heroes: int, villains: int, games: int) -> float:
        """Mean points of the heroes."""
        s: Any = self.game.prepare(2, {"deploy": "manual"}, self.packs)
        s.preset_faction = [heroes, villains]
        winners, _ = self.play(s, games, heroes, villains)
        return float(np.choose(winners + 1, (0.5, 1.0, 0.0)).mean())

    def mirror(self, faction: int, games: int) -> tuple[float, float, float]:
        """The side without the first initiative, of two equal teams: its share of the games won by somebody, its mean points, and
        the share of games that nobody wins. A faction, or NOBODY for random teams."""
        mode = "random" if faction == NOBODY else "faction"
        s: Any = self.game.prepare(2, {"mirror": True, "deploy": "manual", "team_mode": mode}, self.packs)
        s.preset_faction = [faction, NOBODY]
        winners, began = self.play(s, games, faction, faction)
        drawn = float((winners == NOBODY).mean())
        won = 1 - drawn - float(began.mean())
        return won / max(1 - drawn, 1 / games), won + drawn / 2, drawn


@dataclass(frozen=True)
class FactionFindings:
    arena: Arena
    points: Shares
    """Points of each faction (row) against each other (column)."""
    second: Shares
    """Points of the side without the first initiative in mirror matches."""

    @property
    def overall(self) -> Shares:
        """Mean points of each faction against the others."""
        return (self.points.sum(axis=1) - 0.5) / (len(self.points) - 1)

    def markdown(self, lang: str) -> str:
        say, names, arena = lab_words(lang), self.arena.names(lang), self.arena
        rows = []
        for a, name in enumerate(names):
            cells = ["–" if a == b else figure(100 * self.points[a, b], lang, 0) for b in range(len(names))]
            rows.append(
                [
                    f"**{name}**",
                    *cells,
                    f"**{figure(100 * self.overall[a], lang)}**",
                    figure(100 * self.second[a], lang),
                ]
            )
        means = dict(zip(arena.stats, arena.tallies / arena.games))
        shares = {
            name: figure(100 * means[name], lang, 0)
            for name in ("by_elimination", "by_base", "worlds_destroyed")
        }
        told = say("balance.factions_note", games=arena.games, turns=figure(means["turns"], lang), **shares)
        headings = ["", *names, say("balance.all"), say("balance.mirror")]
        return table(headings, rows) + "\n\n" + told

    def svg(self, lang: str) -> str:
        return heat_map(
            self.points, self.overall, self.arena.names(lang), lab_words(lang)("balance.heat_map")
        )


@dataclass(frozen=True)
class MirrorFindings:
    arena: Arena
    games: int
    shares: list[tuple[float, float, float]]
    """For each faction, and last for random teams: wins, points, games that nobody wins."""

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        names = [*self.arena.names(lang), say("balance.random_teams")]
        headings = [
            say("balance.games_each", n=self.games),
            *(say(f"balance.{key}") for key in ("wins", "points", "nobody")),
        ]
        rows = [
            [name, *(figure(100 * part, lang) for part in share)] for name, share in zip(names, self.shares)
        ]
        return (
            table(headings, rows)
            + "\n\n"
            + say("balance.mirror_note", error=figure(50 / self.games**0.5, lang))
        )

    def svg(self, lang: str) -> str:
        return ""


def measure(wanted: Request, progress: Callable[[], None]) -> FactionFindings | MirrorFindings:
    arena = Arena(wanted)
    count = len(arena.content.factions)
    if "mirror" in wanted.parts:
        shares = []
        for faction in (*range(count), NOBODY):
            shares.append(arena.mirror(faction, wanted.games))
            progress()
        return MirrorFindings(arena, wanted.games, shares)
    points, second = np.full((count, count), 0.5), np.zeros(count)
    for a in range(count):
        second[a] = arena.mirror(a, wanted.games)[1]
        for b in range(a + 1, count):
            south, north = arena.points(a, b, wanted.games // 2), arena.points(b, a, wanted.games // 2)
            points[a, b] = (south + 1 - north) / 2
            points[b, a] = 1 - points[a, b]
            progress()
    return FactionFindings(arena, points, second)


def heat_map(points: Shares, overall: Shares, names: Sequence[str], title: str) -> str:
    """A heat map: blue below 50 %, orange above, the number in each square."""
    cell, left, top = 56, 170, 40
    count = len(names)
    width, height = left + cell * (count + 1), top + cell * count + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for a, name in enumerate(names):
        y = top + cell * a
        parts.append(
            f'<text x="{left - 8}" y="{y + cell / 2 + 5}" text-anchor="end" fill="#222">{name}</text>'
        )
        parts.append(
            f'<text x="{left + cell * a + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">{_initials(name)}</text>'
        )
        for b in range(count + 1):
            value = overall[a] if b == count else points[a, b]
            same = a == b
            fill = "#eeeeee" if same else _colour(value)
            x = left + cell * b
            parts.append(f'<rect x="{x}" y="{y}" width="{cell - 2}" height="{cell - 2}" fill="{fill}"/>')
            shown = "–" if same else f"{100 * value:.0f}"
            weight = ' font-weight="bold"' if b == count else ""
            parts.append(
                f'<text x="{x + cell / 2 - 1}" y="{y + cell / 2 + 5}" text-anchor="middle" fill="#111"{weight}>{shown}</text>'
            )
    parts.append(
        f'<text x="{left + cell * count + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">∅</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper()) or name[:2]


def _colour(value: float) -> str:
    """From blue (25 %) over white (50 %) to orange (75 %)."""
    far = max(-1.0, min(1.0, (value - 0.5) / 0.25))
    end = (0xE6, 0x7E, 0x22) if far > 0 else (0x2E, 0x86, 0xC1)
    return "#" + "".join(f"{round(255 + (channel - 255) * abs(far)):02x}" for channel in end)
