"""A game, as the rest of the house sees it: its rooms behind one door, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from bagarre.kernel import drivers
from bagarre.kernel.binding import Bindings
from bagarre.kernel.chance import seed
from bagarre.kernel.clauses import Rulebook, parse_rulebook, read_rulebook
from bagarre.kernel.coach import Coach
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event, EventBook, EventKind, begin_step, clear_journal, house_kinds
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice, Menu, Reason, VerbBook, menu_of
from bagarre.kernel.meta import Meta
from bagarre.kernel.modes import Compiled, Interpreted, Mode
from bagarre.kernel.options import read_options
from bagarre.kernel.pack import Pack
from bagarre.kernel.pieces import PieceBook
from bagarre.kernel.reasons import Because
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.runner import Runner
from bagarre.kernel.speech import Names, Speech
from bagarre.kernel.words import LANGUAGES, Words, words_in

if TYPE_CHECKING:
    import numpy as np

S = TypeVar("S", bound=Position)
SPECTATOR = -1
"""The seat of those who only watch."""


class Game:
    """One game folder. Everything outside `games/` reaches a game through this object (or a `Match` of it)."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.meta: Meta = import_module(f"{package}.meta").META
        self._rooms: dict[str, Any] = {}
        self._modes: dict[Any, Mode] = {}

    def __repr__(self) -> str:
        return f"<Game {self.meta.name}>"

    @property
    def name(self) -> str:
        return self.meta.name

    def room(self, name: str) -> Any:
        """A module of the game's folder."""
        if name not in self._rooms:
            self._rooms[name] = import_module(f"{self.package}.{name}")
        return self._rooms[name]

    @cached_property
    def folder(self) -> Path:
        file = import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def State(self) -> type[Position]:
        state: type[Position] = self.room("state").State
        return state

    @cached_property
    def Menu(self) -> type[Menu]:
        return menu_of(self.meta.menu_size)

    @cached_property
    def PlayerRecord(self) -> type[drivers.PlayerRecord]:
        return drivers.player_record_of(self.meta.menu_size)

    @cached_property
    def verbs(self) -> VerbBook:
        book: VerbBook = self.room("choices").VERBS
        return book

    @cached_property
    def reasons(self) -> list[Reason]:
        reasons: list[Reason] = self.room("choices").REASONS.reasons
        return reasons

    @cached_property
    def event_book(self) -> EventBook:
        book: EventBook = self.room("events").EVENTS
        return book

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """How a game can end, by name; the first means that it goes on."""
        endings: tuple[str, ...] = self.room("state").ENDINGS
        return endings

    @cached_property
    def rules(self) -> Any:
        return self.room("rules")

    @cached_property
    def secrets(self) -> Any:
        return self.room("secrets")

    # Words and texts.

    def words(self, lang: str) -> Words:
        return words_in(self.folder / "words", lang if lang in LANGUAGES else LANGUAGES[0])

    def rulebook(
        self, lang: str, options: Mapping[str, Any] | None = None, packs: Sequence[Pack] = ()
    ) -> Rulebook:
        """The rules in French or English. A game whose packs bring names of their own (`content.retell`) tells them with those."""
        lang = lang if lang in LANGUAGES else LANGUAGES[0]
        book = read_rulebook(self.folder / f"rules.{lang}.md", lang)
        told = self.retold(book.text, lang, options, packs)
        return book if told is book.text else parse_rulebook(told, lang)

    def retold(
        self, text: str, lang: str, options: Mapping[str, Any] | None = None, packs: Sequence[Pack] = ()
    ) -> str:
        """A text of the rules with the names that this table uses; the text itself when the game has one set of names."""
        retell = getattr(self.room("content"), "retell", None)
        if retell is None:
            return text
        values = read_options(self.meta.options, dict(options or {}))
        told: str = retell(text, lang, values, self.content(packs))
        return told

    def speech(self, lang: str, players: Sequence[str], names: Names) -> Speech:
        return Speech(self, lang, players, names)

    def coach(self, known: Position, seat: int, speech: Speech) -> Coach | None:
        """Who explains what a seat knows (a concealed state) to somebody new; `None` when the folder has no `coach.py`."""
        if not (self.folder / "coach.py").exists():
            return None
        made: Coach = self.room("coach").Coach(known, seat, speech)
        return made

    @cached_property
    def explained(self) -> Mapping[str, str]:
        """The kinds of events that say why, with the number that their reasons add up to; empty when the folder has no `why.py`."""
        if not (self.folder / "why.py").exists():
            return {}
        kinds: Mapping[str, str] = self.room("why").EXPLAINED
        return kinds

    def because(self, known: Position, told: Sequence[Event], speech: Speech) -> Mapping[int, list[Because]]:
        """The reasons of the events of a step, by their place; `known` is the position after it, concealed like the events."""
        if not any(event.kind.name in self.explained for event in told):
            return {}
        found: Mapping[int, list[Because]] = self.room("why").because(known, told, speech)
        return found

    # A new game.

    def content(self, packs: Sequence[Pack] = ()) -> Any:
        """The shipped content with the user's packs laid over it: an object with at least `names`."""
        return self.room("content").load(tuple(packs))

    def prepare(
        self, seats: int, options: dict[str, Any] | None = None, packs: Sequence[Pack] = ()
    ) -> Position:
        """A state with seats, options and content in place, ready for `begin`.

        :raises Mistake: when the game does not take that many seats, or an option or a pack is wrong.
        """
        values = read_options(self.meta.options, dict(options or {}))
        if not (seats in self.meta.players or (seats == 1 and self.is_solo(values))):
            least, most = self.meta.players[0], self.meta.players[-1]
            raise Mistake("seats", game=self.meta.title, seats=seats, least=least, most=most)
        s = self.State()
        s.seats = seats
        self.room("content").prepare(s, values, self.content(packs))
        return s

    def is_solo(self, options: dict[str, Any]) -> bool:
        """Do these options ask for the game for one, when there is one?"""
        values = read_options(self.meta.options, options)
        return bool(self.meta.solo) and all(
            str(values[name]) in (value, "True") for name, value in self.meta.solo
        )

    def begin(self, s: Position, *words: int) -> None:
        """Deal, with the generator started from three words (none: chance is left as it is)."""
        if words:
            seed(s, *words)
        begin_step(s)
        self.rules.setup(s)

    # Play, interpreted.

    def deciders(self, s: Position) -> list[int]:
        """The seats that may choose now."""
        mask = self.rules.deciders(s)
        return [seat for seat in range(s.seats) if mask >> seat & 1]

    def choices(self, s: Position, seat: int) -> list[Choice]:
        """Every legal choice of a seat."""
        if not self.rules.deciders(s) >> seat & 1:
            return []
        menu = self.Menu()
        menu.seat = seat
        self.rules.choices(s, seat, menu)
        return [Choice(menu.verb[i], menu.arg[i]) for i in range(menu.count)]

    def apply(self, s: Position, seat: int, choice: tuple[int, int]) -> None:
        """Trust a choice and apply it: the quick path, nothing is checked."""
        begin_step(s)
        self.rules.apply(s, seat, choice[0], choice[1])

    def refusal(self, s: Position, seat: int, choice: tuple[int, int]) -> Reason | None:
        """Why a choice is not allowed now, or `None` when it is."""
        number = self.rules.refusal(s, seat, choice[0], choice[1])
        return self.reasons[number] if number else None

    def is_over(self, s: Position) -> bool:
        return bool(self.rules.deciders(s) == 0)

    def ranks(self, s: Position) -> list[int]:
        """The place of each seat; every winner has 1."""
        return [self.rules.rank(s, seat) for seat in range(s.seats)]

    def scores(self, s: Position) -> list[int]:
        return [self.rules.score(s, seat) for seat in range(s.seats)]

    def ending(self, s: Position) -> str:
        """Why the game ended, by name."""
        return self.endings[self.rules.ending(s)]

    def status(self, s: Position) -> list[str]:
        """The invariants that the state breaks; empty for a sound one."""
        broken: list[str] = self.room("state").status(s)
        return broken

    # What a seat sees.

    def concealed(self, s: S, seat: int) -> S:
        """A copy in which everything that the seat may not know is erased: the one door out."""
        copy = s.copy()
        self.secrets.conceal(copy, seat)
        return copy

    def without_ready(self, concealed: S) -> S:
        """The same with no sign of who has answered a question to several, in a game that shows it (`secrets.READY`)."""
        fields: tuple[str, ...] = getattr(self.secrets, "READY", ())
        if not fields:
            return concealed
        copy = concealed.copy()
        for field in fields:
            setattr(copy, field, 0)
        return copy

    def imagined(self, concealed: S, *words: int) -> S:
        """A world that fits a concealed state, drawn at random."""
        world = concealed.copy()
        seed(world, *words)
        self.secrets.refill(world)
        clear_journal(world)
        return world

    def events(self, s: Position) -> list[Event]:
        """The events since the last choice; pass a concealed state to get them as its seat may know them."""
        kinds, house = self.event_book.kinds, self._house_kinds
        return [
            (kinds[row[0]] if row[0] >= 0 else house[row[0]]).read(row) for row in s.events[: s.event_count]
        ]

    @cached_property
    def _house_kinds(self) -> dict[int, EventKind]:
        return house_kinds(self.meta.concession)

    def view(self, s: Position, seat: int, speech: Speech) -> dict[str, Any]:
        """What the seat sees, as plain data for pages and terminals. Conceals first, always."""
        seen: dict[str, Any] = self.room("view").view(self.concealed(s, seat), seat, speech)
        return seen

    def open_view(self, s: Position, speech: Speech) -> dict[str, Any]:
        """The position with nothing hidden: for looking back at a recorded game, never for those who play it."""
        seen: dict[str, Any] = self.room("view").view(s.copy(), SPECTATOR, speech)
        return seen

    @property
    def pieces(self) -> PieceBook:
        """The named pieces of what a seat observes (its room `observe`)."""
        book: PieceBook = self.room("observe").PIECES
        return book

    def observe(self, s: Position, seat: int) -> np.ndarray[Any, Any]:
        """What a seat observes, as one vector of its named pieces, for learning. Conceals first, always."""
        import numpy as np

        vector = np.zeros(self.pieces.size, np.float32)
        self.room("observe").observe(self.concealed(s, seat), seat, vector)
        return vector

    # Compiled.

    @cached_property
    def compiled(self) -> Compiled:
        """The drivers bound to the rules and compiled."""
        return Compiled(self)

    @cached_property
    def interpreted(self) -> Interpreted:
        """The drivers bound to the rules, in plain Python."""
        return Interpreted(self)

    def runner(
        self, mode: Literal["", "interpreted", "compiled"] = "", bindings: Bindings | None = None
    ) -> Runner:
        """Whole games at once: `interpreted` or `compiled`, when nothing is said the faster one that is installed.

        `bindings` replaces rules of the drivers: how players come in that the kernel does not know.
        """
        fast = mode == "compiled" if mode else fast_mode_available()
        if not bindings:
            return Runner(self.compiled if fast else self.interpreted)
        key = (fast, *bindings.items())
        if key not in self._modes:
            self._modes[key] = (Compiled if fast else Interpreted)(self, bindings)
        return Runner(self._modes[key])

    def player(self) -> Callable[..., int] | None:
        """The scripted player's `decide`, when the folder has one."""
        if not (self.folder / "player.py").exists():
            return None
        found: Callable[..., int] = self.room("player").decide
        return found
