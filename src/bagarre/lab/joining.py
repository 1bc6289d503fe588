"""Ladders that were kept, told together: `bagarre ladder GAME --join FILE,FILE…`, for tables of different sizes.

Luce's model says who wins at a table of any size, so games of all numbers of players give one rating of each player. Each file is what
`bagarre ladder --keep` wrote; a game that stands in two of them counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bagarre.bots import LABELS
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import read_text
from bagarre.lab.journal import whole_lines
from bagarre.lab.ladder import LADDER, LadderReport
from bagarre.lab.pairing import Played, Series, read_result
from bagarre.lab.ratings import check_library


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file holds."""

    players: tuple[str, ...]
    seats: int
    seed: str
    games: tuple[Played, ...]


def kept_ladder(game: Game, file: Path) -> Kept:
    """What `bagarre ladder GAME --keep FILE` kept.

    :raises Mistake: when the file cannot be read, or holds anything but a ladder of this game by its rules of today, usual options and content.
    """
    first, _, rest = read_text(file).partition("\n")
    try:
        head = json.loads(first)
        about = {name: head[name] for name in ("what", "package", "rules", "options", "packs")}
        players, seats, seed = tuple(map(str, head["players"])), int(head["seats"]), str(head["seed"])
    except (ValueError, TypeError, KeyError):
        raise Mistake("other_series", file=str(file)) from None
    if about != usual(game):
        raise Mistake("other_series", file=str(file))
    results, _ = whole_lines(rest.encode(), read_result)
    return Kept(players, seats, seed, tuple(played for result in results for played in result.games))


def usual(game: Game) -> dict[str, Any]:
    """What a ladder must say of itself to be told together with others."""
    return {
        "what": LADDER, "package": game.package, "rules": game.meta.rules_version, "options": [], "packs": [],
    }  # fmt: skip


def join(game: Game, files: Sequence[Path]) -> LadderReport:
    """All that the files hold as one ladder, levels first.

    :raises Mistake: when a file holds something else, or the library that fits is not there.
    """
    check_library()
    parts = [kept_ladder(game, file) for file in files]
    players = in_order({player: None for part in parts for player in part.players})
    found: dict[tuple[str, int, int, tuple[int, ...]], Played] = {}
    for part in parts:
        places = [players.index(player) for player in part.players]
        for played in part.games:
            seating = tuple(places[player] for player in played.seating)
            found[part.seed, part.seats, played.deal, seating] = replace(played, seating=seating)
    tables = tuple(sorted({part.seats for part in parts}))
    seeds = ", ".join(dict.fromkeys(part.seed for part in parts))
    return LadderReport(game, Series(game.package, players, seed=seeds), tables, list(found.values()))


def in_order(players: Iterable[str]) -> tuple[str, ...]:
    """The levels, the weakest first, then all others as they came."""
    named, levels = list(players), [level.spec for level in LABELS]
    return (*(spec for spec in levels if spec in named), *(spec for spec in named if spec not in levels))
