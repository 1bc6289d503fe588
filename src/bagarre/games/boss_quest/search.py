"""What helps to search Boss Quest: rounds as the clock, how well a Knight stands, and which hidden weapons are likely."""

from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .beliefs import believe
from .choices import PLAYER
from .effects import ATTACK_DOWN, ATTACK_UP, PROTECT_ONE, SECOND_WINS
from .rules.strength import attack_of
from .state import KNIGHT, NO_CARD, SECOND_COMPANION, TAKE, State

__all__ = ["believe", "clock", "follows", "standing", "trait", "vain"]


@rule
def clock(s: State) -> int:
    return s.round


@rule
def follows(s: State, seat: int) -> int:
    """At the Magician spell, use, target and amount are one decision; but a mystery spell that was activated is turned up first (BQ-VISIT-13)."""
    if s.decider != seat or s.phase < TAKE or s.phase > SECOND_COMPANION:
        return 0
    return 0 if s.slot == s.faces and s.spell != NO_CARD else 1


@rule
def vain(s: State, seat: int, verb: int, arg: int) -> int:
    """To shield the heart of somebody else; to raise one's own attack that is at the Boss's hit points or beyond, or to lower it when it is
    not beyond and the nearest wins."""
    if verb != PLAYER or s.spell == NO_CARD:
        return 0
    word = s.spell_word[s.spell]
    if arg != seat:
        return 1 if word & PROTECT_ONE else 0
    if word & ATTACK_UP:
        return 1 if attack_of(s, seat) >= s.hp else 0
    return 1 if word & ATTACK_DOWN and attack_of(s, seat) <= s.hp and not second_wins(s) else 0


@rule
def second_wins(s: State) -> bool:
    """Does a spell give the round to the second?"""
    for k in range(s.active):
        if s.spell_word[s.active_spell[k]] & SECOND_WINS:
            return True
    return False


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Out of the race; keys, and how near the goal; hearts; the place in the order of play; keys with hearts to keep them."""
    if s.role[seat] != KNIGHT or s.hearts[seat] <= 0:
        return 1 if i == 0 else 0
    missing = s.goal - s.keys[seat]
    if i == 1:
        return s.keys[seat]
    if i == 2 or i == 3 or i == 4:
        return 1 if missing <= i - 1 else 0
    if i == 5:
        return 1 if s.hearts[seat] >= 2 else 0
    if i == 6:
        return 1 if s.hearts[seat] >= 3 else 0
    if i == 7:
        return (seat - s.armourer) % s.seats
    if i == 8:
        return s.keys[seat] * s.hearts[seat]
    return 0


standing = weighed(__file__, "standing", trait)
