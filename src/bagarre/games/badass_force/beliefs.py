"""What a seat may believe about the others' cards, from what it knows: how they announce, and who was caught lying.

Everything here reads a concealed state. `front_odds(s, seat, place)` reckons how likely a character lies in front of a player, in thousandths, with
several kinds of players: what each kind is wont to do (`sign`) and how far what the player and the table did so far speaks for each kind
(`clue`). People are told how often it was so where so much was reckoned (`front_told`; `claim_told` of the announcement on the table). The
searching player imagines its worlds by the sharper habits of players like the scripted one (`believe`), which wins more.
"""

from math import log

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import LEVELS, SHARE, fading, level_of, told_table
from bagarre.kernel.operations import operation_at
from bagarre.kernel.rule import rule, table
from bagarre.kernel.searchfile import weights

from .operations import ANNOUNCER, CHARACTER, CLAIM, DENOUNCER, PURPOSE
from .player import front_value
from .rules.claims import IN_ACTION, IN_DEFENCE
from .rules.table import BITS, nth_bit
from .secrets import possible_fronts, possible_lodges
from .state import CAST, HIDDEN, NONE, SEATS, State

COUNT = 9
HABITS = weights(__file__, "habits")
"""What each habit of players like the scripted one weighs."""
SIGNS, CLUES, RESTS = 18, 11, 3
WARY = weights(__file__, "wary")
"""For each kind of player what each sign weighs; then for each kind how far each clue speaks for it."""
KINDS = len(WARY) // (SIGNS + CLUES)
LODGES = weights(__file__, "rest")
"""What speaks for a character in the Lodge, where the one in front is known."""
IN_LODGE = 3
ROWS, SURE = 4, 3
"""What is told apart: characters in front who are not announced, those announced in action and in defence; and the Lodge, which is imagined only."""
TOLD = told_table(weights(__file__, "told"), ROWS, SURE)
"""What people are told where so much was reckoned."""
A_CLAIM = CLAIM.number
FLOOR = 30
"""Thousandths of all belief that go to the cards alone: people do not play like our players."""
RECORD = table(round(1000 * log(n + 1)) for n in range(256))
"""What a record of so many truths (or lies) weighs."""
DIGITS, HEAVIEST = 9, 500
"""Bits of each of the seven weights that are packed into one number, and the greatest of them."""
MASK = (1 << DIGITS) - 1
NEVER = -1_000_000_000
"""The logarithm of what cannot be."""


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
def likelihood(s: State, seat: int, place: int) -> int:
    """The logarithm, in thousandths, of how likely a player has that character in front: the sum of his habits, each with its weight."""
    in_action = announced(s, seat, IN_ACTION)
    record = record_of(s, seat)
    total = HABITS[3] * 10 * int(front_value(s, seat, place))
    if in_action == place:
        total += HABITS[0] * 1000 + HABITS[6] * record
    if announced(s, seat, IN_DEFENCE) == place:
        total += HABITS[1] * 1000 + HABITS[7] * record
    if s.claimed[seat] == place:
        total += HABITS[2] * 1000 + HABITS[8] * record
    if (s.in_play[seat] >> place) & 1:
        total += HABITS[4] * 1000
        if in_action != NONE:
            total += HABITS[5] * 1000
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
def front_weights(s: State, seat: int) -> int:
    """How much each character weighs as the one in front by `habit`, compared with the heaviest, packed into one number."""
    fronts = possible_fronts(s, seat)
    lodges = possible_lodges(s, seat)
    highest = NEVER
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            highest = max(highest, likelihood(s, seat, place))
    packed = 0
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            weight = fading(highest - likelihood(s, seat, place)) * HEAVIEST // SHARE
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


# What anybody may be: several kinds of players.


@rule
def sign(s: State, seat: int, place: int, i: int) -> int:
    """What speaks for a character in front of a player, in thousandths: announced in action, for the first time or again; announced before and
    unchallenged, while nothing or while another is announced in action; announced in defence; worth having there, worth more than a point,
    and worth it where some are dead; played before, and so while another is announced. Then for an announcement in action and for one before the
    announcer's truths and lies and how much nobody denounced at this table, and for one in defence his truths and lies."""
    in_action = announced(s, seat, IN_ACTION)
    now = in_action == place
    before = s.claimed[seat] == place
    if i == 0 or i == 1:
        return 1000 if now and before == (i == 1) else 0
    if i == 2 or i == 3:
        return 1000 if before and not now and (in_action != NONE) == (i == 3) else 0
    if i == 4:
        return 1000 if announced(s, seat, IN_DEFENCE) == place else 0
    if i <= 7:
        return worth(s, seat, place, i - 5)
    if i <= 9:
        return 1000 if (s.in_play[seat] >> place) & 1 and (i == 8 or in_action != NONE) else 0
    if i <= 12:
        return past(s, seat, i - 10) if now else 0
    if i <= 15:
        return past(s, seat, i - 13) if before else 0
    return past(s, seat, i - 16) if announced(s, seat, IN_DEFENCE) == place else 0


