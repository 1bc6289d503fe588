"""Set-up, turn and end of the game."""

from bagarre.kernel.chance import below, note, pick, scripted
from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import CASTS, CHANGES, CHARGES, COOL_POINT, DEALT, FIRST, TIES, TURN_STARTS, WINS
from ..operations import PICKED, PLACEMENT, PLAYER, SETUP, TURN
from ..state import (
    ASK_ACTION,
    ASK_CAST,
    ASK_FIRST,
    BY_LIMIT,
    BY_SEQUEL,
    BY_TARGET,
    CAST,
    CHARACTERS,
    COOL,
    MARKET,
    NONE,
    VENGEANCE,
    WEAPON_CARDS,
    State,
)
from .arsenal import AT_ZERO, change_weapon, draw_weapon, gain, refill_market
from .claims import IN_ACTION, announce
from .losses import FREELY, draw_lodge, put_in_front, take_back
from .stack import ask, open_seal
from .table import announceable, clockwise, count_bits, hand_size, nth_bit, start_square

BALANCED, ANY_SEVEN, CHOSEN = range(3)


@rule
def lay_out(s: State) -> None:
    """Clear the table and open the set-up; `run` carries it out."""
    for seat in range(s.seats):
        s.active[seat] = NONE
        s.lodge[seat] = NONE
        s.weapon[seat] = NONE
        s.sealed[seat] = NONE
        s.claimed[seat] = NONE
    for i in range(CHARACTERS):
        s.place_of[i] = NONE
    for slot in range(MARKET):
        s.market[slot] = NONE
    s.deck = WEAPON_CARDS
    s.turn = NONE
    s.rolled[0] = NONE
    s.rolled[1] = NONE
    call(s, SETUP)


# Set-up: casting, weapons and market, Lodges, active characters, first player, in the order of BF-SETUP-15.


@SETUP.begin
def cast_characters(s: State, picked: int) -> None:
    """Seven characters, drawn, or picked by the host one by one (BF-R1)."""
    if s.casting_mode != CHOSEN:
        settle_casting(s, draw_casting(s))
    elif picked == CAST:
        settle_casting(s, picked_characters(s))
    else:
        ask(s, ASK_CAST, 1, s.available & ~picked_characters(s))
        return
    go(s, deal_out)


@rule
def pick_character(s: State, character: int) -> None:
    s.place_of[character] = 0
    keep(s, PICKED, kept(s, PICKED) + 1)


@rule
def picked_characters(s: State) -> int:
    """Mask of the characters that the host has picked so far: they have a place."""
    chosen = 0
    for i in range(CHARACTERS):
        if s.place_of[i] != NONE:
            chosen |= 1 << i
    return chosen


@SETUP.step
def deal_out(s: State) -> None:
    """Weapons, market and Lodges; then everybody chooses an active character, sealed (BF-SETUP-11)."""
    deal(s)
    go(s, begin_game)
    ask(s, ASK_FIRST, (1 << s.seats) - 1, 0)


@rule
def seal_character(s: State, seat: int, place: int) -> None:
    s.sealed[seat] = place


@SETUP.step
def begin_game(s: State) -> None:
    """The active characters are placed together; the first player is drawn last (BF-SETUP-11, BF-SETUP-12)."""
    for seat in range(s.seats):
        put_in_front(s, seat, s.sealed[seat])
    open_seal(s)
    s.turn = s.first_seat if s.first_seat != NONE else pick(s, s.seats)
    emit(s, FIRST, s.turn)
    become(s, TURN, s.turn)


@rule
def is_balanced(s: State, chosen: int) -> bool:
    """At least one of each class that is available (BF-MIX-2)."""
    return (
        (chosen & s.assassins != 0 or s.assassins == 0)
        and (chosen & s.defenders != 0 or s.defenders == 0)
        and (chosen & s.suppliers != 0 or s.suppliers == 0)
    )


@rule
def draw_casting(s: State) -> int:
    """Seven characters, uniform among the selections allowed (BF-R1). The journal holds the seven, not the selections thrown away.

    Their chances hang together, so none is noted.
    """
    chosen = 0
    for _ in range(CAST):
        character = scripted(s)
        if character >= 0:
            if character >= CHARACTERS or (s.available & ~chosen) >> character & 1 == 0:
                s.chance_fault = 1
                character = nth_bit(s.available & ~chosen, 0)
            chosen |= 1 << character
    if count_bits(chosen) < CAST:
        chosen = random_seven(s)
        while s.casting_mode == BALANCED and not is_balanced(s, chosen):
            chosen = random_seven(s)
    rest = chosen
    while rest:
        note(s, nth_bit(rest, 0), 0)
        rest &= rest - 1
    return chosen


