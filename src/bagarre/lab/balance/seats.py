"""How the seats of any game fare in scripted play, for each number of players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bagarre.lab.balance import Request, figure, lab_words, table
from bagarre.lab.simulate import Places, simulate

PARTS = ()


@dataclass(frozen=True)
class SeatFindings:
    places: dict[int, Places]
    """For each number of players."""

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        most = max(self.places)
        headings = [
            say("balance.players"),
            *(say("balance.seat", n=seat) for seat in range(most)),
            say("balance.farthest"),
        ]
        rows = []
        for players, places in self.places.items():
            shares = [100 * wins / max(1, places.games) for wins in places.wins]
            intervals = [
                tuple(figure(100 * end, lang) for end in places.interval(seat)) for seat in range(players)
            ]
            cells = [f"{figure(share, lang)} ({low}–{high})" for share, (low, high) in zip(shares, intervals)]
            farthest = max(abs(share - 100 / players) for share in shares)
            rows.append([str(players), *cells, *["–"] * (most - players), figure(farthest, lang)])
        return table(headings, rows) + "\n\n" + say("balance.seats_note")

    def svg(self, lang: str) -> str:
        return ""


def measure(wanted: Request, progress: Callable[[], None]) -> SeatFindings:
    found = {}
    for players in wanted.players or tuple(wanted.game.meta.players):
        bots = ["scripted"] * players
        found[players] = simulate(
            wanted.game, bots, games=wanted.games, seed=wanted.seed, packs=wanted.packs
        ).places
        progress()
    return SeatFindings(found)
