"""Images of tables: every sign that a terminal draws is in the font, or something is drawn in its place."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from bagarre.envs.rendering import SIGNS, fixed_font
from bagarre.games import find_game
from tests.envs.tables import every_game

LATIN = 0x2000
"""Letters end before this; arrows, hearts and frames come after it."""


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
