"""Weapons: market and deck, charges gained, given and lost, overloads, changes of weapon, the Armory."""

from bagarre.kernel.chance import below, note, roll, scripted
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import (
    DISCARDS,
    EXPLODES,
    GAINS,
    JAMS,
    LOSES,
    ON_MARKET,
    RECEIVES,
    RESHUFFLES,
    ROLLS,
    SETS_MARKER,
    SWAPS,
    TAKES,
    WASTES,
)
from ..state import ARMORY, ASK_TAKE, BY_OVERLOAD, CHANGE, MARKET, NONE, OVERLOAD, WEAPONS, State
from .losses import lose_active
from .stack import ask, pop, push
from .table import clockwise, is_unstable, start_square, top_square

AT_ZERO, KEEPING = range(2)
"""How a weapon is changed: with 0 charges, or keeping their number (`new_weapon_keep`)."""
GREEN, YELLOW, RED = range(3)


# The deck: a set of unseen cards, drawn from lazily.


@rule
def draw_weapon(s: State) -> int:
    """The next card of the weapon deck; the discard pile is shuffled first when the deck is empty (BF-GEN-1)."""
    if s.deck == 0:
        for weapon in range(WEAPONS):
            s.unseen[weapon] = s.discard[weapon]
            s.deck += s.discard[weapon]
            s.discard[weapon] = 0
        emit(s, RESHUFFLES, s.deck)
    weapon = scripted(s)
    if weapon >= WEAPONS or (weapon >= 0 and s.unseen[weapon] == 0):
        s.chance_fault = 1
        weapon = NONE
    if weapon < 0:
        weapon = random_unseen(s)
    note(s, weapon, count_unseen(s), s.unseen[weapon])
    s.unseen[weapon] -= 1
    s.deck -= 1
    return weapon


@rule
def count_unseen(s: State) -> int:
    total = 0
    for weapon in range(WEAPONS):
        total += s.unseen[weapon]
    return total


@rule
def random_unseen(s: State) -> int:
    """With several boxes the deck is a random part of the unseen cards; each of them is as likely (BF-MIX-3)."""
    left = below(s, count_unseen(s))
    weapon = 0
    while left >= s.unseen[weapon]:
        left -= s.unseen[weapon]
        weapon += 1
    return weapon


@rule
def refill_market(s: State, slot: int) -> None:
    """The market has three cards again (BF-CHANGE-6, BF-SETUP-14)."""
    s.market[slot] = draw_weapon(s)
    emit(s, ON_MARKET, s.market[slot])


@rule
def on_market(s: State) -> int:
    """The weapons of the market as a mask: equal ones are one choice."""
    weapons = 0
    for slot in range(MARKET):
        weapons |= 1 << s.market[slot]
    return weapons


# Charges.


@rule
def gain(s: State, seat: int, count: int, told: int) -> None:
    """An own gain, capped at the maximum (BF-CHARGE-4, BF-OVER-6); under the option it may explode (BF-OVER-8)."""
    room = top_square(s, s.weapon[seat]) - s.charge[seat]
    fits = min(count, room)
    s.charge[seat] += fits
    if fits:
        emit(s, told, seat, fits, s.charge[seat])
    if count > room:
        if s.self_overload and is_unstable(s, s.weapon[seat]):
            push(s, OVERLOAD, NONE, seat, NONE, 0)
        else:
            emit(s, WASTES, seat, count - room, s.charge[seat])


@rule
def gift(s: State, giver: int, seat: int, count: int) -> None:
    """Charges given by another player: the first that does not fit blows up an unstable weapon (BF-OVER-2, BF-OVER-3)."""
    room = top_square(s, s.weapon[seat]) - s.charge[seat]
    fits = min(count, room)
    s.charge[seat] += fits
    if fits:
        emit(s, RECEIVES, seat, giver, fits, s.charge[seat])
    if count > room:
        if is_unstable(s, s.weapon[seat]):
            push(s, OVERLOAD, giver, seat, NONE, 0)
        else:
            emit(s, WASTES, seat, count - room, s.charge[seat])


@rule
def drain(s: State, seat: int, count: int) -> int:
    """Lose charges, never below 0 (BF-CHARGE-5); gives how many were lost."""
    lost = min(count, s.charge[seat])
    s.charge[seat] -= lost
    if lost:
        emit(s, LOSES, seat, lost, s.charge[seat])
    return lost


@rule
def clamp(s: State, seat: int) -> int:
    """Back to the maximum of the new weapon; never an explosion (BF-OVER-7, BF-R39). Gives how many charges are lost."""
    surplus = max(0, s.charge[seat] - top_square(s, s.weapon[seat]))
    s.charge[seat] -= surplus
    return surplus


