"""What a careful player would do: for whoever does not answer in time."""

from collections.abc import Sequence

from bagarre.kernel.menu import Choice

from .choices import EQUIP, READ_PLUS, TAKE_SPELL, VERBS
from .odds import risks
from .rules.strength import attack_of
from .state import FIRST_POTION, READ_DEAL, READ_EQUIP, READ_EXCHANGE, READ_FIGHT, TAKE, TURN, State

READING = (READ_DEAL, READ_EQUIP, READ_EXCHANGE, READ_FIGHT)
QUIET = ("decline", "stop", "visit", "end_turn", "discard", "minus", "life")
"""What risks nothing, in the order of preference."""


def careful(known: State, seat: int, choices: Sequence[Choice]) -> Choice:
    """Weapons as long as none of them can be too much; then the Magician, and no spell that one has not chosen oneself."""
    if known.phase == TURN:
        equips = [choice for choice in choices if choice.verb == EQUIP]
        if equips:
            risk = risks(known, seat)
            safe = [choice for choice in equips if choice.arg <= len(risk) and risk[choice.arg - 1] == 0]
            if safe and attack_of(known, seat) < known.hp:
                return max(safe, key=lambda choice: choice.arg)
    if known.phase in READING:
        return _reading(known, seat, choices)
    if known.phase == TAKE:
        # A spell whose text everybody can read, rather than the mystery.
        open_ones = [choice for choice in choices if choice.verb == TAKE_SPELL and choice.arg != known.faces]
        return (open_ones or list(choices))[0]
    named = {VERBS.verbs[choice.verb].name: choice for choice in choices}
    return next((named[name] for name in QUIET if name in named), choices[0])


def _reading(s: State, seat: int, choices: Sequence[Choice]) -> Choice:
    """Plus when that is not too much, otherwise minus."""
    plus = next((choice for choice in choices if choice.verb == READ_PLUS), None)
    hidden = s.hidden[seat] == FIRST_POTION + s.potion
    attack = attack_of(s, seat) + (s.potion_minus[s.potion] if hidden else 0) + s.potion_plus[s.potion]
    if plus is not None and attack <= s.hp:
        return plus
    return next((choice for choice in choices if choice.verb != READ_PLUS), choices[0])
