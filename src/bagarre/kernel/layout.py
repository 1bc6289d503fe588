"""The state of a game: declared once, in two forms.

From one declaration come a plain slotted object of ints and lists (interpreted) and the dtype of a NumPy record
(compiled). Bytes are the bridge between them, exact both ways.

    @layout(journal=32, events=24)
    class State(Position):
        keys: list[int] = i1(6)
        \"\"\"Keys of each seat (BQ-SETUP-3).\"\"\"

Fields are integers or arrays of one or two dimensions; rules index one dimension at a time (`s.shown[seat][i]`), which means the
same in every mode.

A record has three parts, each a range of bytes aligned to 8: the moving part, which play changes; the buffers (tray, journal, events),
which last for one step; and the fixed part, the fields marked `fixed`, which only `content.prepare` writes. A search copies the moving
part and nothing else (`copy_moving`); the contract proves that the fixed part stays as it was.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from bagarre.kernel.rule import native, rule

if TYPE_CHECKING:
    import numpy as np

ARGUMENTS = 6
ROW = 2 + ARGUMENTS
"""An event is a row: kind, audience, then six numbers."""

SIZES = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "i8": 8}
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q"}
ALIGNMENT = 8
"""Bytes to which records and their parts are aligned: the largest field, and what a GPU asks for."""
BUFFERS = (
    "tray",
    "tray_length",
    "tray_next",
    "journal",
    "journal_bound",
    "journal_share",
    "journal_length",
    "chance_fault",
    "events",
    "event_count",
)
"""Fields of every state that last for one step."""
PLUMBING = ("rng", *BUFFERS)
"""Fields of every state that belong to the machinery, not to the position."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a layout: integer type, shape (empty for a single number), and whether play leaves it alone."""

    kind: str
    shape: tuple[int, ...]
    fixed: bool = False

    @property
    def count(self) -> int:
        return prod(self.shape)

    @property
    def size(self) -> int:
        """Bytes of the field."""
        return self.count * SIZES[self.kind]


def _maker(kind: str) -> Callable[..., Any]:
    def field(*shape: int) -> Any:
        return Field(kind, shape)

    return field


i1, u1, i2, u2, i4, u4, i8 = (_maker(kind) for kind in SIZES)


def fixed(field: Any) -> Any:
    """Mark a field that `content.prepare` writes and play never changes: `boss_hp: list[int] = fixed(i1(8))`."""
    return replace(field, fixed=True)


class Record:
    """Base of every layout; what `layout` generates is described here."""

    if not TYPE_CHECKING:
        __slots__ = ()

    FIELDS: ClassVar[dict[str, Field]]
    """The fields in the order of the bytes: part by part, larger types first, otherwise as declared."""
    OFFSETS: ClassVar[dict[str, int]]
    """The first byte of each field."""
    GAPS: ClassVar[dict[str, tuple[int, int]]]
    """Unused bytes that align the parts: offset and length."""
    SIZE: ClassVar[int]
    """Bytes of one record."""
    MOVING: ClassVar[tuple[str, ...]]
    """The fields of the moving part."""
    MOVING_SIZE: ClassVar[int]
    """Bytes of the moving part, which comes first."""
    FIXED: ClassVar[tuple[str, ...]]
    """The fields of the fixed part."""

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """An independent copy."""

        def fork(self) -> Self:
            """A copy for search: the fixed part is shared, which nobody may write, and the buffers are empty."""

        def take_moving(self, source: Self) -> None:
            """Take over the moving part of another record of the same table."""

        def moving_bytes(self) -> bytes:
            """The moving part, packed: a key for positions that play can tell apart."""

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

        places = [
            (cls.OFFSETS[name], name, ("<" + field.kind, field.shape)) for name, field in cls.FIELDS.items()
        ]
        # Gaps have names too: NumPy leaves what has none as it finds it.
        places += [(start, name, ("u1", (length,))) for name, (start, length) in cls.GAPS.items()]
        return np.dtype([(name, *kind) for _, name, kind in sorted(places)], align=True)

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
    journal_bound: list[int]
    """Of how many equally likely cases each draw took one; 0 where its chance is not so simple."""
    journal_share: list[int]
    """How many of those cases give this result: more than one where alike cards are counted."""
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
            "seats": Field("i1", (), fixed=True),
            "rng": Field("i8", (4,)),
            "tray": Field("u1", (journal,)),
            "tray_length": counter(journal),
            "tray_next": counter(journal),
            "journal": Field("u1", (journal,)),
            "journal_bound": Field("u1", (journal,)),
            "journal_share": Field("u1", (journal,)),
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
    parts = _Parts(plumbing | own)
    space = {
        name: value
        for name, value in vars(declaration).items()
        if name not in own and name not in ("__dict__", "__weakref__", "__slots__")
    }
    space |= _methods(parts)
    space |= {
        "__slots__": tuple(parts.fields),
        "FIELDS": parts.fields,
        "OFFSETS": parts.offsets,
        "GAPS": parts.gaps,
        "SIZE": parts.size,
        "MOVING": tuple(parts.moving),
        "MOVING_SIZE": parts.moving_size,
        "FIXED": tuple(parts.fixed),
    }
    return type(declaration.__name__, declaration.__bases__, space)


