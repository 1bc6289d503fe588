"""What things are worth to the scripted player, in hundredths of a point: charges, kills, programs, weapons; and how the others' cards may lie.

It reads programs, not names, so it values the cards of any pack.
"""

from bagarre.kernel.rule import rule

from .instructions import (
    AGAINST_POWER,
    AGAINST_WEAPON,
    ATTACK,
    COST,
    DRAIN,
    END,
    FIRE,
    GAIN,
    GIFT,
    GROUP,
    GUARDS,
    GUESS,
    IF_CANCELLED,
    IF_DODGED,
    KEEP,
    MOVE,
    NAME,
    NEEDS_DEAD,
    NEIGHBOURS,
    NEW_WEAPON_KEEP,
    NEXT,
    NUMBER,
    ONE_OF,
    OPERATION,
    OPPONENTS,
    OTHERS,
    PEEK,
    REVIVE,
    ROLL_ARMORY,
    SLASH_HAND,
    SLAY,
    STEAL,
    SWAP_LOADED,
    SWAP_WEAPONS,
    TARGET,
    TARGET_OR_STOP,
    WHEN,
    WHEN_MARKER,
)
from .rules.losses import is_sole_leader
from .rules.table import (
    BITS,
    copyable,
    defences,
    execution_of,
    is_loaded,
    is_unstable,
    met_needs,
    playable_boxes,
    program_of,
    top_square,
    trigger_square,
)
from .secrets import possible_fronts, possible_lodges
from .state import CAST, EXECUTION, NORMAL_ACTION, RED_ACTION, State

# Values in hundredths of a point.
FIRST_KILL, NEXT_KILL, LEADER, HARM = 200, 100, 100, 60
"""Points of a kill, and what it is worth that somebody else is weakened."""
CARD = 110
"""A character of one's own."""
ARMORY_VALUE = 75
PEEK_VALUE = 35


# What the others may hold.


@rule
def ways(s: State, seat: int, place: int) -> int:
    """In how many ways the seat's cards may lie with that character in front; an unchallenged claim weighs more."""
    fronts = possible_fronts(s, seat)
    if (fronts >> place) & 1 == 0:
        return 0
    count = BITS[possible_lodges(s, seat) & ~(1 << place)]
    if s.claimed[seat] == place:
        count *= 3
    return count


@rule
def chance_of(s: State, seat: int, place: int) -> int:
    """Per mille that the seat's active character is that one, as far as the cards tell."""
    total = 0
    for other in range(CAST):
        total += ways(s, seat, other)
    if total == 0:
        return 0
    return 1000 * ways(s, seat, place) // total


