"""What the frame of the page says when it is over, and words that a person reads."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from bagarre.games.battleworld import frame as board_frame
from bagarre.games.battleworld.frame import CLAUSES, frame
from bagarre.games.battleworld.state import ENDINGS
from bagarre.games.battleworld.view import view
from bagarre.match import Match

from .table import GAME, Table

if TYPE_CHECKING:
    from bagarre.games.battleworld.shapes import View

FOLDER = Path(board_frame.__file__).parent
ENDING_ROOM, PLACE_ROOM = 84, 30
"""Letters of three lines beside the buttons of a phone, and of one below them."""
WAITING = {"brute": {"at": "C2", "plan": "recover_reroll"}}


def said(t: Table, lang: str = "en") -> dict[str, Any]:
    speech = GAME.speech(lang, ["Nadia", "Léo"], t.content.names)
    return frame(view(t.s, 0, speech), 0, speech)


def results(t: Table, lang: str = "en") -> list[str]:
    """What the end bar says beside each player's place."""
    return list(said(t, lang)["results"])


@pytest.mark.rule("BW-WIN-7")
@pytest.mark.parametrize(
    ("heroes", "villains", "energy", "told"),
    [
        (WAITING, {"ram": {"at": "E7"}, "sparkler": {"at": "D7"}}, 0, ["2 enemies down", "3 enemies down"]),
        (WAITING, {"ram": {"at": "E7"}}, 0, [
            "3 felled, 1 destroyed", "3 felled, 0 destroyed",
        ]),
        (WAITING, {"ram": {"at": "E7", "life": 4}}, 5, [
            "3 felled, 0 destroyed, 5 ♥",
            "3 felled, 0 destroyed, 4 ♥",
        ]),
    ],
)  # fmt: skip
def test_points_are_told_as_far_as_they_decided(
    heroes: Any, villains: Any, energy: int, told: list[str]
) -> None:
    t = Table(
        heroes, villains, options={"galactus_result": "points"}, energy=11, turn=12,
        villains_modules={"energy": energy, "heal": 5}, heroes_modules={"energy": 5, "heal": 5},
    )  # fmt: skip
    assert "results" not in said(t)
    t.play("0: act 1")
    assert results(t) == told


@pytest.mark.rule("BW-WIN-7")
def test_who_is_ahead_is_told_where_points_decide() -> None:
    def lead(t: Table, seat: int) -> str:
        return str(view(t.s, seat, GAME.speech("en", ["Nadia", "Léo"], t.content.names))["lead"])

    points: dict[str, Any] = {"options": {"galactus_result": "points"}, "energy": 11, "turn": 12}
    more = Table(WAITING, {"ram": {"at": "E7"}, "sparkler": {"at": "D7"}}, **points)
    assert lead(more, 0) == "They lead 3–2 (enemies down)."
    assert lead(more, 1) == "You lead 3–2 (enemies down)."
    assert lead(more, -1) == ""
    alike = Table(WAITING, {"ram": {"at": "E7", "life": 4}}, **points)
    assert lead(alike, 0) == "You lead 5–4 (life left; enemies down: 3 each)."
    speech = GAME.speech("en", ["Nadia", "Léo"], alike.content.names)
    coach = GAME.coach(GAME.concealed(alike.s, 0), 0, speech)
    assert coach is not None
    assert lead(alike, 0) in coach.goal()
    assert "whoever is ahead wins" in coach.moment()
    assert lead(Table(WAITING, {"ram": {"at": "E7"}}), 0) == ""


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_ends_bar_of_a_phone_has_room_for_both_places(lang: str) -> None:
    """Three lines of what ended it, and a line for each place, however far points were counted."""
    points: dict[str, Any] = {"options": {"galactus_result": "points"}, "energy": 11, "turn": 12}
    t = Table(WAITING, {"ram": {"at": "E7", "life": 4}}, **points).play("0: act 1")
    assert all(len(told) <= PLACE_ROOM for told in results(t, lang))
    speech = GAME.speech(lang, ["Nadia", "Léo"], t.content.names)
    assert all(len(speech.say(f"endings.{ending}")) <= ENDING_ROOM for ending in ENDINGS[1:])