class _Parts:
    """Where the fields of a record lie."""

    def __init__(self, declared: dict[str, Field]) -> None:
        by_size = dict(sorted(declared.items(), key=lambda item: -SIZES[item[1].kind]))
        self.fixed = {name: field for name, field in by_size.items() if field.fixed}
        self.buffers = {name: field for name, field in by_size.items() if name in BUFFERS}
        self.moving = {
            name: field for name, field in by_size.items() if name not in BUFFERS and not field.fixed
        }
        self.fields = self.moving | self.buffers | self.fixed
        self.offsets: dict[str, int] = {}
        self.gaps: dict[str, tuple[int, int]] = {}
        """Bytes that align the parts: offset and length."""
        self.size = self.moving_size = 0
        letters = ["<"]
        for part in (self.moving, self.buffers, self.fixed):
            for name, field in part.items():
                self.offsets[name] = self.size
                self.size += field.size
                letters.append(f"{field.count}{LETTERS[field.kind]}")
            padding = -self.size % ALIGNMENT
            if padding:
                letters.append(f"{padding}x")
                self.gaps[f"gap_{self.size}"] = (self.size, padding)
                self.size += padding
            if part is self.moving:
                self.moving_size = self.size
                self.moving_packer = struct.Struct("".join(letters))
        self.packer = struct.Struct("".join(letters))


def _methods(parts: _Parts) -> dict[str, Any]:
    """Write the methods that must be quick as straight-line code, one statement a field."""
    zero = {name: f"self.{name} = {_zero(name, field)}" for name, field in parts.fields.items()}
    flat = {name: _flat(name, field) for name, field in parts.fields.items()}
    unpacked, place = [], 0
    for name, field in parts.fields.items():
        unpacked.append(f"self.{name} = {_unpacked(field, place)}")
        place += field.count
    source = "\n".join(
        [
            "def __init__(self):",
            *(f"    {line}" for line in zero.values()),
            "def copy(self):",
            "    new = create(type(self))",
            *(f"    new.{name} = {_copied('self', name, field)}" for name, field in parts.fields.items()),
            "    return new",
            "def fork(self):",
            "    new = create(type(self))",
            *(f"    new.{name} = {_copied('self', name, field)}" for name, field in parts.moving.items()),
            *(f"    new.{name} = {_zero(name, field)}" for name, field in parts.buffers.items()),
            *(f"    new.{name} = self.{name}" for name in parts.fixed),
            "    return new",
            "def take_moving(self, source):",
            *(f"    self.{name} = {_copied('source', name, field)}" for name, field in parts.moving.items()),
            "def to_bytes(self):",
            "    try:",
            f"        return packer.pack({', '.join(flat.values())})",
            "    except error as reason:",
            "        raise OverflowError(misfit(self, reason)) from None",
            "def moving_bytes(self):",
            "    try:",
            f"        return moving_packer.pack({', '.join(flat[name] for name in parts.moving)})",
            "    except error as reason:",
            "        raise OverflowError(misfit(self, reason)) from None",
            "def load(self, data):",
            "    v = packer.unpack(data)",
            *(f"    {line}" for line in unpacked),
        ]
    )
    space: dict[str, Any] = {
        "packer": parts.packer,
        "moving_packer": parts.moving_packer,
        "create": object.__new__,
        "error": struct.error,
        "misfit": _misfit,
    }
    exec(source, space)  # the text above is made of field names only

    def from_bytes(cls: type[T], data: bytes) -> T:
        new = cls.__new__(cls)
        new.load(data)
        return new

    names = ("__init__", "copy", "fork", "take_moving", "to_bytes", "moving_bytes", "load")
    return {name: space[name] for name in names} | {"from_bytes": classmethod(from_bytes)}


