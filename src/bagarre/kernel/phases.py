"""Phases told once: what each does when it is reached, which verbs answer it, why not, and what they do.

A game declares its phases in the order of play, in one book:

    PHASES = PhaseBook(VERBS, "phase", otherwise=NOT_NOW)
    PHASES.phase(DEAL, deal_round)
    PHASES.phase(TURN, ask_turn, takes=[
        Answer(EQUIP, equip, never=equip_refusal, up_to=UpTo(pile_size, PILE_SHORT)),
        Answer(VISIT, visit, why_not=visit_refusal),
    ])
    enter, choices, why_not, take = PHASES.ladders()

From the book come four rules, written out as ladders of plain branches, so that they compile like those written by hand:

| ladder | meaning |
|---|---|
| `enter(s)` | do what the present phase does by itself |
| `choices(s, seat, menu)` | offer every answer for which nothing speaks against |
| `why_not(s, seat, verb, arg)` | the reason that speaks against an answer, 0 when there is none |
| `take(s, seat, verb, arg)` | do what the answer does |

So legality is told once, by `never`, `up_to` and `why_not`: the menu asks them too. A rule of the book is handed what its parameters ask for: the
state first; the seat where one is called `seat`; the verb where one is called `verb`; a field of the state for the names in `handed`; and for any
other name the argument of the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bagarre.kernel.generated import Rule, made_rules, parameters
from bagarre.kernel.menu import VerbBook, offer


class Among(NamedTuple):
    """Where the menu looks for arguments, when trying all that can be written would take long: `nth(s, …, i)` for i below `count(s, …)`.

    Whether each is allowed is still asked of `why_not`; the contract checks that none was left out.
    """

    count: Rule
    nth: Rule
    counted: bool = False
    """The rules count the same things: where an argument is read (`reads`), the i-th stands for i."""


class UpTo(NamedTuple):
    """A bound of the argument: what is larger than `most(s, …)` is refused for that reason."""

    most: Rule
    reason: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One verb that answers a phase."""

    verb: int
    then: Rule
    """What it does."""
    why_not: Rule | None = None
    """The reason that speaks against this argument, 0 when there is none."""
    never: Rule | None = None
    """The reason that speaks against the verb whatever its argument; asked first, and once for the whole menu."""
    reads: Rule | None = None
    """What the argument stands for, where the rules count differently (`reads(seat, arg)`): the number that the other rules are given."""
    among: Among | None = None
    up_to: UpTo | None = None
    offers: Rule | None = None
    """Puts its choices on the menu itself (`offers(s, seat, menu)`), from a list made by `why_not`; the contract checks that none is left out or added."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game."""

    number: int
    enter: Rule | None
    takes: tuple[Answer, ...]
    otherwise: int
    """The reason for every verb that does not answer this phase."""


class Ladders(NamedTuple):
    """The rules that a book makes."""

    enter: Rule
    choices: Rule
    why_not: Rule
    take: Rule


@dataclass
class PhaseBook:
    """The phases of one game. `where` is the field of the state that holds the number of the present one."""

    verbs: VerbBook
    where: str
    otherwise: int
    phases: list[Phase] = field(default_factory=list)
    handed: Mapping[str, str] = field(default_factory=dict)
    """Parameters that stand for a field of the state: with `{"c": "asked"}` a rule is given `s.asked` where it asks for `c`."""

    def phase(
        self,
        number: int,
        enter: Rule | None = None,
        takes: Iterable[Answer] = (),
        *,
        otherwise: int | None = None,
    ) -> None:
        """Declare a phase: what it does when it is reached, and the answers that it takes, in the order of the menu."""
        answers = tuple(takes)
        if any(phase.number == number for phase in self.phases):
            raise ValueError(f"phase {number} is declared twice")
        if len({answer.verb for answer in answers}) != len(answers):
            raise ValueError(f"phase {number} takes a verb twice")
        self.phases.append(Phase(number, enter, answers, self.otherwise if otherwise is None else otherwise))

    def ladders(self) -> Ladders:
        """The four rules of the book."""
        unused = {verb.number for verb in self.verbs.verbs} - {
            a.verb for phase in self.phases for a in phase.takes
        }
        if unused:
            raise ValueError(
                f"no phase takes {', '.join(self.verbs.verbs[verb].name for verb in sorted(unused))}"
            )
        return _Writer(self).ladders()


Block = list[str]


