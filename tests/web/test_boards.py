"""Every board of every game: renders in both languages, ids are unique, choices can be read, remembered parts are fresh."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser

import pytest
from markupsafe import Markup

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.options import Subset
from bagarre.match import Match
from bagarre.web.boards import Board, mark_of
from bagarre.web.replay import OPEN_CARDS, Replay
from bagarre.web.seatview import Player, SeatView
from bagarre.web.store import OVER, Seat, Stored
from tests.web.house import on_web

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Balanced(HTMLParser):
    """Checks that every element is closed, and collects ids and choices."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.choices: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("data-choice"):
            self.choices.append(str(found["data-choice"]))
        self.choices += (found.get("data-choices") or "").split("|") if found.get("data-choices") else []
        assert "onclick" not in found, "no script in the page"
        assert tag not in ("script", "style"), f"no <{tag}> in a board: the policy refuses it"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> too much"
        assert self.open.pop() == tag, f"</{tag}> closes something else"


def check(html: str, game: Game) -> None:
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids)), sorted(i for i in parser.ids if parser.ids.count(i) > 1)
    for choice in parser.choices:
        game.verbs.read(choice)


def option_sets(game: Game) -> list[dict[str, object]]:
    """The game as it comes, and with every set of additions in play."""
    everything: dict[str, object] = {
        option.name: option.values for option in game.meta.options if isinstance(option, Subset)
    }
    return [{}, everything] if everything else [{}]


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_boards_render_at_every_step(game: Game) -> None:
    render_games(game, option_sets(game), steps=60)


@pytest.mark.soak
@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_boards_render_at_every_step_of_longer_games(game: Game) -> None:
    render_games(game, option_sets(game) * 2, steps=120)


def render_games(game: Game, tables: list[dict[str, object]], steps: int) -> None:
    """Boards as the seat that is asked and another see them, remembered parts as fresh ones."""
    remembering, fresh = Board(game), Board(game)
    fresh.memory = None
    for number, options in enumerate(tables):
        dice = random.Random(number)
        seats = game.meta.players[-1] if number == 0 else dice.choice(list(game.meta.players))
        match = Match(game, [f"<b>P{i}</b>" for i in range(seats)], options=options, seed=number)
        for step in range(steps):
            if match.is_over:
                break
            for seat in {match.deciders[0], dice.randrange(SPECTATOR, seats)}:
                lang = ("fr", "en")[step % 2]
                seat_view = SeatView.of(match, seat, match.speech(lang))
                players = [
                    Player(i, name, False, False, i == seat, i in seat_view.awaited)
                    for i, name in enumerate(match.players)
                ]
                context = seat_view.context(players)
                canvas = remembering.paint(remembering.board, lang, context)
                assert canvas.whole() == fresh.paint(fresh.board, lang, context).whole(), (
                    "a remembered part is stale"
                )
                html = canvas.whole()
                check(html, game)
                assert not re.search(r"<b>P\d", html), "names are escaped"
                for notation in seat_view.legal:
                    assert game.verbs.read(notation) in seat_view.choices
                if remembering.panel is not None:
                    check(remembering.paint(remembering.panel, lang, context).whole(), game)
            match.play(match.deciders[0], dice.choice(list(match.legal(match.deciders[0]))))


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_boards_render_in_replays(game: Game) -> None:
    board = Board(game)
    dice = random.Random(3)
    seats = game.meta.players[0]
    match = Match(game, seats, seed=3)
    for _ in range(60):
        if match.is_over:
            break
        match.play(match.deciders[0], dice.choice(list(match.legal(match.deciders[0]))))
    stored = Stored(
        "CODE",
        game.name,
        "T",
        OVER,
        {},
        match.header(),
        0,
        [Seat("human", str(i)) for i in range(seats)],
        lines=match.lines,
    )
    replay = Replay.of(stored, game)
    assert replay.last == len(match.steps) - 1
    for moment in range(0, replay.last + 1, 5):
        for eye in (OPEN_CARDS, SPECTATOR, 0):
            html, _ = replay.stage(board, moment, eye, "fr")
            check(html, game)
            assert "data-legal" not in html
    assert replay.log(OPEN_CARDS, "fr")


def test_marks_tell_apart_what_is_drawn_differently() -> None:
    drawn_alike = [("a", {"n": 1, "of": [1, 2]}), ("a", {"n": 1, "of": (1, 2)})]
    assert len({mark_of(*uses) for uses in drawn_alike}) == 1
    different = [
        ("<b>",),
        (Markup("<b>"),),
        (1,),
        (True,),
        ("1",),
        (None,),
        ([],),
        ({1: 2},),
        ({"1": 2},),
        ({"a": 1, "b": 2},),
        ({"b": 2, "a": 1},),
    ]
    assert len({mark_of(*uses) for uses in different}) == len(different)


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_drawings_are_safe_to_put_into_a_page(game: Game) -> None:
    for name in ("icon.svg", "cover.svg", "symbols.svg"):
        text = str(Board(game).inline(name))
        assert not re.search(r"<(style|script|foreignObject)|\son\w+=|https?://(?!www\.w3\.org)", text), name
