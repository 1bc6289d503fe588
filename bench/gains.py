"""What a way of searching gains over the scripted player, decision by decision: quicker and finer than whole games.

    python -m bench.gains baston --players search:5 search:5:candidates=24 search:5:simulations=960
    python -m bench.gains boss-quest --seats 4 --positions 200 --players search:5 search:5:simulations=1600

Positions come from games between scripted players. Every player named is asked what it would choose; each choice is then played out in many fresh worlds,
beside the scripted player's in the same ones. The gain is how much of a win the choice is worth more, by the Expert's own measure (its horizon
and its standings): so this tells how well a player searches, not how true its measure is.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from bagarre.bots import Budget, make_player
from bagarre.bots.player import Z_95
from bagarre.bots.search import COMPARE, OPEN
from bagarre.bots.searching import Desk, SearchPlayer
from bagarre.games import find_game
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Mode
from bagarre.match import Match

ONE_IN = 20
"""One in so many decisions of a game is looked at."""


class Moment(NamedTuple):
    known: Position
    seat: int
    menu: list[Choice]
    scripted: Choice


def moments(game: Game, seats: int, wanted: int) -> list[Moment]:
    """What scripted players had to decide, with what they chose."""
    player, dice, found = make_player("scripted:1", game, "gains"), random.Random(1), list[Moment]()
    number = 0
    while len(found) < wanted:
        number += 1
        match = Match(game, seats, seed=number)
        while not match.is_over and len(found) < wanted:
            seat = match.deciders[0]
            known, menu = game.concealed(match.state, seat), game.choices(match.state, seat)
            chosen = player.think(known.copy(), seat, menu, Budget()).choice
            if len(menu) > 1 and dice.randrange(ONE_IN) == 0:
                found.append(Moment(known, seat, menu, chosen))
            match.play(seat, game.verbs.write(chosen))
    return found


def searching(game: Game, mode: Mode, spec: str) -> SearchPlayer:
    player = make_player(spec, game, "gains")
    if not isinstance(player, SearchPlayer):
        raise SystemExit(f"{spec} does not search")
    player.mode = mode
    return player


def worth(judge: SearchPlayer, moment: Moment, chosen: Sequence[Choice], worlds: int) -> dict[Choice, float]:
    """How much more of a win each choice is worth than the scripted player's, in the same fresh worlds."""
    menu = list(dict.fromkeys([moment.scripted, *chosen]))
    gains = {moment.scripted: 0.0}
    if len(menu) > 1:
        desk = Desk(judge, moment.known, moment.seat, menu, worlds)
        desk.step(OPEN)
        desk.step(COMPARE, worlds)
        thought = desk.record
        for k, choice in enumerate(menu):
            place = list(thought.first[: len(menu)]).index(k)
            if place != thought.base and thought.seen[place]:
                gains[choice] = thought.gains[place] / thought.seen[place] / 1_000_000
    return gains


def told(values: Sequence[float]) -> str:
    """A mean with its 95 % interval, in thousandths of a win."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / len(values)
    return f"{1000 * mean:+.1f} ± {1000 * Z_95 * (spread / len(values)) ** 0.5:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--players", nargs="+", default=["search:5", "search:4", "search:3"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=400, help="worlds in which choices are compared")
    wanted = parser.parse_args()
    game = find_game(wanted.game)
    mode = game.runner("compiled", SearchPlayer.BINDINGS).mode
    players = [searching(game, mode, spec) for spec in wanted.players]
    judge = searching(game, mode, "search:5")
    gains: list[list[float]] = [[] for _ in players]
    spent = [0.0 for _ in players]
    found_moments = moments(game, wanted.seats, wanted.positions)
    # The first thought has compiled, which is not to count.
    judge.think(*found_moments[0][:3], Budget(simulations=2))
    for moment in found_moments:
        chosen = []
        for k, player in enumerate(players):
            start = time.thread_time()
            chosen.append(player.think(moment.known, moment.seat, moment.menu, Budget()).choice)
            spent[k] += time.thread_time() - start
        found = worth(judge, moment, chosen, wanted.worlds)
        for k, choice in enumerate(chosen):
            gains[k].append(found.get(choice, 0.0))
    print("| player | gain, thousandths of a win | beyond the first | other than scripted | processor ms |")
    print("|---|---|---|---|---|")
    for k, spec in enumerate(wanted.players):
        beyond = told([one - first for one, first in zip(gains[k], gains[0])]) if k else "–"
        changed = 100 * sum(gain != 0 for gain in gains[k]) / len(gains[k])
        print(
            f"| `{spec}` | {told(gains[k])} | {beyond} | {changed:.0f} % | {1000 * spent[k] / len(gains[k]):.1f} |"
        )


if __name__ == "__main__":
    main()
