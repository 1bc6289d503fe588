"""The players' turns: who plays, equipping, stopping (sections Turns, Equip, Two players, Five or six players)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import (
    AT_MAGICIAN,
    BARRED,
    IN_PHASE_A,
    LAST_EQUIP_USED,
    NOT_STRAGGLER,
    PILE_EMPTY,
    STRAGGLER,
)
from ..effects import CHAIN_VISIT
from ..events import CHAINS, DECLINES, EQUIPS, RECEIVES, REPEATS, STOPS, VISITS
from ..state import CHAIN, FACE_UP, LEAGUE, NO_CARD, PASS, READ_EQUIP, REVEAL, TAKE, TURN, State
from .companions import mark_used
from .piles import lay_down, market_size, pile_size, take_weapon
from .potions import ask_visible_reading
from .strength import has_power, is_over, power_unused, takes_part, visible_attack, was_over


@rule
def is_alone(s: State, seat: int) -> bool:
    """Is every other player at the Magician?"""
    for other in range(s.seats):
        if other != seat and takes_part(s, other) and s.visited[other] == 0:
            return False
    return True


@rule
def is_straggler(s: State, seat: int) -> bool:
    """The last one in phase A when five or six play (BQ-P56-2, BQ-P56-5)."""
    return s.present >= 5 and s.visited[seat] == 0 and is_alone(s, seat)


@rule
def may_repeat(s: State, seat: int) -> bool:
    """With two players, the one at the Magician may do phase B again while the other equips (BQ-P2-3, 6, 7)."""
    if s.present != 2 or s.visited[seat] == 0 or s.last_turns > 0 or is_alone(s, seat):
        return False
    return market_size(s) > 0


@rule
def has_turn(s: State, seat: int) -> bool:
    """Those in phase A play on (BQ-TURN-5), during `last_turn` once each (BQ-SPELL-8)."""
    if not takes_part(s, seat):
        return False
    if s.visited[seat] == 1:
        return may_repeat(s, seat)
    return s.last_turns == 0 or (s.last_done >> seat) & 1 == 0


@rule
def pass_turn(s: State) -> None:
    """The turn goes clockwise to the next player who has one; when nobody has, the fight starts (BQ-TURN-6)."""
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if has_turn(s, seat):
            s.turn = seat
            s.phase = TURN
            return
    s.phase = LEAGUE if s.solo == 1 else REVEAL


@rule
def ask_turn(s: State) -> None:
    """Whoever has the turn is asked."""
    s.decider = s.turn


# What a turn may be.


@rule
def is_barred(s: State, seat: int) -> bool:
    """Over at the end of the latest equip, or over now (BQ-EQUIP-7, BQ-EQUIP-14, BQ-R3)."""
    if s.turn_start_only == 0 and was_over(s, seat):
        return True
    return is_over(s, seat)


@rule
def last_equip_used(s: State, seat: int) -> bool:
    """The only one left in phase A equips one last time (BQ-EQUIP-11); not in solo (BQ-SOLO-7)."""
    if s.lone_equip == 0 or s.solo == 1:
        return False
    return s.present > 2 or s.equip_limit == 1


@rule
def equip_refusal(s: State, seat: int) -> int:
    """Why the seat may take no weapon at all, 0 when it may take one."""
    if s.visited[seat] == 1:
        return AT_MAGICIAN
    if pile_size(s) == 0:
        return PILE_EMPTY
    if last_equip_used(s, seat):
        return LAST_EQUIP_USED
    if is_barred(s, seat):
        return BARRED
    return 0


@rule
def visit_refusal(s: State, seat: int) -> int:
    """Equip or visit (BQ-TURN-3); the straggler does not visit (BQ-P56-2)."""
    if s.visited[seat] == 1:
        return AT_MAGICIAN
    return STRAGGLER if is_straggler(s, seat) else 0


@rule
def stop_refusal(s: State, seat: int) -> int:
    """Only the straggler stops (BQ-P56-3)."""
    if s.visited[seat] == 1:
        return AT_MAGICIAN
    return 0 if is_straggler(s, seat) else NOT_STRAGGLER


@rule
def repeat_refusal(s: State, seat: int) -> int:
    """Whoever plays again at the Magician repeats or declines (BQ-P2-3)."""
    return 0 if s.visited[seat] == 1 else IN_PHASE_A


@rule
def stop(s: State, seat: int) -> None:
    emit(s, STOPS, seat)
    s.phase = REVEAL


@rule
def repeat(s: State, seat: int) -> None:
    emit(s, REPEATS, seat)
    s.phase = TAKE


@rule
def decline(s: State, seat: int) -> None:
    emit(s, DECLINES, seat)
    s.phase = PASS


@rule
def equip(s: State, seat: int, count: int) -> None:
    """The announced number of cards, face up, all kept (BQ-EQUIP-1 to 4)."""
    emit(s, EQUIPS, seat, count)
    # Everybody sees that the player was free to equip: the hidden weapon is not larger than this.
    s.most[seat] = min(s.most[seat], s.hp - visible_attack(s, seat))
    # Nor did the one hidden at the latest equip bar the player, wherever it is now.
    if s.turn_start_only == 0 and s.cause[seat] != FACE_UP:
        s.most[s.cause[seat]] = min(s.most[s.cause[seat]], s.limit[seat])
    if s.solo == 0 and is_alone(s, seat):
        s.lone_equip = 1
    for _ in range(count):
        card = take_weapon(s, FACE_UP)
        lay_down(s, seat, card)
        emit(s, RECEIVES, seat, card)
    s.phase = READ_EQUIP


@rule
def read_equip(s: State) -> None:
    """The potions of the request are read before the equip ends (BQ-EQUIP-15)."""
    if not ask_visible_reading(s):
        end_equip(s)


@rule
def end_equip(s: State) -> None:
    """The over test is made once the potions are read (BQ-EQUIP-15); then the turn ends, or the hare may go on."""
    seat = s.turn
    s.limit[seat] = s.hp - visible_attack(s, seat)
    s.cause[seat] = seat
    if s.last_turns > 0:
        s.last_done |= 1 << seat
    if is_straggler(s, seat):
        # The fight starts at once (BQ-P56-3), hare or not (BQ-COMP-14).
        s.phase = REVEAL
    elif has_power(s, seat, CHAIN_VISIT) and power_unused(s, seat):
        s.phase = CHAIN
    else:
        s.phase = PASS


@rule
def chain_visit(s: State, seat: int) -> None:
    """The hare leads to the Magician in the same turn (BQ-COMP-6)."""
    mark_used(s, seat)
    emit(s, CHAINS, seat)
    visit(s, seat)


@rule
def end_turn(s: State) -> None:
    """The hare stays (BQ-COMP-6)."""
    s.phase = PASS


@rule
def visit(s: State, seat: int) -> None:
    """The pawn moves to the Magician (BQ-VISIT-1); an empty market has nothing to take (BQ-VISIT-17)."""
    s.visited[seat] = 1
    emit(s, VISITS, seat)
    s.spell = NO_CARD
    s.phase = TAKE if market_size(s) > 0 else PASS
