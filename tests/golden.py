"""Golden records: whole games, one for every ending and every option that changes play. `make records` makes them anew.

Endings are looked for from a first seed on, so that a corrected rule only needs the command to be run again.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bagarre.games import find_game, games
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.options import Choose, Number, Option, Subset, Switch
from bagarre.match import Match
from bagarre.steps import CONCEDED

FOLDER = Path(__file__).parent / "records"
LONGEST = 3000
"""Choices after which a game is not worth keeping."""
TRIES = 400
"""Seeds tried for an ending."""
GIVEN_UP_AFTER = 12
"""Steps before somebody concedes."""
TOGETHER = 5
"""Options changed in one game."""


@dataclass(frozen=True)
class Golden:
    """One game to be kept."""

    game: str
    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    players: str = "random"
    """`random`, `scripted`, or `mixed`: the first scripted, the others random."""
    ending: str = ""
    """The ending wanted; any when empty."""
    seed: int = 0
    start: dict[str, Any] | None = None

    @property
    def file(self) -> Path:
        return FOLDER / self.game / f"{self.name}.jsonl"


BURNING = {
    "heroes": {"brute": {"at": "C2", "life": 1, "burning": 1, "plan": "recover_reroll"}},
    "villains": {"ram": {"at": "E7", "life": 1, "burning": 1}},
}
"""The last of both sides will burn at once (BW-WIN-6): too rare to wait for."""
BIGO = {"scenario": "bigo"}
HUNGRY = {"galactus_threshold": 12}
REAPER = {"expansions": ["reaper"]}
ENDINGS = [
    Golden("boss-quest", "key_goal", 4, ending="key_goal", players="scripted"),
    Golden("boss-quest", "last_heart", 2, ending="last_heart", players="mixed", seed=22),
    Golden("boss-quest", "all_dead", 2, ending="all_dead", seed=17),
    Golden("boss-quest", "all_dead_most_keys", 2, {"all_dead": "most_keys"}, "random", "all_dead", seed=17),
    Golden("boss-quest", "two_players", 2, {"two_player_equip_limit": False}, "mixed"),
    Golden("boss-quest", "last_round", 3, {"max_rounds": 3}, ending="last_round"),
    Golden("boss-quest", "last_knight", 3, {**REAPER, "reaper_gone_ends_game": True}, "mixed", "last_knight"),
    Golden("boss-quest", "reaper_wins", 3, REAPER, "random", "reaper_wins"),
    Golden("boss-quest", "solo_won", 1, {"solo": True}, "scripted", "solo_won"),
    Golden("boss-quest", "solo_won_by_much", 1, {"solo": True, "solo_margin": 3}, "scripted", "solo_won"),
    Golden("boss-quest", "solo_lost", 1, {"solo": True}, "random", "solo_lost"),
    Golden("badass-force", "target", 4, ending="target", players="scripted"),
    Golden("badass-force", "sequel", 3, {"max_turns": 6}, ending="sequel", seed=60),
    Golden("badass-force", "turn_limit", 5, {"max_turns": 6}, "mixed", "turn_limit"),
    Golden("battleworld", "elimination", 2, {}, "mixed", "elimination"),
    Golden("battleworld", "base_destroyed", 2, {}, "mixed", "base_destroyed"),
    Golden("battleworld", "world_destroyed", 2, {"max_turns": 3}, "random", "world_destroyed"),
    Golden("battleworld", "points", 2, {**HUNGRY, "galactus_result": "points"}, "random", "points"),
    Golden("battleworld", "mutual_destruction", 2, {}, "random", "mutual_destruction", start=BURNING),
    Golden("baston", "turns", 4, {"turns": 2, "size": 1}, "mixed", "turns"),
    Golden("baston", "last_gang", 2, {"turns": 8, "size": 1}, "scripted", "last_gang"),
    Golden("baston", "nobody_left", 2, {"scenario": "bourres"}, "scripted", "nobody_left"),
    Golden("baston", "loot", 2, {"scenario": "magot"}, "scripted", "loot"),
    Golden("baston", "police", 2, {"scenario": "bourres"}, "mixed", "police"),
    Golden("baston", "call", 2, BIGO, "scripted", "call"),
    Golden("baston", "no_call", 2, BIGO, "random", "no_call"),
    Golden("baston", "owner_out", 2, BIGO, "scripted", "owner_out"),
    Golden("baston", "loubards_out", 2, BIGO, "mixed", "loubards_out"),
]
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "boss-quest": (3, {"expansions": ["potions", "companions", "reaper"], "max_rounds": 8}),
    "badass-force": (4, {"target": "12", "max_turns": 30}),
    "battleworld": (2, {"max_turns": 4}),
    "baston": (2, {"turns": 2, "size": 1}),
}
"""Short games in which every option has something to change."""
NEEDS_A_PACK = [("badass-force", "edition", "own"), ("baston", "scenario", "own")]
"""Values that mean nothing without somebody's own pack."""


