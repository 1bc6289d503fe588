"""Records: a game written down as JSON Lines, one typed line after the other. The format is told in `docs/records.md`.

>>> record = Record(Header(game="leduc", players=("Ada", "Blaise"), seed="7", rules_version=1), (Deal((3, 0)),))
>>> read_record(record.text()) == record
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bagarre import __version__
from bagarre.fair import Fair, promise
from bagarre.kernel.errors import RecordError
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.pack import LARGEST, Pack

RECORD_VERSION = 2
"""2: a match may begin from a position (`start`), and a line says which program stood in. Records of version 1 are read as they are."""
COMPANION_VERSION = 3
"""3: a game of the real box, whose lines may say what a card that lay face down turned out to be (`seen`). Other games are still written as 2."""
LARGEST_RECORD = 64 * LARGEST
DEEPEST = 16
"""Tables within tables: a position of a scenario needs four or five."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The beginning: the results of chance that dealt the game; none where it begins from a position."""

    chance: tuple[int, ...] = ()

    def data(self) -> dict[str, Any]:
        return {"deal": list(self.chance)}


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice of a seat, in notation, with the results of chance that it used."""

    seat: int
    choice: str
    chance: tuple[int, ...] = ()
    bot: str = ""
    """The program that chose in the place of whoever sits there (`seats` of the header); empty when nobody stood in."""
    seen: tuple[int, ...] = ()
    """What a card of the real box that nobody had seen is, from this choice on (`settle` of the game's `companion.py`)."""

    def data(self) -> dict[str, Any]:
        line: dict[str, Any] = {"seat": self.seat, "choice": self.choice}
        if self.seen:
            line["seen"] = list(self.seen)
        if self.chance:
            line["chance"] = list(self.chance)
        if self.bot:
            line["bot"] = self.bot
        return line


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the game up. A program plays on there, or the game is over."""

    seat: int
    bot: str = ""
    """The program that plays on; empty when the game ends here."""

    def data(self) -> dict[str, Any]:
        return {"concede": self.seat, "bot": self.bot} if self.bot else {"concede": self.seat}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last choices were taken back; they stay in the record."""

    count: int
    by: int = SPECTATOR
    """The seat that asked for it, when that is known."""

    def data(self) -> dict[str, Any]:
        return {"undo": self.count} if self.by == SPECTATOR else {"undo": self.count, "by": self.by}


@dataclass(frozen=True, slots=True)
class Ended:
    """The end, with the place and the score of every seat."""

    ending: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    def data(self) -> dict[str, Any]:
        return {"end": self.ending, "ranks": list(self.ranks), "scores": list(self.scores)}


Line = Deal | ChoiceMade | Conceded | Undone | Ended


def read_line(data: Any) -> Line:
    """A line from its JSON.

    :raises ValueError: when it is not one.
    """
    data = _table(data)
    if "deal" in data:
        return Deal(_numbers(data["deal"]))
    if "concede" in data:
        return Conceded(_number(data["concede"]), _text(data.get("bot", "")))
    if "undo" in data:
        return Undone(_number(data["undo"]), _number(data.get("by", SPECTATOR)))
    if "end" in data:
        return Ended(_text(data["end"]), _numbers(data.get("ranks")), _numbers(data.get("scores", [])))
    chance, seen = _numbers(data.get("chance", [])), _numbers(data.get("seen", []))
    return ChoiceMade(
        _number(data.get("seat")), _text(data.get("choice")), chance, _text(data.get("bot", "")), seen
    )


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is played with: the first line of its record."""

    game: str
    players: tuple[str, ...]
    seed: str
    rules_version: int
    seats: tuple[str, ...] = ()
    """Who plays each seat when the game begins: `human`, or the name of a program. Empty when nobody said."""
    options: Mapping[str, Any] = field(default_factory=dict)
    packs: tuple[Pack, ...] = ()
    start: Mapping[str, Any] | None = None
    """The position that the game begins from, by name as in a scenario's `[position]`; `None` for an ordinary deal."""
    companion: bool = False
    """Is it played with the real box, so that people said what was drawn and rolled?"""
    fair: Fair | None = None
    """The secrets that the seed was made of, where there are any (`bagarre.fair`)."""
    taken_over: int = 0
    """Lines at the beginning that were taken over from another game, with its chance."""

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "bagarre": COMPANION_VERSION if self.companion else RECORD_VERSION,
            "version": __version__,
            "game": self.game,
            "rules_version": self.rules_version,
            "players": list(self.players),
            "seats": list(self.seats),
            "options": dict(self.options),
            "packs": [pack.told() for pack in self.packs],
            "commitment": commitment(self.seed),
            "seed": self.seed,
        }
        if self.companion:
            data["companion"] = True
        if self.fair is not None:
            data["fair"] = self.fair.data()
        if self.taken_over:
            data["taken_over"] = self.taken_over
        return data if self.start is None else data | {"start": dict(self.start)}