class _Writer:
    """Writes the ladders of a book as Python, and makes rules of them."""

    def __init__(self, book: PhaseBook) -> None:
        self.book = book
        self.names: dict[Rule, str] = {}

    def ladders(self) -> Ladders:
        where = self.book.where
        source = [
            *self._ladder("enter(s)", where, self._enter, "return"),
            *self._ladder("choices(s, seat, menu)", where, self._choices, "return"),
            *self._ladder(
                "why_not(s, seat, verb, arg)", where, self._why_not, f"return {self.book.otherwise}"
            ),
            *self._ladder("take(s, seat, verb, arg)", where, self._take, "return"),
        ]
        named = {name: function for function, name in self.names.items()} | {"offer": offer}
        return Ladders(*made_rules("\n".join(source) + "\n", "phases", named, Ladders._fields))

    def _name(self, function: Rule) -> str:
        """How the text calls a rule: its own name, with its module where two share one."""
        if not getattr(function, "__rule__", False):
            raise TypeError(f"{function.__module__}.{function.__qualname__} is not marked @rule")
        if function not in self.names:
            name = function.__name__
            while name in self.names.values() or name in (*Ladders._fields, "offer"):
                name = f"{function.__module__.rpartition('.')[2]}_{name}"
            self.names[function] = name
        return self.names[function]

    def _call(self, function: Rule, verb: str, arg: str) -> str:
        """A call with what the rule's parameters ask for."""
        given = {name: f"s.{field}" for name, field in self.book.handed.items()}
        given |= {"s": "s", "seat": "seat", "verb": verb}
        return f"{self._name(function)}({', '.join(given.get(name, arg) for name in parameters(function))})"

    # The ladder over the phases.

    def _ladder(self, signature: str, where: str, body: Callable[[Phase], Block], rest: str) -> Block:
        """A rule that does for each phase what its block says; phases with the same block share a branch."""
        branches: dict[tuple[str, ...], list[int]] = {}
        for phase in self.book.phases:
            branches.setdefault(tuple(body(phase)), []).append(phase.number)
        lines = [f"def {signature}:", f"    phase = s.{where}"]
        for block, numbers in branches.items():
            if block:
                lines.append(f"    if {' or '.join(f'phase == {number}' for number in numbers)}:")
                lines += [f"        {line}" for line in block]
        return [*lines, f"    {rest}"]

    def _enter(self, phase: Phase) -> Block:
        return [] if phase.enter is None else [self._call(phase.enter, "-1", "-1"), "return"]

    # The answers of one phase.

    def _choices(self, phase: Phase) -> Block:
        lines = [line for answer in phase.takes for line in self._offers(answer)]
        return [*lines, "return"] if lines else []

    def _offers(self, answer: Answer) -> Block:
        """Offer what nothing speaks against."""
        verb, args = str(answer.verb), self.book.verbs.verbs[answer.verb].args
        if answer.offers is not None:
            lines = [f"{self._name(answer.offers)}(s, seat, menu)"]
        elif answer.among is not None:
            count, nth = (
                self._call(function, verb, "i") for function in (answer.among.count, answer.among.nth)
            )
            if answer.among.counted:
                lines = [f"for i in range({count}):", *_indented(self._offer(answer, nth, "i"))]
            else:
                lines = [
                    f"for i in range({count}):",
                    f"    arg = {nth}",
                    *_indented(self._offer(answer, "arg")),
                ]
        elif len(args) == 1:
            lines = self._offer(answer, str(args.start))
        else:
            end = str(args.stop)
            if answer.up_to is not None:
                end = f"min({end}, {self._call(answer.up_to.most, verb, '-1')} + 1)"
            lines = [f"for arg in range({args.start}, {end}):", *_indented(self._offer(answer, "arg"))]
        if answer.never is not None:
            lines = [f"if {self._call(answer.never, verb, '-1')} == 0:", *_indented(lines)]
        return lines

    def _offer(self, answer: Answer, arg: str, read: str = "") -> Block:
        line = f"offer(menu, {answer.verb}, {arg})"
        if answer.why_not is None:
            return [line]
        return [
            f"if {self._call(answer.why_not, str(answer.verb), read or self._read(answer, arg))} == 0:",
            f"    {line}",
        ]

    def _read(self, answer: Answer, arg: str) -> str:
        """The number that the rules of an answer are given for its argument."""
        return arg if answer.reads is None else self._call(answer.reads, str(answer.verb), arg)

    def _why_not(self, phase: Phase) -> Block:
        lines: Block = []
        for answers in _alike(
            phase.takes, lambda answer: (answer.never, answer.up_to, answer.why_not, answer.reads)
        ):
            answer = answers[0]
            lines.append(f"if {_is_one_of(answers)}:")
            if answer.never is not None:
                lines.append(f"    why = {self._call(answer.never, 'verb', '-1')}")
                lines += ["    if why != 0:", "        return why"]
            if answer.up_to is not None:
                lines.append(f"    if arg > {self._call(answer.up_to.most, 'verb', '-1')}:")
                lines.append(f"        return {answer.up_to.reason}")
            if answer.why_not is None:
                lines.append("    return 0")
            else:
                lines.append(f"    return {self._call(answer.why_not, 'verb', self._read(answer, 'arg'))}")
        return [*lines, f"return {phase.otherwise}"]

    def _take(self, phase: Phase) -> Block:
        lines: Block = []
        groups = _alike(phase.takes, lambda answer: (answer.then, answer.reads))
        for answers in groups:
            done = [self._call(answers[0].then, "verb", self._read(answers[0], "arg")), "return"]
            if answers is groups[-1]:
                lines += done
            else:
                lines += [f"if {_is_one_of(answers)}:", *_indented(done)]
        return lines


def _alike(answers: Sequence[Answer], trait: Callable[[Answer], object]) -> list[list[Answer]]:
    """The answers in groups that share a trait, in the order of the first of each."""
    groups: dict[object, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(trait(answer), []).append(answer)
    return list(groups.values())


def _is_one_of(answers: Sequence[Answer]) -> str:
    return " or ".join(f"verb == {answer.verb}" for answer in answers)


def _indented(lines: Block) -> Block:
    return [f"    {line}" for line in lines]
