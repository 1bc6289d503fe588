"""What a scenario file may say, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Entry
from bagarre.scenario import ScenarioResult, _fact, run_scenario

HEAD = 'title = "T"\ngame = "leduc"\nseats = 2\n'
POSITION = '[position]\ncards = ["J1", "K1"]\n'


def run(leduc: Game, text: str, head: str = HEAD) -> ScenarioResult:
    return run_scenario(head + text, game=leduc)


FAILURES = [
    ('[[step]]\nseat = 0\noffers = ["fold"]', "step 1 (0): offers 'fold': expected true, found ['call', 'raise']"),
    ('[[step]]\nseat = 0\nmenu = ["call"]', "step 1 (0): menu: expected ['call'], found ['call', 'raise']"),
    ('[[step]]\nseat = 0\nrefuses = { "call" = "" }', "step 1 (0): refuses 'call': expected true, found ['call', 'raise']"),
    ('[[step]]\nseat = 0\nrefuses = { "fold" = "LE-BET-1" }', "step 1 (0): refuses 'fold': expected 'LE-BET-1', found 'LE-BET-4 (nothing_to_fold_to)'"),
    ('[[step]]\nseat = 1\nchoice = "call"', "step 1 (1: call): call: expected allowed, found it is not your turn [LE-BET-1]"),
    ('[[step]]\nseat = 0\nchoice = "call"\nchance = ["Q1"]', "step 1 (0: call): chance: expected 1, found 0"),
    ('[[step]]\nmoves = ["0: call", "1: call"]\nchance = ["J1"]', "step 1 (1: call): chance: expected possible results, found [0]"),
    ('[[step]]\nseat = 0\nchoice = "call"\nevents = ["raises"]', "step 1 (0: call): events 'raises': expected ['raises'], found ['calls(seat=0 paid=1)']"),
    ('[[step]]\nseat = 0\nchoice = "call"\nevents = ["calls paid=3"]', "step 1 (0: call): events 'calls paid=3': expected ['calls paid=3'], found ['calls(seat=0 paid=1)']"),
    ('[[step]]\nseat = 0\nchoice = "raise"\nexpect = { "paid.0" = 5 }', "step 1 (0: raise): expect paid.0: expected 5, found 3"),
    ('[[step]]\nseat = 0\nchoice = "raise"\nsees.0 = { "cards.1" = "K1" }', "step 1 (0: raise): sees.0 cards.1: expected 'K1', found '?'"),
    ('[[step]]\nseat = 0\nchoice = "raise"\nunsure.0 = ["cards.0"]', "step 1 (0: raise): unsure.0 cards.0: expected several possible values, found 'J1'"),
    ("[expect]\nround = 1\npot = 3", "end: expect round: expected 1, found 0"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), FAILURES, ids=range(len(FAILURES)))
def test_a_difference_shows_where_and_both_values(leduc: Game, text: str, said: str) -> None:
    result = run(leduc, POSITION + text)
    assert not result.passed
    assert result.say("en")[0] == f"scenario: {said}"
    assert len(result.say("fr")) == len(result.failures)


def test_all_differences_of_a_scenario_are_told(leduc: Game) -> None:
    result = run(leduc, POSITION + '[expect]\nround = 1\npot = 3\nboard = "J2"')
    assert len(result.failures) == result.checks == 3


MISTAKES = [
    ("step = 3", "scenario: –: step: expected a table, got 3"),
    ("[[step]]\nseat = 2", "scenario: step.0: seat: expected a number from 0 to 1, got 2"),
    ("[[step]]\nchoice = 'call'", "scenario: step.0: seat: missing field"),
    ("[[step]]\nseat = 0\nchoice = 'dance'", "scenario: step.0: choice: “dance”: a choice that cannot be read"),
    ("[[step]]\nseat = 0\nchoise = 'call'", "scenario: step.0: choise: unknown field (allowed: "),
    ("[[step]]\nmoves = ['call']", "scenario: step.0: moves: “call”: moves are written “seat: choice”"),
    ("[[step]]\nmoves = ['7: call']", "scenario: step.0: moves: “7: call”: moves are written “seat: choice”"),
    ("[[step]]\nseat = 0\nchoice = 'call'\nmoves = ['1: call']", "scenario: step.0: moves: a choice or moves, not both"),
    ("[[step]]\nseat = 0\nchance = ['Z9']", "scenario: step.0: chance: unknown chance result: 'Z9'"),
    ("[[step]]\nseat = 0\nchance = [-3]", "scenario: step.0: chance: unknown chance result: -3"),
    ("[[step]]\nseat = 0\nchance = [1,1,1,1,1,1,1,1,1]", "scenario: step.0: chance: too many chance results (at most 8 in a step)"),
    ("[[step]]\nseat = 0\nsees.5 = { pot = 1 }", "scenario: step.0: sees.5: expected a seat (0 up to but not including 2) or “spectator”"),
    ("[expect]\nmoney = 3", "scenario: –: expect.money: there is no fact “money” here (there are: deciders, ending, cards,"),
    ("[expect]\n'cards.7' = 3", "scenario: –: expect.cards.7: there is no fact “7” here (there are: 0…1)"),
    ("rules = 'LE-END-1'", "scenario: –: rules: expected a list, got 'LE-END-1'"),
    ("seed = 'x'", "scenario: –: seed: expected a number from 0 to"),
    ("options = { colour = 1 }", "unknown option “colour” (allowed: raises)"),
    ("packs = ['nowhere.toml']", "nowhere.toml: cannot be read"),
    ("[position]\ncards = ['J1', 'J1']", "scenario: position: –: impossible position: cards are not conserved"),
    ("[position]\ncards = ['J1', 'X9']", "scenario: position: –: impossible position: "),
    ("[position]\ncards = ['J1']", "scenario: position: –: impossible position: "),
    ("[position]\ncard = ['J1']", "scenario: position: card: unknown field (allowed: cards, board, paid, folded)"),
    ("[position]\ncards = ['J1', 'K1']\n[deal]\nchance = []", "scenario: –: deal: a position or a deal, not both"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_wrong_file_is_told_in_one_line_that_names_the_field(leduc: Game, text: str, said: str) -> None:
    with pytest.raises(Mistake) as error:
        run(leduc, text)
    assert error.value.say("en").startswith(said)
    assert "\n" not in error.value.say("fr")


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('title = "T"\ngame = "chess"\nseats = 2\n', "unknown game “chess”"),
        ('title = "T"\ngame = "leduc"\nseats = 9\n', "Leduc takes 2–4 players, not 9"),
        ('game = "leduc"\nseats = 2\n', "scenario: –: title: missing field"),
        ('title = "T"\nseats = 2\n', "scenario: –: game: missing field"),
        ('title = "T\n', "scenario: TOML that cannot be read"),
    ],
)
def test_a_wrong_head(leduc: Game, head: str, said: str) -> None:
    with pytest.raises(Mistake) as error:
        run(leduc, "", head)
    assert error.value.say("en").startswith(said)


def test_a_missing_file() -> None:
    with pytest.raises(Mistake) as error:
        run_scenario("nowhere.toml")
    assert "nowhere.toml" in error.value.say("fr")


def test_the_same_file_runs_the_same_and_its_seed_matters(leduc: Game, tmp_path: Path) -> None:
    file = tmp_path / "dealt.toml"
    hands = set()
    for number in range(10):
        file.write_text(HEAD + f"seed = {number}\n[[step]]\nseat = 0\nmenu = ['call', 'raise']\n")
        matches = [run_scenario(file, game=leduc).match for _ in range(2)]
        assert matches[0] is not None
        assert matches[1] is not None
        assert matches[0].packed == matches[1].packed
        hands.add(tuple(matches[0].state.cards))  # type: ignore[attr-defined]
    assert len(hands) > 3


def test_sealed_answers_are_steps_in_any_order() -> None:
    bids = Game("tests.kernel.bids")
    head = 'title = "T"\ngame = "bids"\nseats = 3\n'
    for order in ("012", "210", "102"):
        steps = "".join(f'[[step]]\nseat = {seat}\nchoice = "bid {seat}"\n' for seat in order)
        result = run_scenario(head + steps + 'events = ["revealed seat=0 n=0", "scores seat=2"]\n', game=bids)
        assert result.passed, result.say("en")


def test_nothing_is_written_none_inside_lists_too() -> None:
    facts = {"cards": [None, "K1", (None, 3)], "board": None}
    entry = Entry("scenario", "expect", {})
    assert _fact(entry, "expect", facts, "cards") == ["none", "K1", ["none", 3]]
    assert _fact(entry, "expect", facts, "board") == "none"
