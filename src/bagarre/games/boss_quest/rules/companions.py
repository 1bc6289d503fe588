"""Where the companions are, and the powers used on one's own turn (section Compagnons)."""

from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..choices import NO_POWER, NOT_ONESELF, NOT_THERE, NOTHING_TO_DRAW, POWER_USED, SLOT_EMPTY
from ..effects import PEEK, REPLACE_MARKET, SWAP_COMPANIONS, action_of
from ..events import (
    COMPANION_GOES,
    COMPANION_RESERVED,
    COMPANIONS_BACK,
    LOOKS,
    LOOKS_AT_MYSTERY,
    MYSTERY_LAID,
    REPLACES,
    SPELL_LAID,
)
from ..state import COMPANIONS, GONE, NO_CARD, NOBODY, PEEKING, REPLACING, RESERVE, SEATS, TURN, State
from .piles import can_draw_spell, draw_spell, market_size
from .strength import power_of, power_unused


@rule
def swap_places(s: State, first: int, second: int) -> None:
    place = s.place[first]
    s.place[first] = s.place[second]
    s.place[second] = place


@rule
def place_companions(s: State) -> None:
    """The places of the start of the round, changed by each active swap in the order of activation (BQ-COMP-16)."""
    for companion in range(COMPANIONS):
        s.place[companion] = s.home[companion]
    for k in range(s.active):
        if action_of(s.spell_word[s.active_spell[k]]) == SWAP_COMPANIONS:
            swap_places(s, s.active_amount[k], s.active_second[k])
    for seat in range(SEATS):
        s.held[seat] = NO_CARD
    for companion in range(COMPANIONS):
        if s.place[companion] < SEATS:
            s.held[s.place[companion]] = companion


@rule
def place_after_swaps(s: State, companion: int) -> int:
    """Where the active swaps send a companion: to the place of the one that comes there, followed back swap by swap."""
    came = companion
    for i in range(s.active):
        k = s.active - 1 - i
        if action_of(s.spell_word[s.active_spell[k]]) == SWAP_COMPANIONS:
            if s.active_amount[k] == came:
                came = s.active_second[k]
            elif s.active_second[k] == came:
                came = s.active_amount[k]
    return s.home[came]


@rule
def return_companions(s: State) -> None:
    """A swap was cancelled: the places are worked out again without it (BQ-COMP-16)."""
    for companion in range(COMPANIONS):
        place = place_after_swaps(s, companion)
        if place != s.place[companion]:
            tell_place(s, companion, place)
    place_companions(s)


@rule
def tell_place(s: State, companion: int, place: int) -> None:
    if place < SEATS:
        emit(s, COMPANION_GOES, companion, place)
    else:
        emit(s, COMPANION_RESERVED, companion)


@rule
def settle_companions(s: State) -> None:
    """A permanent swap moves the homes themselves (BQ-R12)."""
    for companion in range(COMPANIONS):
        s.home[companion] = s.place[companion]
    place_companions(s)


@rule
def release_companions(s: State) -> None:
    """Every companion is back in its place (BQ-COMP-16); that of an eliminated player goes to the reserve (BQ-MIX-4)."""
    moved = False
    for companion in range(COMPANIONS):
        if s.place[companion] != s.home[companion]:
            moved = True
    if moved:
        emit(s, COMPANIONS_BACK)
    for companion in range(COMPANIONS):
        if s.home[companion] < SEATS and s.role[s.home[companion]] == GONE:
            s.home[companion] = RESERVE
            emit(s, COMPANION_RESERVED, companion)


@rule
def power_refusal(s: State, seat: int) -> int:
    """May the seat use the owl or the raven now (BQ-COMP-5, BQ-COMP-9, BQ-R27)?"""
    power = power_of(s, seat)
    if power != PEEK and power != REPLACE_MARKET:
        return NO_POWER
    if not power_unused(s, seat):
        return POWER_USED
    if power == REPLACE_MARKET and (market_size(s) == 0 or not can_draw_spell(s)):
        return NOTHING_TO_DRAW
    return 0


@rule
def use_power(s: State, seat: int) -> None:
    if power_of(s, seat) == PEEK:
        s.phase = PEEKING
    else:
        s.phase = REPLACING


@rule
def mark_used(s: State, seat: int) -> None:
    """The mark is on the card (BQ-COMP-11)."""
    s.used |= 1 << s.held[seat]


@rule
def look_refusal(s: State, seat: int, player: int) -> int:
    """The hidden weapon of another player (BQ-R31)."""
    if s.role[player] == GONE:
        return NOT_THERE
    return NOT_ONESELF if player == seat else 0


@rule
def look(s: State, seat: int, player: int) -> None:
    """The look is private; that it took place, and where, is public (BQ-COMP-5)."""
    mark_used(s, seat)
    s.hidden_known[player] |= 1 << seat
    emit_to(s, 1 << seat, LOOKS, seat, player, s.hidden[player])
    s.phase = TURN


@rule
def mystery_refusal(s: State) -> int:
    """The mystery spell if it is still there (BQ-R31)."""
    return SLOT_EMPTY if s.market[s.faces] == NO_CARD else 0


@rule
def look_at_mystery(s: State, seat: int) -> None:
    mark_used(s, seat)
    s.mystery_known |= 1 << seat
    emit_to(s, 1 << seat, LOOKS_AT_MYSTERY, seat, s.market[s.faces])
    s.phase = TURN


@rule
def lay_spell(s: State, slot: int) -> None:
    """Fill a slot of the market: face up, or face down for the mystery slot (BQ-SETUP-7)."""
    spell = draw_spell(s)
    s.market[slot] = spell
    s.taker[slot] = NOBODY
    if slot == s.faces:
        s.mystery_known = 0
        emit_to(s, 0, MYSTERY_LAID, spell)
    else:
        emit(s, SPELL_LAID, slot, spell)


@rule
def replace_spell(s: State, seat: int, slot: int) -> None:
    """The old spell is discarded face up only after the new one is drawn (BQ-COMP-9, BQ-R29)."""
    mark_used(s, seat)
    old = s.market[slot]
    emit(s, REPLACES, seat, old)
    lay_spell(s, slot)
    s.spell_discard[old] += 1
    s.phase = TURN
