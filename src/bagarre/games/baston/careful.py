"""What a careful player would do: for whoever does not answer in time. An unfinished sheet is written to its end before it is handed in."""

from collections.abc import Sequence

from bagarre.kernel.menu import Choice, menu_of

from .choices import COMMIT, ORDER, VERBS
from .choices import ORDERS as CODES
from .forecast import forecast
from .player import decide
from .rules.machine import Q_BUILD, Q_MEET, Q_PLACE, Q_SHEETS
from .state import NOBODY, State
from .tactics import is_enemy

NOTHING, GET_UP, PUNCH = (CODES.index(code) for code in ("-", "LEV", "CP"))
LIKELY = 10
"""Faces of the D20 that must hit for a punch to be written."""
QUIET = ("enough", "ignore", "decline")
"""What commits to nothing, where the scripted player would choose by lot or pick a quarrel."""


def careful(known: State, seat: int, choices: Sequence[Choice]) -> Choice:
    """Stand, get up, strike the enemy who is in front anyway; then hand the sheets in. Questions of the film are answered as the order
    was meant."""
    if known.ask == Q_SHEETS:
        return _write(known, seat, choices)
    if known.ask in (Q_BUILD, Q_PLACE, Q_MEET):
        named = {VERBS.verbs[choice.verb].name: choice for choice in choices}
        return next((named[name] for name in QUIET if name in named), choices[0])
    menu = menu_of(len(choices))()
    menu.seat, menu.count = seat, len(choices)
    for place, choice in enumerate(choices):
        menu.verb[place], menu.arg[place] = choice
    # It reads a copy, because it may scribble on what it reads.
    return choices[max(0, decide(known.copy(), seat, menu, known.copy()))]


def _write(s: State, seat: int, choices: Sequence[Choice]) -> Choice:
    c, b = s.page[seat], s.box[seat]
    commit = next((choice for choice in choices if choice.verb == COMMIT), choices[0])
    if b == NOBODY:
        return commit
    wanted = _action(s, c, b) if b & 1 else _movement(s, c, b)
    offered = {choice.arg: choice for choice in choices if choice.verb == ORDER}
    return next((offered[code] for code in (wanted, NOTHING) if code in offered), commit)


def _movement(s: State, c: int, b: int) -> int:
    """Whoever lies gets up; everybody else keeps his place."""
    return GET_UP if forecast(s, c, b, NOTHING).prone else NOTHING


def _action(s: State, c: int, b: int) -> int:
    """A punch for an enemy in front who is likelier hit than missed, and for nobody else."""
    found = forecast(s, c, b, PUNCH)
    sure = found.targets and all(is_enemy(s, c, other) and faces >= LIKELY for other, faces in found.targets)
    return PUNCH if sure and not found.lost else NOTHING
