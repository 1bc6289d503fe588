"""The state of a game: declared once, with two bodies.

From one declaration come a plain slotted object of ints and lists (interpreted) and the dtype of a NumPy record
(compiled). Bytes are the bridge between them, exact both ways.

    @layout(journal=32, events=24)
    class State(Position):
        keys: list[int] = i1(6)
        \"\"\"Keys of each seat (BQ-SETUP-3).\"\"\"

Fields are integers or arrays of one or two dimensions; rules index one dimension at a time (`s.shown[seat][i]`), which means the
same in every mode.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from bagarre.kernel.events import ROW

if TYPE_CHECKING:
    import numpy as np

SIZES = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "i8": 8}
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a layout: integer type and shape (empty for a single number)."""

    kind: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.shape)


def _maker(kind: str) -> Callable[..., Any]:
    def field(*shape: int) -> Any:
        return Field(kind, shape)

    return field


i1, u1, i2, u2, i4, u4, i8 = (_maker(kind) for kind in SIZES)


class Record:
    """Base of every layout; what `layout` generates is described here."""

    if not TYPE_CHECKING:
        __slots__ = ()

    FIELDS: ClassVar[dict[str, Field]]
    """The fields in the order of the bytes: larger types first, otherwise as declared."""
    SIZE: ClassVar[int]
    """Bytes of one record."""

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """An independent copy."""

        def to_bytes(self) -> bytes:
            """The record, packed, little-endian; raises `OverflowError` when a number does not fit its field."""

        @classmethod
        def from_bytes(cls, data: bytes) -> Self:
            """The record packed in `data`."""

        def load(self, data: bytes) -> None:
            """Take over the content packed in `data`."""

    @classmethod
    def dtype(cls) -> np.dtype[np.void]:
        """The NumPy dtype of the same bytes."""
        import numpy as np

        return np.dtype([(name, "<" + field.kind, field.shape) for name, field in cls.FIELDS.items()])

    def differences(self, other: Self) -> list[str]:
        """The fields in which two records differ, with both values: for people who read failing tests."""
        return [
            f"{name}: {getattr(self, name)} ≠ {getattr(other, name)}"
            for name in self.FIELDS
            if getattr(self, name) != getattr(other, name)
        ]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.FIELDS)})"


class Position(Record):
    """Base of every game's state: the seats, and what chance and events need."""

    if not TYPE_CHECKING:
        __slots__ = ()

    seats: int
    """Number of seats, fixed for the game."""
    rng: list[int]
    """The generator's four 32-bit words; zero in a concealed state."""
    tray: list[int]
    """Scripted chance results, used before the generator."""
    tray_length: int
    tray_next: int
    journal: list[int]
    """Chance results since the last choice."""
    journal_length: int
    """May pass the room of the journal: then results were lost, which the contract forbids."""
    chance_fault: int
    """1 when a scripted result was impossible; the checked door refuses such a script."""
    events: list[list[int]]
    """What happened since the last choice: rows of (kind, audience, numbers…)."""
    event_count: int


T = TypeVar("T", bound=Record)


def layout(*, journal: int = 32, events: int = 24, event_kind: str = "i1") -> Callable[[type[T]], type[T]]:
    """Turn a class of field declarations into a state; the arguments size the journal and the event buffer."""

    def build(declaration: type[T]) -> type[T]:
        def counter(room: int) -> Field:
            return Field("u1" if room < 255 else "u2", ())

        plumbing = {
            "seats": Field("i1", ()),
            "rng": Field("i8", (4,)),
            "tray": Field("u1", (journal,)),
            "tray_length": counter(journal),
            "tray_next": counter(journal),
            "journal": Field("u1", (journal,)),
            "journal_length": counter(journal),
            "chance_fault": Field("i1", ()),
            "events": Field(event_kind, (events, ROW)),
            "event_count": counter(events),
        }
        return _build(declaration, plumbing)

    return build


def record(declaration: type[T]) -> type[T]:
    """Turn a class of field declarations into a plain record, without the plumbing of a state."""
    return _build(declaration, {})


def _build(declaration: type[T], plumbing: dict[str, Field]) -> type[T]:
    own = {name: value for name, value in vars(declaration).items() if isinstance(value, Field)}
    fields = dict(sorted((plumbing | own).items(), key=lambda item: -SIZES[item[1].kind]))
    space = {
        name: value
        for name, value in vars(declaration).items()
        if name not in own and name not in ("__dict__", "__weakref__", "__slots__")
    }
    packer = struct.Struct("<" + "".join(f"{field.count}{LETTERS[field.kind]}" for field in fields.values()))
    space |= _methods(fields, packer)
    space |= {"__slots__": tuple(fields), "FIELDS": fields, "SIZE": packer.size}
    return type(declaration.__name__, declaration.__bases__, space)


def _methods(fields: dict[str, Field], packer: struct.Struct) -> dict[str, Any]:
    """Write the methods that must be quick as straight-line code, one statement a field."""
    zero, twin, flat, parts = [], [], [], []
    place = 0
    for name, field in fields.items():
        end = place + field.count
        match field.shape:
            case ():
                zero.append(f"self.{name} = 0")
                twin.append(f"new.{name} = self.{name}")
                flat.append(f"self.{name}")
                parts.append(f"self.{name} = v[{place}]")
            case (n,):
                zero.append(f"self.{name} = [0] * {n}")
                twin.append(f"new.{name} = self.{name}[:]")
                flat.append(f"*self.{name}")
                parts.append(f"self.{name} = list(v[{place}:{end}])")
            case (n, m):
                zero.append(f"self.{name} = [[0] * {m} for _ in range({n})]")
                twin.append(f"new.{name} = [row[:] for row in self.{name}]")
                flat.append(f"*[x for row in self.{name} for x in row]")
                parts.append(f"self.{name} = [list(v[i:i + {m}]) for i in range({place}, {end}, {m})]")
            case _:
                raise TypeError(f"{name}: a field has at most two dimensions")
        place = end
    source = "\n".join(
        [
            "def __init__(self):",
            *(f"    {line}" for line in zero),
            "def copy(self):",
            "    new = create(type(self))",
            *(f"    {line}" for line in twin),
            "    return new",
            "def to_bytes(self):",
            "    try:",
            f"        return packer.pack({', '.join(flat)})",
            "    except error as reason:",
            "        raise OverflowError(misfit(self, reason)) from None",
            "def load(self, data):",
            "    v = packer.unpack(data)",
            *(f"    {line}" for line in parts),
        ]
    )
    space: dict[str, Any] = {
        "packer": packer,
        "create": object.__new__,
        "error": struct.error,
        "misfit": _misfit,
    }
    exec(source, space)  # the text above is made of field names only

    def from_bytes(cls: type[T], data: bytes) -> T:
        new = cls.__new__(cls)
        new.load(data)
        return new

    return {
        "__init__": space["__init__"],
        "copy": space["copy"],
        "to_bytes": space["to_bytes"],
        "load": space["load"],
        "from_bytes": classmethod(from_bytes),
    }


def _misfit(state: Record, reason: Exception) -> str:
    """Name the field whose number or length does not fit."""
    for name, field in state.FIELDS.items():
        value = getattr(state, name)
        rows = value if len(field.shape) == 2 else [value]
        flat = [x for row in rows for x in (row if isinstance(row, list) else [row])]
        try:
            struct.pack(f"<{field.count}{LETTERS[field.kind]}", *flat)
        except struct.error:
            return f"{type(state).__name__}.{name} = {value} does not fit {field.kind}{list(field.shape)}"
    return str(reason)
