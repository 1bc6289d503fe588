"""Goal, editions, set-up, turn, charging, changing, mixing, the end."""

from collections import Counter
from typing import Any

import pytest

from bagarre.games.badass_force.content import load, prepare
from bagarre.games.badass_force.rules.arsenal import roll_colour
from bagarre.games.badass_force.state import CAST, State
from bagarre.kernel.chance import seed
from bagarre.kernel.errors import Mistake
from bagarre.kernel.options import read_options
from tests.games.badass_force.desk import GAME, VHS, Desk, happened

FREE = ("0: change_character", "0: place buck")


def dealt(seats: int = 3, number: Any = 1, **options: Any) -> Any:
    s = GAME.prepare(seats, options)
    GAME.begin(s, number, 7, 9)
    return s


def play_randomly(s: Any, number: Any, most: Any = 3000) -> None:
    from bagarre.kernel.chance import Dice, below

    dice = Dice()
    seed(dice, number, 2, 3)
    for _ in range(most):
        if GAME.is_over(s):
            return
        seat = GAME.deciders(s)[0]
        offered = GAME.choices(s, seat)
        GAME.apply(s, seat, offered[below(dice, len(offered))])


@pytest.mark.rule("BF-GOAL-1")
@pytest.mark.parametrize("seats", [2, 7])
def test_three_to_six_players(seats: int) -> None:
    with pytest.raises(Mistake):
        GAME.prepare(seats)


@pytest.mark.rule("BF-GOAL-1", "BF-VENG-7", "BF-GEN-2", "BF-GEN-3", "BF-GEN-5", "BF-R46", "BF-GOAL-5")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_whole_games_keep_the_invariants(seats: int) -> None:
    """Nobody is eliminated, nobody leaves Vengeance, no score falls, every card is in one place, and games end."""
    for number in range(6):
        s = dealt(seats, number, edition=("vhs", "dvd", "mixed")[number % 3])
        modes, points = list(s.mode), list(s.points)
        while not GAME.is_over(s):
            assert not GAME.status(s)
            for seat in GAME.deciders(s)[:1]:
                offered = GAME.choices(s, seat)
                GAME.apply(s, seat, offered[(number * 7 + s.turns * 3 + s.depth) % len(offered)])
            assert all(now >= before for now, before in zip(s.mode, modes))
            assert all(now >= before for now, before in zip(s.points, points))
            modes, points = list(s.mode), list(s.points)
            if s.turns > 400:
                break


@pytest.mark.rule("BF-R46")
def test_nothing_forces_points() -> None:
    """Players who only change characters play for ever; the limit of turns is for simulations."""
    desk = Desk({}, {}, {})
    for turn in range(120):
        seat = turn % 3
        desk.play(f"{seat}: change_character", f"{seat}: place buck")
    assert desk.turns == 121
    assert desk.points == [0, 0, 0]


@pytest.mark.rule("BF-R46")
def test_random_games_are_short() -> None:
    for number in range(20):
        s = dealt(3 + number % 4, number)
        play_randomly(s, number)
        assert GAME.is_over(s)
        assert s.turns < 120


@pytest.mark.rule("BF-GOAL-3")
@pytest.mark.parametrize("target", ["12", "20", "30", "50"])
def test_other_targets(target: Any) -> None:
    desk = Desk({"points": int(target) - 1}, {"mode": "vengeance"}, {}, options={"target": target})
    assert desk.points[0] == int(target)
    desk.play(*FREE)
    assert GAME.ending(desk.s) == "target"


@pytest.mark.rule("BF-GOAL-6")
def test_points_have_no_upper_bound() -> None:
    desk = Desk({"active": "bruno", "points": 49}, {"points": 48}, {}, options={"target": "50"})
    desk.play("0: announce otto", "1: denounce", "2: pass")
    assert desk.points == [49, 51, 0]


