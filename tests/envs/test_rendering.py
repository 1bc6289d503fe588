"""Images of tables: the board's picture for every game and number of players, without a browser; without one the table of the terminal."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from PIL import ImageFont

from bagarre.envs import easel, rendering
from bagarre.envs.easel import easel_of, line, lines, plain, wide
from bagarre.envs.pettingzoo import env
from bagarre.envs.rendering import SIGNS, Painter, fixed_font
from bagarre.games import find_game, games
from bagarre.kernel.game import SPECTATOR
from bagarre.match import Match
from bagarre.web.printing.inks import Inks
from tests.envs.tables import counts, every_game, options

LATIN = 0x2000
"""Letters end before this; arrows, hearts and frames come after it."""
SIZE = (600, 960, 3)


@every_game
def test_every_sign_can_be_drawn(name: str) -> None:
    _, files = fixed_font()
    plain = [file for file in files if file.endswith(("Mono.ttf", "consola.ttf", "Menlo.ttc"))]
    if not plain:
        pytest.skip("no font of fixed width is installed where it is looked for")
    font = ImageFont.truetype(plain[0], 20)
    empty = bytes(font.getmask("\U0010ffff"))
    text = (find_game(name).folder / "terminal.py").read_text(encoding="utf-8").translate(SIGNS)
    lacking = {sign for sign in set(text) if ord(sign) >= LATIN and bytes(font.getmask(sign)) == empty}
    assert not lacking


@pytest.mark.parametrize(
    ("name", "players"),
    [pytest.param(game.name, n, id=f"{game.name}-{n}") for game in games().values() for n in counts(game)],
)
def test_every_table_has_a_picture(name: str, players: int) -> None:
    table = env(name, players, mode="interpreted", render_mode="rgb_array", options=options(name, players))
    table.reset(seed=3)
    first = table.render()
    for _ in range(6):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.flatnonzero(mask)[-1]))
    later = table.render()
    assert first.shape == later.shape == SIZE
    assert first.dtype == np.uint8
    assert (first != later).any(), "what is played is seen"
    colours = later.reshape(-1, 3).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    assert len(np.unique(colours)) > 200, "more than plain areas: drawings"


def whole_game(name: str, players: int, **more: Any) -> Match:
    match = Match(name, players, seed="6", options={**options(name, players), **more})
    chance = random.Random(1)
    while match.outcome is None:
        seat = match.deciders[0]
        match.play(seat, chance.choice(list(match.legal(seat))))
    return match


@pytest.mark.parametrize(
    ("name", "players", "more"),
    [
        ("boss-quest", 4, {"expansions": "all"}),
        ("badass-force", 6, {}),
        ("battleworld", 2, {"team_mode": "draft"}),
        ("baston", 3, {}),
    ],
)
def test_every_moment_of_a_game_can_be_drawn(name: str, players: int, more: dict[str, Any]) -> None:
    """Every seat and spectators, in both languages; names are words, not markup."""
    match = whole_game(name, players, **more)
    found = easel_of(match.game)
    assert found is not None
    names = ["A & <B>", *match.players[1:]]
    steps = len(match.steps)
    for step in [*range(0, steps, max(1, steps // 12)), steps - 1]:
        seat = step % (players + 1) - 1
        lang = ("fr", "en")[step % 2]
        speech = match.game.speech(lang, names, match.game.content().names)
        drawn = ET.fromstring(found.svg(match.position(step), seat, speech, names))
        told = [node.text or "" for node in drawn.iter() if node.tag.endswith("text")]
        assert not [text for text in told if "&amp;" in text or "{" in text]


def test_a_learner_sees_its_own_cards_and_a_spectator_does_not() -> None:
    match = Match("boss-quest", 3, seed="3")
    names = match.players
    speech = match.speech("en")
    found = easel_of(match.game)
    assert found is not None
    seen = [found.svg(match.state, seat, speech, names) for seat in (SPECTATOR, 0, 1)]
    assert len(set(seen)) == 3


def test_a_game_without_a_picture_shows_its_table_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easel, "easel_of", lambda game: None)
    match = Match("boss-quest", 3, seed="3")
    painter = Painter(match.game, match.players, mode="rgb_array")
    drawn = painter.paint(match.state, SPECTATOR)
    assert isinstance(drawn, np.ndarray)
    assert drawn.shape[1] != SIZE[1]
    assert drawn.std() > 5


@pytest.mark.parametrize("package", rendering.DRAWERS)
def test_what_draws_comes_with_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that names it."""
    from bagarre.envs import extras

    monkeypatch.setattr(extras, "find_spec", lambda wanted: None if wanted == package else True)
    painter = Painter(find_game("boss-quest"), ["1", "2"], mode="rgb_array")
    with pytest.raises(ImportError, match=package):
        painter.paint(Match("boss-quest", 2, seed="3").state, SPECTATOR)


def test_text_that_has_no_room_is_cut_off() -> None:
    whole = "Lord of the League of Shadows"
    short = plain(line(whole, 0, 0, 14, "#000", room=100).striptags())
    assert short.endswith("…")
    assert wide(short, 14, False, True) <= 100
    assert whole in line(whole, 0, 0, 14, "#000", room=400)
    assert lines(whole, 0, 0, 14, "#000", room=100, most=2).count("<text") == 2


def test_dashes_of_a_circle_are_told_in_its_true_length() -> None:
    """Not everything that draws knows `pathLength`: a clock of 12 with 8 gone would be stripes."""
    inks = Inks("", "<svg></svg>", {})
    drawn = inks.picture('<circle r="51" pathLength="12" stroke-dasharray="8 12"/>', "0 0 1 1")
    assert "pathLength" not in drawn
    assert 'stroke-dasharray="213.63 320.44"' in drawn
