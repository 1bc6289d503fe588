"""Names of classes: what the page places over everything must not be what a board calls a part of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bagarre.games
import bagarre.web

STYLES = Path(bagarre.web.__file__).parent / "static"
GAMES = Path(bagarre.games.__file__).parent
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
WRITTEN = re.compile(r'class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"')
CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


def placed() -> set[str]:
    """Classes that the page takes out of the flow by their name alone."""
    names = set()
    for sheet in (*STYLES.glob("frame/*.css"), *STYLES.glob("table/*.css")):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in RULE.findall(text):
            if re.search(r"position:\s*(absolute|fixed)", body):
                names |= {
                    name.strip()[1:] for name in selectors.split(",") if re.fullmatch(r"\s*\.[\w-]+\s*", name)
                }
    return names


def said(template: str) -> set[str]:
    """Classes of a template: those that stand there, and those that it puts there on a condition."""
    names: set[str] = set()
    for written in WRITTEN.findall(template):
        names |= set(CODE.sub(" ", written).split())
        for code in CODE.findall(written):
            names |= {word for text in re.findall(r'"([^"]*)"', code) for word in text.split()}
    return names


@pytest.mark.parametrize("board", sorted(GAMES.glob("*/board/board.html")), ids=lambda path: path.parts[-3])
def test_no_part_of_a_board_is_placed_by_the_page(board: Path) -> None:
    assert "past" in placed()
    assert said(board.read_text(encoding="utf-8")) & placed() == set()