@rule
def worth(s: State, seat: int, place: int, i: int) -> int:
    """What a character is worth in front, in thousandths of a point: up to two; beyond the first; for each quarter of the cast that is dead."""
    value = min(2000, max(0, 10 * int(front_value(s, seat, place))))
    if i == 0:
        return value
    return max(0, value - 1000) if i == 1 else value * BITS[s.cemetery[seat]] // 4


@rule
def past(s: State, seat: int, i: int) -> int:
    """The player's truths, his lies, and what nobody denounced at this table: logarithms, in thousandths."""
    if i == 0:
        return RECORD[s.truths[seat]] + 0
    return RECORD[s.lies[seat] if i == 1 else s.unchallenged] + 0


@rule
def clue(s: State, seat: int, i: int) -> int:
    """What tells the kind of a player, in thousandths: his truths and lies, those of the table and what nobody denounced there, how long the
    game lasts and how many play; and whether he announces something in action, in defence, or did before."""
    if i == 0:
        return 1000
    if i <= 2:
        return past(s, seat, i - 1)
    if i <= 4:
        total = 0
        for other in range(s.seats):
            total += s.truths[other] if i == 3 else s.lies[other]
        return RECORD[min(255, total)] + 0
    if i == 5:
        return past(s, seat, 2)
    if i == 6:
        return RECORD[min(255, s.turns)] + 0
    if i == 7:
        return 1000 * (s.seats - 4)
    if i == 10:
        return 1000 if s.claimed[seat] != NONE else 0
    return 1000 if announced(s, seat, IN_ACTION if i == 8 else IN_DEFENCE) != NONE else 0


@rule
def kind_log(s: State, seat: int, kind: int) -> int:
    """The logarithm, in thousandths, of how likely the player is of that kind, but for a number that all kinds share."""
    total = 0
    for i in range(CLUES):
        total += WARY[KINDS * SIGNS + CLUES * kind + i] * clue(s, seat, i)
    return total // 1000


@rule
def kind_top(s: State, seat: int) -> int:
    """The greatest `kind_log`."""
    highest = NEVER
    for kind in range(KINDS):
        highest = max(highest, kind_log(s, seat, kind))
    return highest


@rule
def evidence(s: State, seat: int, place: int, kind: int) -> int:
    """The logarithm, in thousandths, of how likely a player of that kind has that character in front: the sum of all signs."""
    first = SIGNS * kind
    in_action = announced(s, seat, IN_ACTION)
    before = s.claimed[seat] == place
    total = 0
    for i in range(3):
        total += WARY[first + 5 + i] * worth(s, seat, place, i)
    if in_action == place:
        total += WARY[first + (1 if before else 0)] * 1000
        for i in range(3):
            total += WARY[first + 10 + i] * past(s, seat, i)
    elif before:
        total += WARY[first + (2 if in_action == NONE else 3)] * 1000
    if before:
        for i in range(3):
            total += WARY[first + 13 + i] * past(s, seat, i)
    if announced(s, seat, IN_DEFENCE) == place:
        total += WARY[first + 4] * 1000
        for i in range(2):
            total += WARY[first + 16 + i] * past(s, seat, i)
    if (s.in_play[seat] >> place) & 1:
        total += WARY[first + 8] * 1000 + (WARY[first + 9] * 1000 if in_action != NONE else 0)
    return total // 1000


@rule
def kind_weights(s: State, seat: int, kind: int) -> int:
    """As `front_weights`, for a player of that kind."""
    fronts = possible_fronts(s, seat)
    lodges = possible_lodges(s, seat)
    highest = NEVER
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            highest = max(highest, evidence(s, seat, place, kind))
    packed = 0
    for place in range(CAST):
        if front_ways(fronts, lodges, place) > 0:
            weight = fading(highest - evidence(s, seat, place, kind)) * HEAVIEST // SHARE
            packed |= max(1, weight) << (DIGITS * place)
    return packed