def read_header(data: Any) -> Header:
    """A header from its JSON.

    :raises RecordError: when it is not one, or a later one than this program knows.
    """
    _check_version(data)
    try:
        packs = tuple(_pack(stored) for stored in _list(data["packs"]))
        header = Header(
            game=_text(data["game"]),
            players=tuple(_text(name) for name in _list(data["players"])),
            seed=_text(data["seed"]),
            rules_version=_number(data["rules_version"]),
            seats=tuple(_text(kind) for kind in _list(data.get("seats", []))),
            options=_table(data["options"]),
            packs=packs,
            start=_table(data["start"]) if "start" in data else None,
            companion=data.get("companion") is True,
            fair=_fair(data["fair"]) if "fair" in data else None,
            taken_over=_number(data.get("taken_over", 0)),
        )
        promised = commitment(header.seed)
    except (KeyError, ValueError):
        # Half of a character has no bytes and no digest: a `ValueError` as well.
        raise RecordError("record_header") from None
    if data.get("commitment") != promised:
        raise RecordError("record_commitment")
    return header


@dataclass(frozen=True, slots=True)
class Record:
    """A game written down: what it is played with, and what happened."""

    header: Header
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, header: Any, lines: Iterable[Any]) -> Record:
        """A record from the JSON of its lines.

        :raises RecordError: names the line, counted as in a file: the header is the first.
        """
        found = []
        for number, data in enumerate(lines, start=2):
            try:
                found.append(read_line(data))
            except ValueError:
                raise RecordError("record_malformed", line=number) from None
        return cls(read_header(header), tuple(found))

    def text(self) -> str:
        """The record as JSON Lines. Each line seals those before it."""
        sealed, seal = [], ""
        for data in (self.header.data(), *(line.data() for line in self.lines)):
            seal = _seal(seal, data)
            sealed.append(json.dumps(data | {"seal": seal}, ensure_ascii=False))
        return "\n".join(sealed) + "\n"


def read_record(text: str) -> Record:
    """A record from its text, every line checked against its seal; whether it follows the rules is asked by `follow`.

    :raises RecordError: names the line.
    """
    lines = _unsealed(text)
    if not lines:
        raise RecordError("record_empty")
    return Record.of(lines[0], lines[1:])


def commitment(seed: str) -> str:
    """What may be published before the game, so that afterwards everyone can check that its chance was fixed in advance."""
    return hashlib.sha256(f"bagarre/{seed}".encode()).hexdigest()


def _seal(before: str, line: Mapping[str, Any]) -> str:
    text = json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(f"{before}{text}".encode()).hexdigest()[:16]


def _unsealed(text: str) -> list[dict[str, Any]]:
    """The lines of a record, each checked against its seal."""
    lines: list[dict[str, Any]] = []
    seal = ""
    # Only a newline ends a line: names may hold the other characters that `splitlines` would stop at.
    for number, raw in enumerate(text.removesuffix("\n").split("\n") if text else [], start=1):
        try:
            line = json.loads(raw)
            if not isinstance(line, dict) or _too_deep(line):
                raise ValueError("not a table")
            if number == 1:
                _check_version(line)
            stored = line.pop("seal", None)
            seal = _seal(seal, line)
        except (ValueError, RecursionError):
            raise RecordError("record_malformed", line=number) from None
        if stored != seal:
            raise RecordError("record_tampered", line=number)
        lines.append(line)
    return lines


def _check_version(header: Any) -> None:
    """Is this a header of ours, and not of a later format? That is asked first: a later one may be sealed in another way."""
    version = header.get("bagarre") if isinstance(header, Mapping) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise RecordError("record_not_ours")
    if version > COMPANION_VERSION:
        raise RecordError("record_future", version=version)


def _too_deep(value: Any) -> bool:
    """Are there more tables within tables than anybody writes?"""
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [part for node in level for part in (node.values() if isinstance(node, dict) else node)]
        level = [part for part in level if isinstance(part, dict | list)]
        if not level:
            return False
    return True


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not a number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("not a list")
    return value


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(_number(item) for item in _list(value))


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("not a table")
    return value


def _fair(stored: Any) -> Fair:
    stored = _table(stored)
    shares = [_table(share) for share in _list(stored["shares"])]
    fair = Fair(
        _text(stored["secret"]), tuple((_number(share["seat"]), _text(share["share"])) for share in shares)
    )
    if stored["promise"] != promise(fair.secret):
        raise RecordError("record_commitment")
    return fair


def _pack(stored: Any) -> Pack:
    stored = _table(stored)
    pack = Pack(_text(stored["name"]), _text(stored["text"]))
    if pack.digest != stored["digest"]:
        raise RecordError("record_pack")
    return pack
