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
from functools import cache, cached_property, partial
from io import StringIO
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape

from bagarre.kernel.game import Game

FOLDER = Path(__file__).parent
ASSETS = {"board.css": "text/css", "board.js": "text/javascript", "icon.svg": "image/svg+xml", "sounds.json": "application/json"}
"""Files of a board that browsers fetch, with their types."""
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


html: Callable[[str], Markup] = partial(str.__new__, Markup)
"""A text that is HTML already; quicker than asking `Markup`, which looks for more."""


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
        self, name: str, tag: str = "div", uses: Any = None, caller: Callable[[], str] | None = None, **attributes: Any
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
        told = "".join([f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None])
        return f'<{tag} id="b-{name}"{told}>{body}</{tag}>'

    def remember(self, macro: Any, *arguments: Any) -> Markup:
        """A macro rendered once for all tables: its arguments must be all that it reads."""
        if self.memory is None:
            return html(macro(*arguments))
        mark = mark_of(self.where, macro.__name__, arguments)
        return html(self.memory.recall(mark, lambda: macro(*arguments)))

    def serves(self, has: Mapping[str, int]) -> bool:
        """Is everything here that a reader of these marks lacks?"""
        whole = has.get(SKELETON) != self.marks[SKELETON]
        return not (whole and not self.skeleton) and all(
            part is not None or (not whole and has.get(name) == self.marks[name]) for name, part in self.parts.items()
        )

    def whole(self) -> str:
        """The board with its parts in place."""
        return HOLE.sub(lambda hole: self.parts[hole[1]] or "", self.skeleton)


class QuickCode(CodeGenerator):
    """What boards do by the hundred, written shorter than Jinja does: macros, calls, output, an `if` without `else`."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        self.macros = {macro.name: macro for macro in node.body if isinstance(macro, nodes.Macro)}
        self.put_out: nodes.Expr | None = None
        super().visit_Template(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """A macro of the board is a plain function: its HTML is text until somebody wants it as a value."""
        node = macro_ref.node
        if isinstance(node, nodes.CallBlock):
            # Only `part` is called so, and it wants text.
            self.write("macro")
        elif node.name in self.macros:
            self.write(f"environment.plain(macro, {node.name!r}, {len(node.args)})")
        else:
            super().macro_def(macro_ref, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A plain call: nothing here wants Jinja's context passed to it."""
        macro = self._macro(node.node, frame)
        if macro is not None:
            self.write("" if node is self.put_out else "environment.html")
            self.write("(")
            self.visit(node.node, frame)
            self._in_order(macro, node.args, node, frame)
            self.write(")")
            return
        self.visit(node.node, frame)
        handed = self._macro(node.args[0], frame) if node.args else None
        if handed is not None:
            # `remember(macro, …)`: the macro's own arguments follow.
            self.write("(")
            self.visit(node.args[0], frame)
            self.write(", *")
            self._in_order(handed, node.args[1:], node, frame)
            self.write(")")
            return
        stream, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        arguments, self.stream = self.stream.getvalue(), stream
        self.write(f"({arguments.removeprefix(', ')})")

    def _in_order(self, macro: nodes.Macro, given: list[nodes.Expr], call: nodes.Call, frame: Frame) -> None:
        """The arguments of a macro by their places: its function does not know their names."""
        named = {keyword.key: keyword.value for keyword in call.kwargs}
        places = [*given, *(named.pop(arg.name, None) for arg in macro.args[len(given) :])]
        while places and places[-1] is None:
            places.pop()
        self.write("(")
        for argument in places:
            if argument is None:
                self.write("missing")
            else:
                self.visit(argument, frame)
            self.write(", ")
        self.write(")")
        if named:
            self.fail(f"macro {macro.name!r} has no {next(iter(named))!r}", call.lineno)

    def _macro(self, node: nodes.Node, frame: Frame) -> nodes.Macro | None:
        """The macro of that name; none when it is something else, or a variable of that name."""
        if isinstance(node, nodes.Name) and frame.symbols.find_ref(node.name) == f"l_0_{node.name}":
            return self.macros.get(node.name)
        return None

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """`seat.name` of a variable: where that is a dictionary with such a key, without a call."""
        if isinstance(node.node, nodes.Name):
            variable = frame.symbols.ref(node.node.name)
            self.write(f"({variable}[{node.attr!r}] if type({variable}) is dict and {node.attr!r} in {variable} else ")
            super().visit_Getattr(node, frame)
            self.write(")")
        else:
            super().visit_Getattr(node, frame)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        super().visit_CondExpr(nodes.CondExpr(node.test, node.expr1, node.expr2 or nodes.Const(""), lineno=node.lineno), frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined((")
        for piece in node.nodes:
            self.visit(piece, frame)
            self.write(", ")
        self.write("))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if isinstance(node, nodes.Call) and self._macro(node.node, frame) is not None:
            self.put_out = node
        else:
            self.write("environment.shown(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if node is not self.put_out:
            self.write(")")


class Templates(Environment):
    """Views are dictionaries: `view.seats` looks for the key first, which is the usual case and costs no exception."""

    code_generator_class = QuickCode

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._escaped: dict[str, str] = {}

    html = staticmethod(html)

    @staticmethod
    def joined(pieces: tuple[Any, ...]) -> str:
        """`a ~ b`: text stays text, with HTML it becomes HTML."""
        for piece in pieces:
            if type(piece) is not str and type(piece) is not int:
                return markup_join(pieces)
        return "".join(map(str, pieces))

    @staticmethod
    def plain(macro: Any, name: str, count: int) -> Any:
        """A macro's function, to be called with any of its arguments."""
        macro.__name__ = name
        macro.__defaults__ = (missing,) * count
        return macro

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def shown(self, value: Any) -> str:
        """A value as it is put into a page: escaped, unless it is HTML already. What it is joined with says that it is HTML."""
        kind = type(value)
        if kind is not str:
            return value if kind is Markup else str(value) if kind is int else escape(value)
        # Mostly the same few words, ids and names over and over.
        found = self._escaped.get(value)
        if found is None:
            if len(self._escaped) > REMEMBERED:
                self._escaped.clear()
            found = self._escaped[value] = escape(value)
        return found


def environment(*folders: Path) -> Environment:
    """Templates of these folders: escaped, strict about names, no blank lines left by blocks."""
    return Templates(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


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
    def preview(self) -> Template | None:
        return self._template("preview.html")

    def paint(self, template: Template, lang: str, context: Mapping[str, Any], has: Mapping[str, int] = NOTHING) -> Canvas:
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
    def assets(self) -> dict[str, tuple[bytes, str]]:
        """Files that browsers fetch: bytes and type."""
        found = {name: (self.folder / name).read_bytes() for name in ASSETS if (self.folder / name).is_file()}
        if "icon.svg" in found and b"xmlns=" not in found["icon.svg"]:
            # Inline it needs no namespace; as a picture of its own it does.
            found["icon.svg"] = found["icon.svg"].replace(b"<svg ", b'<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return {name: (data, ASSETS[name]) for name, data in found.items()}

    def link(self, name: str) -> str:
        """The address of an asset; it changes with its content, so browsers may keep it for ever. Empty when there is none."""
        if name not in self.assets:
            return ""
        return f"/games/{self.game.name}/{name}?v={digest(self.assets[name][0])}"

    def words(self, lang: str) -> set[str]:
        """Which words a board brings."""
        found = self.game.words(lang).find("board")
        return set(found) if isinstance(found, Mapping) else set()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]