def other_values(option: Option) -> list[Any]:
    """The values of an option that are not its default, as a record keeps them."""
    match option:
        case Choose():
            return list(option.values[1:])
        case Switch():
            return [not option.default]
        case Subset():
            return [[value] for value in option.values]
        case Number():
            return [option.least + 1 if option.default != option.least + 1 else option.least + 2]


def changes(game: Game) -> list[tuple[str, Any]]:
    """Every option with every other value."""
    return [
        (option.name, value)
        for option in game.meta.options
        for value in other_values(option)
        if (game.name, option.name, value) not in NEEDS_A_PACK
    ]


def with_options(game: Game) -> Iterator[Golden]:
    """Games in which a few options differ from the default, until all have; options that do not go together go apart."""
    seats, base = SHORT[game.name]
    shown = [change for golden in ENDINGS if golden.game == game.name for change in golden.options.items()]
    left, number = [change for change in changes(game) if change not in shown], 0
    while left:
        options, taken = dict(base), list[tuple[str, Any]]()
        for name, value in left:
            tried = options | {name: value}
            if len(taken) < TOGETHER and name not in dict(taken) and seats_for(game, tried, seats):
                options, taken = tried, [*taken, (name, value)]
        if not taken:
            raise ValueError(f"{game.name}: no game can be played with {left[0]}")
        left = [change for change in left if change not in taken]
        number += 1
        players = ("random", "mixed", "scripted")[number % 3]
        yield Golden(game.name, f"options-{number:02}", seats_for(game, options, seats), options, players)


def seats_for(game: Game, options: dict[str, Any], usual: int) -> int:
    """A number of seats with which these options can be played; 0 when there is none."""
    for seats in (usual, *range(1, 7)):
        try:
            game.prepare(seats, options)
        except Mistake:
            continue
        return seats
    return 0


def wanted() -> list[Golden]:
    conceded = [
        Golden(game.name, CONCEDED, SHORT[game.name][0], {}, "mixed", CONCEDED) for game in games().values()
    ]
    return [*ENDINGS, *conceded, *(golden for game in games().values() for golden in with_options(game))]


def played(golden: Golden) -> Match:
    """The first game from the seed on that ends as wanted."""
    game = find_game(golden.game)
    for seed in range(golden.seed, golden.seed + TRIES):
        kinds = kinds_of(golden)
        match = Match(game, golden.seats, options=golden.options, seed=seed, kinds=kinds, start=golden.start)
        while not match.is_over and len(match.steps) < LONGEST:
            if golden.ending == CONCEDED and len(match.steps) == GIVEN_UP_AFTER:
                match.concede(0)
            else:
                match.let_play(match.deciders[0])
        if match.outcome is not None and golden.ending in ("", match.outcome.ending):
            return match
    raise ValueError(f"{golden.game}: no game ends by {golden.ending}")


def kinds_of(golden: Golden) -> list[str]:
    if golden.players == "mixed":
        return ["scripted"] + ["random"] * (golden.seats - 1)
    return [golden.players] * golden.seats


def main(names: list[str]) -> None:
    """Make the records of these games anew, or of all."""
    chosen = [golden for golden in wanted() if not names or golden.game in names]
    for name in {golden.game for golden in chosen}:
        shutil.rmtree(FOLDER / name, ignore_errors=True)
        (FOLDER / name).mkdir(parents=True)
    for golden in chosen:
        match = played(golden)
        match.save(golden.file)
        assert match.outcome is not None
        print(f"{golden.file.relative_to(FOLDER)}: {len(match.steps) - 1} choices, {match.outcome.ending}")


if __name__ == "__main__":
    main(sys.argv[1:])
