"""`bagarre companion`: the real box beside a terminal."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from bagarre.cli.common import Say
from bagarre.cli.companion import CompanionSession, Results, opened, show_parts
from bagarre.cli.main import main
from bagarre.cli.play import Left, session_of
from bagarre.companion import ask_deal
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from tests.companion.real import RealGame, companioned

EN = Say("en")


class Screen:
    """A terminal without one: what was printed, and what is typed next."""

    def __init__(self, typed: list[str] | Callable[[str], str]) -> None:
        self.written = io.StringIO()
        self.console = Console(file=self.written, width=100, height=40)
        self.typed = typed

    def ask(self, prompt: str) -> str:
        self.written.write(prompt)
        if callable(self.typed):
            return self.typed(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def text(self) -> str:
        return self.written.getvalue()


def dice() -> tuple[Match, int, str]:
    """A duel before its first dice: the match, who chooses, what."""
    real = RealGame("battleworld", 2, 1)
    real.play(400)
    for match, _ in companioned(real):
        step = real.match.steps[len(match.steps)]
        assert step.choice is not None
        if len(step.chance) > 1:
            return match, step.seat, match.game.verbs.write(step.choice)
    raise AssertionError("no dice were rolled")


def session(match: Match, typed: list[str]) -> tuple[CompanionSession, Screen]:
    screen = Screen(typed)
    return CompanionSession(match, EN, screen.console, ask=screen.ask), screen


def test_dice_are_asked_and_the_choice_is_made() -> None:
    match, seat, choice = dice()
    game, screen = session(match, ["99", "word", "", "3", "u", "2", *["1"] * 8])
    before = len(match.steps)
    game.choose(seat, choice)
    assert "Attack die of" in screen.text
    assert "not possible here" in screen.text
    assert "does not name one result" in screen.text
    assert len(match.steps) == before + 1
    assert match.steps[-1].chance[0] == 2


def test_rules_are_answered_and_what_happened_is_told() -> None:
    match, seat, choice = dice()
    game, screen = session(match, ["? die", *["1"] * 9])
    game.choose(seat, choice)
    assert "BW-" in screen.text
    assert "·" in screen.text


def test_a_step_back_before_the_first_die_leaves_the_choice() -> None:
    match, seat, choice = dice()
    game, _ = session(match, ["u"])
    record = match.record()
    game.choose(seat, choice)
    assert match.record() == record


def test_a_wrong_die_is_corrected_afterwards() -> None:
    match, seat, choice = dice()
    game, screen = session(match, ["1"] * 8)
    game.choose(seat, choice)
    wrong = match.steps[-1].chance
    screen.typed = [str(wrong[-1] + 1), *["1"] * 8]
    game.undo(seat, "")
    assert match.steps[-1].chance[: len(wrong)] == (*wrong[:-1], wrong[-1] + 1)


def test_the_deal_is_asked_card_by_card() -> None:
    screen = Screen(lambda prompt: "" if "eyes alone" in prompt else "d")
    match = opened(find_game("boss-quest"), "Ada,Blaise", "", {}, [], EN, screen.console, screen.ask)
    assert match is not None
    assert match.companion
    assert match.players == ["Ada", "Blaise"]
    assert "Ada, whose eyes alone may see" in screen.text
    assert "Which Boss appears?" in screen.text
    assert Match.loads(match.record()).record() == match.record()


def test_a_deal_that_is_left_begins_nothing() -> None:
    screen = Screen(["u", "q"])
    assert opened(find_game("boss-quest"), "Ada,Blaise", "", {}, [], EN, screen.console, screen.ask) is None
    assert "the first question" in screen.text


def test_cards_are_named_by_number_or_by_name() -> None:
    dealt = ask_deal(find_game("boss-quest"), 2, chance=random.Random(1))
    speech = find_game("boss-quest").speech("en", ["Ada", "Blaise"], find_game("boss-quest").content().names)
    table = Results(Console(file=io.StringIO()), EN, input)
    assert dealt.question is not None
    assert table.read(dealt.question, speech, "2") == 1
    assert table.read(dealt.question, speech, "blaise") == 1
    for wrong in ("3", "0", "a", "nobody"):
        with pytest.raises(Mistake):
            table.read(dealt.question, speech, wrong)


def test_bots_sit_only_where_no_card_is_hidden() -> None:
    screen = Screen([])
    with pytest.raises(Mistake, match="companion_bots"):
        opened(find_game("boss-quest"), "", "human,easy", {}, [], EN, screen.console, screen.ask)
    with pytest.raises(EOFError):
        opened(find_game("baston"), "", "human,easy", {}, [], EN, screen.console, screen.ask)


def test_leaving_in_the_middle_of_a_question_keeps_the_game(tmp_path: Path) -> None:
    match, seat, choice = dice()
    game, screen = session(match, ["q"])
    game.file = tmp_path / "kept.jsonl"
    with pytest.raises(Left):
        game.choose(seat, choice)
    assert "kept" in screen.text
    assert Match.load(game.file).record() == match.record()
    assert session_of(Match.load(game.file)) is CompanionSession


def test_the_screen_changes_hands_only_for_a_secret() -> None:
    match, _, _ = dice()
    game, screen = session(match, [])
    game.hand_over(match.deciders[0])
    assert "Hand the keyboard" not in screen.text


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_game_lists_its_parts(lang: str) -> None:
    screen = Screen([])
    for name in ("boss-quest", "battleworld", "baston", "badass-force"):
        show_parts(find_game(name), Say(lang), screen.console)
        assert f"bagarre companion {name}" in screen.text
    assert screen.text.count("•") >= 16


@pytest.mark.parametrize(
    "words",
    [["no-such-game"], ["boss-quest", "--players", "A,B,C,D,E,F,G"], ["boss-quest", "--seats", "human,easy"]],
)
def test_bad_input_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "companion", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("bagarre: ")
    assert told.count("\n") == 1


def test_an_ordinary_record_is_not_a_companion_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    Match("boss-quest", 2, seed=1, kinds=["human", "human"]).save(file)
    assert main(["--lang", "en", "companion", "--resume", str(file)]) == 2
    assert "not a game played with the box" in capsys.readouterr().err
