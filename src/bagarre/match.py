"""A game in progress: seats, choices through the checked door, log, views, undo, records.

>>> from bagarre.match import Match
>>> from bagarre.games import find_game
>>> match = Match(find_game("boss-quest"), ["Ada", "Blaise"], seed=7)
>>> seat = match.deciders[0]
>>> "visit" in match.legal(seat)
True
"""

from __future__ import annotations

import errno
import hashlib
import html
import json
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bagarre import __version__
from bagarre.games import find_game
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.chance import seed_words
from bagarre.kernel.errors import IllegalChoice, InvalidChoice, Mistake, RecordError, os_reason
from bagarre.kernel.events import Event, EventBook, conceal_events
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import LARGEST, Pack, read_text
from bagarre.kernel.speech import Speech

RECORD_VERSION = 1
LARGEST_RECORD = 64 * LARGEST
IMAGINED_WORLDS = 4
"""Worlds tried for each onlooker when asking whether a choice revealed something."""


class Legal:
    """The legal choices of one seat: a container, in Python's sense."""

    def __init__(self, game: Game, seat: int, choices: list[Choice]) -> None:
        self.seat = seat
        self.choices = choices
        self._verbs = game.verbs

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, index: int) -> Choice:
        return self.choices[index]

    def __contains__(self, choice: object) -> bool:
        if isinstance(choice, str):
            try:
                choice = self._verbs.read(choice)
            except InvalidChoice:
                return False
        return choice in self.choices

    def notation(self) -> list[str]:
        return [self._verbs.write(choice) for choice in self.choices]

    def __repr__(self) -> str:
        return f"<Legal seat {self.seat}: {', '.join(self.notation())}>"


