"""How the factions fare against each other in scripted play: `python -m bagarre.games.battleworld.balance`.

Prints the table of docs/battleworld.md, and with `--svg FILE` draws it as a heat map. A win counts 1, a draw or a destroyed planet ½;
each pair plays half of its games on either side of the table. The last column is the share of the side that does not begin when a
faction meets itself; `--mirror` measures only that, for every faction and for random teams, in wins and in points.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.kernel.chance import seed_words
from bagarre.kernel.drivers import SCRIPTED
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.pack import Pack, read_pack

from .state import NOBODY

LIMIT = 5000
Table = NDArray[np.float64]
Counts = NDArray[np.int64]


class Arena:
    """Plays scripted games between factions, compiled."""

    def __init__(self, packs: Sequence[Pack] = ()) -> None:
        self.game = Game("bagarre.games.battleworld")
        self.packs = tuple(packs)
        self.twin = self.game.compiled
        self.content = self.game.content(self.packs)
        self.stats = len(self.game.room("stats").STATS)
        self.tallies = np.zeros(self.stats)
        self.games = 0

    def play(self, s: Position, games: int, *seeds: object) -> tuple[Counts, Counts]:
        """The seat that wins each game (-1: nobody), and 1 for each game won by the side that has the initiative on turn 1."""
        twin = self.twin
        words = np.array([seed_words(*seeds, number) for number in range(games)], np.int64)
        ranks = np.zeros((games, 2), np.int8)
        lengths, endings = np.zeros(games, np.int32), np.zeros(games, np.int8)
        tallies = np.zeros((games, self.stats), np.int64)
        twin.play_games(
            twin.states(1), twin.menus(1), twin.states(1), twin.dices(seeds[0]), twin.pack([s]),
            np.array([SCRIPTED, SCRIPTED]), words, LIMIT, ranks, lengths, endings, tallies,
        )  # fmt: skip
        self.tallies += tallies.sum(axis=0)
        self.games += games
        winners = np.where(ranks[:, 0] == ranks[:, 1], -1, np.where(ranks[:, 0] == 1, 0, 1))
        return winners, tallies[:, -1]  # the last statistic counts the wins of the side that began

    def points(self, heroes: int, villains: int, games: int, seed: object) -> float:
        """Mean points of the heroes."""
        s: Any = self.game.prepare(2, {"deploy": "manual"}, self.packs)
        s.preset_faction = [heroes, villains]
        winners, _ = self.play(s, games, seed, heroes, villains)
        return float(np.choose(winners + 1, (0.5, 1.0, 0.0)).mean())

    def mirror(self, faction: int, games: int, seed: object) -> tuple[float, float, float]:
        """The side without the first initiative, of two equal teams: its share of the games won by somebody, its mean points, and
        the share of games that nobody wins. A faction, or NOBODY for random teams."""
        mode = "random" if faction == NOBODY else "faction"
        s: Any = self.game.prepare(2, {"mirror": True, "deploy": "manual", "team_mode": mode}, self.packs)
        s.preset_faction = [faction, NOBODY]
        winners, began = self.play(s, games, seed, faction, faction)
        drawn = float((winners == NOBODY).mean())
        won = 1 - drawn - float(began.mean())
        return won / max(1 - drawn, 1 / games), won + drawn / 2, drawn

    def table(self, games: int, seed: object = 1) -> tuple[Table, Table]:
        """Points of each faction (row) against each other (column), and of the side without the first initiative in mirror matches."""
        count = len(self.content.factions)
        points, second = np.full((count, count), 0.5), np.zeros(count)
        for a in range(count):
            second[a] = self.mirror(a, games, seed)[1]
            for b in range(a + 1, count):
                south, north = self.points(a, b, games // 2, seed), self.points(b, a, games // 2, seed)
                points[a, b] = (south + 1 - north) / 2
                points[b, a] = 1 - points[a, b]
        return points, second


def overall(points: Table) -> Table:
    """Mean points of each faction against the others."""
    count = len(points)
    return (points.sum(axis=1) - 0.5) / (count - 1)


def as_markdown(points: Table, second: Table, names: Sequence[str]) -> str:
    lines = [f"| | {' | '.join(names)} | all | mirror |", "|---" * (len(names) + 3) + "|"]
    for a, name in enumerate(names):
        cells = ["–" if a == b else f"{100 * points[a, b]:.0f}" for b in range(len(names))]
        lines.append(f"| **{name}** | {' | '.join(cells)} | **{100 * overall(points)[a]:.1f}** | {100 * second[a]:.1f} |")
    return "\n".join(lines)


def mirror_markdown(arena: Arena, games: int, seed: object, names: Sequence[str]) -> str:
    """The side without the first initiative when equal teams meet: its wins among games that somebody wins, and its points."""
    lines = [f"| {games} games each | wins | points | nobody wins |", "|---" * 4 + "|"]
    rows = [*enumerate(names), (NOBODY, "random teams")]
    shares = np.array([arena.mirror(faction, games, seed) for faction, _ in rows])
    for (_, name), share in zip(rows, shares):
        lines.append(f"| {name} | {' | '.join(f'{100 * part:.1f}' for part in share)} |")
    error = 50 / games**0.5
    return "\n".join([*lines, f"\nIn hundredths; standard error {error:.1f}."])


def as_svg(points: Table, names: Sequence[str]) -> str:
    """A heat map: blue below 50 %, orange above, the number in each square."""
    cell, left, top = 56, 170, 40
    count = len(names)
    width, height = left + cell * (count + 1), top + cell * count + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        "<title>Points of each faction (row) against each other (column), in hundredths</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for a, name in enumerate(names):
        y = top + cell * a
        parts.append(f'<text x="{left - 8}" y="{y + cell / 2 + 5}" text-anchor="end" fill="#222">{name}</text>')
        parts.append(f'<text x="{left + cell * a + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">{_initials(name)}</text>')
        for b in range(count + 1):
            value = overall(points)[a] if b == count else points[a, b]
            same = a == b
            fill = "#eeeeee" if same else _colour(value)
            x = left + cell * b
            parts.append(f'<rect x="{x}" y="{y}" width="{cell - 2}" height="{cell - 2}" fill="{fill}"/>')
            shown = "–" if same else f"{100 * value:.0f}"
            weight = ' font-weight="bold"' if b == count else ""
            parts.append(f'<text x="{x + cell / 2 - 1}" y="{y + cell / 2 + 5}" text-anchor="middle" fill="#111"{weight}>{shown}</text>')
    parts.append(f'<text x="{left + cell * count + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">∅</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper()) or name[:2]


def _colour(value: float) -> str:
    """From blue (25 %) over white (50 %) to orange (75 %)."""
    far = max(-1.0, min(1.0, (value - 0.5) / 0.25))
    end = (0xE6, 0x7E, 0x22) if far > 0 else (0x2E, 0x86, 0xC1)
    return "#" + "".join(f"{round(255 + (channel - 255) * abs(far)):02x}" for channel in end)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bagarre.games.battleworld.balance", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each pair of factions")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--lang", choices=("fr", "en"), default="en")
    parser.add_argument("--pack", action="append", default=[], help="a pack of your own, laid over the box")
    parser.add_argument("--svg", help="draw the heat map into this file")
    parser.add_argument("--mirror", action="store_true", help="equal teams only: the side without the first initiative")
    given = parser.parse_args()
    try:
        arena = Arena([read_pack(file) for file in given.pack])
    except Mistake as mistake:
        raise SystemExit(mistake.say(given.lang)) from None
    count = len(arena.content.factions)
    names = [str(arena.content.names["faction"][8 + i][given.lang]) for i in range(count)]
    if given.mirror:
        print(mirror_markdown(arena, given.games, given.seed, names))
        return
    points, second = arena.table(given.games, given.seed)
    print(as_markdown(points, second, names))
    means = dict(zip(arena.game.room("stats").STATS, arena.tallies / arena.games))
    print(f"\n{arena.games} games; side without initiative in mirror matches {100 * second.mean():.1f} %; {means['turns']:.1f} turns;")
    print(", ".join(f"{name} {100 * means[name]:.0f} %" for name in ("by_elimination", "by_base", "worlds_destroyed")))
    if given.svg:
        Path(given.svg).write_text(as_svg(points, names), encoding="utf-8")


if __name__ == "__main__":
    main()
