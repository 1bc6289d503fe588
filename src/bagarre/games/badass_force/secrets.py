"""What each seat may know, and how the rest can be imagined (section Information)."""

from bagarre.kernel.chance import conceal_chance, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .state import ASK_DENOUNCE, ASK_FIRST, CAST, HIDDEN, NONE, SHOWN, State


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
    if s.active[other] != NONE and not knows_front(s, seat, other):
        s.active[other] = HIDDEN


@rule
def knows_front(s: State, seat: int, other: int) -> bool:
    """By a peek, or because everybody saw the card that still lies there."""
    return (s.peekers[other] >> SHOWN) & 1 == 1 or (seat >= 0 and (s.peekers[other] >> seat) & 1 == 1)


@rule
def conceal_answers(s: State, seat: int) -> None:
    """Neither what the others answered nor whether they have may be seen (BF-DEN-3): they all seem to be thinking."""
    if s.ask != ASK_FIRST and (s.ask != ASK_DENOUNCE or s.polling_clockwise):
        return
    announcer = s.who[s.depth - 1] if s.ask == ASK_DENOUNCE else NONE
    for other in range(s.seats):
        if other != seat and other != announcer:
            s.sealed[other] = NONE
            s.pending |= 1 << other


@rule
def refill(s: State) -> None:
    """Deal every hidden card anew: a Lodge and an active character that nothing known excludes, the rest in hand.

    All such pairs are equally likely. Private memories of others stay blank: what they were is not known, and an
    imagined player may simply have forgotten.
    """
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            imagine_cards(s, seat)


@rule
def imagine_cards(s: State, seat: int) -> None:
    alive = ((1 << CAST) - 1) & ~s.cemetery[seat]
    lodges = alive & ~s.in_play[seat]
    fronts = alive & ~s.barred[seat]
    for reader in range(s.seats):
        lodges &= ~s.recall[reader][seat]
        fronts &= ~s.shun[reader][seat]
    if s.active[seat] >= 0:
        lodges &= ~(1 << s.active[seat])
        fronts = 1 << s.active[seat]
    if s.active[seat] == NONE:
        # Nothing lies in front while the owner chooses: only the Lodge is open.
        s.lodge[seat] = pick_bit(s, lodges)
        s.hand[seat] = alive & ~(1 << s.lodge[seat])
        return
    pairs = 0
    for lodge in range(CAST):
        for front in range(CAST):
            if (lodges >> lodge) & 1 and (fronts >> front) & 1 and lodge != front:
                pairs += 1
    left = pick(s, pairs)
    for lodge in range(CAST):
        for front in range(CAST):
            if (lodges >> lodge) & 1 and (fronts >> front) & 1 and lodge != front:
                if left == 0:
                    s.lodge[seat] = lodge
                    s.active[seat] = front
                left -= 1
    s.hand[seat] = alive & ~(1 << s.lodge[seat]) & ~(1 << s.active[seat])


@rule
def pick_bit(s: State, mask: int) -> int:
    count = 0
    for place in range(CAST):
        count += (mask >> place) & 1
    left = pick(s, count)
    found = NONE
    for place in range(CAST):
        if (mask >> place) & 1:
            if left == 0:
                found = place
            left -= 1
    return found
