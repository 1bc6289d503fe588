"""Sums: attacks, who is over, who takes part (section General)."""

from bagarre.kernel.rule import rule

from ..state import BOTTOM, FACE_UP, FIRST_POTION, GONE, MINUS, NO_CARD, PLUS, SEATS, TOP, VALUES, State


@rule
def takes_part(s: State, seat: int) -> bool:
    """Is the seat a player of the round (BQ-GEN-10)? Ghosts and the Reaper player are (BQ-REAP-4, BQ-REAP-15)."""
    return s.role[seat] != GONE


@rule
def next_seat(s: State, seat: int) -> int:
    """The next player of the round, clockwise; eliminated players are skipped (BQ-GEN-3, BQ-REAP-24)."""
    seat = (seat + 1) % s.seats
    while s.role[seat] == GONE:
        seat = (seat + 1) % s.seats
    return seat


@rule
def potion_worth(s: State, potion: int, reading: int) -> int:
    """A potion adds or subtracts its number (BQ-POT-4)."""
    if reading == PLUS:
        return s.potion_plus[potion]
    return -s.potion_minus[potion]


@rule
def current_reading(s: State, potion: int) -> int:
    """The owner's reading, reversed once for each flip that lies on the potion (BQ-POT-14)."""
    if s.flipped[potion] == 1:
        return -s.reading[potion]
    return s.reading[potion]


@rule
def hidden_worth(s: State, card: int, reading: int) -> int:
    """What a hidden card adds; a potion without a reading counts as minus (BQ-POT-8). Unknown cards add nothing."""
    if card < 0:
        return 0
    if card < FIRST_POTION:
        return s.worth[card % VALUES]
    return potion_worth(s, card - FIRST_POTION, reading)


@rule
def visible_attack(s: State, seat: int) -> int:
    """The attack without the hidden weapon: what everybody can add up."""
    total = s.shown[seat] + s.bonus[seat]
    for potion in range(s.potions):
        if s.potion_at[potion] == seat and s.reading[potion] != 0:
            total += potion_worth(s, potion, current_reading(s, potion))
    return total


@rule
def attack_of(s: State, seat: int) -> int:
    """The attack of a seat (BQ-GEN-5)."""
    card = s.hidden[seat]
    reading = MINUS
    if card >= FIRST_POTION and s.reading[card - FIRST_POTION] == PLUS:
        reading = PLUS
    return visible_attack(s, seat) + hidden_worth(s, card, reading)


@rule
def is_over(s: State, seat: int) -> bool:
    """Attack above HP (BQ-GEN-7)."""
    return attack_of(s, seat) > s.hp


@rule
def card_at(s: State, place: int) -> int:
    """The card face down at a place, NO_CARD when none is."""
    if place == FACE_UP:
        return NO_CARD
    if place < SEATS:
        return s.hidden[place]
    if place == TOP:
        return s.top
    return s.bottom[place - BOTTOM]


@rule
def was_over(s: State, seat: int) -> bool:
    """Over at the end of the latest equip, by the card hidden then (BQ-EQUIP-7)."""
    return hidden_worth(s, card_at(s, s.cause[seat]), MINUS) > s.limit[seat]


@rule
def power_of(s: State, seat: int) -> int:
    """The power of the companion that the seat holds now, -1 without one (BQ-COMP-13)."""
    companion = s.held[seat]
    if companion == NO_CARD:
        return -1
    return s.companion_power[companion]


@rule
def has_power(s: State, seat: int, power: int) -> bool:
    return power_of(s, seat) == power


@rule
def power_unused(s: State, seat: int) -> bool:
    """Use is marked on the card, whoever holds it (BQ-COMP-11)."""
    return (s.used >> s.held[seat]) & 1 == 0