def test_other_endings_tell_who_and_what_is_left_standing() -> None:
    lost = Table(WAITING, {"ram": {"at": "E7"}}, energy=11, turn=12).play("0: act 1")
    assert results(lost) == ["1 alive, 3 modules"] * 2
    base = Table(
        {"brute": {"at": "C6", "plan": "attack", "power": 0, "reroll": 0}}, {"ram": {"at": "E7"}},
        villains_modules={"energy": 0, "double_defence": 2, "heal": 0},
    ).play("0: act 1", "0: assault double_defence", dice=(9,))  # fmt: skip
    assert results(base, "fr") == [
        "1 en vie, 3 modules",
        "1 en vie, 0 module",
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_ending_cites_a_clause_of_the_rules(lang: str) -> None:
    assert set(CLAUSES) == set(ENDINGS[1:])
    text = (FOLDER / f"rules.{lang}.md").read_text("utf-8")
    assert all(f"**{clause}**" in text for clause in CLAUSES.values())


@pytest.mark.rule("BW-ACT-5")
def test_whoever_is_asked_after_a_pass_is_told_of_it() -> None:
    heroes = {**WAITING, "reactor": {"at": "D3", "plan": "recover_reroll"}}
    t = Table(heroes, {"ram": {"at": "E7", "plan": "recover_reroll"}})
    assert said(t)["ask"] == "Which plan to carry out?"
    t.play("0: act 1", "1: pass")
    assert said(t)["ask"] == "Léo passes: which plan to carry out?"


@pytest.mark.parametrize("dice", [(12, 4), (3, 8), (5, 5)])
def test_yielding_is_the_last_key_and_never_lies_where_holding_did(dice: tuple[int, int]) -> None:
    t = Table({"brute": {"at": "C3", "plan": "attack"}}, {"ram": {"at": "C4"}})
    t.play("0: act 1", "0: attack 1", dice=dice)
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    side = t.s.window
    order = frame(view(t.s, side, speech), side, speech)["groups"][0]["choices"]
    behind = t.s.total[side] < t.s.total[1 - side]
    assert order[:2] == ["hold", "raise"]
    assert ("yield" in order) == (order[-1] == "yield") == behind
    refused = [choice for choice in order if GAME.verbs.read(choice) not in GAME.choices(t.s, side)]
    assert refused == (["hold"] if behind else [])


def keys_of(match: Match, seat: int, speech: Any) -> list[str]:
    """What the keys of a question read, as the page writes them."""
    known: Any = GAME.concealed(match.state, seat)
    labels = frame(view(known, seat, speech), seat, speech)["labels"]
    found = {GAME.verbs.write(choice): speech.choice(choice, known, seat) for choice in match.legal(seat)}
    return [labels.get(notation, words) for notation, words in found.items()]


@pytest.mark.parametrize("number", range(4))
def test_no_two_keys_of_a_question_read_alike(number: int) -> None:
    options: tuple[dict[str, Any], ...] = (
        {},
        {"team_mode": "draft"},
        {"leaders": True, "second_cosmic": "beyonder"},
        {"team_mode": "random"},
    )
    match = Match(GAME, ["Nadia", "Léo"], options=options[number], seed=number)
    speeches = [GAME.speech(lang, match.players, match.content.names) for lang in ("fr", "en")]
    toss = random.Random(number)
    while not match.is_over:
        seat = match.deciders[0]
        for speech in speeches:
            keys = keys_of(match, seat, speech)
            assert len(set(keys)) == len(keys), keys
        found = list(match.legal(seat))
        # Attacks in which others join bring several dice and tokens side by side.
        wanted = [each for each in found if GAME.verbs.write(each) in ("plan attack", "join")]
        match.play(seat, toss.choice(wanted or found))


def test_a_key_tells_whose_die_and_whose_token() -> None:
    t = Table(
        {"captain_pavise": {"at": "C3", "plan": "attack"}, "brute": {"at": "D3", "plan": "attack"}},
        {"regent": {"at": "C4"}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", dice=(1, 1, 5))
    labels = said(t)["labels"]
    assert labels["reroll 1"] == "Reroll Captain’s 1"
    assert labels["reroll 2"] == "Reroll Hulk’s 1"
    assert labels["reroll_initiator 2"] == "Reroll the 1: Hulk’s token"


@pytest.mark.rule("BW-WIN-7")
def test_what_decided_is_told_in_the_end_as_it_was() -> None:
    points: dict[str, Any] = {"options": {"galactus_result": "points"}, "energy": 11, "turn": 12}
    t = Table(WAITING, {"ram": {"at": "E7", "life": 5}}, **points).play("0: act 1")
    speech = GAME.speech("en", ["Nadia", "Léo"], t.content.names)
    assert view(t.s, 0, speech)["lead"] == "Level in everything."
    t = Table(WAITING, {"ram": {"at": "E7", "life": 4}}, **points).play("0: act 1")
    assert view(t.s, 1, speech)["lead"] == "Enemies down: 3 each. Life left: you 4, they 5."


@pytest.mark.rule("BW-AUCTION-13", "BW-GALACTUS-4")
def test_an_entity_never_answers_and_the_keys_say_so() -> None:
    strong = {"brute": {"at": "B4", "plan": "attack", "power": 1}}
    behind = Table(strong, {"ram": {"at": "E7"}}).play("0: act 1", "0: defy 1", dice=(3, 4))
    assert said(behind)["hints"]["yield"] == "2 wounds for you"
    level = Table(strong, {"ram": {"at": "E7"}}).play("0: act 1", "0: defy 1", dice=(4, 4))
    assert said(level)["hints"]["raise"] == "ahead: won"
    ahead = Table(strong, {"ram": {"at": "E7"}}).play("0: act 1", "0: defy 1", "0: hold", dice=(9, 3))
    assert said(ahead)["hints"]["stop"] == "a victory token"


def test_a_plan_says_who_it_would_bring_down_and_one_in_vain_why() -> None:
    t = Table(
        {"brute": {"at": "C5", "plan": "attack"}},
        {"ram": {"at": "C6", "life": 1, "power": 0, "reroll": 0}},
    )
    assert said(t)["hints"]["act 1"].startswith("Juggernaut: down ")
    t = Table({"brute": {"at": "C3", "life": 3}}, {"ram": {"at": "C7"}}, phase="planning").play("0: move C3")
    hints = said(t)["hints"]
    assert hints["plan attack"] == "nobody near yet"
    assert hints["plan recover_reroll"] == "token still there"
    assert hints["plan recover_life"] == "+1 ♥"


@pytest.mark.parametrize(
    ("lang", "hint"), [("fr", "conseillée pour débuter"), ("en", "advised to begin with")]
)
def test_the_faction_that_forgives_most_is_the_first_key(lang: str, hint: str) -> None:
    match = Match(GAME, ["Nadia", "Léo"], options={}, seed=1)
    speech = GAME.speech(lang, ["Nadia", "Léo"], match.content.names)
    known = cast("View", GAME.view(match.concealed(0), 0, speech))
    told = frame(known, 0, speech)
    lives = {f["pick"]: sum(card["life"] for card in f["cards"]) for f in known["pool"] or []}
    first = told["groups"][0]["choices"][0]
    assert lives[first] == max(lives.values())
    assert told["hints"] == {first: hint}
    assert sorted(told["groups"][0]["choices"]) == sorted(lives)
