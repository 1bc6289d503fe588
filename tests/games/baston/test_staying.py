"""Whether a rival will still be there when the blow falls, why a back is easier, and where a man who is nearly out strikes from safety."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.choices import ORDERS
from bagarre.games.baston.forecast import forecast_in
from bagarre.games.baston.frame import frame
from bagarre.games.baston.outlook import threats
from bagarre.games.baston.rules.people import lift, put
from bagarre.games.baston.state import TRUNK, State
from bagarre.games.baston.staying import LEAVES, LIKELY, SURE, UNSURE, haven, moves_before, refuge, staying
from bagarre.games.baston.view import view
from bagarre.kernel.words import LANGUAGES
from tests.games.baston.table import CONTENT, GAME, Brawl, coach, man
from tests.games.baston.test_coach import dealt


def programmed(*people: dict[str, Any]) -> State:
    s = Brawl(*people, phase="program").film().s
    assert isinstance(s, State)
    s.page[0] = 0
    return s


@pytest.mark.rule("BA-EXEC-2", "BA-STUN-6")
def test_how_often_a_rival_moves_before_a_blow_goes_by_ranks_and_dazes() -> None:
    s = programmed(man("riton", "13,13", facing=3), man("kraitneu", "13,14", seat=1, facing=7))
    rank = [s.by_rank[i] + 0 for i in range(s.crowd)]
    mine, foe = 0, s.seat_of.index(1)
    sooner = int(rank.index(foe) < rank.index(mine))
    assert [moves_before(s, mine, foe, b) for b in (0, 2, 4)] == [sooner, 1 + sooner, 2 + sooner]
    s.stun[foe] = 2
    assert [moves_before(s, mine, foe, b) for b in (0, 2, 4)] == [0, 0, sooner]
    assert staying(s, mine, foe, 2) == SURE, "a dazed man is there"


def test_the_wounded_mostly_go_and_whoever_is_not_engaged_may() -> None:
    near = programmed(man("riton", "13,13", facing=3), man("kraitneu", "13,14", seat=1, facing=7))
    foe = near.seat_of.index(1)
    assert staying(near, 0, foe, 4) == LIKELY
    near.hp[foe][TRUNK] = 1
    assert staying(near, 0, foe, 4) == LEAVES
    near.strength[foe] = 0
    assert staying(near, 0, foe, 4) == LIKELY, "of a hidden sheet nothing is known"
    far = programmed(man("riton", "13,13", facing=3), man("kraitneu", "13,15", seat=1, facing=3))
    assert staying(far, 0, far.seat_of.index(1), 4) == UNSURE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_coach_says_how_likely_an_order_is_lost_and_no_more_than_that_in_the_first_beat(
    lang: str,
) -> None:
    s = dealt(2, {"scenario": "first"})
    mine, foe = (next(c for c in range(s.crowd) if s.seat_of[c] == seat) for seat in (0, 1))
    lift(s, foe)
    put(s, foe, s.at[mine] + 1)
    s.facing[mine], s.facing[foe], s.page[0] = 2, 6, mine
    said = []
    for box, left in ((0, 7), (4, 7), (4, 1)):
        s.box[0], s.hp[foe][TRUNK] = box, left
        said.append(coach(s, 0, lang).moment())
    gone = {"fr": "deux fois sur trois", "en": "two times in three"}[lang]
    assert [gone in one for one in said] == [False, False, True]
    lost = {"fr": "le coup est perdu", "en": "the blow is lost"}[lang]
    assert lost in said[1]


@pytest.mark.rule("BA-HIT-2")
def test_the_coach_says_that_the_back_makes_a_blow_easier() -> None:
    faced, turned = (
        coach(
            programmed(man("riton", "13,13", facing=3), man("kraitneu", "13,14", seat=1, facing=d)), 0, "fr"
        ).moment()
        for d in (7, 3)
    )
    assert "de dos" not in faced
    assert "à portée, de dos (" in turned
    assert "au lieu de" in turned


def nearly_out(facing: int) -> tuple[State, int, int]:
    """A man with one life left in his trunk who looks that way, and a rival beside him who looks at him; all others are out of play."""
    s = dealt(2, {"scenario": "first"})
    assert isinstance(s, State)
    mine, foe = (next(c for c in range(s.crowd) if s.seat_of[c] == seat) for seat in (0, 1))
    for c in range(s.crowd):
        if c not in (mine, foe):
            lift(s, c)
            s.fate[c] = 1
    lift(s, foe)
    put(s, foe, s.at[mine] + 1)
    s.facing[mine], s.facing[foe], s.page[0] = facing, 6, mine
    s.hp[mine][TRUNK], s.turn = 1, 2
    return s, mine, foe


@pytest.mark.rule("BA-WOUND-2", "BA-BLOW-1")
def test_whoever_is_nearly_out_finds_first_from_where_he_strikes_in_safety() -> None:
    """The rival looks down at him; a step round him, and the turn that goes with it."""
    s, mine, foe = nearly_out(facing=0)
    refuge = haven(s, mine, 0)
    assert refuge is not None
    known: Any = GAME.concealed(s, 0)
    speech = GAME.speech("fr", ["J1", "J2"], CONTENT.names)
    seen: Any = view(known, 0, speech)
    said = frame(seen, 0, speech)
    first = next(group for group in said["groups"] if group["family"] == "walk")["choices"][0]
    stamp = seen["sheet"]["pencil"]["stamps"][first]
    assert stamp["safe"]
    assert stamp["target"] == foe
    assert said["hints"][first].endswith("à l’abri")
    assert stamp["percent"] == seen["sheet"]["pencil"]["stamps"][ORDERS[refuge[0]]]["percent"]
    assert "à l’abri" in coach(s, 0, "fr").moment()


@pytest.mark.rule("BA-WOUND-2", "BA-BLOW-3")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_is_nearly_out_is_not_told_to_strike_from_within_reach(lang: str) -> None:
    """Face to face with a rival: what his fall is worth, and a way out of reach, which is the first key too; only blows win where one is behind in the last turn."""
    s, mine, _ = nearly_out(facing=2)
    aside = {"fr": "un pas «", "en": "one step “"}[lang]
    after = forecast_in(s, mine, 0, refuge(s, mine, 0)).world
    assert after is not None
    assert not threats(after, mine)
    for last, behind in ((False, False), (True, True)):
        if last:
            s.turn, s.deeds[1][0] = s.turns, 50
        known: Any = GAME.concealed(s, 0)
        speech = GAME.speech(lang, ["J1", "J2"], CONTENT.names)
        seen: Any = view(known, 0, speech)
        said, told = frame(seen, 0, speech), coach(s, 0, lang).moment()
        first = said["groups"][0]["choices"][0]
        assert first == said["advised"]
        assert seen["sheet"]["pencil"]["stamps"][first]["safe"] is not behind
        assert (aside in told) is not behind, told
        assert "−4" in told
        assert "+8" in told
