"""What a seat may believe about the others' cards, from what it knows: how they announce, and who was caught lying.

Everything here reads a concealed state. For aids at the table, `front_odds(s, seat, place)` says how likely a character lies in front of
a player and `claim_odds(s)` how likely the announcement on the table is true, both in thousandths: these reckon with opponents of any
kind. The searching player imagines its worlds by the sharper habits of players like the scripted one (`believe`), which wins more.
"""

from math import log

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import SHARE, fading
from bagarre.kernel.operations import operation_at
from bagarre.kernel.rule import rule, table
from bagarre.kernel.searchfile import weights

from .operations import ANNOUNCER, CHARACTER, CLAIM, DENOUNCER, PURPOSE
from .player import front_value
from .rules.claims import IN_ACTION, IN_DEFENCE
from .rules.table import BITS, nth_bit
from .secrets import possible_fronts, possible_lodges
from .state import CAST, HIDDEN, NONE, SEATS, State

SHARP, WARY = range(2)
"""Whose habits one reckons with: those of players like the scripted one, or of anybody."""
COUNT = 9
HABITS = table((*weights(__file__, "habits"), *weights(__file__, "wary")))
"""What each habit weighs, sharp and then wary."""
A_CLAIM = CLAIM.number
FLOOR = 30
"""Thousandths of all belief that go to the cards alone: people do not play like our players."""
RECORD = table(round(1000 * log(n + 1)) for n in range(32))
"""What a record of so many truths (or lies) weighs."""
DIGITS, HEAVIEST = 9, 500
"""Bits of each of the seven weights that `front_weights` packs into one number, and the greatest of them."""
MASK = (1 << DIGITS) - 1


@rule
def habit(s: State, seat: int, place: int, i: int) -> int:
    """What speaks for a character in front of a player, in thousandths: announced in action, in defence, or before and unchallenged; worth
    having there; played before, and so while another is announced; the announcer's record, in action, in defence and before."""
    if i == 0 or i == 6:
        here = announced(s, seat, IN_ACTION) == place
    elif i == 1 or i == 7:
        here = announced(s, seat, IN_DEFENCE) == place
    elif i == 2 or i == 8:
        here = s.claimed[seat] == place
    elif i == 3:
        return 10 * int(front_value(s, seat, place))
    else:
        here = (s.in_play[seat] >> place) & 1 == 1 and (i == 4 or announced(s, seat, IN_ACTION) != NONE)
    if not here:
        return 0
    return record_of(s, seat) if i >= 6 else 1000


@rule
def record_of(s: State, seat: int) -> int:
    """How far the player's proven announcements speak for his word: the logarithm of truths to lies, in thousandths."""
    return RECORD[min(31, s.truths[seat])] - RECORD[min(31, s.lies[seat])]


@rule
def likelihood(s: State, seat: int, place: int, whose: int) -> int:
    """The logarithm, in thousandths, of how likely a player has that character in front: the sum of his habits, each with its weight."""
    in_action = announced(s, seat, IN_ACTION)
    record = record_of(s, seat)
    first = COUNT * whose
    total = HABITS[first + 3] * 10 * int(front_value(s, seat, place))
    if in_action == place:
        total += HABITS[first + 0] * 1000 + HABITS[first + 6] * record
    if announced(s, seat, IN_DEFENCE) == place:
        total += HABITS[first + 1] * 1000 + HABITS[first + 7] * record
    if s.claimed[seat] == place:
        total += HABITS[first + 2] * 1000 + HABITS[first + 8] * record
    if (s.in_play[seat] >> place) & 1:
        total += HABITS[first + 4] * 1000
        if in_action != NONE:
            total += HABITS[first + 5] * 1000
    return total // 1000


@rule
def announced(s: State, seat: int, purpose: int) -> int:
    """What the seat is announcing, as long as nobody has denounced it; NONE for nothing."""
    for place in range(s.depth - 1, -1, -1):
        if operation_at(s, place) == A_CLAIM:
            frame = s.frames[place]
            if frame[ANNOUNCER] == seat and frame[PURPOSE] == purpose and frame[DENOUNCER] == NONE:
                return frame[CHARACTER] + 0
    return NONE


# How the cards may lie, weighed.


@rule
def front_weights(s: State, seat: int, whose: int) -> int:
    """How much each character weighs as the one in front, compared with the heaviest, packed into one number."""
    fronts = possible_fronts(s, seat)
    lodges = possible_lodges(s, seat)
    highest = -1000000000
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            highest = max(highest, likelihood(s, seat, place, whose))
    packed = 0
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            weight = fading(highest - likelihood(s, seat, place, whose)) * HEAVIEST // SHARE
            packed |= max(1, weight) << (DIGITS * place)
    return packed


