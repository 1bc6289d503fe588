"""Environments drawn: the table of the terminal, printed (`human`) or as text (`ansi`), and its picture (`rgb_array`).

The picture is the board's: `board/picture.svg.jinja` of the game with the drawings and colours of the web table, which resvg draws without a browser.
A game without one is drawn as its table in the terminal, which needs a font of fixed width, such as DejaVu Sans Mono.
"""

from __future__ import annotations

import io
import os
import re
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from bagarre.envs.extras import need
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import language_of

MODES = ["human", "ansi", "rgb_array"]
WIDTH = 100
"""Columns of a table of the terminal."""
ZOOM = 0.6
"""Its image is about 740 pixels wide: letters can be read, and drawing takes half as long as at full size."""
FONTS = {
    "DejaVu Sans Mono": (
        "/usr/share/fonts/truetype/dejavu",
        "/usr/share/fonts/dejavu",
        "/usr/share/fonts/TTF",
    ),
    "Menlo": ("/System/Library/Fonts",),
    "Consolas": ("C:/Windows/Fonts",),
}
"""Fonts of fixed width, and where systems keep them: to look at all fonts of a system takes a second each time."""
FONT_FILES = {"DejaVu Sans Mono": "DejaVuSansMono*.ttf", "Menlo": "Menlo.ttc", "Consolas": "consola*.ttf"}
SIGNS = str.maketrans({"⛨": "◈", "⌖": "⊕"})
"""Signs that these fonts lack, and what is drawn in their place."""

DRAWERS = ("resvg_py", "PIL", "jinja2", "orjson", "cssselect2", "tinycss2")
"""What draws a board: all of it in the extra `envs`."""

Image = NDArray[np.uint8]


class Painter:
    """Draws positions of one table."""

    def __init__(
        self, game: Game, names: list[str], packs: tuple[Pack, ...] = (), mode: str | None = None
    ) -> None:
        """:raises Mistake: when there is no such way to draw."""
        if mode is not None and mode not in MODES:
            raise Mistake("env_setting", field="render_mode", value=str(mode), allowed=", ".join(MODES))
        self.game, self.names, self.packs, self.mode = game, names, packs, mode
        self.height = 0
        """Rows of the highest image so far: those after it are as high, for films."""

    def paint(self, s: Position, seat: int) -> str | Image | None:
        """The table as a seat sees it (-1: a spectator), in the way that was asked for."""
        if self.mode is None:
            return None
        speech = self.game.speech(language_of(os.environ), self.names, self.game.content(self.packs).names)
        if self.mode == "rgb_array" and (picture := self._picture(s, seat, speech)) is not None:
            return picture
        drawn = self.game.room("terminal").draw(self.game.view(s, seat, speech), speech)
        if self.mode == "human":
            Console(width=WIDTH, highlight=False).print(drawn)
            return None
        console = Console(width=WIDTH, file=io.StringIO(), record=True, highlight=False, force_terminal=True)
        console.print(drawn)
        if self.mode == "ansi":
            return console.export_text(styles=True)
        drawn = terminal_image(console.export_svg(title=self.game.meta.title))
        self.height = max(self.height, len(drawn))
        return np.pad(drawn, ((0, self.height - len(drawn)), (0, 0), (0, 0)))

    def _picture(self, s: Position, seat: int, speech: Speech) -> Image | None:
        """The board's picture, where the game has one.

        :raises MissingExtra: when what draws is not installed.
        """
        for package in DRAWERS:
            need(package)
        from bagarre.envs.easel import easel_of, png

        easel = easel_of(self.game)
        return pixels(png(easel.svg(s, seat, speech, self.names))) if easel is not None else None


def pixels(png: bytes) -> Image:
    """A picture as rows of red, green and blue."""
    from PIL import Image as Pictures

    with Pictures.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"), np.uint8)


def terminal_image(svg: str) -> Image:
    """What Rich wrote, drawn."""
    import resvg_py

    font, files = fixed_font()
    plain = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", font)
    plain = plain.translate(SIGNS)
    png = resvg_py.svg_to_bytes(
        svg_string=plain,
        font_family=font,
        monospace_family=font,
        font_files=files,
        skip_system_fonts=bool(files),
        zoom=ZOOM,
    )
    return pixels(png)


@cache
def fixed_font() -> tuple[str, list[str]]:
    """A font of fixed width and its files; no files when only the system knows where it is."""
    for font, folders in FONTS.items():
        for folder in folders:
            if files := sorted(str(file) for file in Path(folder).glob(FONT_FILES[font])):
                return font, files
    return "monospace", []
