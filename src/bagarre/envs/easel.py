"""A position as one picture: an SVG that needs no browser, made of the board's own drawings (`board/picture.svg.jinja` of the game).

The template reads what the board reads. `art` puts a drawing of the board in its colours by day, `ink` names one of them, `line` and `lines` write
text, `wide` tells how wide it is, and `drawn` is a part of the board as it stands on the page.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path

import resvg_py
from jinja2 import Template
from markupsafe import Markup, escape
from PIL import ImageFont

from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.speech import Speech
from bagarre.web.boards import Board, Canvas
from bagarre.web.printing import inks
from bagarre.web.printing.inks import FONT, SVG, Inks
from bagarre.web.seatview import Player, SeatView, known_to

FONTS = Path(inks.__file__).parent / "fonts"
FACES = {
    ("", False): "DejaVuSans.ttf",
    ("", True): "DejaVuSans-Bold.ttf",
    (" Condensed", False): "DejaVuSansCondensed.ttf",
    (" Condensed", True): "DejaVuSansCondensed-Bold.ttf",
}
"""The house's letters, plain and bold, wide and narrow."""
DRAWINGS = 4096
"""Drawings that are kept in their colours: painting them is dearer than all the rest."""
STAMPS = 512
"""Drawings that are kept as pixels."""
_HOLDS = re.compile(r"<(/?)(?:div|button|span|section)\b")


class Easel:
    """Pictures of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.board = game, Board(game)
        self.inks = Inks(
            self.board.assets["board.css"][0].decode(),
            str(self.board.symbols),
            {"class": "board", "data-game": game.name},
        )
        self._painted = lru_cache(DRAWINGS)(self._paint)
        self._stamped = lru_cache(STAMPS)(self._stamp)
        self.ink = cache(self._ink)

    @cached_property
    def template(self) -> Template:
        return self.board.environment.get_template("picture.svg.jinja")

    def svg(self, s: Position, seat: int, speech: Speech, names: Sequence[str]) -> str:
        """What a seat sees (-1: a spectator), from a state in which nothing is concealed yet."""
        view = SeatView(self.game, known_to(self.game, s, seat), seat, speech, live=False)
        players = [Player(n, name, you=n == seat, awaited=n in view.awaited) for n, name in enumerate(names)]
        context = view.context(players)
        page: list[Canvas] = []

        def drawn(part: str) -> str:
            if not page:
                page.append(self.board.paint(self.board.board, speech.lang, context))
            found = page[0].parts.get(part) or _named(part, page[0].skeleton)
            return _HOLDS.sub(r"<\1g", found)

        more = {
            "art": self.art,
            "stamp": self.stamp,
            "ink": self.ink,
            "line": line,
            "lines": lines,
            "wide": wide,
            "drawn": drawn,
        }
        return self.board.paint(self.template, speech.lang, {**context, **more}).whole()

    @cached_property
    def defs(self) -> Markup:
        """Patterns that drawings name and do not bring along."""
        found = [
            ET.tostring(each, encoding="unicode")
            for each in self.inks.symbols.values()
            if each.tag == "pattern"
        ]
        return Markup(f"<defs><svg {self._paint(''.join(found), '0 0 1 1')}</defs>" if found else "")

    def art(
        self, body: str, box: str, x: float, y: float, width: float, height: float, *, fit: str = ""
    ) -> Markup:
        """A drawing of the board with `box` as its viewBox, put there."""
        kept = f' preserveAspectRatio="{fit}"' if fit else ""
        return Markup(
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}"{kept} {self._painted(str(body), box)}'
        )

    def stamp(self, body: str, box: str, x: int, y: int, width: int, height: int) -> Markup:
        """The same as a picture of so many pixels, drawn once: for what is dear to draw, as patterns are."""
        return Markup(
            f'<image x="{x}" y="{y}" width="{width}" height="{height}" href="data:image/png;base64,{self._stamped(str(body), box, width, height)}"/>'
        )

    def _stamp(self, body: str, box: str, width: int, height: int) -> str:
        drawn = f'<svg xmlns="{SVG}" width="{width}" height="{height}">{self.defs}{self.art(body, box, 0, 0, width, height)}</svg>'
        return b64encode(png(drawn)).decode()

    def _paint(self, body: str, box: str) -> str:
        return self.inks.picture(body, box).removeprefix("<svg ")

    def _ink(self, name: str) -> str:
        """A colour of the board's sheet of styles: `ink("--bq-gold")`."""
        found = re.search(
            r'<path fill="([^"]*)"', self.inks.picture(f'<path fill="var({name})"/>', "0 0 1 1")
        )
        return found[1] if found else "none"


def png(svg: str) -> bytes:
    """A picture as pixels, with the house's own letters: the same on every machine."""
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=[str(FONTS / file) for file in FACES.values()],
        font_family=FONT,
        skip_system_fonts=True,
    )
    return drawn


def _named(name: str, page: str) -> str:
    """The drawing of that class which stands between the parts."""
    found = re.search(rf'<svg class="{re.escape(name)}".*?</svg>', page, re.DOTALL)
    return found[0] if found else ""


@cache
def easel_of(game: Game) -> Easel | None:
    """None where a game has no picture of its own."""
    return Easel(game) if (game.folder / "board" / "picture.svg.jinja").is_file() else None


# Text: SVG breaks no lines and cuts nothing off.


@lru_cache(64)
def _face(size: float, bold: bool, narrow: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / FACES[" Condensed" if narrow else "", bold]), size)


@lru_cache(4096)
def wide(text: str, size: float, bold: bool = False, narrow: bool = False) -> float:
    """How wide a line is."""
    return _face(size, bold, narrow).getlength(text)


def plain(text: object) -> str:
    """The words of something that may be HTML already."""
    return text.unescape() if isinstance(text, Markup) else str(text)


def line(
    text: object,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    narrow: bool = False,
    anchor: str = "start",
    room: float = 0,
) -> Markup:
    """A line of text; where it has more letters than `room` they are narrow, and then it is cut off."""
    words = plain(text)
    if room and wide(words, size, bold, narrow) > room:
        narrow = True
        while len(words) > 1 and wide(words, size, bold, narrow) > room:
            words = words.rstrip("…")[:-1].rstrip() + "…"
    more = [
        *([f'text-anchor="{anchor}"'] if anchor != "start" else []),
        *(['font-weight="700"'] if bold else []),
        *(['font-stretch="condensed"'] if narrow else []),
    ]
    return Markup(
        f'<text x="{x}" y="{y}" font-family="{FONT}" font-size="{size}" fill="{fill}" {" ".join(more)}>{escape(words)}</text>'
    )


def lines(
    text: object,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    room: float,
    most: int = 3,
    bold: bool = False,
) -> Markup:
    """A paragraph of at most so many lines; what has no room is cut off."""
    found = [""]
    for word in plain(text).split(" "):
        longer = f"{found[-1]} {word}".strip()
        if wide(longer, size, bold) <= room or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return Markup("").join(
        line(each, x, y + 1.3 * size * n, size, fill, bold=bold, room=room) for n, each in enumerate(found)
    )
