"""Choices: pairs of small numbers (verb, argument) with names, offered on a menu.

A game declares its verbs in one book; the numbers are what rules use:

    VERBS = VerbBook()
    EQUIP = VERBS.verb("equip", range(1, 5))     # written `equip 2`
    VISIT = VERBS.verb("visit")                  # written `visit`
    ORDER = VERBS.verb("order", names=["M6G", "CS"], bare=True)  # written `M6G`

From the book come the two-way notation and the dense, versioned action ids for learning. Rules never do arithmetic on
dense ids.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bagarre.kernel.errors import InvalidChoice
from bagarre.kernel.layout import Field, Record, record
from bagarre.kernel.rule import rule


class Choice(NamedTuple):
    """What a seat chooses: a verb and its argument (0 when the verb takes none)."""

    verb: int
    arg: int


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb as declared: the arguments it takes and how each is written."""

    number: int
    name: str
    args: range
    names: tuple[str, ...]
    """How each argument is written, in the order of `args`; empty when numbers are written as they are."""
    bare: bool
    """Is the verb left out in writing, the argument standing alone?"""
    kind: str
    """Which words name the argument (`seat`, `spell`, …; `n` for a plain number, empty for none)."""

    def write(self, arg: int) -> str:
        if not self.kind:
            return self.name
        word = self.names[arg - self.args.start] if self.names else str(arg)
        return word if self.bare else f"{self.name} {word}"


class VerbBook:
    """The verbs of one game, numbered as declared."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self._read: dict[str, Choice] = {}
        self._first: list[int] = []
        self.size = 0
        """Number of dense action ids."""

    def verb(
        self,
        name: str,
        args: range | None = None,
        *,
        names: Sequence[str] | None = None,
        kind: str = "n",
        bare: bool = False,
    ) -> int:
        """Declare a verb; its number is what rules use. `args` must be a range of step 1."""
        if args is None and names is not None:
            args = range(len(names))
        plain = args is None
        verb = Verb(len(self.verbs), name, args or range(1), tuple(names or ()), bare, "" if plain else kind)
        if verb.names and len(verb.names) != len(verb.args):
            raise ValueError(f"{name}: {len(verb.names)} names for {len(verb.args)} arguments")
        self.verbs.append(verb)
        self._first.append(self.size)
        self.size += len(verb.args)
        for arg in verb.args:
            written = verb.write(arg).casefold()
            if written in self._read:
                raise ValueError(f"{written!r} would be read in two ways")
            self._read[written] = Choice(verb.number, arg)
        return verb.number

    def __iter__(self) -> Iterator[Choice]:
        """Every choice that can be written at all, in the order of the dense ids."""
        return (Choice(verb.number, arg) for verb in self.verbs for arg in verb.args)

    def __contains__(self, choice: tuple[int, int]) -> bool:
        """Can the choice be written at all?"""
        return 0 <= choice[0] < len(self.verbs) and choice[1] in self.verbs[choice[0]].args

    def write(self, choice: tuple[int, int]) -> str:
        """The notation of a choice."""
        return self.verbs[choice[0]].write(choice[1])

    def read(self, text: str) -> Choice:
        """The choice written in `text`.

        :raises InvalidChoice: when it cannot be read.
        """
        found = self._read.get(" ".join(text.split()).casefold())
        if found is None:
            raise InvalidChoice(text)
        return found

    def dense(self, choice: tuple[int, int]) -> int:
        """The dense id of a choice, for learning."""
        return self._first[choice[0]] + choice[1] - self.verbs[choice[0]].args.start

    def from_dense(self, number: int) -> Choice:
        """The choice of a dense id."""
        for verb, first in zip(reversed(self.verbs), reversed(self._first)):
            if number >= first:
                return Choice(verb.number, verb.args.start + number - first)
        raise IndexError(number)

    @property
    def version(self) -> str:
        """Changes when the meaning of any dense id changes."""
        return hashlib.sha256("\n".join(self.write(choice) for choice in self).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a choice is refused: a name for the words, a clause for the book."""

    number: int
    name: str
    clause: str


class ReasonBook:
    """The reasons for which choices of one game are refused; 0 means that the choice is allowed."""

    def __init__(self) -> None:
        self.reasons = [Reason(0, "allowed", "")]

    def reason(self, name: str, clause: str) -> int:
        self.reasons.append(Reason(len(self.reasons), name, clause))
        return len(self.reasons) - 1


class Menu(Record):
    """The legal choices of one seat. `menu_of(size)` makes the type for a game whose longest menu is `size`."""

    if not TYPE_CHECKING:
        __slots__ = ()

    seat: int
    count: int
    """May pass the room of the menu: then choices were lost, which the contract forbids."""
    verb: list[int]
    arg: list[int]


def menu_of(size: int) -> type[Menu]:
    """The menu type with room for `size` choices."""
    declaration = type(
        "Menu",
        (Menu,),
        {
            "seat": Field("i2", ()),
            "count": Field("i2", ()),
            "verb": Field("i2", (size,)),
            "arg": Field("i2", (size,)),
        },
    )
    return record(declaration)


@rule
def offer(menu: Any, verb: int, arg: int = 0) -> None:
    """Put a choice on the menu."""
    if menu.count < len(menu.verb):
        menu.verb[menu.count] = verb
        menu.arg[menu.count] = arg
    menu.count += 1


@rule
def offer_list(menu: Any, verb: int, args: Any, count: int) -> None:
    """Put the first `count` arguments of a row of a table on the menu, at once."""
    first = menu.count
    if first + count <= len(menu.verb):
        for i in range(count):
            menu.verb[first + i] = verb
            menu.arg[first + i] = args[i]
    menu.count = first + count
