"""What is said of a fight before it is paid for: that it can hurt nobody, that help changes nothing, that a flyer may be grounded."""

import pytest

from .table import Table
from .test_coach import BARE, hints, moment, told


@pytest.mark.rule("BW-DAMAGE-5")
def test_a_defence_that_can_win_but_wound_nobody_is_told_so_before_it_raises() -> None:
    """From two squares away the attacker is out of reach of who defends; from beside it is not."""

    def fight(square: str) -> Table:
        t = Table(
            {"queen_of_storms": {"at": square, "plan": "attack", "power": 1, "reroll": 0}},
            {"ram": {"at": "C5", "power": 2, "reroll": 0}},
        )
        t.play("0: act 1", "0: attack 1", dice=(6, 5))
        return t

    far, near = fight("C3"), fight("C4")
    assert "no wound, you are out of their reach" in moment(far, 0)
    assert "out of their reach" not in moment(near, 0)
    for t in (far, near):
        t.play("0: hold")
    assert hints(far, 1)["raise"] == "90% ahead, no wound: too far"
    assert "Even if you win: no wound" in moment(far, 1)
    assert told(far, 1, "raise").endswith("Even if you win: no wound, no attacker is within reach.")
    assert hints(near, 1)["raise"] == "90% ahead, 10% level"
    assert "Even if you win" not in moment(near, 1) + told(near, 1, "raise")


@pytest.mark.rule("BW-TEAMUP-2")
def test_help_that_changes_nothing_says_so_instead_of_comparing() -> None:
    pair = {"brute": {"at": "C6", "plan": "attack"}, "captain_pavise": {"at": "D6", "plan": "attack"}}
    t = Table(pair, {"ram": {"at": "B4", **BARE}})
    t.s.resistance[3] = 1
    t.play("0: act 1", "0: assault energy")
    assert hints(t)["join"] == "changes nothing, own attack spent"
    assert hints(t)["apart"] == "changes nothing, own attack kept"
    t.s.resistance[3] = 6
    assert hints(t)["join"].startswith("won 100%")


@pytest.mark.rule("BW-FLY-1", "BW-FLY-2")
def test_a_flyer_whom_an_ally_will_ground_is_not_said_to_stay_out_of_reach() -> None:
    pair = {"queen_of_storms": {"at": "C3", "plan": "attack"}, "brute": {"at": "C4", "plan": "attack"}}
    t = Table(pair, {"comet": {"at": "C5", **BARE}})
    assert "if Storm attacks first" in told(t, 0, "act 2")
