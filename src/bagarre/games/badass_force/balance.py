"""How seats and characters fare in scripted play: `python -m bagarre.games.badass_force.balance`.

Prints the tables of docs/badass-force.md, for each number of players and each box. `announcers`: how many points of percentage more
than their share those won who announced the character. `Lodge`: how much less than their share those won who began with it in
the Lodge; the Lodge is drawn at random, so this is what it is worth to have the card. Sampling errors are about 0.3 and 0.6 points
with 20,000 games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack, read_pack
from bagarre.lab.simulate import simulate

from .stats import CARDS

BOXES = ("vhs", "dvd", "mixed")
SEATS = (3, 4, 5, 6)


class Fair:
    """The report of one simulation, read for fairness."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.seats = [100 * seat["share"] for seat in data["seats"]]
        self.share = 100 / len(self.seats)
        self.stats = data["stats"]

    def mean(self, name: str) -> float:
        return float(self.stats[name]["mean"])

    @property
    def worst_seat(self) -> float:
        """The greatest distance of a seat from its share."""
        return max(abs(share - self.share) for share in self.seats)

    @property
    def bluffs(self) -> float:
        return 100 * self.mean("bluffs") / self.mean("announcements")

    def announcers(self, card: str) -> float | None:
        """How much more than their share the announcers of a card win."""
        announcers = self.mean(f"announcers_{card}")
        return 100 * self.mean(f"announcing_winners_{card}") / announcers - self.share if announcers else None

    def worth(self, card: str) -> float | None:
        """How much less than their share those win who have it in the Lodge."""
        lodged = self.mean(f"lodged_{card}")
        return self.share - 100 * self.mean(f"lodged_winners_{card}") / lodged if lodged else None

    @property
    def cards(self) -> list[str]:
        """The characters that were in these games."""
        return [card for card in CARDS if self.mean(f"lodged_{card}")]


def measure(game: Game, seats: int, box: str, games: int, seed: str, packs: Sequence[Pack] = ()) -> tuple[Fair, Fair]:
    """Scripted players, with the first player drawn as usual, and with seat 0 beginning every game."""
    usual = {"edition": box}
    first = usual | {"first_player": "chosen", "first_seat": 1}
    bots = ["scripted"] * seats
    told = [simulate(game, bots, games=games, seed=seed, options=o, packs=packs).data() for o in (usual, first)]
    return Fair(told[0]), Fair(told[1])


def signed(value: float | None) -> str:
    return f"{value:+.1f}".replace("-", "−") if value is not None else "–"


def tables(found: dict[tuple[int, str], tuple[Fair, Fair]], boxes: Sequence[str], seats: Sequence[int]) -> str:
    """Everything in Markdown: seats first, then the characters of each box."""
    lines = ["| players, box | farthest seat | first player | turns | announcements, bluffs |", "|---" * 5 + "|"]
    for (n, box), (usual, first) in found.items():
        told = f"{usual.mean('turns'):.1f} | {usual.mean('announcements'):.1f}, {usual.bluffs:.0f} %"
        lines.append(f"| {n}, {box} | {usual.worst_seat:.1f} | {signed(first.seats[0] - first.share)} | {told} |")
    for box in boxes:
        lines += ["", f"| {box}: announcers (Lodge) | {' | '.join(f'{n} players' for n in seats)} |", "|---" * (len(seats) + 1) + "|"]
        for card in found[seats[0], box][0].cards:
            row = [found[n, box][0] for n in seats]
            lines.append(f"| {card} | " + " | ".join(f"{signed(f.announcers(card))} ({signed(f.worth(card))})" for f in row) + " |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bagarre.games.badass_force.balance", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20000, help="games for each number of players and box")
    parser.add_argument("--seed", default="22")
    parser.add_argument("--players", type=int, nargs="+", choices=SEATS, default=SEATS)
    parser.add_argument("--boxes", nargs="+", choices=(*BOXES, "own"), default=BOXES)
    parser.add_argument("--pack", action="append", default=[], help="a pack file; several times for several")
    wanted = parser.parse_args(argv)
    game = Game("bagarre.games.badass_force")
    try:
        packs = [read_pack(path) for path in wanted.pack]
        found = {
            (n, box): measure(game, n, box, wanted.games, wanted.seed, packs) for box in wanted.boxes for n in wanted.players
        }
    except Mistake as mistake:
        parser.error(mistake.say("en"))
    print(tables(found, wanted.boxes, wanted.players))


if __name__ == "__main__":
    main()
