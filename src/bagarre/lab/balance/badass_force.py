"""How seats and characters of Badass Force fare in scripted play, for each number of players and each box.

*Announcers*: how many points of percentage more than their share those won who announced the character. *Lodge*: how much less than
their share those won who began with it in the Lodge; the Lodge is drawn at random, so this is what it is worth to have the card.
Sampling errors are about 0.3 and 0.6 points with 20,000 games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.lab.balance import Request, figure, lab_words, table
from bagarre.lab.simulate import simulate

BOXES = ("vhs", "dvd", "mixed")
PARTS = (*BOXES, "own")
"""The boxes, and the cards of a pack alone."""


class Fair:
    """The report of one simulation, read for fairness."""

    def __init__(self, data: dict[str, Any], cards: Sequence[str]) -> None:
        self.seats = [100 * seat["share"] for seat in data["seats"]]
        self.share = 100 / len(self.seats)
        self.stats = data["stats"]
        self.cards = [card for card in cards if self.mean(f"lodged_{card}")]
        """The characters that were in these games."""

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


@dataclass(frozen=True)
class BoxFindings:
    found: dict[tuple[int, str], tuple[Fair, Fair]]
    """For each number of players and box: with the first player drawn as usual, and with seat 0 beginning every game."""

    def markdown(self, lang: str) -> str:
        """Seats first, then the characters of each box."""
        say = lab_words(lang)
        headings = [
            say(f"balance.{key}")
            for key in ("players_box", "farthest", "first_player", "turns", "announcements")
        ]
        rows = []
        for (players, box), (usual, first) in self.found.items():
            announced = f"{figure(usual.mean('announcements'), lang)}, {figure(usual.bluffs, lang, 0)} %"
            beginning = figure(first.seats[0] - first.share, lang, signed=True)
            far, turns = figure(usual.worst_seat, lang), figure(usual.mean("turns"), lang)
            rows.append([f"{players}, {box}", far, beginning, turns, announced])
        boxes = list(dict.fromkeys(box for _, box in self.found))
        return "\n\n".join([table(headings, rows), *(self.characters(box, lang) for box in boxes)])

    def characters(self, box: str, lang: str) -> str:
        say = lab_words(lang)
        columns = {players: usual for (players, where), (usual, _) in self.found.items() if where == box}
        rows = []
        for card in next(iter(columns.values())).cards:
            pairs = [(fair.announcers(card), fair.worth(card)) for fair in columns.values()]
            told = [[figure(value, lang, signed=True) for value in pair] for pair in pairs]
            rows.append([card, *(f"{announcers} ({lodge})" for announcers, lodge in told)])
        return table(
            [say("balance.announcers", box=box), *(say("balance.n_players", n=n) for n in columns)], rows
        )

    def svg(self, lang: str) -> str:
        return ""


def compare(
    game: Game, players: int, box: str, games: int, seed: str, packs: Sequence[Pack]
) -> tuple[Fair, Fair]:
    """Scripted players, with the first player drawn as usual, and with seat 0 beginning every game."""
    usual = {"edition": box}
    first = usual | {"first_player": "chosen", "first_seat": 1}
    bots, cards = ["scripted"] * players, game.room("stats").CARDS
    told = [
        simulate(game, bots, games=games, seed=seed, options=o, packs=packs).data() for o in (usual, first)
    ]
    return Fair(told[0], cards), Fair(told[1], cards)


def measure(wanted: Request, progress: Callable[[], None]) -> BoxFindings:
    found = {}
    for box in wanted.parts or BOXES:
        for players in wanted.players or tuple(wanted.game.meta.players):
            found[players, box] = compare(wanted.game, players, box, wanted.games, wanted.seed, wanted.packs)
            progress()
    return BoxFindings(found)
