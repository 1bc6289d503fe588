"""The bar has one height for each size of screen, and the board never moves: measured through games, at every decision."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games import games
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_table import opened, uncover, until

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844))
PANELS = {
    "boss-quest": (".bq .rivals", ".bq .boss", ".bq .market", ".bq .you"),
    "badass-force": (".bf .rivals", ".bf .stage", ".bf .casting", ".bf .market", ".bf .score", ".bf .me"),
    "battleworld": (".bw .field",),
    "baston": (".ba .place",),
}
"""What of each board keeps its place where nothing scrolls; the first sights of a game (a draft, a casting) have none of it."""
WIDE = 1000
"""Pixels from which the whole board is in sight."""
PLACES = """(wanted) => wanted.map((one) => {
  const box = document.querySelector(one)?.getBoundingClientRect();
  return box ? [Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)] : null;
})"""
MEASURE = """() => ['.actions', '#main', '#bar .actions__ask p', '#bar .actions__ask h2'].map((wanted) => {
  // What a layout leaves out has no box at all; what is squeezed has one.
  const box = document.querySelector(wanted)?.getClientRects()[0];
  return box ? [Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)] : null;
})"""
ASKED = "document.body.dataset.turn === 'yes' || document.body.dataset.status === 'over'"
NARROWEST = 70
"""Pixels below which a prompt is a column of single words."""


def played(people: People, game: str, seats: int, decisions: int, *, inside: bool = False) -> None:
    """Play a game by its first choices, at one size of the window after the other, and compare what must not move."""
    page = people.page(width=SIZES[0][0], height=SIZES[0][1])
    page.goto("/")
    answer = page.request.post(
        "/api/tables",
        data={"game": game, "name": "Nadia", "seats": ["scripted"] * (seats - 1), "start": True},
    )
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    opened(page)
    first: dict[tuple[int, int], Any] = {}
    panels: dict[tuple[tuple[int, int], str], Any] = {}
    for number in range(decisions):
        until(page, ASKED, before=uncover)
        # The page knows whose turn it is a moment before the keys are there.
        page.wait_for_selector(
            "#bar [data-choice][data-legal], body[data-status=over]",
            state="attached",
            timeout=1000 * PATIENCE,
        )
        size = SIZES[number % len(SIZES)]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        bar, stage, prompt, heading = page.evaluate(MEASURE)
        before = first.setdefault(size, (bar, stage))
        assert (bar, stage) == before, f"{game}, {size}, decision {number}"
        if inside and size[0] >= WIDE:
            for panel, box in zip(PANELS[game], page.evaluate(PLACES, list(PANELS[game])), strict=True):
                if box is not None:
                    kept = panels.setdefault((size, panel), box)
                    assert box == kept, f"{game}, {size}, decision {number}: {panel} has moved"
        for text in (prompt, heading):
            assert text is None or text[2] >= NARROWEST, f"{game}, {size}: a prompt of {text[2]} px"
        if page.locator("body[data-status=over]").count():
            return
        seen = page.locator("#log li").count()
        # What was asked may be over by now: others answered too, or the table went on.
        page.evaluate("() => document.querySelector('#bar [data-choice][data-legal]')?.click()")
        page.wait_for_function(
            "(seen) => document.querySelectorAll('#log li').length > seen || document.body.dataset.turn === 'yes'",
            arg=seen,
        )
        page.wait_for_function("() => !('busy' in document.body.dataset)")


@pytest.mark.parametrize("game", [name for name in games() if name != "baston"])
def test_the_board_never_moves_while_one_decides(people: People, game: str) -> None:
    played(people, game, games()[game].meta.players[0], 16)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, game in games().items() for seats in game.meta.players]
)
def test_the_board_never_moves_in_whole_games_of_every_number(people: People, game: str, seats: int) -> None:
    played(people, game, seats, 400, inside=True)