@pytest.mark.rule("BF-EDITION-1", "BF-EDITION-2", "BF-EDITION-3", "BF-MIX-4")
def test_the_boxes_differ_only_by_their_cards() -> None:
    content = load(())
    for box in ("vhs", "dvd"):
        assert len([c for c in content.characters if c.origin == box]) == 8
        assert len([w for w in content.weapons if w.origin == box]) == 8
    states = {}
    for edition in ("vhs", "dvd", "mixed"):
        states[edition] = State()
        states[edition].seats = 4
        prepare(states[edition], read_options(GAME.meta.options, {"edition": edition}), content)
    cards = {
        "available",
        "assassins",
        "defenders",
        "suppliers",
        "returners",
        "boxes",
        "arms",
        "code",
        "unseen",
    }
    for edition in ("dvd", "mixed"):
        different = {line.split(":")[0] for line in states["vhs"].differences(states[edition])}
        assert different <= cards


@pytest.mark.rule("BF-TURN-1", "BF-R5")
def test_turns_go_clockwise() -> None:
    desk = Desk({}, {}, {}, turn=1)
    order = []
    for _ in range(5):
        order.append(desk.turn)
        desk.play(f"{desk.turn}: change_character", f"{desk.turn}: place buck")
    assert order == [1, 2, 0, 1, 2]


@pytest.mark.rule("BF-TURN-5", "BF-TURN-6", "BF-R31")
def test_exactly_one_action() -> None:
    desk = Desk({"weapon": "minigun"}, {"charge": 1}, {})
    legal = desk.legal(0)
    assert {"change_character", "change_weapon", "armory"} <= set(legal)
    assert "execute" not in legal
    assert "pass" not in legal
    desk.play("0: change_weapon", f"0: take {desk.market[0]}")
    assert desk.turn == 1
    desk.play("1: change_character", "1: place buck")
    assert desk.turn == 2
    assert desk.why(1, "change_weapon") == "BF-TURN-4"


@pytest.mark.rule("BF-CHARGE-5", "BF-C-8", "BF-C-STEFAN")
def test_charges_never_fall_below_zero() -> None:
    desk = Desk({"weapon": "minigun"}, {"weapon": "minigun", "charge": 1}, {"weapon": "minigun", "charge": 3})
    desk.play("0: announce stefan", "1: pass", "2: pass", "0: target 1")
    # Stefan drains 2: seat 1 had 1, and it begins its own turn with 0 + 1.
    assert desk.charge == [2, 1, 3]


@pytest.mark.rule("BF-CHARGE-6", "BF-CHANGE-1", "BF-CHANGE-2")
def test_changing_character_costs_nothing_and_leaves_the_charges() -> None:
    desk = Desk({"weapon": "minigun", "charge": 3, "active": "otto"}, {}, {})
    events = desk.play("0: change_character")
    assert desk.charge[0] == 4
    assert sorted(desk.legal(0)) == sorted(f"place {name}" for name in desk.hand[0])
    assert "place otto" in desk.legal(0)
    events += desk.play("0: place otto")
    assert desk.active[0] == "otto"
    assert desk.charge[0] == 4
    assert not any("pays" in event for event in events)


@pytest.mark.rule("BF-CHANGE-3")
def test_nobody_learns_whether_the_card_is_the_same() -> None:
    same, other = (Desk({"active": "otto"}, {}, {}) for _ in range(2))
    told = []
    for desk, card in ((same, "otto"), (other, "buck")):
        desk.play("0: change_character", f"0: place {card}")
        seen = GAME.concealed(desk.s, 1)
        told.append(([str(e) for e in GAME.events(seen)], seen.to_bytes()))
    assert told[0] == told[1]
    assert same.sees(1)["active"][0] == "?"


@pytest.mark.rule("BF-CHANGE-8", "BF-R38")
def test_the_lodge_stays_under_the_new_weapon() -> None:
    desk = Desk({"lodge": "sigrid"}, {}, {})
    desk.play("0: change_weapon", f"0: take {desk.market[0]}")
    assert desk.lodge[0] == "sigrid"


@pytest.mark.rule("BF-R4")
@pytest.mark.parametrize(("restart", "charge"), [("zero", 0), ("start_square", 1)])
def test_a_weapon_taken_later(restart: Any, charge: Any) -> None:
    desk = Desk(
        {}, {}, {}, options={"weapon_restart": restart}, market=["couteau_survie", "grenade", "bazooka"]
    )
    desk.play("0: change_weapon", "0: take couteau_survie")
    assert desk.charge[0] == charge


