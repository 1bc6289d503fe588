"""What each player knows: peeks, shown cards, wrong guesses, and what a return resets (section Information)."""

from typing import Any

import pytest

from tests.games.badass_force.desk import DVD, GAME, Desk

MIX = {"edition": "mixed"}
CAST = ["bruno", "caillou", "rocco", "milana", "otto", "buck", "jetlag"]


def imagined(desk: Any, reader: Any, zone: Any, seat: int, count: Any = 80) -> Any:
    return {world[zone][seat] for world in desk.worlds(reader, count)}


@pytest.mark.rule("BF-SHOW-2", "BF-C-BRUNO")
def test_a_peek_holds_until_the_card_may_have_changed() -> None:
    desk = Desk({}, {"active": "milana"}, {}, casting=CAST, options=MIX)
    desk.play("0: announce bruno", "1: pass", "2: pass", "0: target 1")
    assert desk.sees(0)["active"][1] == "milana"
    assert imagined(desk, 0, "active", 1) == {"milana"}
    assert len(imagined(desk, 2, "active", 1)) == 7
    desk.play("1: change_character", "1: place milana")
    assert desk.sees(0)["active"][1] == "?"
    # Seat 0 alone remembers that Milana is in play, hence not in the Lodge.
    assert desk.sees(0)["recall"][0][1] == ["milana"]
    assert desk.sees(2)["recall"][0][1] == []
    assert "milana" not in imagined(desk, 0, "lodge", 1)
    assert "milana" in imagined(desk, 2, "lodge", 1)
    assert imagined(desk, 0, "active", 1) >= {"milana", "buck"}


@pytest.mark.rule("BF-C-CAILLOU", "BF-C-4")
def test_a_forced_change_leaves_the_old_card_in_hand() -> None:
    desk = Desk({}, {"active": "milana"}, {}, casting=CAST, options=MIX)
    desk.play("0: announce bruno", "1: pass", "2: pass", "0: target 1")
    desk.play("1: armory", chance=("green", "green"))
    desk.play("2: announce caillou", "0: pass", "1: pass", "2: target 1")
    assert desk.deciders == [1]
    assert "place milana" not in desk.legal(1)
    desk.play("1: place otto")
    assert desk.shun[0][1] == ["milana"]
    assert "milana" not in imagined(desk, 0, "active", 1)
    assert "milana" not in imagined(desk, 0, "lodge", 1)
    assert "milana" in imagined(desk, 2, "active", 1)


@pytest.mark.rule("BF-R35", "BF-C-14", "BF-C-ROCCO")
def test_wrong_names_bar_the_front_until_a_card_is_placed() -> None:
    desk = Desk({"mode": "vengeance"}, {"active": "milana"}, {}, casting=CAST, options=MIX)
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: box vengeance")
    desk.play("0: target 1", "0: name otto")
    assert "name otto" not in desk.legal(0)
    desk.play("0: name buck")
    assert sorted(desk.barred[1]) == ["buck", "otto"]
    for reader in (-1, 0, 2):
        assert imagined(desk, reader, "active", 1, 120) == {"bruno", "caillou", "rocco", "milana", "jetlag"}
    desk.play("1: change_character", "1: place otto")
    assert desk.barred[1] == []
    assert "otto" in imagined(desk, 2, "active", 1)


@pytest.mark.rule("BF-R35", "BF-C-CAILLOU")
def test_what_can_be_worked_out_is_remembered() -> None:
    """When wrong names leave one character only, everybody knows the card, and remembers it after a change."""
    desk = Desk(
        {}, {"active": "milana", "cemetery": ["bruno", "caillou", "rocco"]}, {}, casting=CAST, options=MIX
    )
    desk.s.barred[1] = sum(1 << desk.s.place_of[i] for i in (2, 0, 14))
    assert imagined(desk, 2, "active", 1) == {"milana"}
    desk.play("0: announce caillou", "1: pass", "2: pass", "0: target 1")
    desk.play("1: place otto")
    assert desk.in_play[1] == ["milana"]
    for reader in (-1, 0, 2):
        assert imagined(desk, reader, "active", 1) == {"otto", "buck", "jetlag"}
        assert imagined(desk, reader, "lodge", 1) <= {"otto", "buck", "jetlag"}


@pytest.mark.rule("BF-C-MILANA")
def test_a_revived_card_is_known_to_be_in_hand() -> None:
    desk = Desk({"cemetery": ["buck", "otto"]}, {}, {}, casting=CAST, options=MIX)
    desk.play("0: announce milana", "1: pass", "2: pass", "0: revive otto")
    assert desk.in_play[0] == ["otto"]
    assert "otto" not in imagined(desk, 1, "active", 0)
    assert "otto" not in imagined(desk, 1, "lodge", 0)


@pytest.mark.rule("BF-C-CAILLOU", "BF-SHOW-1")
def test_a_card_shown_to_all() -> None:
    desk = Desk({"mode": "vengeance"}, {"active": "milana"}, {}, casting=CAST, options=MIX)
    desk.play("0: announce caillou", "1: pass", "2: pass", "0: box vengeance", "0: target 1")
    assert desk.deciders == [1]
    assert "place milana" in desk.legal(1)
    desk.play("1: place milana")
    assert desk.in_play[1] == ["milana"]
    for reader in (-1, 0, 2):
        assert "milana" not in imagined(desk, reader, "lodge", 1)
        assert len(imagined(desk, reader, "active", 1)) > 1


@pytest.mark.rule("BF-VENG-3", "BF-VENG-4")
def test_a_return_makes_everything_unknown_again() -> None:
    desk = Desk(
        {"weapon": "bazooka", "charge": 3},
        {"active": "rocco", "hand": ["milana"], "lodge": "bruno", "cemetery": ["caillou", "otto", "buck", "jetlag"]},
        {}, casting=CAST, options=MIX,
    )  # fmt: skip
    desk.s.in_play[1] = 1 << desk.s.place_of[11]
    desk.s.recall[2][1] = 1 << desk.s.place_of[1]
    desk.play("0: execute", "0: target 1", chance=("milana",))
    desk.play("1: place rocco")
    assert desk.in_play[1] == []
    assert desk.recall[2][1] == []
    for reader in (-1, 0, 2):
        assert len(imagined(desk, reader, "lodge", 1, 150)) == 7
        assert len(imagined(desk, reader, "active", 1, 150)) == 7
    assert desk.sees(1)["lodge"][1] == "milana"


def test_the_odds_of_a_claim_count_the_worlds_of_the_reader() -> None:
    desk = Desk({"active": "otto"}, {}, {}, options=MIX, casting=CAST)
    desk.play("0: announce otto")
    # 7 characters, Lodge and front different: 1 in 7.
    # What is known stands apart from what habits make likely: seven heroes may lie there, and people tend to say what they hold.
    assert desk.view(1)["claim"]["possible"] == 7
    assert 14 < desk.view(1)["claim"]["estimate"] < 100
    assert desk.view(0)["claim"]["estimate"] is None


@pytest.mark.parametrize("reader", [-1, 0, 1, 2])
def test_no_view_names_a_hidden_card(reader: Any) -> None:
    desk = Desk(
        {"active": "vince"},
        {"active": "stan"},
        {"active": "john"},
        casting=list(DVD),
        options={"edition": "dvd"},
    )
    seen = desk.view(reader)
    for seat in seen["seats"]:
        if seat["seat"] != reader:
            assert seat["hand"] is None
            assert seat["lodge"] is None
            assert seat["active"] is None
        else:
            assert len(seat["hand"]) == 5
    assert GAME.observe(desk.s, max(reader, 0)).size > 0
