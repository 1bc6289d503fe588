"""The table in the browser with the options that the general tests of boards leave out: other entities, leaders, a draft."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bagarre.games.battleworld.state import NOBODY, OFF
from bagarre.games.battleworld.view import view
from bagarre.match import Match
from bagarre.web.boards import Board
from bagarre.web.seatview import Player, SeatView

from .table import GAME, Table
from .test_coach import moment


def moments(lang: str = "en", **options: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Every moment of a game of two programs and its end, as whoever decides sees it: the variables of the board, and the board."""
    settings = {"deploy": "auto", "team_mode": "random", **options}
    match = Match("battleworld", ["Ada", "Bob"], kinds=["scripted"] * 2, options=settings, seed=1)
    board = Board(match.game)
    while True:
        seat = 0 if match.is_over else match.deciders[0]
        seen = SeatView.of(match, seat, match.speech(lang))
        people = [
            Player(n, name, False, False, n == seat, n in seen.awaited)
            for n, name in enumerate(match.players)
        ]
        shown = seen.context(people)
        yield shown, board.paint(board.board, lang, shown).whole()
        if match.is_over:
            return
        match.let_play(seat)


def stake(page: str) -> str:
    """What the duel says of what would happen if it stopped here."""
    found = re.search(r'class="stake">(.*?)</p>', page, re.DOTALL)
    return re.sub(r"<[^>]*>", "", found[1]) if found else ""


@pytest.mark.rule("BW-THANOS-3")
def test_whom_the_wanderer_attacks_would_be_wounded() -> None:
    seen = set()
    for shown, page in moments(second_cosmic="thanos"):
        combat = shown["view"]["combat"]
        if not combat or not combat["attack"]["entity"] or combat["stake"] is None:
            continue
        ahead = combat["lead"] > 0
        seen.add(ahead)
        beaten = combat["defence" if ahead else "attack"]
        assert beaten["loses"] == combat["loses"] == "life"
        wounds = f"{combat['wounds']} wound{'s' * (combat['wounds'] != 1)}"
        assert f"{wounds} for {beaten['name']}" in stake(page)
        assert "energy" not in stake(page)
        if ahead and not combat["falls"]:
            assert shown["frame"]["hints"]["yield"] == f"{wounds} for you"
    assert seen == {True, False}, "the wanderer is ahead in one of his fights, and behind in another"


@pytest.mark.rule("BW-COSMIC-5")
@pytest.mark.parametrize(
    ("lang", "options"),
    [
        ("en", {"second_cosmic": "silver_surfer", "leaders": True}),
        ("fr", {"second_cosmic": "thanos", "leaders": True, "galactus_result": "points"}),
        ("en", {"second_cosmic": "beyonder", "team_mode": "draft", "deploy": "manual"}),
    ],
)
def test_every_moment_of_a_game_with_other_options_can_be_drawn(lang: str, options: dict[str, Any]) -> None:
    lost = {"galactus": "energy", "silver_surfer": "fight", "thanos": "life"}
    for shown, page in moments(lang, **options):
        assert '<div class="bw' in page
        combat = shown["view"]["combat"]
        if combat and combat["entity"] and not combat["attack"]["entity"]:
            assert combat["defence"]["loses"] == lost[combat["entity"]]


@pytest.mark.rule("BW-WIN-7")
def test_the_field_breaks_when_the_planet_goes() -> None:
    last = ""
    for shown, page in moments(galactus_threshold=1, galactus_result="points"):
        assert ("bw--doomed" in page) == (shown["view"]["stage"] == "over")
        last = page
    assert 'class="crack"' in last
    # Who would begin, and a fight that decided nothing, are past.
    assert 'class="init"' not in last
    assert "lastfight" not in last


@pytest.mark.rule("BW-WIN-7")
def test_who_is_ahead_is_in_sight_from_the_first_one_down() -> None:
    options = {"deploy": "auto", "team_mode": "random", "galactus_result": "points"}
    match = Match("battleworld", ["Ada", "Bob"], kinds=["scripted"] * 2, options=options, seed=1)
    board = Board(match.game)
    s: Any = match.state
    shown = []
    for fallen in (False, True):
        if fallen:
            s.piece_on[s.at[7]], s.at[7], s.life[7] = NOBODY, OFF, 0
        context = SeatView.of(match, 0, match.speech("en")).context([])
        assert context["view"]["turn"] == 1
        shown.append(board.paint(board.board, "en", context).whole())
    # Until then its place is kept, so that the field does not move when it comes.
    assert ['class="lead"' in page for page in shown] == [False, True]
    assert ['class="lead is-early"' in page for page in shown] == [True, False]


@pytest.mark.parametrize(("at", "kind"), [("C5", "module"), ("C3", "character")])
def test_a_chance_against_a_module_is_marked_as_one(at: str, kind: str) -> None:
    t = Table({"brute": {"at": at}}, {"ram": {"at": "A5" if kind == "module" else "C5"}}, phase="planning")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    best = view(t.s, 0, speech)["question"]["best"]
    assert best["move C6" if kind == "module" else "move C4"]["kind"] == kind
    coaching = SeatView(GAME, t.s, 0, speech, live=True).coaching
    assert coaching is not None
    assert ("Plate: " in coaching.moment) == (kind == "module")
    assert not any(sign in moment(t, 0) for sign in ("Plate", "Fist", "face", "Red")), "no board, no signs"


@pytest.mark.rule("BW-AUCTION-9", "BW-DAMAGE-1")
def test_in_a_fight_the_coach_names_the_other_and_says_what_a_margin_adds() -> None:
    t = Table({"brute": {"at": "C3", "plan": "attack", "power": 1}}, {"ram": {"at": "C4", "power": 1}})
    t.play("0: act 1", "0: attack 1", dice=(8, 4))
    assert "You have 8, Juggernaut 4: ahead by 4" in moment(t, 0)
    assert moment(t, 0).count("Every 10 points of margin add a wound.") == 1
    assert "raise, roll a die again" in moment(t, 1)
    t.play("0: hold", "1: yield")
    assert moment(t, 0).startswith("Juggernaut goes no further: 8 against 4")
    assert moment(t, 0).count("Every 10 points of margin add a wound.") == 1


@pytest.mark.rule("BW-COMBAT-10")
@pytest.mark.parametrize("power", [0, 1])
def test_a_power_that_strikes_the_loser_is_told_before_and_after(power: int) -> None:
    """The Widow takes power from whom she beats, if there is any to take."""
    t = Table(
        {"black_widow": {"at": "C3", "plan": "attack", "power": 0, "reroll": 0}},
        {"ram": {"at": "C4", "power": power, "reroll": 1}},
    )
    t.play("0: act 1", "0: attack 1", dice=(4, 1))
    words = "Widow's bite: Winning an attack, makes the target lose 1 power."
    assert (words in moment(t, 1)) == (power > 0)
    t.play("1: yield")
    last = view(t.s, 1, GAME.speech("en", ["Ada", "Bob"], t.content.names))["last"]
    assert last is not None
    assert words in [each["reason"] for each in last["follows"]]
