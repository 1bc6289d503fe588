"""Boards: the templates of a game, rendered in parts.

A part is one element of the board. The server remembers rendered parts by what they use, and a browser receives only the
parts whose bytes changed. `docs/web-boards.md` is the agreement with those who draw boards.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from bagarre.kernel.game import Game
from bagarre.web.assets import Asset, assets_in, digest
from bagarre.web.templating import environment, html, macro_name

FOLDER = Path(__file__).parent
REMEMBERED = 2000
"""Parts kept in memory for all tables."""
NOTHING: Mapping[str, int] = {}
SKELETON = ""
"""Among the marks of a board, the one of all that is not in a part."""
HOLE = re.compile("\x00([^\x00]*)\x00")


class Memory(OrderedDict[int, str]):
    """The rendered parts used last, by their marks."""

    def recall(self, mark: int, render: Callable[[], str]) -> str:
        found = self.get(mark)
        if found is None:
            found = self[mark] = render()
            if len(self) > REMEMBERED:
                self.popitem(last=False)
        else:
            self.move_to_end(mark)
        return found


def mark_of(*uses: Any) -> int:
    """A number that stands for plain data, the same for the same within one process. HTML that reads like a text is not the same."""
    try:
        return hash(orjson.dumps(uses, option=orjson.OPT_PASSTHROUGH_SUBCLASS))
    except TypeError:
        return hash(repr(uses))


class Canvas:
    """One rendering of a template: collects the parts and leaves holes where they stand.

    `has` are the marks of the parts that the reader has: what is the same is not rendered.
    """

    def __init__(self, memory: Memory | None, where: tuple[str, ...], has: Mapping[str, int]) -> None:
        self.memory = memory
        self.where = where
        self.has = has
        self.parts: dict[str, str | None] = {}
        """The parts; `None` for one that the reader has."""
        self.marks: dict[str, int] = {}
        """For each part that says what it uses, a number that stands for that."""
        self.skeleton = ""
        self._inside = ""

    def __getstate__(self) -> dict[str, Any]:
        """What travels of it: what was painted and its reader lacks."""
        known = SKELETON in self.marks and self.has.get(SKELETON) == self.marks[SKELETON]
        return {"skeleton": "" if known else self.skeleton, "parts": self.parts, "marks": self.marks}

    def frame(self, skeleton: str) -> None:
        """Put the whole into its place on the page."""
        self.skeleton = skeleton
        self.marks[SKELETON] = int.from_bytes(hashlib.blake2b(skeleton.encode(), digest_size=8).digest())

    def part(
        self,
        name: str,
        tag: str = "div",
        uses: Any = None,
        caller: Callable[[], str] | None = None,
        **attributes: Any,
    ) -> Markup:
        """An element of the board that is sent only when it changes; `uses` names all that its body reads."""
        if self._inside:
            raise ValueError(f"part {name!r} inside part {self._inside!r}: parts do not nest")
        if name in self.parts:
            raise ValueError(f"part {name!r} twice")
        assert caller is not None
        if uses is None or self.memory is None:
            self.parts[name] = self._part(name, tag, attributes, caller)
        else:
            mark = self.marks[name] = mark_of(self.where, name, tag, attributes, uses)
            self.parts[name] = (
                None
                if self.has.get(name) == mark
                else self.memory.recall(mark, lambda: self._part(name, tag, attributes, caller))
            )
        return html(f"\x00{name}\x00")

    def _part(self, name: str, tag: str, attributes: dict[str, Any], caller: Callable[[], str]) -> str:
        self._inside = name
        body = caller()
        self._inside = ""
        told = "".join(
            [f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None]
        )
        return f'<{tag} id="b-{name}"{told}>{body}</{tag}>'

    def remember(self, macro: Any, *arguments: Any) -> Markup:
        """A macro rendered once for all tables: its arguments must be all that it reads."""
        if self.memory is None:
            return html(macro(*arguments))
        mark = mark_of(self.where, macro_name(macro), arguments)
        return html(self.memory.recall(mark, lambda: macro(*arguments)))

    def serves(self, has: Mapping[str, int]) -> bool:
        """Is everything here that a reader of these marks lacks?"""
        whole = has.get(SKELETON) != self.marks[SKELETON]
        return not (whole and not self.skeleton) and all(
            part is not None or (not whole and has.get(name) == self.marks[name])
            for name, part in self.parts.items()
        )

    def whole(self) -> str:
        """The board with its parts in place."""
        return HOLE.sub(lambda hole: self.parts[hole[1]] or "", self.skeleton)


@cache
def _environment_of(folder: Path) -> Environment:
    """The templates of a board, compiled once in a process."""
    return environment(folder)


def rendered(template: Template, context: Mapping[str, Any], **more: Any) -> str:
    """What Jinja's `render` gives, without sorting out the variables each time."""
    variables = {**template.environment.globals, **context, **more}
    page = template.new_context(variables, shared=True)
    text = "".join(template.root_render_func(page))
    # Macros know the page and the page knows its macros: let go, so that all of it is freed at once and not by the collector.
    page.vars.clear()
    variables.clear()
    return text


