"""The scripted player: strength and judgement; the figures of the documentation under `make soak`."""

from typing import Any

import pytest

from bagarre.games.badass_force import player
from bagarre.kernel.chance import Dice, seed
from bagarre.lab.simulate import simulate
from bagarre.lab.study.balance import Request, duel, measure_balance
from tests.games.badass_force.desk import DVD, GAME, Desk

S, R = "scripted", "random"


def choice(desk: Any, seat: int, number: Any = 1) -> Any:
    """What the scripted player would answer."""
    menu = GAME.Menu()
    menu.seat = seat
    GAME.rules.choices(desk.s, seat, menu)
    dice = Dice()
    seed(dice, number, 2, 3)
    k = player.decide(GAME.concealed(desk.s, seat), seat, menu, dice)
    return GAME.verbs.write((menu.verb[k], menu.arg[k]))


@pytest.mark.parametrize("seats", [[S, R, R], [R, S, R], [R, R, S]])
def test_beats_random_players_from_every_seat(seats: list[str]) -> None:
    report = simulate(GAME, seats, games=40, seed=5, compiled=False)
    assert report.places.wins[seats.index(S)] >= 32


def test_denounces_what_cannot_be_true() -> None:
    desk = Desk({"active": "buck", "cemetery": ["otto"]}, {}, {})
    desk.play("0: announce otto")
    assert all(choice(desk, 1, number) == "denounce" for number in range(10))


def test_never_denounces_what_it_has_seen() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.s.peekers[0] |= 2
    desk.play("0: announce otto")
    assert all(choice(desk, 1, number) == "pass" for number in range(10))


def test_names_what_it_has_seen() -> None:
    desk = Desk({}, {"active": "bruno"}, {})
    desk.s.peekers[1] |= 1
    desk.play("0: announce rocco", "1: pass", "2: pass")
    assert choice(desk, 0) == "target 1"
    desk.play("0: target 1")
    assert choice(desk, 0) == "name bruno"


def test_defends_with_the_truth() -> None:
    desk = Desk({"weapon": "grenade", "charge": 2}, {"active": "sigrid"}, {})
    desk.play("0: execute", "0: target 1")
    assert choice(desk, 1) == "announce sigrid"


def test_gives_where_it_explodes() -> None:
    desk = Desk(
        {"weapon": "katana", "active": "vince"}, {"weapon": "katana", "charge": 1}, {"weapon": "lance_grenades", "charge": 6},
        casting=list(DVD), options={"edition": "dvd"},
    )  # fmt: skip
    assert choice(desk, 0) == "announce vince"
    desk.play("0: announce vince", "1: pass", "2: pass")
    assert choice(desk, 0) == "target 2"


def test_bluffs_sometimes_and_not_always() -> None:
    report = simulate(GAME, [S] * 4, games=25, seed=2, compiled=False)
    sums = dict(zip(report.tallies.names, report.tallies.sums))
    assert 0.05 < sums["bluffs"] / sums["announcements"] < 0.5
    assert sums["unchallenged"] + sums["caught"] + sums["proved"] == sums["announcements"]


@pytest.mark.soak
@pytest.mark.parametrize("seats", [[S, R, R], [R, S, R], [R, R, S]])
def test_strength(seats: list[str]) -> None:
    report = simulate(GAME, seats, games=10000, seed=21)
    assert report.places.wins[seats.index(S)] > 9500


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["vhs", "dvd", "mixed"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_balance(edition: Any, seats: int) -> None:
    """No seat more than 4 points from its share; no character that moves its announcers by more than 8."""
    found = measure_balance(Request(GAME, 20000, seed="22", players=(seats,), parts=(edition,))).parts[0]
    shares = [found.results.share(0, seat).value for seat in range(seats)]
    assert max(abs(share - 1 / seats) for share in shares) < 0.04
    for character in found.shares("announcer").values():
        # Eight points more or less than a fair share, as against one opponent.
        assert character[0] is None or abs(character[0].value - 0.5) < duel(1 / seats + 0.08, 1 / seats) - 0.5
