"""What the searching player imagines of the others: a watchful table, as long as the game does not tell another one."""

from typing import Any

import pytest

from bagarre.bots import Budget
from bagarre.bots.searching import SearchPlayer
from bagarre.games.badass_force import search
from bagarre.kernel.chance import Dice, seed
from bagarre.lab.toy import dealt, start_of
from tests.games.badass_force.desk import GAME, Desk


def dice(number: int) -> Any:
    made = Dice()
    seed(made, number, 2, 3)
    return made


def watchful(known: Any, seat: int, guard: int) -> float:
    """The share of imagined worlds in which the others denounce whatever the seat announces."""
    tossed = dice(1)
    moods = [search.mood(known, seat, guard, tossed) for _ in range(400)]
    assert set(moods) <= {0, 1 + seat}
    return sum(mood != 0 for mood in moods) / len(moods)


def test_whoever_is_not_on_guard_imagines_no_watchful_table() -> None:
    desk = Desk({}, {}, {}, {})
    known = GAME.concealed(desk.s, 2)
    assert [watchful(known, 2, guard) for guard in (0, 1000, 100_000)] == [0, 1, 1]
    assert watchful(known, 2, 500) == pytest.approx(0.5, abs=0.1)


def test_what_was_denounced_and_what_was_let_pass_tells_what_the_table_is_like() -> None:
    desk = Desk({}, {}, {}, {})
    desk.s.unchallenged = 1
    after_one = watchful(GAME.concealed(desk.s, 0), 0, 500)
    desk.s.unchallenged = 4
    assert watchful(GAME.concealed(desk.s, 0), 0, 500) < after_one < 0.4
    desk.s.truths[1], desk.s.lies[2] = 6, 6
    assert watchful(GAME.concealed(desk.s, 0), 0, 500) > 0.6


def test_only_who_may_announce_in_action_reckons_with_it() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: announce otto")
    assert watchful(GAME.concealed(desk.s, 1), 1, 1000) == 0


def test_what_a_seat_alone_let_pass_says_nothing_of_others() -> None:
    s: Any = start_of(GAME)
    s.unchallenged = 1
    assert watchful(GAME.concealed(s, 1), 1, 500) == pytest.approx(0.5, abs=0.1)


def test_a_watchful_player_denounces_the_seat_that_is_on_guard_and_others_by_the_odds() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.s.peekers[0] |= 2
    desk.play("0: announce otto")
    menu = GAME.Menu()
    menu.seat = 1
    GAME.rules.choices(desk.s, 1, menu)
    known = GAME.concealed(desk.s, 1)

    def answers(mood: int) -> set[str]:
        chosen = {search.policy_in(known, 1, menu, dice(number), mood) for number in range(10)}
        return {GAME.verbs.write((menu.verb[k], menu.arg[k])) for k in chosen}

    assert answers(1) == {"denounce"}
    assert answers(3) == {"pass"}


@pytest.mark.parametrize(("changes", "told"), [("", "announce otto"), (":guard=0", "announce buck")])
def test_the_expert_does_not_bluff_whoever_it_knows_nothing_of(changes: str, told: str) -> None:
    """In the toy: with Otto in front it announces him. As if all let pass what the scripted player would, it announces Buck, who kills."""
    worlds: list[Any] = [world for _, world in dealt(GAME, start_of(GAME))]
    for s in worlds:
        menu = GAME.choices(s, 0)
        names = {GAME.verbs.write(choice): choice for choice in menu}
        if s.cast[s.active[0]] == names["announce otto"].arg:
            player = SearchPlayer(GAME, f"5{changes}", "1")
            thought = player.think(GAME.concealed(s, 0), 0, menu, Budget(simulations=400, seconds=600))
            assert GAME.verbs.write(thought.choice) == told
            return
    raise AssertionError("Otto may lie in front")


def first_thoughts(desk: Desk, seat: int, belief: int) -> set[str]:
    """What the seat thinks of first, in fifty moods."""
    menu = GAME.Menu()
    menu.seat = seat
    GAME.rules.choices(desk.s, seat, menu)
    known, found = GAME.concealed(desk.s, seat), set()
    for number in range(50):
        k = search.first_thought(known, seat, menu, dice(number), belief)
        found.add(GAME.verbs.write((menu.verb[k], menu.arg[k])))
    return found


def test_whoever_never_minds_how_others_play_takes_their_word_as_long_as_it_can_be_true() -> None:
    liar = Desk({"active": "otto"}, {}, {})
    liar.s.lies[0] = 9
    liar.play("0: announce otto")
    assert first_thoughts(liar, 1, 0) == {"pass"}
    assert first_thoughts(liar, 1, 500) == {"pass", "denounce"}
    assert first_thoughts(liar, 1, 1000) == {"denounce"}
    impossible = Desk({"active": "buck", "cemetery": ["otto"]}, {}, {})
    impossible.play("0: announce otto")
    assert first_thoughts(impossible, 1, 0) == {"denounce"}


def test_whoever_takes_every_word_never_claims_what_everybody_sees_to_be_false() -> None:
    desk = Desk({"active": "buck", "cemetery": ["otto", "rocco"]}, {}, {})
    desk.s.lies[0] = desk.s.lies[1] = 6
    bold = first_thoughts(desk, 0, 0)
    assert not bold & {"announce otto", "announce rocco"}
    assert any(choice.startswith("announce") and choice != "announce buck" for choice in bold)
    assert not any(
        choice.startswith("announce") and choice != "announce buck"
        for choice in first_thoughts(desk, 0, 1000)
    )


def test_no_level_names_a_hero_who_cannot_be_there() -> None:
    desk = Desk({}, {"active": "bruno", "cemetery": ["otto", "sigrid", "stefan"]}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    known, menu = GAME.concealed(desk.s, 0), GAME.choices(desk.s, 0)
    for number in range(30):
        told = GAME.verbs.write(SearchPlayer(GAME, "1", str(number)).think(known, 0, menu, Budget()).choice)
        assert told not in ("name otto", "name sigrid", "name stefan")
