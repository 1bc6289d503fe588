"""Draws that somebody else answers: the rules run until they need a result that is not on the tray, and stop there.

Interpreted rules are plain functions, so whoever wants to know what is drawn looks at the call that stopped: which rule draws, with what at
hand, and what can come. The rules know nothing of it, and an ordinary game pays nothing for it: in the place of the generator, which is asked only when
the tray is empty, lies something that cannot be read.

    draw = next_draw(s, lambda s: game.apply(s, seat, choice), script)      # None: the results were enough
    draw.rule, draw.here["seat"], draw.possible

`watch` is for the other side: what the generator gave, number by number, for those who recompute it elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, SimpleNamespace, TracebackType
from typing import Any

from bagarre.kernel import chance
from bagarre.kernel.errors import RecordError
from bagarre.kernel.layout import Position

HERE = chance.__name__


class Unanswered(Exception):
    """A rule has drawn, and nobody has said yet what came."""


class _NoGenerator(list[int]):
    """What lies in the place of the generator."""

    def __getitem__(self, _: Any) -> Any:
        raise Unanswered


@dataclass(frozen=True)
class Call:
    """A rule that was running when the draw came, with what it had at hand."""

    rule: str
    here: Mapping[str, Any]


@dataclass(frozen=True)
class Draw:
    """A draw that waits for its result."""

    calls: tuple[Call, ...]
    """The rules that were running, the one that draws first."""
    possible: tuple[int, ...]
    """What can come, as the rules have it; empty when the rule draws in a way of its own."""
    state: Any
    """The position as the rules had left it there."""

    @property
    def rule(self) -> str:
        """The rule that draws."""
        return self.calls[0].rule

    @property
    def here(self) -> Mapping[str, Any]:
        """What it had at hand, by name."""
        return self.calls[0].here

    def within(self, rule: str) -> Mapping[str, Any] | None:
        """What a rule had at hand that was running; `None` when it was not."""
        return next((call.here for call in self.calls if call.rule == rule), None)


def fill_tray(s: Position, script: Sequence[int]) -> None:
    """Let these results come next, in the place of the generator's.

    :raises RecordError: when they are too many, or no results.
    """
    if len(script) > len(s.tray) or any(not 0 <= result < 256 for result in script):
        raise RecordError("chance", expected=len(script), used=len(s.tray))
    s.tray[: len(script)] = list(script)
    s.tray_length, s.tray_next = len(script), 0


def next_draw(s: Position, play: Callable[[Any], None], script: Sequence[int]) -> Draw | None:
    """Play on `s` with these results; gives the draw that they leave open, or `None` when there is none."""
    fill_tray(s, script)
    s.rng = _NoGenerator()
    try:
        play(s)
    except Unanswered as stopped:
        return _draw(s, stopped.__traceback__)
    finally:
        s.rng = [0] * 4
    return None


def _draw(s: Position, trace: TracebackType | None) -> Draw:
    calls: list[Call] = []
    possible: tuple[int, ...] = ()
    while trace is not None:
        frame, trace = trace.tb_frame, trace.tb_next
        name = frame.f_code.co_name
        if frame.f_globals.get("__name__") == HERE:
            possible = possible or _possible(name, frame.f_locals)
        elif frame.f_locals.get("s") is s:
            calls.append(Call(name, dict(frame.f_locals)))
    return Draw(tuple(reversed(calls)), possible, s)


def _possible(name: str, here: Mapping[str, Any]) -> tuple[int, ...]:
    """What can come of one of the kernel's ways to draw."""
    match name:
        case "roll":
            return tuple(range(1, here["sides"] + 1))
        case "pick":
            return tuple(range(here["n"]))
        case "draw":
            return tuple(sorted(set(here["pile"][: here["count"]])))
        case "shuffle":
            return tuple(sorted(set(here["pile"][here["i"] : here["count"]])))
        case "pick_kind":
            return tuple(kind for kind, count in enumerate(here["counts"]) if count)
    return ()


# Draws that the generator answers, watched.


@dataclass(frozen=True, slots=True)
class Drawn:
    """A number that the generator gave."""

    of: int
    """In how many cases."""
    number: int
    """Which of them it was, from 0."""
    cases: tuple[int, ...] | None
    """What each of them stands for, as the journal writes it; `None` when a rule reads the number in a way of its own."""


class _Watched(list[int]):
    """A generator that notes what is asked of it."""

    drawn: list[Drawn]

    def __getitem__(self, i: Any) -> Any:
        # A word is asked for where its first part is read: by `next_word`, and that by `below`.
        if i == 0:
            asking = sys._getframe(1).f_back
            # One that throws a word away asks again, for the same number.
            if asking is not None and asking.f_code is chance.below.__code__ and "low" not in asking.f_locals:
                self._note(asking.f_locals["n"], asking.f_back)
        return super().__getitem__(i)

    def _note(self, of: int, drawing: FrameType | None) -> None:
        number = chance.below(SimpleNamespace(rng=list(self)), of)
        here = drawing.f_globals.get("__name__") == HERE if drawing is not None else False
        cases = _cases(drawing.f_code.co_name, drawing.f_locals) if drawing is not None and here else None
        self.drawn.append(Drawn(of, number, cases))


def watch(s: Position, drawn: list[Drawn]) -> None:
    """From now on, note in `drawn` what the generator of that position gives."""
    watched = _Watched(s.rng)
    watched.drawn = drawn
    s.rng = watched


def _cases(name: str, here: Mapping[str, Any]) -> tuple[int, ...] | None:
    """What each number stands for in the kernel's ways to draw."""
    match name:
        case "roll" | "pick":
            return _possible(name, here)
        case "draw":
            return tuple(here["pile"][: here["count"]])
        case "shuffle":
            return tuple(here["pile"][here["i"] : here["count"]])
        case "pick_kind":
            return tuple(kind for kind, count in enumerate(here["counts"]) for _ in range(count))
    return None
