"""The stack: what is under way, the innermost on top; and what is being asked.

A frame is one resolution: a turn, an announcement, a power, an attack, a loss… `rules/__init__.py` shows which frame opens
which, and `run.py` advances the top one until somebody has to choose.
"""

from bagarre.kernel.rule import rule

from ..state import NONE, NOTHING, State


@rule
def push(s: State, kind: int, who: int, whom: int, what: int, how: int) -> int:
    """Open a frame with clean registers; gives its place."""
    top = s.depth
    s.depth += 1
    s.kind[top] = kind
    s.who[top] = who
    s.whom[top] = whom
    s.what[top] = what
    s.how_done[top] = how
    return top


@rule
def pop(s: State) -> None:
    """Close the top frame; stale numbers would be hidden differences."""
    s.depth -= 1
    top = s.depth
    s.kind[top] = 0
    s.step[top] = 0
    s.who[top] = 0
    s.whom[top] = 0
    s.what[top] = 0
    s.how_done[top] = 0
    s.serial[top] = 0
    s.outcome[top] = 0
    clear_registers(s, top)


@rule
def clear_registers(s: State, top: int) -> None:
    """Make room for a program."""
    s.pc[top] = 0
    s.at[top] = 0
    s.ordered[top] = 0
    s.names[top] = 0
    s.amount[top] = 0
    s.marker[top] = 0
    s.kept[top] = 0
    for i in range(s.aimed[top]):
        s.aims[top][i] = 0
    s.aimed[top] = 0


@rule
def ask(s: State, question: int, seats: int, legal: int) -> None:
    """Ask the seats of a mask; `legal` is the mask of what may be answered, where that is public."""
    s.ask = question
    s.pending = seats
    s.legal = legal


@rule
def close_question(s: State) -> None:
    s.ask = NOTHING
    s.pending = 0
    s.legal = 0


@rule
def open_seal(s: State) -> None:
    """Nobody has answered yet (BF-DEN-3)."""
    for seat in range(s.seats):
        s.sealed[seat] = NONE


@rule
def nearest(s: State, kind: int) -> int:
    """The innermost frame of a kind, NONE when there is none."""
    place = s.depth - 1
    while place >= 0 and s.kind[place] != kind:
        place -= 1
    return place