# Expressions of the generated methods.


def _zero(name: str, field: Field) -> str:
    match field.shape:
        case ():
            return "0"
        case (n,):
            return f"[0] * {n}"
        case (n, m):
            return f"[[0] * {m} for _ in range({n})]"
        case _:
            raise TypeError(f"{name}: a field has at most two dimensions")


def _copied(source: str, name: str, field: Field) -> str:
    return (f"{source}.{name}", f"{source}.{name}[:]", f"[row[:] for row in {source}.{name}]")[
        len(field.shape)
    ]


def _flat(name: str, field: Field) -> str:
    return (f"self.{name}", f"*self.{name}", f"*[x for row in self.{name} for x in row]")[len(field.shape)]


def _unpacked(field: Field, place: int) -> str:
    end = place + field.count
    match field.shape:
        case ():
            return f"v[{place}]"
        case (_,):
            return f"list(v[{place}:{end}])"
        case _:
            width = field.shape[1]
            return f"[list(v[i:i + {width}]) for i in range({place}, {end}, {width})]"


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


# What is quicker than plain rule code, in every mode.

MIX = 0x9E3779B97F4A7C15 - (1 << 64)
"""An odd number whose bits look random (2⁶⁴ over the golden ratio), as a signed word."""
LOW_63 = (1 << 63) - 1


@native
@rule
def erase(array: Any) -> None:
    """Set every number of an array of one dimension to 0."""
    array[:] = [0] * len(array)


@native
@rule
def copy_moving(into: Any, source: Any) -> None:
    """Copy the moving part of a state of the same table; buffers and fixed part of `into` stay."""
    into.take_moving(source)


@native
@rule
def moving_words(s: Any) -> Any:
    """The moving part as numbers of 64 bits; compiled, a view of the record itself."""
    return struct.unpack(f"<{s.MOVING_SIZE // 8}q", s.moving_bytes())


@rule
def position_hash(s: Any) -> int:
    """A number of 63 bits for the position, whatever chance will bring: the same in every mode."""
    words = moving_words(s)
    # Four at a time: none of them waits for another.
    a, b, c, d = 1, 2, 3, 4
    i = len(s.rng)
    while i + 3 < len(words):
        a = stirred(a, words[i])
        b = stirred(b, words[i + 1])
        c = stirred(c, words[i + 2])
        d = stirred(d, words[i + 3])
        i += 4
    while i < len(words):
        a = stirred(a, words[i])
        i += 1
    return stirred(stirred(stirred(a, b), c), d)


@rule
def stirred(mixed: int, word: int) -> int:
    """Every bit of either moves about half of the bits of the result."""
    product = ((mixed ^ word) * MIX) & LOW_63
    return product ^ (product >> 29)