@pytest.mark.rule("BF-R3", "BF-SETUP-12")
def test_the_first_player() -> None:
    firsts: Counter[int] = Counter()
    for number in range(300):
        s = dealt(3, number)
        for seat in range(3):
            GAME.apply(s, seat, GAME.choices(s, seat)[0])
        firsts[s.turn] += 1
    assert all(60 < firsts[seat] < 140 for seat in range(3))
    s = dealt(4, 1, first_player="chosen", first_seat=3)
    for seat in range(4):
        GAME.apply(s, seat, GAME.choices(s, seat)[0])
    assert s.turn == 2
    with pytest.raises(Mistake, match="first_seat"):
        GAME.prepare(3, {"first_player": "chosen", "first_seat": 5})


def casting_of(s: Any) -> Any:
    return frozenset(s.cast)


@pytest.mark.rule("BF-R1", "BF-MIX-1", "BF-MIX-2", "BF-SETUP-1")
def test_the_casting_is_balanced_and_uniform() -> None:
    content = load(())
    seen: Counter[Any] = Counter()
    for number in range(1500):
        s = dealt(3, number, edition="mixed")
        classes = {content.characters[i].class_ for i in s.cast}
        assert {"assassin", "defense", "ammo"} <= classes
        assert len(casting_of(s)) == CAST
        seen.update(s.cast)
    # By symmetry the twelve of the wanted classes are equally likely, and so are the four tricksters, who come less often.
    tricks = {i for i in range(16) if content.characters[i].class_ == "trick"}
    wanted = [seen[i] for i in range(16) if i not in tricks]
    assert max(wanted) - min(wanted) < 150
    assert max(seen[i] for i in tricks) < min(wanted) + 60
    one_box = Counter(casting_of(dealt(3, number)) for number in range(800))
    assert len(one_box) == 8
    assert all(60 < count < 145 for count in one_box.values())


@pytest.mark.rule("BF-R1")
def test_any_seven_may_lack_a_class() -> None:
    content = load(())
    lacking = 0
    for number in range(400):
        s = dealt(3, number, edition="mixed", casting="random")
        lacking += not {"assassin", "defense", "ammo"} <= {content.characters[i].class_ for i in s.cast}
    # 3 · C(12,7) / C(16,7) less the overlaps: about one in five.
    assert 50 < lacking < 120


@pytest.mark.rule("BF-R1", "BF-SETUP-1")
def test_the_host_chooses_the_casting() -> None:
    s = dealt(3, 1, edition="mixed", casting="chosen")
    assert GAME.deciders(s) == [0]
    assert len(GAME.choices(s, 0)) == 16
    for name in ("buck", "rocco", "john", "ursula", "bruno", "max", "jetlag"):
        choice = GAME.verbs.read(f"cast {name}")
        assert choice in GAME.choices(s, 0)
        GAME.apply(s, 0, choice)
        if GAME.deciders(s) == [0]:
            assert choice not in GAME.choices(s, 0)
    assert sorted(s.cast) == [0, 1, 6, 12, 13, 14, 15]
    assert GAME.deciders(s) == [0, 1, 2]


@pytest.mark.rule("BF-MIX-3", "BF-MIX-5", "BF-R43")
def test_mixed_weapons_are_24_unknown_cards_of_48() -> None:
    kinds: Counter[Any] = Counter()
    for number in range(200):
        s = dealt(6, number, edition="mixed")
        assert s.deck == 24 - 9
        assert sum(s.unseen) == 48 - 9
        kinds.update(s.weapon)
    assert len(kinds) == 16


