"""Weapons: market and deck, charges gained, given and lost, overloads, changes of weapon, the Armory."""

from bagarre.kernel.chance import note, pick_kind, roll, scripted
from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import (
    DISCARDS,
    EXPLODES,
    GAINS,
    JAMS,
    LOSES,
    ON_MARKET,
    PAYS,
    RECEIVES,
    RESHUFFLES,
    ROLLS,
    SETS_MARKER,
    SWAPS,
    TAKES,
    WASTES,
)
from ..operations import ARMORY, CHANGE, MANNER, OVERLOAD, SHARED
from ..state import ASK_TAKE, BY_OVERLOAD, MARKET, NONE, WEAPONS, State
from .losses import lose_active
from .stack import ask
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
    cards = count_unseen(s)
    if weapon < 0:
        # With several boxes the deck is a random part of the unseen cards; each of them is as likely (BF-MIX-3).
        weapon = pick_kind(s, s.unseen, cards)
    note(s, weapon, cards, s.unseen[weapon])
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
            call(s, OVERLOAD, NONE, seat)
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
            call(s, OVERLOAD, giver, seat)
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
def pay(s: State, seat: int, cost: int) -> None:
    """The marker goes back by the cost of a power (BF-C-1)."""
    if cost:
        s.charge[seat] -= cost
        emit(s, PAYS, seat, cost, s.charge[seat])


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


@OVERLOAD.begin
def explode(s: State, giver: int, seat: int) -> None:
    """The active character dies, and nothing can be said against it (BF-OVER-4, BF-OVER-5)."""
    emit(s, EXPLODES, seat, s.weapon[seat])
    go(s, rearm)
    lose_active(s, seat, giver, BY_OVERLOAD)


@OVERLOAD.step
def rearm(s: State, seat: int) -> None:
    """Then the weapon is changed (BF-OVER-4)."""
    become(s, CHANGE, seat, AT_ZERO)


# Weapons changed and exchanged.


@rule
def change_weapon(s: State, seat: int, manner: int) -> None:
    call(s, CHANGE, seat, manner)


@CHANGE.begin
def ask_weapon(s: State, seat: int) -> None:
    """One of the market (BF-CHANGE-5)."""
    ask(s, ASK_TAKE, 1 << seat, on_market(s))


@rule
def take_weapon(s: State, seat: int, taken: int) -> None:
    """Discard, take one of the market, refill it (BF-CHANGE-4 to 7)."""
    manner = kept(s, MANNER)
    finish(s)
    emit(s, DISCARDS, seat, s.weapon[seat])
    s.discard[s.weapon[seat]] += 1
    slot = 0
    while s.market[slot] != taken:
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


@rule
def swap(s: State, seat: int, other: int, loaded: int) -> None:
    """Exchange weapon cards, with their charges or each keeping their own number; Lodges stay (BF-C-7, BF-R38)."""
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
    call(s, ARMORY, seat)


@ARMORY.begin
def roll_dice(s: State, roller: int) -> None:
    """Two dice; first the roller's own gain, greens and yellows (BF-ARMORY-1 to 3, BF-ARMORY-6)."""
    first = roll_colour(s)
    second = roll_colour(s)
    emit(s, ROLLS, roller, first, second)
    s.rolled[0] = first
    s.rolled[1] = second
    s.rolls = (s.rolls + 1) & 255
    own = (1 if first != RED else 0) + (1 if second != RED else 0)
    go(s, share_out)
    if own:
        gain(s, roller, own, GAINS)


@ARMORY.step
def share_out(s: State, roller: int, shared: int) -> None:
    """Then each of the others clockwise, yellows and reds, each whole: a gift of the roller (BF-ARMORY-3, 4, 6 and 7)."""
    others = (1 if s.rolled[0] != GREEN else 0) + (1 if s.rolled[1] != GREEN else 0)
    if others == 0 or shared == s.seats - 1:
        jam(s, roller)
        return
    keep(s, SHARED, shared + 1)
    gift(s, roller, clockwise(s, roller, shared + 1), others)


@rule
def jam(s: State, roller: int) -> None:
    """Last, after two reds, the roller loses all charges (BF-ARMORY-5)."""
    if s.rolled[0] == RED and s.rolled[1] == RED and s.charge[roller]:
        emit(s, JAMS, roller, s.charge[roller])
        s.charge[roller] = 0
    finish(s)