@dataclass(frozen=True, slots=True)
class Step:
    """What was chosen and what came of it: the chance results and the events as the rules emitted them."""

    seat: int
    """-1 for the deal."""
    choice: Choice | None
    chance: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a choice, or taking back, would lead to. The match is as it was until it accepts this."""

    line: dict[str, Any]
    """The line of the record that it would be."""
    steps: int
    """How many of the match's steps stand before it."""
    state: Position = field(repr=False)
    step: Step | None = None
    """What would happen; `None` for taking back."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the place of every seat, ties included, and why."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.ranks) if place == 1)


@dataclass
class _Rows:
    """Events of a past step in the shape that `conceal_events` works on."""

    events: list[list[int]]
    event_count: int


@dataclass(slots=True)
class _Kept:
    """A state, unpacked, packed or both. A new state is kept in a new one: taking back works in a thread, and others may be looking."""

    state: Position | None
    packed: bytes = b""
    choices: dict[int, list[Choice]] = field(default_factory=dict)
    """The legal choices of those seats that somebody asked about."""

    def pack(self) -> bytes:
        if not self.packed:
            assert self.state is not None
            self.packed = self.state.to_bytes()
        return self.packed


class Match:
    """One game being played.

    Every choice from outside comes through `play`, which refuses what is not legal and then leaves everything as it was.
    What leaves for a seat (`view`, `events`, `legal`) is what that seat may know. Chance comes from `seed` and the number of
    the line in the log, through SHA-256, so that nobody can foretell it from what was seen; its commitment is in the record.
    """

    def __init__(
        self,
        game: Game | str,
        players: Sequence[str] | int,
        *,
        options: dict[str, Any] | None = None,
        packs: Sequence[Pack] = (),
        seed: int | str | None = None,
        kinds: Sequence[str] = (),
        _deal: Sequence[int] | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = [str(i + 1) for i in range(players)] if isinstance(players, int) else list(players)
        self.options = dict(options or {})
        self.packs = tuple(packs)
        self.seed = secrets.token_hex(16) if seed is None else str(seed)
        self.kinds = list(kinds)
        """Who plays each seat (`human` or a kind of bot), kept for those who resume the record; may be empty."""
        self.steps: list[Step] = []
        """The deal, then every choice that stands."""
        self.lines: list[dict[str, Any]] = []
        """The log as recorded, undone choices included."""
        self.content = self.game.content(self.packs)
        self.state = self.game.prepare(len(self.players), self.options, self.packs)
        self.accept(self._run(None, _deal))

    # The state, unpacked or packed.

    @property
    def state(self) -> Position:
        kept = self._kept
        s = kept.state
        if s is None:
            s = kept.state = self.game.State.from_bytes(kept.packed)
        return s

    @state.setter
    def state(self, s: Position) -> None:
        self._kept = _Kept(s)

    @property
    def packed(self) -> bytes:
        """The bytes of the state."""
        return self._kept.pack()

    def fold(self) -> None:
        """Keep the state packed until somebody asks for it: of hundreds of matches that wait, most are asked for nothing."""
        kept = self._kept
        kept.pack()
        kept.state = None

    # Whose turn, what is legal.

    @property
    def deciders(self) -> list[int]:
        """The seats that may choose now; empty when the game is over."""
        return self.game.deciders(self.state)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    def legal(self, seat: int) -> Legal:
        """The legal choices of a seat."""
        choices = self._kept.choices
        if seat not in choices:
            choices[seat] = self.game.choices(self.state, seat)
        return Legal(self.game, seat, choices[seat])

    def read(self, seat: int, choice: str | tuple[int, int]) -> Choice:
        """The choice, checked.

        :raises InvalidChoice: when it cannot be read.
        :raises IllegalChoice: when it is not allowed now; cites the clause.
        """
        if not 0 <= seat < self.state.seats:
            raise Mistake("no_such_seat", seat=seat, seats=self.state.seats)
        wanted = self.game.verbs.read(choice) if isinstance(choice, str) else Choice(*choice)
        if wanted not in self.game.verbs:
            raise InvalidChoice(str(choice))
        if wanted not in self.legal(seat):
            text = self.game.verbs.write(wanted)
            reason = self.game.refusal(self.state, seat, wanted)
            if reason is None:
                raise IllegalChoice(text, {}, "")
            said = {lang: self.game.words(lang).say(f"reasons.{reason.name}") for lang in ("fr", "en")}
            raise IllegalChoice(text, said, reason.clause)
        return wanted

    def play(self, seat: int, choice: str | tuple[int, int], chance: Sequence[int] | None = None) -> Step:
        """Make a choice: the checked door. `chance` scripts the results (real dice, a replay).

        :raises Mistake: when the choice or a scripted result is not possible; the match is as it was.
        """
        return self._made(self.consider(seat, choice, chance))

    def consider(self, seat: int, choice: str | tuple[int, int], chance: Sequence[int] | None = None) -> Candidate:
        """What a choice would lead to: for those who must write it down before it is true.

        :raises Mistake: when the choice or a scripted result is not possible.
        """
        return self._run((seat, self.read(seat, choice)), chance)

    def consider_undo(self, count: int = 1) -> Candidate:
        """What taking back the last choices would lead to.

        :raises Mistake: when there is nothing to take back.
        """
        if not 1 <= count < len(self.steps):
            raise Mistake("nothing_to_undo")
        left = len(self.steps) - count
        return Candidate({"undo": count}, left, self.reopened(left - 1).state)

    def accept(self, candidate: Candidate) -> None:
        """Let what was considered come true. Nothing else may have happened in between."""
        del self.steps[candidate.steps :]
        if candidate.step is not None:
            self.steps.append(candidate.step)
        self.state = candidate.state
        self.lines.append(candidate.line)

    def _made(self, candidate: Candidate) -> Step:
        self.accept(candidate)
        return self.steps[-1]

    def _run(self, made: tuple[int, Choice] | None, chance: Sequence[int] | None) -> Candidate:
        """Deal, or apply a checked choice.

        :raises RecordError: when the script of chance does not fit.
        """
        s = self.state.copy()
        words = seed_words(self.seed, len(self.lines))
        start_generator(s, *words)
        self._fill_tray(s, chance)
        if made is None:
            self.game.begin(s)
        else:
            self.game.apply(s, *made)
        if chance is not None and (s.chance_fault or s.journal_length != len(chance)):
            raise RecordError("chance", expected=len(chance), used=s.journal_length)
        s.tray = [0] * len(s.tray)
        s.tray_length = s.tray_next = 0
        # Every line starts the generator anew. What is left of it must not tell a replay, which rolls nothing, from play.
        start_generator(s, *words)
        seat, choice = made if made is not None else (SPECTATOR, None)
        rows = tuple(tuple(row) for row in s.events[: s.event_count])
        step = Step(seat, choice, tuple(s.journal[: s.journal_length]), rows)
        return Candidate(self._line(step), len(self.steps), s, step)

    def _fill_tray(self, s: Position, chance: Sequence[int] | None) -> None:
        if chance is not None:
            if len(chance) > len(s.tray) or any(not 0 <= result < 256 for result in chance):
                raise RecordError("chance", expected=len(chance), used=len(s.tray))
            s.tray[: len(chance)] = list(chance)
            s.tray_length, s.tray_next = len(chance), 0

    # What a seat sees.

    def speech(self, lang: str) -> Speech:
        return self.game.speech(lang, self.players, self.content.names)

    def concealed(self, seat: int = SPECTATOR) -> Position:
        """The state as that seat may know it: what bots receive."""
        return self.game.concealed(self.state, seat)

    def view(self, seat: int = SPECTATOR, lang: str = "fr") -> dict[str, Any]:
        """What the seat sees, as plain data."""
        return self.game.view(self.state, seat, self.speech(lang))

    def events(self, step: Step, seat: int = SPECTATOR) -> list[Event]:
        """The events of a step as that seat may know them."""
        rows = _Rows([list(row) for row in step.rows], len(step.rows))
        conceal_events(rows, seat, _secret_columns(self.game.event_book))
        return self.game.events(rows)  # type: ignore[arg-type]

    def open_events(self, step: Step) -> list[Event]:
        """The events of a step with nothing hidden: for looking back at a recorded game."""
        return self.game.events(_Rows([list(row) for row in step.rows], len(step.rows)))  # type: ignore[arg-type]

    def log(self, seat: int = SPECTATOR, lang: str = "fr") -> list[tuple[str, str]]:
        """The whole game in words, as that seat may know it: pairs of sentence and clause."""
        speech = self.speech(lang)
        return [(speech.event(e), e.kind.clause) for step in self.steps for e in self.events(step, seat)]

    @property
    def outcome(self) -> Outcome | None:
        """The result, or `None` while the game goes on."""
        if not self.is_over:
            return None
        game, s = self.game, self.state
        return Outcome(tuple(game.ranks(s)), tuple(game.scores(s)), game.ending(s))

    # Going back.

    def reopened(self, count: int) -> Match:
        """A new match as it stood after `count` choices, free to go on differently."""
        return self._replayed(self.steps[: count + 1])

    def _replayed(self, steps: Sequence[Step]) -> Match:
        twin = Match(
            self.game,
            self.players,
            options=self.options,
            packs=self.packs,
            seed=self.seed,
            kinds=self.kinds,
            _deal=steps[0].chance,
        )
        for step in steps[1:]:
            assert step.choice is not None
            twin.play(step.seat, step.choice, step.chance)
        return twin

    def positions(self) -> Iterator[Position]:
        """Every position of the game, from the deal on."""
        twin = self._replayed(self.steps[:1])
        yield twin.state
        for step in self.steps[1:]:
            assert step.choice is not None
            twin.play(step.seat, step.choice, step.chance)
            yield twin.state

    def can_undo(self, seat: int) -> bool:
        """Is taking back the last choice exact: that seat's own, without chance, and nothing was revealed?"""
        if len(self.steps) < 2 or self.steps[-1].seat != seat or self.steps[-1].chance:
            return False
        return not self._revealed()

    def _revealed(self) -> bool:
        """Did the last choice show anybody something hidden? Made in other worlds that looked the same, would it look the same?"""
        game, last = self.game, self.steps[-1]
        assert last.choice is not None
        before = self.reopened(len(self.steps) - 2).state
        for onlooker in range(SPECTATOR, self.state.seats):
            known = game.concealed(before, onlooker)
            seen = game.concealed(self.state, onlooker)
            for k in range(IMAGINED_WORLDS):
                world = game.imagined(known, *seed_words("undo", self.seed, len(self.lines), onlooker, k))
                game.apply(world, last.seat, last.choice)
                if game.concealed(world, onlooker) != seen:
                    return True
        return False

    def undo(self, count: int = 1) -> None:
        """Take back the last choices. They stay in the record, followed by the undoing.

        :raises Mistake: when there is nothing to take back.
        """
        self.accept(self.consider_undo(count))

    # Records.

    def _line(self, step: Step) -> dict[str, Any]:
        if step.choice is None:
            return {"deal": list(step.chance)}
        line: dict[str, Any] = {"seat": step.seat, "choice": self.game.verbs.write(step.choice)}
        if step.chance:
            line["chance"] = list(step.chance)
        return line

    def header(self) -> dict[str, Any]:
        """The first line of the record."""
        return {
            "bagarre": RECORD_VERSION,
            "version": __version__,
            "game": self.game.name,
            "rules_version": self.game.meta.rules_version,
            "players": self.players,
            "seats": self.kinds,
            "options": self.options,
            "packs": [{"name": pack.name, "digest": pack.digest, "text": pack.text} for pack in self.packs],
            "commitment": commitment(self.seed),
            "seed": self.seed,
        }

    def record(self) -> str:
        """The game as JSON Lines: header, deal, choices with their chance results, and the end. Each line seals those before it."""
        lines = [self.header(), *self.lines]
        if (end := self.outcome) is not None:
            lines.append({"end": end.ending, "ranks": list(end.ranks), "scores": list(end.scores)})
        sealed, seal = [], ""
        for line in lines:
            seal = _seal(seal, line)
            sealed.append(json.dumps(line | {"seal": seal}, ensure_ascii=False))
        return "\n".join(sealed) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record; the file is either the old one or the new one, never half of it.

        :raises Mistake: when it cannot be written.
        """
        write_atomically(Path(path), self.record())

    @classmethod
    def load(cls, path: str | Path) -> Match:
        """Reopen a record.

        :raises RecordError: when it cannot be read or does not follow the rules.
        """
        return cls.loads(read_text(path, LARGEST_RECORD))

    @classmethod
    def loads(cls, text: str, game: Game | None = None) -> Match:
        """Reopen a record from its text; `game` when it is not one of the house."""
        lines = _unsealed(text)
        if not lines:
            raise RecordError("record_empty")
        match = cls.from_header(lines[0], lines[1] if len(lines) > 1 else {}, game)
        for number, line in enumerate(lines[2:], start=3):
            match._follow(number, line)
        return match

    @classmethod
    def from_header(cls, header: dict[str, Any], deal: dict[str, Any], game: Game | None = None) -> Match:
        """A match as dealt in a record (its first two lines); `game` when it is not one of the house."""
        _check_version(header)
        try:
            game = game or find_game(str(header["game"]))
            players, options = [str(name) for name in header["players"]], dict(header["options"])
            packs = [Pack(str(pack["name"]), str(pack["text"])) for pack in header["packs"]]
            if any(pack.digest != stored["digest"] for pack, stored in zip(packs, header["packs"])):
                raise RecordError("record_pack")
            seed, chance = str(header["seed"]), [int(result) for result in deal["deal"]]
            kinds = [str(kind) for kind in header.get("seats", [])]
            rules_version = int(header["rules_version"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise RecordError("record_header") from None
        if rules_version > game.meta.rules_version:
            raise RecordError("record_future_rules", version=rules_version, game=game.meta.title)
        if header.get("commitment") != commitment(seed):
            raise RecordError("record_commitment")
        return cls(game, players, options=options, packs=packs, seed=seed, kinds=kinds, _deal=chance)

    def _follow(self, number: int, line: dict[str, Any]) -> None:
        """Make one line of a record happen again."""
        try:
            if "undo" in line:
                self.undo(int(line["undo"]))
            elif "end" in line:
                end = self.outcome
                if end is None or [end.ending, list(end.ranks)] != [line["end"], line["ranks"]]:
                    raise RecordError("record_end")
            else:
                self.play(int(line["seat"]), str(line["choice"]), [int(x) for x in line.get("chance", [])])
        except Mistake as problem:
            raise RecordError("record_line", line=number, problem=problem) from None
        except (KeyError, TypeError, ValueError, OverflowError):
            raise RecordError("record_malformed", line=number) from None

    # Notebooks.

    def __str__(self) -> str:
        """The log as a spectator may know it."""
        return "\n".join(sentence for sentence, _ in self.log())

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {len(self.players)} seats, {len(self.steps) - 1} choices>"

    def _repr_html_(self) -> str:
        told = "".join(f"<li>{html.escape(text)} <small>{clause}</small></li>" for text, clause in self.log())
        return f"<h4>{html.escape(self.game.meta.title)}</h4><ol>{told}</ol>"


@cache
def _secret_columns(book: EventBook) -> Any:
    """The same for every match of a game: worked out once."""
    return book.secret_columns()


def commitment(seed: str) -> str:
    """What may be published before the game, so that afterwards everyone can check that its chance was fixed in advance."""
    return hashlib.sha256(f"bagarre/{seed}".encode()).hexdigest()


def _seal(before: str, line: dict[str, Any]) -> str:
    text = json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(f"{before}{text}".encode()).hexdigest()[:16]


def _check_version(header: dict[str, Any]) -> None:
    """Is this a header of ours, and not of a later format? That is asked first: a later one may be sealed in another way."""
    if not isinstance(header.get("bagarre"), int):
        raise RecordError("record_not_ours")
    if header["bagarre"] > RECORD_VERSION:
        raise RecordError("record_future", version=header["bagarre"])


def _unsealed(text: str) -> list[dict[str, Any]]:
    """The lines of a record, each checked against its seal."""
    lines: list[dict[str, Any]] = []
    seal = ""
    # Only a newline ends a line: names may hold the other characters that `splitlines` would stop at.
    for number, raw in enumerate(text.removesuffix("\n").split("\n") if text else [], start=1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise RecordError("record_malformed", line=number)
        if number == 1:
            _check_version(line)
        stored = line.pop("seal", None)
        seal = _seal(seal, line)
        if stored != seal:
            raise RecordError("record_tampered", line=number)
        lines.append(line)
    return lines


def write_atomically(path: Path, text: str) -> None:
    """Write a text file so that a crash or a full disk leaves the old one whole.

    :raises Mistake: when it cannot be written.
    """
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file to be written, which then takes the place of `path`; when anything fails the old one stays.

    :raises Mistake: when it cannot be written.
    """
    temporary: Path | None = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            # A device or a folder must not be replaced.
            raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        temporary = Path(name)
        with os.fdopen(handle, "rb") as file:
            yield temporary
            os.fsync(file.fileno())
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise Mistake("file_unwritable", file=str(path), reason=os_reason(error)) from None
    except (ValueError, RuntimeError) as error:
        raise Mistake("file_unwritable", file=repr(str(path)), reason=str(error)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
