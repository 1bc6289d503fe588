"""How right the estimate is that Badass Force shows beside an announcement ("… of truth").

    python -m bench.estimates --games 10000            # a table in Markdown: stated, and how often it was true

What is stated is learned by `bagarre train badass-force --part told`.

Half of the games are between scripted players, half between players who search; three to six at a table. Whoever is asked whether to denounce
is shown an estimate: it is noted, beside whether the announcement was true.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import driver_record, make_player
from bagarre.bots.searching import BINDINGS
from bagarre.games import find_game
from bagarre.games.badass_force.beliefs import front_told
from bagarre.games.badass_force.operations import ANNOUNCER, CHARACTER, CLAIM
from bagarre.games.badass_force.state import ASK_DENOUNCE
from bagarre.kernel.drivers import choose, deal, open_menu, show, take
from bagarre.kernel.operations import innermost
from bagarre.kernel.rule import rule
from bagarre.kernel.runner import MENUS, WORLDS
from bagarre.lab.simulate import seed_rows

KINDS = ("scripted", "search:4")
SEATS = (3, 4, 5, 6)
BATCH = 25
BANDS = 10
A_CLAIM = CLAIM.number
SEEN = 2
"""The copy of the state that the reader may know."""


@rule
def estimate_games(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    tally: Any,
    told: Any,
    true: Any,
) -> None:
    """Play a game for each row of `seeds`, noting every estimate that somebody is shown, in hundredths."""
    s = states[0]
    menu = menus[0]
    for g in range(len(seeds)):
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        states[SEEN] = template[0]
        made = 0
        while made < limit and open_menu(s, menu) > 0:
            k = 0
            if menu.count > 1:
                if s.ask == ASK_DENOUNCE:
                    place = innermost(s, A_CLAIM)
                    who = s.frames[place][ANNOUNCER]
                    said = s.frames[place][CHARACTER]
                    show(states[SEEN], s, menu.seat)
                    odds = (front_told(states[SEEN], who, said) + 5) // 10
                    told[odds] += 1
                    if s.active[who] == said:
                        true[odds] += 1
                k = choose(states, menus, dices, players)
            take(s, menu, k)
            made += 1


def measured(kind: str, games: int, seed: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Estimates in hundredths that were shown in games between players of one kind, and how many of them were of true announcements."""
    game = find_game("badass-force")
    mode = game.runner("compiled", BINDINGS).mode
    record = driver_record(make_player(kind, game))
    assert record is not None, kind
    told, true = mode.zeros(101), mode.zeros(101)
    tally = mode.zeros(max(1, len(game.room("stats").STATS)))
    first = 0
    while first < games:
        seats = SEATS[first // BATCH % len(SEATS)]
        mode.driver(estimate_games)(
            mode.states(WORLDS), mode.menus(MENUS), mode.dices(), mode.pack([game.prepare(seats)]),
            mode.pack([record] * seats), mode.seeds(seed_rows(seed, first, BATCH)), game.meta.longest, tally, told, true,
        )  # fmt: skip
        first += BATCH
    return np.asarray(told, np.int64), np.asarray(true, np.int64)


def lines(name: str, told: NDArray[np.int64], true: NDArray[np.int64]) -> str:
    """One row of the table: of what was shown in each band, how much was said and how much was true."""
    cells = []
    for band in range(BANDS):
        shown = [n for n in range(101) if min(BANDS - 1, n // 10) == band]
        count = int(told[shown].sum())
        if count < 400:
            cells.append("–")
            continue
        said = sum(n * int(told[n]) for n in shown) / count
        cells.append(f"{said:.0f} → {100 * int(true[shown].sum()) / count:.0f} ({count})")
    return f"| {name} | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--seed", default="1")
    wanted = parser.parse_args()
    found = {kind: measured(kind, wanted.games // len(KINDS), wanted.seed) for kind in KINDS}
    told, true = (np.sum([pair[i] for pair in found.values()], axis=0) for i in (0, 1))
    print(f"{wanted.games} games")
    print("| players | " + " | ".join(f"{10 * b}–{10 * b + 10} %" for b in range(BANDS)) + " |")
    print("|---" * (BANDS + 1) + "|")
    for kind, pair in found.items():
        print(lines(f"`{kind}`", *pair))
    print(lines("both", told, true))


if __name__ == "__main__":
    main()