@pytest.mark.rule("BF-C-DICE", "BF-ARMORY-1")
@pytest.mark.parametrize(("dice", "faces"), [("standard", [3, 2, 1]), ("wild", [2, 2, 2])])
def test_the_faces_of_the_dice(dice: Any, faces: Any) -> None:
    s = dealt(3, 1, dice=dice)
    assert [s.green_faces, s.yellow_faces, 6 - s.green_faces - s.yellow_faces] == faces
    rolls = Counter(roll_colour(s) for _ in range(1200))
    assert all(abs(rolls[colour] - 200 * count) < 80 for colour, count in enumerate(faces))


@pytest.mark.rule("BF-END-5", "BF-R30")
def test_an_unbroken_tie_needs_a_sequel() -> None:
    alike = {"points": 17, "active": "buck", "lodge": "bruno", "charge": 2, "weapon": "minigun"}
    desk = Desk({"points": 3}, alike, {}, alike, acted=True)
    events = [str(event) for event in GAME.events(desk.s)]
    assert GAME.ending(desk.s) == "sequel"
    assert GAME.ranks(desk.s) == [3, 1, 4, 1]
    assert happened(events, "ties(seat=1", "ties(seat=3")


@pytest.mark.rule("BF-END-4")
@pytest.mark.parametrize("reader", [0, 1, 2, -1])
def test_a_tie_is_decided_alike_for_whoever_does_not_see_the_hands(reader: int) -> None:
    few = {"points": 16, "active": "buck", "cemetery": ["otto", "bruno"], "lodge": "melinda"}
    desk = Desk(few, {"points": 16, "active": "buck", "lodge": "bruno"}, {"points": 3}, acted=True)
    concealed: Any = GAME.concealed(desk.s, reader)
    speech = GAME.speech("en", ["A", "B", "C"], desk.content.names)
    seen = GAME.view(concealed, reader, speech)
    assert GAME.ranks(desk.s) == seen["ranks"] == [2, 1, 3]
    assert seen["winners"] == [1]


@pytest.mark.rule("BF-END-6")
def test_the_limit_of_turns() -> None:
    desk = Desk({"points": 3}, {"points": 2}, {}, options={"max_turns": 2})
    desk.play(*FREE)
    assert not GAME.is_over(desk.s)
    desk.play("1: change_character", "1: place buck")
    assert GAME.ending(desk.s) == "turn_limit"
    assert GAME.ranks(desk.s)[0] == 1


@pytest.mark.rule("BF-END-1", "BF-END-3")
def test_nothing_is_asked_after_the_end() -> None:
    desk = Desk({"points": 16}, {}, {}, acted=True)
    assert desk.deciders == []
    assert desk.why(0, "armory") == "BF-END-1"


@pytest.mark.rule("BF-GEN-4")
def test_talk_is_no_part_of_the_game() -> None:
    """Whatever is said, only the verbs of decisions exist, and only answers change the state."""
    verbs = {verb.name for verb in GAME.verbs.verbs}
    assert verbs == {
        "cast", "place", "change_character", "change_weapon", "execute", "armory", "announce", "denounce", "pass", "take", "box",
        "target", "stop", "name", "deliver", "amount", "direction", "dodge", "endure", "yes", "no", "revive", "copy",
    }  # fmt: skip


@pytest.mark.rule("BF-R44")
def test_a_bot_can_take_any_seat_at_any_time() -> None:
    from bagarre.kernel.chance import Dice

    decide = GAME.player()
    assert decide is not None
    dice = Dice()
    seed(dice, 1, 2, 3)
    for number in range(4):
        s = dealt(4, number, edition="mixed")
        while not GAME.is_over(s):
            seat = GAME.deciders(s)[-1]
            menu = GAME.Menu()
            menu.seat = seat
            GAME.rules.choices(s, seat, menu)
            k = (
                decide(GAME.concealed(s, seat), seat, menu, dice)
                if s.turns % 2
                else (s.turns + s.depth) % menu.count
            )
            assert 0 <= k < menu.count
            GAME.apply(s, seat, (menu.verb[k], menu.arg[k]))
            if s.turns > 200:
                break


def test_positions_are_refused_with_a_reason() -> None:
    with pytest.raises(Mistake):
        Desk({"active": "nobody"}, {}, {})
    with pytest.raises(Mistake):
        Desk({}, {}, {}, casting=list(VHS[:6]))
