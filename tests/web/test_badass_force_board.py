"""The table of Badass Force as it is drawn: who is aimed at, and what the reader is called."""

from __future__ import annotations

import re

from bagarre.match import Match
from bagarre.web.boards import Board
from bagarre.web.seatview import Player, SeatView
from tests.games.badass_force.desk import GAME, Desk

NAMES = ["Ada", "Bob", "Cid", "Dan"]


def drawn(desk: Desk, seat: int) -> str:
    match = Match(GAME, NAMES, seed=1)
    match.state = desk.s
    shown = SeatView.of(match, seat, match.speech("en"))
    players = [Player(i, name, False, False, i == seat, i in shown.awaited) for i, name in enumerate(NAMES)]
    board = Board(GAME)
    return str(board.paint(board.board, "en", shown.context(players)).whole())


def aimed(html: str) -> dict[str, set[str]]:
    """Who is marked as under attack and as the next to be attacked."""
    panels = re.findall(r'class="panel (?:rival|me)([^"]*)" aria-label="([^"]*)"', html)
    return {mark: {name for classes, name in panels if mark in classes} for mark in ("is-hit", "is-marked")}


def test_all_who_are_aimed_at_are_marked_until_their_attack_has_come() -> None:
    desk = Desk({"active": "otto", "weapon": "minigun", "charge": 6}, {}, {}, {})
    desk.play("0: execute", "0: target 3")
    assert aimed(drawn(desk, 0)) == {"is-hit": set(), "is-marked": {"Dan"}}
    desk.play("0: target 1")
    # Clockwise from whoever fires, whatever the order of choosing.
    assert aimed(drawn(desk, 0)) == {"is-hit": {"Bob"}, "is-marked": {"Dan"}}
    assert aimed(drawn(desk, 3)) == {"is-hit": {"Bob"}, "is-marked": {"You, Dan"}}
    desk.play("1: pass")
    while 1 in desk.deciders:
        desk.play(f"1: {desk.legal(1)[0]}")
    assert aimed(drawn(desk, 0)) == {"is-hit": {"Dan"}, "is-marked": set()}


def test_what_the_reader_does_is_told_as_you() -> None:
    desk = Desk({"active": "otto", "weapon": "minigun", "charge": 6}, {}, {}, {})
    desk.play("0: execute")
    assert "You fire" in drawn(desk, 0)
    assert "Ada fires" in drawn(desk, 1)


def test_what_was_said_with_the_same_card_stands_beside_the_next_announcement() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: announce otto", "1: pass", "2: pass", "1: armory", "2: armory")
    desk.play("0: announce bruno")
    board = drawn(desk, 1)
    assert "With this card Ada claimed to be Otto: one of the two is a lie." in board
    assert "heroes possible" not in board.partition('class="where"')[2].partition("</p>")[0]
    assert "With this card" not in drawn(desk, 0)


def test_whoever_takes_a_weapon_reads_what_became_of_the_old_one() -> None:
    went, blew = "Your weapon goes to the discard pile", "Your weapon blew up"
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: change_weapon")
    assert went in drawn(desk, 0)
    desk = Desk({"active": "buck", "weapon": "bazooka", "charge": 4}, {"active": "bruno"}, {})
    desk.play("0: execute", "0: target 1", "1: place rocco")
    assert went in drawn(desk, 0)
    desk = Desk({"active": "buck"}, {"active": "bruno", "weapon": "bazooka", "charge": 6}, {})
    desk.play("0: armory", "1: place rocco", chance=("red", "green"))
    board = drawn(desk, 1)
    assert blew in board
    assert "Choose a weapon" in board
    assert went not in board


def test_the_card_that_somebody_else_fires_is_quoted() -> None:
    desk = Desk({"active": "otto", "weapon": "grenade", "charge": 3}, {}, {})
    desk.play("0: execute")
    assert "Their card: “Attack any rival.”" in drawn(desk, 1)
    assert "Their card" not in drawn(desk, 0)


def test_a_touch_on_an_offered_weapon_brings_a_key_that_takes_it() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    key = "Take this weapon"
    assert key not in drawn(desk, 0)
    desk.play("0: change_weapon")
    assert drawn(desk, 0).count(key) == 3
    assert key not in drawn(desk, 1)