@rule
def best_guess(s: State, seat: int) -> int:
    """Per mille of the likeliest active character of the easiest opponent."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            for place in range(CAST):
                best = max(best, chance_of(s, other, place))
    return best


# What things are worth.


@rule
def charge_value(s: State, seat: int, count: int) -> int:
    """Charges gained: dear up to the trigger, cheap beyond it, nothing over the maximum; negative counts are losses."""
    weapon = s.weapon[seat]
    trigger = trigger_square(s, weapon)
    worth = 0
    first = s.charge[seat]
    last = first + count
    for square in range(min(first, last), max(first, last)):
        if 0 <= square < top_square(s, weapon):
            worth += 45 if square < trigger else 20
    return worth if count > 0 else -worth


@rule
def kill_value(s: State, seat: int, number: int) -> int:
    """The number-th kill that the seat would make now."""
    return (FIRST_KILL if s.kills[seat] == 0 and number == 0 else NEXT_KILL) + HARM


@rule
def leader_bonus(s: State, seat: int) -> int:
    for other in range(s.seats):
        if other != seat and is_sole_leader(s, other):
            return LEADER
    return 0


@rule
def is_ripe(s: State, other: int, count: int) -> bool:
    """Would so many charges given blow up the weapon of that player?"""
    return is_unstable(s, s.weapon[other]) and s.charge[other] + count > top_square(s, s.weapon[other])


@rule
def ripe_count(s: State, seat: int, count: int) -> int:
    found = 0
    for other in range(s.seats):
        if other != seat and is_ripe(s, other, count):
            found += 1
    return found


@rule
def gift_value(s: State, seat: int, count: int) -> int:
    """Giving helps the receiver, unless the weapon explodes."""
    if ripe_count(s, seat, count):
        return kill_value(s, seat, 0)
    return -15 * count


@rule
def armory_value(s: State, seat: int) -> int:
    """The dice: own charges, less what the others receive, and weapons that may explode (one in four, two in three)."""
    gain = charge_value(s, seat, 2) * 5 // 6
    return gain + ripe_count(s, seat, 1) * 110 + (ripe_count(s, seat, 2) - ripe_count(s, seat, 1)) * 45 - 20


@rule
def defence_odds(s: State, seat: int, box: int) -> int:
    """Percent of attacks that get through: some opponents could announce a defence."""
    against = AGAINST_WEAPON if box == EXECUTION else AGAINST_POWER
    if defences(s, (seat + 1) % s.seats, against) == 0:
        return 100
    return 72


@rule
def program_value(s: State, seat: int, start: int, box: int, marker: int) -> int:
    """What the program of a power or an execution may bring, read instruction by instruction."""
    value = 0
    targets = 0
    names = 0
    kills = 0
    pc = start
    while OPERATION[s.code[pc]] != END:
        op = OPERATION[s.code[pc]]
        number = NUMBER[s.code[pc]]
        pc += 1
        skip = op == WHEN_MARKER and marker < number
        skip = skip or (op == WHEN and (number == IF_CANCELLED or number == IF_DODGED))
        if skip:
            while GROUP[OPERATION[s.code[pc]]] == GUARDS:
                pc += 1
            pc += 1
        elif op == TARGET or op == TARGET_OR_STOP or op == NEXT:
            targets = min(targets + 1, s.seats - 1)
        elif op == NEIGHBOURS:
            targets = 2
        elif op == OPPONENTS:
            targets = s.seats - 1
        elif op == OTHERS:
            targets = s.seats - 1 - targets
        elif op == NAME:
            names += 1
        elif op == ATTACK or op == SLAY or op == SLASH_HAND:
            odds = 100
            if op == ATTACK and number & 1 == 0:
                odds = defence_odds(s, seat, box) - 8 * (number >> 1)
            for _ in range(targets):
                value += kill_value(s, seat, kills) * odds // 100
                kills += 1
            value += leader_bonus(s, seat) * odds // 100
        elif op == GUESS:
            value += (
                min(1000, best_guess(s, seat) * names)
                * (kill_value(s, seat, 0) + leader_bonus(s, seat))
                // 1000
            )
        else:
            value += effect_value(s, seat, op, number, max(targets, 1))
    return value


@rule
def effect_value(s: State, seat: int, op: int, number: int, targets: int) -> int:
    """Effects that kill nobody."""
    if op == GAIN:
        return charge_value(s, seat, number)
    if op == GIFT:
        return gift_value(s, seat, max(number, 1))
    if op == STEAL:
        return charge_value(s, seat, number * targets) + 15 * targets
    if op == DRAIN:
        return 20 * (number if number else 4)
    if op == MOVE:
        return charge_value(s, seat, 2) + 20
    if op == PEEK:
        return PEEK_VALUE
    if op == REVIVE:
        return 60 if s.cemetery[seat] else 0
    if op == NEW_WEAPON_KEEP:
        return 20
    if op == SWAP_LOADED or op == SWAP_WEAPONS:
        return swap_value(s, seat)
    if op == ROLL_ARMORY or op == ONE_OF:
        return ARMORY_VALUE
    if op == FIRE:
        return 40 if is_loaded(s, seat) else 0
    if op == KEEP:
        return 40
    return 0


@rule
def readiness(s: State, seat: int) -> int:
    """How near a seat is to firing."""
    return 100 * min(s.charge[seat], trigger_square(s, s.weapon[seat])) // trigger_square(s, s.weapon[seat])


@rule
def swap_value(s: State, seat: int) -> int:
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, readiness(s, other) - readiness(s, seat))
    return best


@rule
def own_value(s: State, seat: int, place: int, box: int) -> int:
    """A box of a character as it is printed, its cost included."""
    first = program_of(s, place, box)
    # The header stands before the program.
    cost = s.code[first - 1] & COST
    return program_value(s, seat, first, box, s.charge[seat]) + charge_value(s, seat, -cost)


@rule
def box_value(s: State, seat: int, place: int, box: int) -> int:
    """A box of a character; one that copies is worth the best that it may copy."""
    if s.code[program_of(s, place, box) - 1] & NEEDS_DEAD == 0:
        return own_value(s, seat, place, box)
    best = 0
    copies = copyable(s, seat, place, box, met_needs(s, seat))
    for other in range(CAST):
        if (copies >> other) & 1:
            best = max(best, own_value(s, seat, other, box))
    return best


@rule
def power_value(s: State, seat: int, place: int) -> int:
    """The better of the boxes that may be played."""
    boxes = playable_boxes(s, seat, place, met_needs(s, seat))
    best = -1000
    if boxes >> NORMAL_ACTION & 1:
        best = box_value(s, seat, place, NORMAL_ACTION)
    if boxes >> RED_ACTION & 1:
        best = max(best, box_value(s, seat, place, RED_ACTION))
    return best


@rule
def execution_value(s: State, seat: int) -> int:
    """Firing now, less the charges and the weapon that are spent."""
    start = execution_of(s, s.weapon[seat])
    return program_value(s, seat, start, EXECUTION, s.charge[seat]) - 30 - 12 * s.charge[seat]


@rule
def weapon_value(s: State, seat: int, weapon: int) -> int:
    """A weapon of the market: what it may do, how soon, how safely."""
    top = top_square(s, weapon)
    worth = program_value(s, seat, execution_of(s, weapon), EXECUTION, trigger_square(s, weapon))
    worth = worth * 10 // (8 + trigger_square(s, weapon))
    if is_unstable(s, weapon):
        worth -= 70 // (top - trigger_square(s, weapon) + 2)
    return worth
