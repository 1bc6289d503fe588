"""Observations: declared pieces, from what a seat may know, the same in both modes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from bagarre.envs.core import OneGame, Setting
from bagarre.envs.describing import document
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pieces import ONE_OF, PieceBook
from tests.envs.tables import every_game, every_table, needs_numba, options
from tests.house import ROOT, leduc

RICH: dict[str, dict[str, Any]] = {
    "boss-quest": {"expansions": "all"},
    "badass-force": {"edition": "mixed"},
    "battleworld": {"leaders": True, "second_cosmic": "thanos"},
    "baston": {"size": 1, "turns": 3, "hidden_sheets": True},
}


def in_bounds(book: PieceBook, seen: Any) -> None:
    assert np.isfinite(seen).all()
    for name, piece in book.split(seen).items():
        declared = book[name]
        assert piece.shape == declared.shape
        assert piece.min() >= declared.low, name
        assert piece.max() <= 1, name
        if declared.kind == ONE_OF:
            assert set(np.unique(piece)) <= {0, 1}, name
            assert piece.sum(axis=-1).max() <= 1, name


def play(game: OneGame, seed: int, limit: int) -> Any:
    """Random play; gives the game at every choice."""
    dice = Random(seed)
    game.deal(str(seed))
    while not game.is_over and len(game.made) < limit:
        yield
        game.look(game.asked)
        assert game.act(dice.choice(np.flatnonzero(game.mask).tolist()))


@every_table
def test_observations_stay_in_their_bounds(name: str, players: int) -> None:
    game = OneGame(Setting(name, players, options(name, players)), "interpreted")
    for _ in play(game, 1, 60):
        for seat in range(players):
            game.look(seat)
            in_bounds(game.setting.pieces, game.observation)


@every_game
def test_observations_stay_in_their_bounds_with_everything_in_play(name: str) -> None:
    game = OneGame(Setting(name, None, RICH[name]), "interpreted")
    for _ in play(game, 2, 60):
        game.look(game.asked)
        in_bounds(game.setting.pieces, game.observation)


@every_game
def test_an_observation_holds_nothing_that_the_seat_may_not_know(name: str) -> None:
    """Worlds that look alike to a seat are observed alike."""
    setting = Setting(name, None, RICH[name])
    game, observe = setting.game, setting.game.room("observe").observe
    for k, _ in enumerate(play(playing := OneGame(setting, "interpreted"), 3, 40)):
        seat = k % setting.players
        playing.look(seat)
        world = game.imagined(playing.known(seat), k, 1, 2)
        again = [0.0] * setting.pieces.size
        observe(game.concealed(world, seat), seat, again)
        assert (np.asarray(again, np.float32) == playing.observation).all()


COMPILED = [
    name if name == "boss-quest" else pytest.param(name, marks=pytest.mark.soak) for name in sorted(RICH)
]
"""One with expansions every day, for each takes a compilation; all under `make soak`."""


@needs_numba
@pytest.mark.compiles
@pytest.mark.parametrize("name", COMPILED)
def test_both_modes_observe_alike(name: str) -> None:
    setting = Setting(name, None, RICH[name])
    games = [OneGame(setting, "compiled"), OneGame(setting, "interpreted")]
    for _ in zip(*(play(game, 4, 80) for game in games)):
        fast, plain = games
        for seat in (fast.asked, (fast.asked + 1) % setting.players):
            for game in games:
                game.look(seat)
            assert fast.observation.tobytes() == plain.observation.tobytes()
            assert (fast.mask == plain.mask).all()


@every_game
def test_a_mask_is_what_the_rules_allow(name: str) -> None:
    setting = Setting(name, None, RICH[name])
    game, verbs = setting.game, setting.verbs
    for _ in play(playing := OneGame(setting, "interpreted"), 5, 30):
        s = playing.position(0)
        for seat in range(setting.players):
            playing.look(seat)
            legal = {verbs.dense(choice) for choice in game.choices(s, seat)}
            assert set(np.flatnonzero(playing.mask).tolist()) == legal


def test_an_illegal_action_changes_nothing() -> None:
    game = OneGame(Setting("boss-quest", 3), "interpreted")
    game.deal("1")
    before = game.position(0)
    wrong = int(np.flatnonzero(game.mask == 0)[0])
    assert not game.act(wrong)
    assert not game.act(-1)
    assert game.position(0) == before
    assert game.made == []


def test_a_piece_is_declared_once_and_named_completely() -> None:
    book = PieceBook()
    book.flags("a", 2, tells="")
    with pytest.raises(ValueError, match="twice"):
        book.counts("a", most=2, tells="")
    with pytest.raises(ValueError, match="2 names for 3"):
        book.flags("b", 3, options=("x", "y"), tells="")


def test_the_page_of_observations_is_true() -> None:
    """`python -m bagarre.envs.describing > docs/observations.md` makes it anew."""
    assert (ROOT / "docs" / "observations.md").read_text(encoding="utf-8") == document()


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "boss-quest", "players": 9}, "9"),
        ({"game": "boss-quest", "players": "many"}, "players"),
        ({"game": "boss-quest", "options": {"speed": 3}}, "speed"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(Mistake) as wrong:
        Setting(**settings)
    for lang in ("fr", "en"):
        said = wrong.value.say(lang)
        assert field in said
        assert "\n" not in said


def test_a_wrong_mode_is_named() -> None:
    with pytest.raises(Mistake) as wrong:
        OneGame(Setting("boss-quest", 3), "slow")  # type: ignore[arg-type]
    assert "mode" in wrong.value.say("en")


def test_a_game_without_observations_says_so() -> None:
    game = leduc()
    bare = type(game)("tests.kernel.bids")
    with pytest.raises(Mistake) as wrong:
        Setting(bare, 2)
    assert "observe.py" in wrong.value.say("en")
