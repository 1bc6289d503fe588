"""The figures under *Spec* of a game's page in `docs/` are those of its code."""

import re
from pathlib import Path

import pytest

from bagarre.games import games
from bagarre.kernel.game import Game

DOCS = Path(__file__).parents[2] / "docs"
GAMES = games()


def told(name: str) -> dict[str, str]:
    """What the table says: rows of two cells."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    spec = text.partition("\n## Spec\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| ([a-z ]+) \| (.+) \|$", spec, re.MULTILINE))


def numbers(cell: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", cell.replace(",", ""))]


def found(game: Game) -> dict[str, list[int]]:
    """The same, counted."""
    verbs = list(game.verbs)
    return {
        "options": [len(game.meta.options)],
        "actions": [len(verbs), len({choice.verb for choice in verbs})],
        "action ids": [len(verbs)],
        "state": [game.State.SIZE, game.State.MOVING_SIZE],
        "events": [len(list(game.event_book.kinds))],
        # The first says that nothing speaks against a choice.
        "reasons of refusal": [len(game.reasons) - 1],
        "statistics": [len(game.room("stats").STATS)],
        "rules version": [game.meta.rules_version],
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_figures_of_the_spec_are_those_of_the_code(name: str) -> None:
    table, counted = told(name), found(GAMES[name])
    known = table.keys() & counted.keys()
    assert {"state", "rules version"} <= known
    for row in known:
        assert numbers(table[row])[: len(counted[row])] == counted[row], (row, table[row])
