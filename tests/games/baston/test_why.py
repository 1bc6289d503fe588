"""Why: rolls, falls and scores say what they are made of."""

from __future__ import annotations

import pytest

from bagarre.games.baston.rules.score import side_points
from bagarre.games.baston.why import because, scored, terms
from bagarre.kernel.contract import Contract
from bagarre.kernel.reasons import Because, total
from tests.games.baston.table import CONTENT, GAME, Brawl, man

SPEECH = GAME.speech("en", ["Ada", "Bob"], CONTENT.names)


def reasons(brawl: Brawl, kind: str) -> list[Because]:
    """Why the last step had a result of that kind."""
    known = GAME.concealed(brawl.s, 0)
    told = GAME.events(known)
    place = next(i for i, event in enumerate(told) if event.kind.name == kind)
    return because(known, told, SPEECH)[place]


@pytest.mark.rule("BA-HIT-1", "BA-HIT-2", "BA-HIT-3", "BA-PRONE-3")
def test_a_blow_is_explained_modifier_by_modifier() -> None:
    """A prone attacker without his right arm strikes a prone, stunned man: only the greatest of the target's modifiers counts."""
    brawl = Brawl(
        man("riton", "10,7", "-/CP", facing=3, prone=True, hp={"right_arm": 0}),
        man("kraitneu", "10,8", seat=1, facing=3, prone=True, stun=2),
    ).film("with fist", "strike", dice=[12], more=True)
    told = reasons(brawl, "to_hit")
    assert [(each["value"], each["clause"]) for each in told] == [
        (12, "BA-HIT-1"), (4, "BA-HIT-4"), (None, "BA-HIT-2"), (None, "BA-HIT-2"), (3, "BA-HIT-2"), (-2, "BA-HIT-3"), (-3, "BA-PRONE-3"),
        (None, "BA-HIT-1"),
    ]  # fmt: skip
    assert total(told) == brawl.one("to_hit")["total"] == 14
    assert told[-1]["reason"] == "13 was needed: hit"
    assert "only the greatest counts" in told[2]["reason"]


@pytest.mark.rule("BA-JOST-2", "BA-FALL-1", "BA-TEST-1")
def test_a_jostle_and_a_fall_are_explained() -> None:
    """Grobid jostles Dudule against the wall (EX-11)."""
    brawl = Brawl(man("dudule", "4,7"), man("grobid", "5,7", "M1/-", seat=1)).film(dice=[6, 3, 7])
    assert "Strength 7" in reasons(brawl, "jostle")[0]["reason"]
    assert "Strength 2" in reasons(brawl, "jostle")[0]["reason"]
    assert [each["value"] for each in reasons(brawl, "roll_under")] == [3, 2, None]
    assert reasons(brawl, "falls_in_place")[0]["reason"] == "failed roll: Dexterity"
    assert reasons(brawl, "stun_roll")[0]["value"] == 1


@pytest.mark.rule("BA-VP-1", "BA-VP-2", "BA-VP-4", "BA-VP-8")
def test_the_score_adds_up_and_the_end_says_who_won_by_what() -> None:
    brawl = Brawl(
        man("dudule", "13,9", "-/-", "-/-", "-/-"),
        man("kraitneu", "1,1", "-/-", "-/-", "-/-", seat=1),
        turn=1,
        deeds=[{"dealt": 5, "knocked": 1}, {"dealt": 2}],
        options={"turns": 1},
    )
    for side in (0, 1):
        assert total(scored(brawl.s, side, SPEECH)) == side_points(brawl.s, side)
        assert sum(term["points"] for term in terms(brawl.s, side, SPEECH).values()) == side_points(
            brawl.s, side
        )
    while GAME.deciders(brawl.s):
        brawl.go("next")
    told = reasons(brawl, "game_ends")
    assert told[-1]["reason"] == "Ada: most points, 17"
    assert sum(each["value"] or 0 for each in told) == 17 + 6


@pytest.mark.parametrize("options", [{"scenario": "first"}, {"size": 1, "hidden_sheets": True, "turns": 2}])
def test_the_contract_of_reasons(options: dict[str, object]) -> None:
    Contract(GAME, 2, options).check(games=1, seed=1, only=("explaining",))


@pytest.mark.rule("BA-BLOW-2", "BA-STEP-1", "BA-STEP-3")
@pytest.mark.parametrize(
    ("place", "facing", "other", "orders", "clause"),
    [
        ("14,13", 4, "15,14", [], "BA-STEP-3"),
        ("14,13", 5, "15,13", [], "BA-STEP-1"),
        # Both went on afterwards: where they stood is worked out backwards.
        ("14,13", 4, "15,14", ["M3/-", "M3/-"], "BA-STEP-3"),
        ("14,13", 4, "15,15", [], None),
    ],
)
def test_an_order_lost_before_a_man_in_front_says_what_is_between(
    place: str, facing: int, other: str, orders: list[str], clause: str | None
) -> None:
    brawl = Brawl(
        man("riton", place, "-/CP", *(["M8/-"] if orders else []), facing=facing),
        man("kraitneu", other, "-/-", *orders, seat=1, facing=1),
    ).film(more=True)
    known = GAME.concealed(brawl.s, 0)
    told = GAME.events(known)
    lost = next(i for i, event in enumerate(told) if event.kind.name == "lost_no_target")
    found = because(known, told, SPEECH).get(lost, [])
    assert [each["clause"] for each in found] == ([clause] if clause else [])


@pytest.mark.rule("BA-WOUND-1", "BA-DMG-1")
def test_a_wound_says_when_no_more_was_left_to_take() -> None:
    for left, told in ((1, True), (7, False)):
        brawl = Brawl(
            man("riton", "10,7", "-/CP", facing=3, carries=["razor"]),
            man("kraitneu", "10,8", seat=1, facing=7, hp={"trunk": left}),
        ).film("with razor", "strike", "aim trunk", dice=[20], more=True)
        found = reasons(brawl, "wounded")
        assert any("left" in each["reason"] for each in found) is told
