"""Templates by the hundred thousand: Jinja with a code generator of our own, which leaves out what boards have no use for.

Board templates are rendered for every reader after every choice, which is most of a server's work. `QuickCode` writes shorter Python for
macros, calls, output and an `if` without `else`; what comes out is the same, which a test over all templates proves.

It leans on the inside of Jinja: `KNOWN` are the versions that were looked at and `EXPECTED` is what must be found there. With another
Jinja `bagarre.web.templating` uses the stock one.
"""

from __future__ import annotations

import inspect
from io import StringIO
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.idtracking import Symbols
from jinja2.runtime import markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape

from bagarre.web.templating import html

KNOWN = ("3.1",)
"""Versions of Jinja (without the last number) that were looked at."""
EXPECTED: tuple[tuple[Any, str, str], ...] = (
    (CodeGenerator, "visit_Template", "self node frame"),
    (CodeGenerator, "visit_Call", "self node frame forward_caller"),
    (CodeGenerator, "visit_Getattr", "self node frame"),
    (CodeGenerator, "visit_CondExpr", "self node frame"),
    (CodeGenerator, "visit_Concat", "self node frame"),
    (CodeGenerator, "macro_def", "self macro_ref frame"),
    (CodeGenerator, "signature", "self node frame extra_kwargs"),
    (CodeGenerator, "_output_child_pre", "self node frame finalize"),
    (CodeGenerator, "_output_child_post", "self node frame finalize"),
    (CodeGenerator, "write", "self x"),
    (CodeGenerator, "fail", "self msg lineno"),
    (Symbols, "find_ref", "self name"),
    (Symbols, "ref", "self name"),
    (Environment, "getattr", "self obj attribute"),
)
"""What is called or replaced inside Jinja, with the parameters it takes."""
REMEMBERED = 2000
"""Escaped texts kept in memory."""


def surprise(version: str) -> str:
    """What is not as expected in the Jinja that is installed; empty when all is."""
    if version.rpartition(".")[0] not in KNOWN:
        return f"Jinja {' / '.join(KNOWN)}"
    for owner, name, parameters in EXPECTED:
        found = getattr(owner, name, None)
        if found is None or list(inspect.signature(found).parameters) != parameters.split():
            return f"{owner.__name__}.{name}"
    return ""


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
            self.write(
                f"({variable}[{node.attr!r}] if type({variable}) is dict and {node.attr!r} in {variable} else "
            )
            super().visit_Getattr(node, frame)
            self.write(")")
        else:
            super().visit_Getattr(node, frame)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        super().visit_CondExpr(
            nodes.CondExpr(node.test, node.expr1, node.expr2 or nodes.Const(""), lineno=node.lineno), frame
        )

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


class QuickTemplates(Environment):
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
