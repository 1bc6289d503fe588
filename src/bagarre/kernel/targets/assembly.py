"""The lowered code of many rules as one text, which LLVM reads in one go: it takes in module after module far more slowly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir
from numba.core import cgutils

NOTE = re.compile(r"!\d+")
"""How code refers to a note about it (LLVM's metadata), for example about the range of a value."""


@dataclass(frozen=True)
class Piece:
    """What one module of code has, as text by the reference that code uses for it."""

    declared: dict[str, str]
    functions: dict[str, str]
    variables: dict[str, str]
    notes: list[str]


def piece_of(module: ir.Module, linkage: str = "") -> Piece:
    """The text of a module. Its own functions get this linkage, where one is given."""
    piece = Piece({}, {}, {}, [str(note).partition(" = ")[2] for note in module.metadata])
    for value in module.globals.values():
        if isinstance(value, ir.GlobalVariable):
            piece.variables[value.get_reference()] = str(value)
        elif value.is_declaration:
            piece.declared[value.get_reference()] = str(value)
        else:
            value.linkage = value.linkage or linkage
            piece.functions[value.get_reference()] = str(value)
    return piece


@dataclass
class Assembly:
    """One module of several pieces: each function and variable once, each note once."""

    code: dict[str, str] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, piece: Piece) -> None:
        numbers: dict[str, str] = {}
        for note in piece.notes:
            numbers[f"!{len(numbers)}"] = self.number_of(renamed(note, numbers))
        names = {
            name: f'{name[:-1]}.{len(self.code)}"'
            for name, text in piece.variables.items()
            if self.code.setdefault(name, text) != text
        }
        for name, text in piece.variables.items():
            if name in names:
                self.code[names[name]] = text.replace(name, names[name], 1)
        for name, text in piece.functions.items():
            self.code[name] = with_names(renamed(text, numbers), names)
        self.declared |= piece.declared

    def number_of(self, note: str) -> str:
        return self.notes.setdefault(note, f"!{len(self.notes)}")

    def text(self, empty: ir.Module) -> str:
        """All of it, headed as an empty module is."""
        declared = [text for name, text in self.declared.items() if name not in self.code]
        notes = [f"{number} = {note}" for note, number in self.notes.items()]
        return cgutils.normalize_ir_text("\n".join([str(empty), *declared, *self.code.values(), *notes]))


def renamed(text: str, numbers: dict[str, str]) -> str:
    """With the numbers that notes have in the whole."""
    if all(before == after for before, after in numbers.items()):
        return text
    return NOTE.sub(lambda found: numbers[found[0]], text)


def with_names(text: str, names: dict[str, str]) -> str:
    """With other names for variables whose name is taken."""
    for before, after in names.items():
        text = text.replace(before, after)
    return text


def assembled(pieces: Iterable[Piece], empty: Any) -> str:
    """The text of one module with all pieces in it."""
    whole = Assembly()
    for piece in pieces:
        whole.add(piece)
    return whole.text(empty)