@rule
def front_odds(s: State, seat: int, place: int) -> int:
    """How likely that character lies in front of a player, in thousandths, as far as the state tells."""
    if s.active[seat] != HIDDEN:
        return 1000 if s.active[seat] == place else 0
    highest = kind_top(s, seat)
    every = 0
    total = 0
    for kind in range(KINDS):
        likely = fading(highest - kind_log(s, seat, kind))
        every += likely
        total += likely * front_share(s, seat, place, kind_weights(s, seat, kind))
    return (total // every + 500) // 1000


@rule
def told_row(s: State, seat: int, place: int) -> int:
    """By which row people are told about a character in front: announced in action, in defence, or not."""
    if announced(s, seat, IN_ACTION) == place:
        return 1
    return 2 if announced(s, seat, IN_DEFENCE) == place else 0


@rule
def front_told(s: State, seat: int, place: int) -> int:
    """What people are told of how likely that character lies in front of a player, in thousandths: how often it was so."""
    return TOLD[LEVELS * told_row(s, seat, place) + level_of(front_odds(s, seat, place))] + 0


@rule
def claim_told(s: State) -> int:
    """The same of the announcement that the table is asked about; -1 when there is none."""
    for i in range(s.depth - 1, -1, -1):
        if operation_at(s, i) == A_CLAIM and s.frames[i][DENOUNCER] == NONE:
            return front_told(s, s.frames[i][ANNOUNCER], s.frames[i][CHARACTER])
    return -1


# Imagined worlds.


@rule
def believe(s: State) -> None:
    """As `refill`, but each character that may lie in front weighs as much as the habits of players say."""
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            if s.active[seat] == HIDDEN:
                s.active[seat] = likely_front(s, seat, front_weights(s, seat))
            lodges = possible_lodges(s, seat)
            lay_rest(s, seat, nth_bit(lodges, below(s, BITS[lodges])))


@rule
def believe_warily(s: State) -> None:
    """The same as `front_odds` has it: a kind of player, then what such a player has there."""
    for seat in range(s.seats):
        if s.lodge[seat] == HIDDEN:
            if s.active[seat] == HIDDEN:
                s.active[seat] = likely_front(s, seat, kind_weights(s, seat, likely_kind(s, seat)))
            lay_rest(s, seat, likely_lodge(s, seat))


@rule
def lay_rest(s: State, seat: int, lodge: int) -> None:
    """That character into the Lodge, the others who live into the hand."""
    alive = ((1 << CAST) - 1) & ~s.cemetery[seat]
    if s.active[seat] != NONE:
        alive &= ~(1 << s.active[seat])
    s.lodge[seat] = lodge
    s.hand[seat] = alive & ~(1 << lodge)


@rule
def likely_kind(s: State, seat: int) -> int:
    """One of the kinds that the player may be."""
    highest = kind_top(s, seat)
    total = 0
    for kind in range(KINDS):
        total += fading(highest - kind_log(s, seat, kind))
    left = below(s, total)
    for kind in range(KINDS):
        left -= fading(highest - kind_log(s, seat, kind))
        if left < 0:
            return kind
    return KINDS - 1


@rule
def likely_front(s: State, seat: int, packed: int) -> int:
    """One of the characters that may lie in front."""
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


@rule
def likely_lodge(s: State, seat: int) -> int:
    """One of the characters that may lie in the Lodge, the one in front being known."""
    highest = NEVER
    for place in range(CAST):
        if rest_ways(s, seat, place):
            highest = max(highest, lodge_log(s, seat, place))
    total = 0
    for place in range(CAST):
        if rest_ways(s, seat, place):
            total += 1 + fading(highest - lodge_log(s, seat, place))
    left = below(s, total)
    for place in range(CAST):
        if rest_ways(s, seat, place):
            left -= 1 + fading(highest - lodge_log(s, seat, place))
            if left < 0:
                return place
    return NONE


@rule
def lodge_log(s: State, seat: int, place: int) -> int:
    """The logarithm, in thousandths, of how likely a character is the one in the Lodge."""
    total = 0
    for i in range(RESTS):
        total += LODGES[i] * worth(s, seat, place, i)
    return total // 1000


# What is learned about the Lodge (`bagarre train badass-force --part rest`), where the card in front is known.


@rule
def rest_tell(known: State, s: State, seat: int) -> None:
    known.active[seat] = s.active[seat]


@rule
def rest_secret(s: State, seat: int) -> int:
    return s.lodge[seat] + 0


@rule
def rest_ways(s: State, seat: int, place: int) -> int:
    """May that character lie in the Lodge?"""
    return possible_lodges(s, seat) >> place & 1


@rule
def rest_habit(s: State, seat: int, place: int, i: int) -> int:
    """What speaks for a character in the Lodge: what it would be worth in front."""
    return worth(s, seat, place, i)


# What can be asked about beliefs, for measuring them (`bagarre study beliefs`).

SUBJECTS = ("front", "lodge", "action", "defence")
"""The card in front of a player, the one in his Lodge, and whether he tells the truth, in action or in defence."""
THINGS = 3 * SEATS
"""The fronts, the Lodges and the announcements of all."""
ANSWERS = CAST
LATE = 12
"""The turn from which a game is late."""
ONE_IN = 12
"""Decisions while nobody's card in front changes, all of which would be asked about the same cards."""


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
def odds(s: State, thing: int, value: int) -> int:
    """What the aids reckon, in thousandths; -1 for a Lodge, of which they say nothing."""
    seat = thing % SEATS
    if thing < SEATS:
        return front_odds(s, seat, value)
    if thing < 2 * SEATS:
        return -1
    claim = announced(s, seat, IN_ACTION)
    if claim == NONE:
        claim = announced(s, seat, IN_DEFENCE)
    return front_odds(s, seat, claim) if value == 1 else -1


@rule
def row(s: State, thing: int, value: int, mark: int) -> int:
    """By which row of TOLD it is told; of an announcement it is asked only whether it is true."""
    seat = thing % SEATS
    if thing < SEATS:
        return told_row(s, seat, value)
    if thing < 2 * SEATS:
        return IN_LODGE
    if value != 1:
        return -1
    return 1 if announced(s, seat, IN_ACTION) != NONE else 2


@rule
def ways(s: State, seat: int, place: int) -> int:
    """In how many ways the cards of the seat may lie with that character in front, by what is known."""
    return front_ways(possible_fronts(s, seat), possible_lodges(s, seat), place)