@rule
def random_seven(s: State) -> int:
    chosen = 0
    for i in range(CAST):
        left = s.available & ~chosen
        chosen |= 1 << nth_bit(left, below(s, count_bits(s.available) - i))
    return chosen


@rule
def settle_casting(s: State, chosen: int) -> None:
    """Everybody gets one copy of each of the seven (BF-SETUP-1, BF-SETUP-2)."""
    place = 0
    for character in range(CHARACTERS):
        s.place_of[character] = NONE
        if (chosen >> character) & 1:
            s.cast[place] = character
            s.place_of[character] = place
            place += 1
            emit(s, CASTS, character)
    for seat in range(s.seats):
        s.hand[seat] = (1 << CAST) - 1


@rule
def deal(s: State) -> None:
    """Weapons clockwise from seat 0, the market, then the Lodges (BF-SETUP-6 to 8, BF-SETUP-14)."""
    for seat in range(s.seats):
        s.weapon[seat] = draw_weapon(s)
        s.charge[seat] = start_square(s, s.weapon[seat])
        emit(s, DEALT, seat, s.weapon[seat], s.charge[seat])
    for slot in range(MARKET):
        refill_market(s, slot)
    for seat in range(s.seats):
        draw_lodge(s, seat)


# A turn: start, charge, one action, end (BF-TURN-2 to 7).


@TURN.begin
def start_turn(s: State, seat: int) -> None:
    """Counters to 0, the Cool point, then the charge of the mode (BF-TURN-2, BF-TURN-3, BF-CHARGE-1, BF-CHARGE-2)."""
    s.turns += 1
    vengeful = False
    for other in range(s.seats):
        s.kills[other] = 0
        if s.mode[other] == VENGEANCE:
            vengeful = True
    emit(s, TURN_STARTS, seat)
    if vengeful and s.mode[seat] == COOL:
        s.points[seat] += 1
        emit(s, COOL_POINT, seat, s.points[seat])
    go(s, ask_action)
    gain(s, seat, 2 if s.mode[seat] == VENGEANCE else 1, CHARGES)


@TURN.step
def ask_action(s: State, seat: int) -> None:
    """Exactly one of the five (BF-TURN-5)."""
    go(s, end_turn)
    ask(s, ASK_ACTION, 1 << seat, announceable(s, seat))


@rule
def change_character(s: State, seat: int) -> None:
    """Take the active character back and place any card of the hand (BF-CHANGE-2)."""
    emit(s, CHANGES, seat)
    take_back(s, seat)
    call(s, PLACEMENT, seat, FREELY)


@rule
def discard_weapon(s: State, seat: int) -> None:
    """The weapon goes with its charges, another one is taken with none (BF-CHANGE-4, BF-CHANGE-5)."""
    change_weapon(s, seat, AT_ZERO)


@rule
def announce_power(s: State, seat: int, place: int) -> None:
    """To use a power one says whom one has in front, true or not (BF-ANN-1, BF-ANN-2)."""
    announce(s, seat, place, IN_ACTION)


@TURN.step
def end_turn(s: State) -> None:
    """The game ends with the turn in which somebody reached the target, or at the limit (BF-END-1, BF-END-6)."""
    reached = False
    for seat in range(s.seats):
        if s.points[seat] >= s.target:
            reached = True
    if reached:
        end_game(s, BY_TARGET)
    elif s.max_turns and s.turns >= s.max_turns:
        end_game(s, BY_LIMIT)
    else:
        s.turn = clockwise(s, s.turn, 1)
        keep(s, PLAYER, s.turn)
        go(s, TURN)


@rule
def end_game(s: State, how: int) -> None:
    """The best wins; a tie that nothing breaks asks for a sequel (BF-END-3 to 5)."""
    s.how = how
    winners = 0
    for seat in range(s.seats):
        if rank(s, seat) == 1:
            winners += 1
    if winners > 1:
        s.how = BY_SEQUEL
    for seat in range(s.seats):
        if rank(s, seat) == 1:
            emit(s, WINS if winners == 1 else TIES, seat, s.points[seat])
    finish(s)


@rule
def standing(s: State, seat: int) -> int:
    """Points, then cards in hand, then charges, as one number (BF-END-4); under the option their sum (BF-R29)."""
    if s.tiebreak_sum:
        return s.points[seat] * 1024 + hand_size(s, seat) + s.charge[seat]
    return s.points[seat] * 1024 + hand_size(s, seat) * 32 + s.charge[seat]


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def rank(s: State, seat: int) -> int:
    place = 1
    for other in range(s.seats):
        if standing(s, other) > standing(s, seat):
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return s.how