class Board:
    """The board folder of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.folder = game.folder / "board"
        self.environment = _environment_of(self.folder)
        self.memory: Memory | None = Memory()

    def _template(self, name: str) -> Template | None:
        return self.environment.get_template(name) if (self.folder / name).is_file() else None

    @cached_property
    def on_web(self) -> bool:
        """Has the game a board? Otherwise it is played in the terminal."""
        return (self.folder / "board.html").is_file()

    @cached_property
    def board(self) -> Template:
        return self.environment.get_template("board.html")

    @cached_property
    def panel(self) -> Template | None:
        return self._template("panel.html")

    @cached_property
    def aid(self) -> Template | None:
        return self._template("aid.html")

    @cached_property
    def room(self) -> Template | None:
        """Pictures for the pages around the table."""
        return self._template("room.html")

    def picture(self, what: str, lang: str, *, option: str = "", value: str = "", seat: int = 0) -> Markup:
        """A picture for a page around the table: the `card` of an option's value, the `portrait` of a seat, or the `scene`; empty when there is none."""
        if self.room is None:
            return Markup("")
        context = {"what": what, "option": option, "value": value, "seat": seat, "lang": lang}
        return Markup(self.paint(self.room, lang, context).whole())

    @cached_property
    def preview(self) -> Template | None:
        return self._template("preview.html")

    @cached_property
    def hindsight(self) -> Template | None:
        """Sheets on the board, for looking back at a game."""
        return self._template("hindsight.html")

    def paint(
        self, template: Template, lang: str, context: Mapping[str, Any], has: Mapping[str, int] = NOTHING
    ) -> Canvas:
        """Render a template of this board, without the parts that the reader `has` (see `Canvas`)."""
        canvas = Canvas(self.memory, (self.game.name, template.name or "", lang), has)
        canvas.skeleton = rendered(template, context, part=canvas.part, remember=canvas.remember)
        return canvas

    def inline(self, name: str) -> Markup:
        """An SVG file of the board, to be put into a page; empty when there is none."""
        file = self.folder / name
        return Markup(file.read_text(encoding="utf-8")) if file.is_file() else Markup("")

    @cached_property
    def icon(self) -> Markup:
        return self.inline("icon.svg")

    @cached_property
    def cover(self) -> Markup:
        return self.inline("cover.svg")

    @cached_property
    def symbols(self) -> Markup:
        return self.inline("symbols.svg")

    @cached_property
    def sounds(self) -> dict[str, Any]:
        file = self.folder / "sounds.json"
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return found

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Files that browsers fetch."""
        found = assets_in(self.folder)
        for name, (data, kind) in found.items():
            if name.endswith(".svg") and b"xmlns=" not in data:
                # Inline it needs no namespace; as a picture of its own it does.
                found[name] = data.replace(b"<svg ", b'<svg xmlns="http://www.w3.org/2000/svg" ', 1), kind
        return found

    def link(self, name: str) -> str:
        """The address of an asset; it changes with its content, so browsers may keep it for ever. Empty when there is none."""
        if name not in self.assets:
            return ""
        return f"/games/{self.game.name}/{name}?v={digest(self.assets[name][0])}"

    def words(self, lang: str) -> set[str]:
        """Which words a board brings."""
        found = self.game.words(lang).find("board")
        return set(found) if isinstance(found, Mapping) else set()