@rule
def tell_surplus(s: State, seat: int, surplus: int) -> None:
    if surplus:
        emit(s, WASTES, seat, surplus, s.charge[seat])


@rule
def set_marker(s: State, seat: int, square: int) -> None:
    """Put the marker on a stated square: neither a gain nor a loss (BF-OVER-7)."""
    square = min(square, top_square(s, s.weapon[seat]))
    if s.charge[seat] != square:
        s.charge[seat] = square
        emit(s, SETS_MARKER, seat, square)


@rule
def step_overload(s: State, top: int) -> None:
    """The active character dies, then the weapon is changed (BF-OVER-4); it cannot be defended (BF-OVER-5)."""
    seat = s.whom[top]
    if s.step[top] == 0:
        s.step[top] = 1
        emit(s, EXPLODES, seat, s.weapon[seat])
        lose_active(s, seat, s.who[top], BY_OVERLOAD)
    else:
        pop(s)
        change_weapon(s, seat, AT_ZERO)


# Weapons changed and exchanged.


@rule
def change_weapon(s: State, seat: int, manner: int) -> None:
    push(s, CHANGE, seat, NONE, NONE, manner)


@rule
def step_change(s: State, top: int) -> None:
    """Discard, take one of the market, refill it (BF-CHANGE-4 to 7)."""
    if s.step[top] == 0:
        s.step[top] = 1
        ask(s, ASK_TAKE, 1 << s.who[top], on_market(s))
        return
    seat = s.who[top]
    manner = s.how_done[top]
    emit(s, DISCARDS, seat, s.weapon[seat])
    s.discard[s.weapon[seat]] += 1
    slot = 0
    while s.market[slot] != s.answer:
        slot += 1
    s.weapon[seat] = s.market[slot]
    s.rearmed[seat] = (s.rearmed[seat] + 1) & 255
    surplus = 0
    if manner == KEEPING:
        surplus = clamp(s, seat)
    else:
        s.charge[seat] = start_square(s, s.weapon[seat]) if s.restart_on_start else 0
    emit(s, TAKES, seat, s.weapon[seat], s.charge[seat])
    tell_surplus(s, seat, surplus)
    refill_market(s, slot)
    pop(s)


@rule
def swap(s: State, seat: int, other: int, loaded: int) -> None:
    """Exchange weapon cards, with their charges or each keeping his own number; Lodges stay (BF-C-7, BF-R38)."""
    weapon = s.weapon[seat]
    s.weapon[seat] = s.weapon[other]
    s.weapon[other] = weapon
    if loaded:
        charge = s.charge[seat]
        s.charge[seat] = s.charge[other]
        s.charge[other] = charge
    surplus = clamp(s, seat)
    surplus_of_other = clamp(s, other)
    s.rearmed[seat] = (s.rearmed[seat] + 1) & 255
    s.rearmed[other] = (s.rearmed[other] + 1) & 255
    emit(s, SWAPS, seat, other, s.charge[seat], s.charge[other])
    tell_surplus(s, seat, surplus)
    tell_surplus(s, other, surplus_of_other)


# The Armory.


@rule
def roll_colour(s: State) -> int:
    face = roll(s, 6)
    if face <= s.green_faces:
        return GREEN
    if face <= s.green_faces + s.yellow_faces:
        return YELLOW
    return RED


@rule
def visit_armory(s: State, seat: int) -> None:
    push(s, ARMORY, seat, NONE, NONE, 0)


@rule
def step_armory(s: State, top: int) -> None:
    """Own gain first, then the others clockwise, each whole; last the jam of two reds (BF-ARMORY-1 to 7)."""
    seat = s.who[top]
    step = s.step[top]
    s.step[top] += 1
    if step == 0:
        first = roll_colour(s)
        second = roll_colour(s)
        emit(s, ROLLS, seat, first, second)
        s.rolled[0] = first
        s.rolled[1] = second
        s.rolls = (s.rolls + 1) & 255
        own = (1 if first != RED else 0) + (1 if second != RED else 0)
        if own:
            gain(s, seat, own, GAINS)
        return
    reds_and_yellows = (1 if s.rolled[0] != GREEN else 0) + (1 if s.rolled[1] != GREEN else 0)
    if step < s.seats:
        if reds_and_yellows:
            gift(s, seat, clockwise(s, seat, step), reds_and_yellows)
        return
    if s.rolled[0] == RED and s.rolled[1] == RED and s.charge[seat]:
        emit(s, JAMS, seat, s.charge[seat])
        s.charge[seat] = 0
    pop(s)