@rule
def front_ways(fronts: int, lodges: int, place: int) -> int:
    """The ways to fill the Lodge with that character in front."""
    return BITS[lodges & ~(1 << place)] if (fronts >> place) & 1 else 0


@rule
def front_share(s: State, seat: int, place: int, packed: int) -> int:
    """How likely that character lies in front, in millionths: by habit and, for the floor, by the cards alone."""
    fronts = possible_fronts(s, seat)
    lodges = possible_lodges(s, seat)
    total = 0
    every = 0
    for other in range(CAST):
        ways = front_ways(fronts, lodges, other)
        every += ways
        total += ways * (packed >> (DIGITS * other) & MASK)
    if total == 0:
        return 0
    mine = front_ways(fronts, lodges, place)
    weight = packed >> (DIGITS * place) & MASK
    return (1000 - FLOOR) * 1000 * mine * weight // total + FLOOR * 1000 * mine // every


@rule
def front_odds(s: State, seat: int, place: int) -> int:
    """How likely that character lies in front of a player, in thousandths, as far as the state tells."""
    if s.active[seat] != HIDDEN:
        return 1000 if s.active[seat] == place else 0
    return (front_share(s, seat, place, front_weights(s, seat, WARY)) + 500) // 1000


@rule
def claim_odds(s: State) -> int:
    """How likely the announcement that the table is asked about is true, in thousandths; -1 when there is none."""
    for i in range(s.depth - 1, -1, -1):
        if operation_at(s, i) == A_CLAIM and s.frames[i][DENOUNCER] == NONE:
            return front_odds(s, s.frames[i][ANNOUNCER], s.frames[i][CHARACTER])
    return -1


# Imagined worlds.


@rule
def believe(s: State) -> None:
    """As `refill`, but each character that may lie in front weighs as much as the habits of players say."""
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            believe_cards(s, seat, SHARP)


@rule
def believe_warily(s: State) -> None:
    """The same as `front_odds` and `claim_odds` have it."""
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            believe_cards(s, seat, WARY)


@rule
def believe_cards(s: State, seat: int, whose: int) -> None:
    alive = ((1 << CAST) - 1) & ~s.cemetery[seat]
    lodges = possible_lodges(s, seat)
    if s.active[seat] != NONE:
        if s.active[seat] == HIDDEN:
            s.active[seat] = likely_front(s, seat, whose)
        alive &= ~(1 << s.active[seat])
        lodges &= alive
    s.lodge[seat] = nth_bit(lodges, below(s, BITS[lodges]))
    s.hand[seat] = alive & ~(1 << s.lodge[seat])


@rule
def likely_front(s: State, seat: int, whose: int) -> int:
    """One of the characters that may lie in front."""
    packed = front_weights(s, seat, whose)
    total = 0
    for place in range(CAST):
        total += front_share(s, seat, place, packed)
    left = below(s, total)
    found = 0
    for place in range(CAST):
        share = front_share(s, seat, place, packed)
        if left >= 0 and share > 0:
            found = place
        left -= share
    return found


# What can be asked about beliefs, for measuring them (`bagarre study beliefs`).

SUBJECTS = ("front", "lodge", "action", "defence")
"""The card in front of a player, the one in his Lodge, and whether he tells the truth, in action or in defence."""
THINGS = 3 * SEATS
"""The fronts, the Lodges and the announcements of all."""
ANSWERS = CAST


@rule
def subject(s: State, thing: int) -> int:
    """What the thing is about: an index of SUBJECTS."""
    if thing < 2 * SEATS:
        return thing // SEATS
    return 2 if announced(s, thing - 2 * SEATS, IN_ACTION) != NONE else 3


@rule
def secret(s: State, thing: int) -> int:
    """The hidden thing as it is in this state; HIDDEN in one that conceals it, NONE when there is no such thing."""
    seat = thing % SEATS
    if seat >= s.seats:
        return NONE
    if thing < SEATS:
        return s.active[seat] + 0
    if thing < 2 * SEATS:
        return s.lodge[seat] + 0
    claim = announced(s, seat, IN_ACTION)
    if claim == NONE:
        claim = announced(s, seat, IN_DEFENCE)
    if claim == NONE or s.active[seat] == NONE:
        return NONE
    if s.active[seat] == HIDDEN:
        return HIDDEN
    return 1 if s.active[seat] == claim else 0


@rule
def ways(s: State, seat: int, place: int) -> int:
    """In how many ways the cards of the seat may lie with that character in front, by what is known."""
    return front_ways(possible_fronts(s, seat), possible_lodges(s, seat), place)
