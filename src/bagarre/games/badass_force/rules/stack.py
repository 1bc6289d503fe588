"""The stack and the questions: opening a program, asking somebody.

What can be under way is listed in `operations.py`; `rules/__init__.py` shows which operation opens which, and `run.py` advances the one on top
until somebody has to choose.
"""

from bagarre.kernel.operations import call, keep
from bagarre.kernel.rule import rule

from ..operations import DESTINATION, INSTRUCTION, PROGRAM
from ..state import NONE, NOTHING, State


@rule
def open_program(s: State, seat: int, card: int, box: int, first: int) -> None:
    """Begin the program of a box or of an execution at its first instruction; the marker is read now (BF-WEAPON-7)."""
    call(s, PROGRAM, seat, card, box, s.rearmed[seat], s.charge[seat])
    keep(s, INSTRUCTION, first)
    keep(s, DESTINATION, NONE)


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
