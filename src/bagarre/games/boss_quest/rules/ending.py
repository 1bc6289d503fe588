"""After the fight: the key goal, destinies, ghosts and departures, the end (sections End, Faucheuse, Solo)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import REAPER_TAKEN
from ..effects import TIE_PRIORITY
from ..events import (
    BECOMES_GHOST,
    BECOMES_REAPER,
    ELIMINATED,
    NO_WINNER,
    REAPER_LEAVES,
    TAKES_LIFE,
    WINS_GAME,
)
from ..state import (
    BOSSES,
    BY_ALL_DEAD,
    BY_KEYS,
    BY_LAST_HEART,
    BY_LAST_KNIGHT,
    BY_LAST_ROUND,
    BY_REAPER,
    BY_SOLO_LOSS,
    BY_SOLO_WIN,
    COMES,
    DEAL,
    DEPART,
    DESTINY,
    FIGHTS,
    FINISHED,
    GHOST,
    GONE,
    KNIGHT,
    LEFT,
    NOBODY,
    NOT_COME,
    REAPER,
    TAKEN,
    State,
)
from .strength import has_power


@rule
def settle(s: State) -> None:
    """The key goal comes first (BQ-END-2, BQ-END-8, BQ-REAP-25); only the living win by keys (BQ-REAP-21)."""
    reached = 0
    for seat in range(s.seats):
        if s.role[seat] == KNIGHT and s.hearts[seat] > 0 and s.keys[seat] >= s.goal:
            reached |= 1 << seat
    if s.solo == 1:
        settle_solo(s, reached)
    elif reached != 0:
        finish(s, BY_KEYS, leaders(s, reached))
    elif s.reaper_card == FIGHTS and s.winners != 0:
        s.destiny = s.winners
        s.phase = DESTINY
    else:
        s.phase = DEPART


@rule
def settle_solo(s: State, reached: int) -> None:
    """Five keys win; no heart left, or all Bosses fought, loses (BQ-SOLO-8)."""
    if reached != 0:
        finish(s, BY_SOLO_WIN, reached)
    elif s.hearts[0] == 0 or s.round >= BOSSES:
        finish(s, BY_SOLO_LOSS, 0)
    else:
        s.phase = DEAL


@rule
def leaders(s: State, mask: int) -> int:
    """Most keys, then most hearts, then shared (BQ-END-3, BQ-END-5); the fox only under an option (BQ-R56)."""
    most = -1
    for seat in range(s.seats):
        if (mask >> seat) & 1:
            most = max(most, s.keys[seat])
    tied = 0
    for seat in range(s.seats):
        if (mask >> seat) & 1 and s.keys[seat] == most:
            tied |= 1 << seat
    if s.fox_always == 1:
        for seat in range(s.seats):
            if (tied >> seat) & 1 and has_power(s, seat, TIE_PRIORITY):
                return 1 << seat
    most = -1
    for seat in range(s.seats):
        if (tied >> seat) & 1:
            most = max(most, s.hearts[seat])
    found = 0
    for seat in range(s.seats):
        if (tied >> seat) & 1 and s.hearts[seat] == most:
            found |= 1 << seat
    return found


@rule
def finish(s: State, how: int, winners: int) -> None:
    """The game is over; `winners` may be nobody (BQ-R49)."""
    s.how = how
    s.winners = winners
    s.decider = NOBODY
    s.phase = FINISHED
    for seat in range(s.seats):
        if (winners >> seat) & 1:
            emit(s, WINS_GAME, seat)
    if winners == 0:
        emit(s, NO_WINNER)


# Destinies (BQ-REAP-8 to 11).


@rule
def ask_destiny(s: State) -> None:
    """Winners choose clockwise from the left of the Armourer (BQ-REAP-11); then the others depart."""
    for step in range(1, s.seats + 1):
        seat = (s.armourer + step) % s.seats
        if (s.destiny >> seat) & 1:
            s.decider = seat
            return
    s.phase = DEPART


@rule
def take_life(s: State, seat: int) -> None:
    """Hearts up to three, keys kept (BQ-REAP-9, BQ-R38)."""
    s.destiny &= ~(1 << seat)
    s.hearts[seat] = 3
    s.role[seat] = KNIGHT
    emit(s, TAKES_LIFE, seat)


@rule
def reaper_refusal(s: State) -> int:
    """Only one player can become the Reaper (BQ-REAP-11)."""
    return REAPER_TAKEN if s.reaper_card == TAKEN else 0


@rule
def become_reaper(s: State, seat: int) -> None:
    """All hearts and keys are given back (BQ-REAP-10)."""
    s.destiny &= ~(1 << seat)
    s.hearts[seat] = 0
    s.keys[seat] = 0
    s.role[seat] = REAPER
    s.reaper_card = TAKEN
    emit(s, BECOMES_REAPER, seat)


# Departures.


@rule
def count_role(s: State, role: int) -> int:
    count = 0
    for seat in range(s.seats):
        if s.role[seat] == role:
            count += 1
    return count


@rule
def dead_knights(s: State) -> int:
    """Knights whose last heart is lost."""
    dead = 0
    for seat in range(s.seats):
        if s.role[seat] == KNIGHT and s.hearts[seat] == 0:
            dead |= 1 << seat
    return dead


@rule
def depart(s: State) -> None:
    """Deaths and their consequences, then the other ends, then the next round (BQ-END-4 to 9, BQ-REAP-25)."""
    dead = dead_knights(s)
    if s.reaper == 0:
        if dead != 0:
            end_by_death(s, dead)
    elif s.reaper_card == NOT_COME:
        if dead != 0:
            become_ghosts(s, dead)
    elif s.reaper_card == LEFT and s.reaper_gone_ends == 1:
        if dead != 0:
            end_by_death(s, dead)
    else:
        eliminate(s, dead)
    if s.phase != FINISHED:
        last_ones(s)
    if s.phase != FINISHED and s.max_rounds > 0 and s.round >= s.max_rounds:
        finish(s, BY_LAST_ROUND, leaders(s, knights(s)))
    if s.phase != FINISHED:
        s.phase = DEAL


@rule
def knights(s: State) -> int:
    mask = 0
    for seat in range(s.seats):
        if s.role[seat] == KNIGHT:
            mask |= 1 << seat
    return mask


@rule
def end_by_death(s: State, dead: int) -> None:
    """The dead have lost; among the others most keys win (BQ-END-4 to 6). All dead: nobody (BQ-END-7)."""
    alive = knights(s) & ~dead
    if alive != 0:
        finish(s, BY_LAST_HEART, leaders(s, alive))
    else:
        end_all_dead(s)


@rule
def end_all_dead(s: State) -> None:
    """Nobody wins; under an option most keys do, shared (BQ-END-7, BQ-R20)."""
    winners = 0
    if s.dead_share == 1:
        most = 0
        for seat in range(s.seats):
            most = max(most, s.keys[seat])
        for seat in range(s.seats):
            if s.keys[seat] == most:
                winners |= 1 << seat
    finish(s, BY_ALL_DEAD, winners)


@rule
def become_ghosts(s: State, dead: int) -> None:
    """The dead stay as ghosts and the Reaper is the next opponent (BQ-REAP-2)."""
    for seat in range(s.seats):
        if (dead >> seat) & 1:
            s.role[seat] = GHOST
            emit(s, BECOMES_GHOST, seat)
    s.reaper_card = COMES


@rule
def eliminate(s: State, dead: int) -> None:
    """Ghosts who did not win and the newly dead leave (BQ-REAP-7, 13, 14); an unclaimed Reaper card too (BQ-REAP-12)."""
    for seat in range(s.seats):
        if s.role[seat] == GHOST or (dead >> seat) & 1:
            s.role[seat] = GONE
            emit(s, ELIMINATED, seat)
    if s.reaper_card == FIGHTS:
        s.reaper_card = LEFT
        emit(s, REAPER_LEAVES)


@rule
def last_ones(s: State) -> None:
    """The Reaper player alone wins, a knight alone wins, nobody at all is the end (BQ-REAP-20, 22, 23)."""
    if s.reaper == 0 or count_role(s, GHOST) > 0:
        return
    left = count_role(s, KNIGHT)
    if count_role(s, REAPER) == 1:
        if left == 0:
            for seat in range(s.seats):
                if s.role[seat] == REAPER:
                    finish(s, BY_REAPER, 1 << seat)
    elif left == 1:
        finish(s, BY_LAST_KNIGHT, knights(s))
    elif left == 0:
        end_all_dead(s)


# The result (BQ-R49).


@rule
def score(s: State, seat: int) -> int:
    """Each of k winners scores 1/k, in sixtieths so that shares stay whole."""
    count = 0
    for other in range(s.seats):
        count += (s.winners >> other) & 1
    if s.phase != FINISHED or (s.winners >> seat) & 1 == 0:
        return 0
    return 60 // count


@rule
def is_ahead(s: State, seat: int, other: int) -> bool:
    """Among those who did not win: the living first, then keys, then hearts."""
    alive = s.hearts[seat] > 0
    if alive != (s.hearts[other] > 0):
        return alive
    if s.keys[seat] != s.keys[other]:
        return s.keys[seat] > s.keys[other]
    return s.hearts[seat] > s.hearts[other]


@rule
def rank(s: State, seat: int) -> int:
    """Winners are first; the others follow, and come after a first place left empty when nobody won."""
    if (s.winners >> seat) & 1:
        return 1
    place = 1 if s.winners != 0 else 2
    for other in range(s.seats):
        if (s.winners >> other) & 1 or is_ahead(s, other, seat):
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return s.how
