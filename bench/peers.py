"""The same game here and in OpenSpiel, in one run: `make bench-peers`.

Uniformly random Leduc poker with 4 players, three ways:

* native loop: both play from a dealt hand to its end, over and over, without coming back to Python. OpenSpiel's Python wheel
  offers no bare loop over whole hands; its C++ tree search with one simulation and N random roll-outs is one, and begins after the
  private cards are dealt, so ours begins there too.
* whole hands in native code: here a loop; there `evaluate_bots` with C++ random bots, one call from Python for each hand.
* driven from Python: one call for each decision (and there for each card dealt).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "games"))

from rich.console import Console
from rich.table import Table

from bagarre.kernel.game import Game

PLAYERS = 4
GOALS = {"native loop": 4.0, "driven from Python": 1.5}


def speed(work: Callable[[], int], seconds: float) -> float:
    """Hands a second of processor time on one core; `work` gives the hands it played."""
    hands, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        hands += work()
    return hands / (time.process_time() - start)


def compared(
    mine: Callable[[], int], other: Callable[[], int], seconds: float, runs: int
) -> tuple[float, float]:
    """The best run of each, taken in turns so that a busy machine disturbs both alike."""
    mine(), other()
    pairs = [(speed(mine, seconds), speed(other, seconds)) for _ in range(runs)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


class Ours:
    def __init__(self) -> None:
        self.game = Game("leduc")
        self.twin = twin = self.game.compiled
        self.template = twin.pack([self.game.prepare(PLAYERS)])
        self.states, self.menus, self.dices = twin.states(1), twin.menus(1), twin.dices("peers")
        self.begin_at = twin.direct("begin_at", self.states, self.menus, 0, 0, 0, 0)
        self.step_at = twin.direct("step_at", self.states, self.menus, 0, 0)
        self.count = 0

    def native_loop(self) -> int:
        """20,000 roll-outs from a hand that was just dealt."""
        self.count += 1
        self.states[0] = self.template[0]
        self.twin.begin_at(self.states, self.menus, 0, self.count, 2, 3)
        dealt = self.states.copy()
        self.twin.roll_out(self.states, self.menus, self.dices, dealt, 20_000)
        return 20_000

    def whole_hands(self) -> int:
        """Hands from the deal on; their number is known from the decisions and the average hand."""
        return int(
            self.twin.play_random(self.states, self.menus, self.dices, self.template, 100_000) / self.length
        )

    @property
    def length(self) -> float:
        """Decisions in a random hand."""
        if not hasattr(self, "_length"):
            twin, hands = self.twin, 20_000
            made = sum(
                twin.play_random(self.states, self.menus, self.dices, self.template, 1) for _ in range(hands)
            )
            self._length = made / hands
        return self._length

    def from_python(self) -> int:
        states, menus, template = self.states, self.menus, self.template
        begin_at, step_at, chance = self.begin_at, self.step_at, random.random
        for _ in range(1000):
            self.count += 1
            states[0] = template[0]
            choices = begin_at(states, menus, 0, self.count, 5, 7)
            while choices:
                choices = step_at(states, menus, 0, int(chance() * choices))
        return 1000


class OpenSpiel:
    def __init__(self) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.game = pyspiel.load_game(f"leduc_poker(players={PLAYERS})")
        self.bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(PLAYERS)]
        self.count = 0
        self.decisions = self.hands = 0

    def native_loop(self) -> int:
        """20,000 roll-outs from a hand that was just dealt."""
        self.count += 1
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        evaluator = self.spiel.RandomRolloutEvaluator(20_000, self.count)
        self.spiel.MCTSBot(self.game, evaluator, 1.0, 1, 100, False, self.count, False).step(state)
        return 20_000

    def whole_hands(self) -> int:
        for _ in range(1000):
            self.count += 1
            self.spiel.evaluate_bots(self.game.new_initial_state(), self.bots, self.count)
        return 1000

    def from_python(self) -> int:
        chance = random.random
        for _ in range(200):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                self.decisions += not state.is_chance_node()
                state.apply_action(actions[int(chance() * len(actions))])
        self.hands += 200
        return 200

    @property
    def length(self) -> float:
        return self.decisions / self.hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    parser.add_argument("--quick", action="store_true", help="short runs, rougher figures")
    arguments = parser.parse_args()
    seconds, runs = (0.3, 2) if arguments.quick else (1.0, 5)
    random.seed(1)
    ours, theirs = Ours(), OpenSpiel()
    rows = [
        (name, *compared(mine, other, seconds, runs))
        for name, mine, other in (
            ("native loop", ours.native_loop, theirs.native_loop),
            ("whole hands, native", ours.whole_hands, theirs.whole_hands),
            ("driven from Python", ours.from_python, theirs.from_python),
        )
    ]
    table = Table("Leduc, 4 players, uniformly random", title="hands/s", title_justify="left")
    for title in ("bagarre", "open_spiel", "ratio", "goal"):
        table.add_column(title, justify="right")
    for name, mine, other in rows:
        goal = f"≥ {GOALS[name]:g}" if name in GOALS else ""
        table.add_row(name, f"{mine:,.0f}", f"{other:,.0f}", f"{mine / other:.1f}", goal)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"decisions in a hand: bagarre {ours.length:.2f}, open_spiel {theirs.length:.2f} (the same game)"
    )
    data = {
        "hands_per_second": {
            name: {"bagarre": mine, "open_spiel": other, "ratio": mine / other} for name, mine, other in rows
        },
        "decisions_per_hand": {"bagarre": ours.length, "open_spiel": theirs.length},
    }
    print(json.dumps(data, indent=2))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
