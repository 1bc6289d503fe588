"""What each seat may know, and how the rest can be imagined (section Information)."""

from bagarre.kernel.chance import conceal_chance, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.operations import kept
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .operations import ANNOUNCER
from .rules.table import BITS, nth_bit
from .state import ASK_DENOUNCE, ASK_FIRST, CAST, HIDDEN, NONE, SHOWN, State

UNVARIED = ("pending", "sealed", "recall", "shun")
"""Sealed answers are asked again in an imagined world, and private memories of others stay blank (see `refill`)."""


@rule
def conceal(s: State, seat: int) -> None:
    """Hide the others' cards, what they alone know, and their sealed answers."""
    for other in range(s.seats):
        if other != seat:
            conceal_cards(s, seat, other)
            for third in range(s.seats):
                s.recall[other][third] = 0
                s.shun[other][third] = 0
    conceal_answers(s, seat)
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def conceal_cards(s: State, seat: int, other: int) -> None:
    s.hand[other] = 0
    if s.lodge[other] != NONE:
        s.lodge[other] = HIDDEN
    if s.active[other] != NONE and not sees_front(s, seat, other):
        s.active[other] = HIDDEN


@rule
def sees_front(s: State, seat: int, other: int) -> bool:
    """By a peek, or because everybody saw the card that still lies there."""
    return (s.peekers[other] >> SHOWN) & 1 == 1 or (seat >= 0 and (s.peekers[other] >> seat) & 1 == 1)


@rule
def conceal_answers(s: State, seat: int) -> None:
    """Neither what the others answered nor whether they have may be seen (BF-DEN-3): they all seem to be thinking."""
    if s.ask != ASK_FIRST and (s.ask != ASK_DENOUNCE or s.polling_clockwise):
        return
    announcer = kept(s, ANNOUNCER) if s.ask == ASK_DENOUNCE else NONE
    for other in range(s.seats):
        if other != seat and other != announcer:
            s.sealed[other] = NONE
            s.pending |= 1 << other


@rule
def refill(s: State) -> None:
    """Deal every hidden card anew: a Lodge and an active character that nothing known excludes, the rest in hand.

    All such pairs are equally likely. Private memories of others stay blank: an imagined player has merely forgotten
    an old peek; a peek that still holds is public as a fact (`peekers`) and goes on in the imagined world.
    """
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            imagine_cards(s, seat)


@rule
def possible_lodges(s: State, seat: int) -> int:
    """Mask of the characters that may lie in the seat's Lodge, by all that this state holds."""
    lodges = ((1 << CAST) - 1) & ~s.cemetery[seat] & ~s.in_play[seat]
    for reader in range(s.seats):
        lodges &= ~s.recall[reader][seat]
    if s.active[seat] >= 0:
        lodges &= ~(1 << s.active[seat])
    return lodges


@rule
def possible_fronts(s: State, seat: int) -> int:
    """Mask of the characters that may be the seat's active one."""
    if s.active[seat] >= 0:
        return 1 << s.active[seat]
    fronts = ((1 << CAST) - 1) & ~s.cemetery[seat] & ~s.barred[seat]
    for reader in range(s.seats):
        fronts &= ~s.shun[reader][seat]
    return fronts


@rule
def fronts_left(s: State, seat: int) -> int:
    """The same with the Lodge counted: a character that can be nowhere else is not in front."""
    lodges = possible_lodges(s, seat)
    return possible_fronts(s, seat) & ~(lodges if BITS[lodges] == 1 else 0)


@rule
def count_pairs(lodges: int, fronts: int) -> int:
    """In how many ways a Lodge and another active character can be chosen."""
    return BITS[lodges] * BITS[fronts] - BITS[lodges & fronts]


@rule
def imagine_cards(s: State, seat: int) -> None:
    alive = ((1 << CAST) - 1) & ~s.cemetery[seat]
    lodges = possible_lodges(s, seat)
    if s.active[seat] == NONE:
        # Nothing lies in front while the owner chooses: only the Lodge is open.
        s.lodge[seat] = nth_bit(lodges, pick(s, BITS[lodges]))
        s.hand[seat] = alive & ~(1 << s.lodge[seat])
        return
    fronts = possible_fronts(s, seat)
    left = pick(s, count_pairs(lodges, fronts))
    lodge = 0
    while left >= 0:
        if (lodges >> lodge) & 1:
            here = BITS[fronts & ~(1 << lodge)]
            if left < here:
                s.lodge[seat] = lodge
                s.active[seat] = nth_bit(fronts & ~(1 << lodge), left)
            left -= here
        lodge += 1
    s.hand[seat] = alive & ~(1 << s.lodge[seat]) & ~(1 << s.active[seat])
