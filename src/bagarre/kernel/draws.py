"""Draws that somebody else answers: the rules run until they need a result that is not on the tray, and stop there.

Interpreted rules are plain functions, so whoever wants to know what is drawn looks at the call that stopped: which rule draws, with what at
hand, and what can come. The rules know nothing of it, and an ordinary game pays nothing for it: in the place of the generator, which is asked only when
the tray is empty, lies something that cannot be read.

    draw = next_draw(s, lambda s: game.apply(s, seat, choice), script)      # None: the results were enough
    draw.rule, draw.here["seat"], draw.possible
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from bagarre.kernel import chance
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


def next_draw(s: Position, play: Callable[[Any], None], script: Sequence[int]) -> Draw | None:
    """Play on `s` with these results; gives the draw that they leave open, or `None` when there is none."""
    s.tray[: len(script)] = list(script)
    s.tray_length, s.tray_next = len(script), 0
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
    return ()
