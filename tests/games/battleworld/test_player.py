"""What the scripted player holds dear."""

from typing import Any

from bagarre.games.battleworld.appraisal import disturbance
from bagarre.games.battleworld.player import worth_of_plan
from bagarre.games.battleworld.rules.preparation import stand
from bagarre.games.battleworld.rules.tokens import GUARD
from bagarre.games.battleworld.state import PENDING

from .table import GAME

C1, C3, D3 = 2, 12, 13


def besieged() -> Any:
    """The first hero in its double-defence module, a villain before the base."""
    s: Any = GAME.prepare(2, {"mirror": True, "deploy": "auto"})
    s.preset_faction = [0, -1]
    GAME.begin(s, 1, 2, 3)
    stand(s, 0, C1)
    stand(s, 4, C3)
    return s


def test_a_base_is_guarded_the_more_the_more_it_has_crumbled() -> None:
    s = besieged()
    whole = worth_of_plan(s, 0, GUARD)
    s.resistance[0] = 1
    assert worth_of_plan(s, 0, GUARD) > whole > 0


def test_a_guard_is_worth_disturbing_the_more_enemies_stand_before_the_base() -> None:
    s = besieged()
    s.plan[0], s.fate[0] = GUARD, PENDING
    alone = disturbance(s, 0)
    stand(s, 5, D3)
    assert disturbance(s, 0) > alone > 0
