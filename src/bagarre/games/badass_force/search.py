"""What helps to search Badass Force: turns as the clock, how well a seat stands, and who lies, and where."""

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import fading
from bagarre.kernel.operations import operation_at
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed, weights

from .operations import ANNOUNCER, CHARACTER, CLAIM, DENOUNCER, PURPOSE
from .player import front_value
from .rules.claims import IN_ACTION, IN_DEFENCE
from .rules.losses import is_sole_leader
from .rules.table import BITS, is_loaded, is_unstable, nth_bit, top_square, trigger_square
from .secrets import possible_fronts, possible_lodges
from .state import CAST, HIDDEN, NONE, State

HABITS = weights(__file__, "habits")
A_CLAIM = CLAIM.number


@rule
def clock(s: State) -> int:
    return s.turns


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Points, and how near the target; the dead; leading alone; the weapon: charge, loaded; Vengeance; the place in the order of play;
    about to explode."""
    if i == 0:
        return s.points[seat]
    if i == 1:
        return max(0, s.points[seat] + 4 - s.target)
    if i == 2:
        return max(0, s.points[seat] + 2 - s.target)
    if i == 3:
        return BITS[s.cemetery[seat]]
    if i == 4:
        return 1 if is_sole_leader(s, seat) else 0
    if i == 5:
        return min(s.charge[seat], trigger_square(s, s.weapon[seat]))
    if i == 6:
        return 1 if is_loaded(s, seat) else 0
    if i == 7:
        return s.mode[seat]
    if i == 8:
        return (seat - s.turn) % s.seats
    return 1 if is_unstable(s, s.weapon[seat]) and s.charge[seat] + 1 > top_square(s, s.weapon[seat]) else 0


standing = weighed(__file__, "standing", trait)


@rule
def believe(s: State) -> None:
    """As `refill`, but each character that may lie in front weighs as much as the habits of players say."""
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            believe_cards(s, seat)


@rule
def believe_cards(s: State, seat: int) -> None:
    alive = ((1 << CAST) - 1) & ~s.cemetery[seat]
    lodges = possible_lodges(s, seat)
    if s.active[seat] != NONE:
        s.active[seat] = likely_front(s, seat, possible_fronts(s, seat), lodges)
        alive &= ~(1 << s.active[seat])
        lodges &= alive
    s.lodge[seat] = nth_bit(lodges, below(s, BITS[lodges]))
    s.hand[seat] = alive & ~(1 << s.lodge[seat])


@rule
def likely_front(s: State, seat: int, fronts: int, lodges: int) -> int:
    """One of the fronts that leave a character for the Lodge, weighed by the ways to fill the Lodge and by habit."""
    highest = -1000000
    for place in range(CAST):
        if (fronts >> place) & 1:
            highest = max(highest, likelihood(s, seat, place))
    total = 0
    for place in range(CAST):
        total += front_weight(s, seat, place, fronts, lodges, highest)
    left = below(s, total)
    found = 0
    for place in range(CAST):
        weight = front_weight(s, seat, place, fronts, lodges, highest)
        if left >= 0 and weight > 0:
            found = place
        left -= weight
    return found


@rule
def front_weight(s: State, seat: int, place: int, fronts: int, lodges: int, highest: int) -> int:
    ways = BITS[lodges & ~(1 << place)] if (fronts >> place) & 1 else 0
    return ways * max(1, fading(highest - likelihood(s, seat, place))) if ways > 0 else 0


@rule
def likelihood(s: State, seat: int, place: int) -> int:
    """The logarithm, in thousandths, of how likely a player has that character in front: announced in action, in defence, or before and
    unchallenged; worth having there; announced although played before."""
    played = 1 if (s.in_play[seat] >> place) & 1 else 0
    in_action = announced(s, seat, IN_ACTION)
    total = HABITS[3] * int(front_value(s, seat, place)) // 100 + HABITS[4] * played
    if in_action == place:
        total += HABITS[0]
    if announced(s, seat, IN_DEFENCE) == place:
        total += HABITS[1]
    if s.claimed[seat] == place:
        total += HABITS[2]
    if in_action >= 0:
        total += HABITS[5] * played
    return total


@rule
def announced(s: State, seat: int, purpose: int) -> int:
    """What the seat is announcing, as long as nobody has denounced it; NONE for nothing."""
    for place in range(s.depth - 1, -1, -1):
        if operation_at(s, place) == A_CLAIM:
            frame = s.frames[place]
            if frame[ANNOUNCER] == seat and frame[PURPOSE] == purpose and frame[DENOUNCER] == NONE:
                return frame[CHARACTER] + 0
    return NONE
