"""The scripted opponent: a bluffer with judgement.

It puts a rough value on every action, in hundredths of a point: what its charges, kills and harm are worth, and what happens if the
announcement is denounced. It denounces by odds: how the announcer's cards may still lie, and how often that player was
caught or proved right. It reads programs, not names, so it plays the cards of any pack. It sees a concealed state.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from . import instructions as ins
from .choices import (
    ANNOUNCE,
    CHANGE_CHARACTER,
    CHANGE_WEAPON,
    DENOUNCE,
    DODGE,
    EXECUTE,
    PASS,
    PLACE,
    STOP,
    YES,
)
from .rules.losses import is_sole_leader
from .rules.stack import nearest
from .rules.table import (
    BITS,
    copyable,
    defences,
    is_loaded,
    is_unstable,
    met_needs,
    playable_boxes,
    reaction_box,
    top_square,
    trigger_square,
)
from .secrets import possible_fronts, possible_lodges
from .state import (
    ASK_ACTION,
    ASK_AMOUNT,
    ASK_BOX,
    ASK_COPY,
    ASK_DEFEND,
    ASK_DENOUNCE,
    ASK_DESTINATION,
    ASK_DODGE,
    ASK_FIRST,
    ASK_MAY,
    ASK_NAME,
    ASK_OTHER,
    ASK_PLACE,
    ASK_REVIVE,
    ASK_SUBACTION,
    ASK_TAKE,
    ASK_TARGET,
    ASK_TARGET_OR_STOP,
    CAST,
    CLAIM,
    EXECUTION,
    NONE,
    NORMAL_ACTION,
    POWER,
    RED_ACTION,
    State,
)

END, TARGET, TARGET_OR_STOP, NEIGHBOURS, OPPONENTS, OTHERS, NEXT, NAME = (
    ins.END,
    ins.TARGET,
    ins.TARGET_OR_STOP,
    ins.NEIGHBOURS,
    ins.OPPONENTS,
    ins.OTHERS,
    ins.NEXT,
    ins.NAME,
)
ATTACK, SLAY, SLASH_HAND, GUESS, PEEK, REVIVE = ins.ATTACK, ins.SLAY, ins.SLASH_HAND, ins.GUESS, ins.PEEK, ins.REVIVE
GAIN, GIFT, DRAIN, STEAL, MOVE = ins.GAIN, ins.GIFT, ins.DRAIN, ins.STEAL, ins.MOVE
NEW_WEAPON_KEEP, SWAP_WEAPONS, SWAP_LOADED, ROLL_ARMORY, FIRE = (
    ins.NEW_WEAPON_KEEP,
    ins.SWAP_WEAPONS,
    ins.SWAP_LOADED,
    ins.ROLL_ARMORY,
    ins.FIRE,
)
ONE_OF, WHEN, WHEN_MARKER, KEEP = ins.ONE_OF, ins.WHEN, ins.WHEN_MARKER, ins.KEEP
IF_CANCELLED, IF_DODGED = ins.IF_CANCELLED, ins.IF_DODGED
OPERATION, NUMBER, COST, NEEDS_DEAD = ins.OPERATION, ins.NUMBER, ins.COST, ins.NEEDS_DEAD
AGAINST_WEAPON, AGAINST_POWER = ins.AGAINST_WEAPON, ins.AGAINST_POWER

# Values in hundredths of a point.
FIRST_KILL, NEXT_KILL, LEADER, HARM = 200, 100, 100, 60
"""Points of a kill, and what it is worth that somebody else is weakened."""
CARD = 110
"""A character of one's own."""
ARMORY_VALUE = 75
PEEK_VALUE = 35
CAUTION = 15
"""What an announcement must bring beyond a plain action."""


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
def defence_odds(s: State, seat: int, source: int) -> int:
    """Percent of attacks that get through: some opponents could announce a defence."""
    against = AGAINST_WEAPON if source == EXECUTION else AGAINST_POWER
    if defences(s, (seat + 1) % s.seats, against) == 0:
        return 100
    return 72


@rule
def program_value(s: State, seat: int, start: int, source: int, marker: int) -> int:
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
            while OPERATION[s.code[pc]] >= WHEN:
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
                odds = defence_odds(s, seat, source) - 8 * (number >> 1)
            for _ in range(targets):
                value += kill_value(s, seat, kills) * odds // 100
                kills += 1
            value += leader_bonus(s, seat) * odds // 100
        elif op == GUESS:
            value += min(1000, best_guess(s, seat) * names) * (kill_value(s, seat, 0) + leader_bonus(s, seat)) // 1000
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
    at = 2 * s.boxes[s.cast[place]][box]
    cost = s.code[at] & COST
    return program_value(s, seat, at + 1, POWER, s.charge[seat]) + charge_value(s, seat, -cost)


@rule
def box_value(s: State, seat: int, place: int, box: int) -> int:
    """A box of a character; one that copies is worth the best that it may copy."""
    if s.code[2 * s.boxes[s.cast[place]][box]] & NEEDS_DEAD == 0:
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
    if boxes & 1:
        best = box_value(s, seat, place, NORMAL_ACTION)
    if boxes & 2:
        best = max(best, box_value(s, seat, place, RED_ACTION))
    return best


@rule
def execution_value(s: State, seat: int) -> int:
    """Firing now, less the charges and the weapon that are spent."""
    start = 2 * s.arms[s.weapon[seat]] + 2
    return program_value(s, seat, start, EXECUTION, s.charge[seat]) - 30 - 12 * s.charge[seat]


@rule
def weapon_value(s: State, seat: int, weapon: int) -> int:
    """A weapon of the market: what it may do, how soon, how safely."""
    top = top_square(s, weapon)
    worth = program_value(s, seat, 2 * s.arms[weapon] + 2, EXECUTION, trigger_square(s, weapon))
    worth = worth * 10 // (8 + trigger_square(s, weapon))
    if is_unstable(s, weapon):
        worth -= 70 // (top - trigger_square(s, weapon) + 2)
    return worth


# Being denounced, and denouncing.


@rule
def denounced_odds(s: State, seat: int, place: int) -> int:
    """Per mille that somebody will denounce the claim: what this table is like, and whether the claim is credible."""
    challenged = 0
    for other in range(s.seats):
        challenged += s.truths[other] + s.lies[other]
    odds = 1000 * (challenged + 1) // (challenged + s.unchallenged + 5)
    if (s.cemetery[seat] | s.barred[seat]) >> place & 1:
        return 970
    if s.lies[seat] > s.truths[seat]:
        odds += (1000 - odds) // 5
    return odds


@rule
def claim_value(s: State, seat: int, place: int) -> int:
    """Announcing as an action: a true claim wins from a denunciation, a bluff pays for it."""
    worth = power_value(s, seat, place) - CAUTION
    odds = denounced_odds(s, seat, place)
    if s.active[seat] == place:
        return worth + odds * (kill_value(s, seat, 0) - 20) // 1000
    lost = FIRST_KILL + CARD
    if is_sole_leader(s, seat):
        lost += LEADER
    return ((1000 - odds) * worth - odds * lost) // 1000


@rule
def truth_odds(s: State, seat: int, place: int) -> int:
    """Per mille that the announcer says the truth: his record, corrected by how his cards may lie."""
    by_cards = chance_of(s, seat, place)
    if by_cards == 0:
        return 0
    if by_cards == 1000:
        return 1000
    # Odds by his own record and by that of the table, which begin at five to four, times the odds of the cards against one in six.
    truths = 0
    lies = 0
    for other in range(s.seats):
        truths += s.truths[other]
        lies += s.lies[other]
    yes = (2 * s.truths[seat] + truths + 5) * by_cards * 5
    # In a long game in which nobody is checked, too much is lied.
    no = (2 * s.lies[seat] + lies + 4 + max(0, s.unchallenged - 30) // 4) * (1000 - by_cards)
    return 1000 * yes // (yes + no)


@rule
def decide_denounce(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """Denounce when it pays on average, with some unpredictability near the edge."""
    top = nearest(s, CLAIM)
    announcer = s.who[top]
    truth = truth_odds(s, announcer, s.what[top])
    right = FIRST_KILL + 70
    if s.kills[seat]:
        right -= 100
    if is_sole_leader(s, announcer):
        right += LEADER
    wrong = CARD + 110
    if BITS[s.hand[seat]] <= 1:
        # The last card but one: a return to play, which gives Cool points to the others.
        wrong += 40
    balance = ((1000 - truth) * right - truth * wrong) // 1000
    wanted = DENOUNCE if balance + below(dice, 80) - 40 > 0 else PASS
    return find(menu, wanted)


@rule
def decide_defence(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """Announce the truth when it helps; bluff when the table denounces little."""
    best = find(menu, PASS)
    best_value = 0
    for k in range(menu.count):
        if menu.verb[k] == ANNOUNCE:
            place = s.place_of[menu.arg[k]]
            odds = denounced_odds(s, seat, place)
            if s.active[seat] == place:
                value = 300 + reaction_worth(s, seat, place)
            else:
                value = ((1000 - odds) * 310 - odds * (FIRST_KILL + CARD)) // 1000 + below(dice, 120) - 60
            if value > best_value:
                best_value = value
                best = k
    return best


@rule
def reaction_worth(s: State, seat: int, place: int) -> int:
    """Beyond cancelling: a counter-kill, charges."""
    at = 2 * s.boxes[s.cast[place]][reaction_box(s, seat, place)]
    return program_value(s, seat, at + 1, POWER, s.charge[seat])


# The other decisions.


@rule
def find(menu: Menu, verb: int) -> int:
    """The first choice with that verb, or the first of all."""
    for k in range(menu.count):
        if menu.verb[k] == verb:
            return k
    return 0


@rule
def threat(s: State, seat: int) -> int:
    """How many opponents could fire at once."""
    found = 0
    for other in range(s.seats):
        if other != seat and is_loaded(s, other):
            found += 1
    return found


@rule
def front_value(s: State, seat: int, place: int) -> int:
    """A character as the active one: its power next turn, its reaction under threat, and not being guessed."""
    value = max(power_value(s, seat, place), 0) // 2 + max(0, charge_value(s, seat, 1)) // 4
    character = s.cast[place]
    if s.reactions and s.boxes[character][reaction_box(s, seat, place)]:
        value += 35 + 25 * threat(s, seat)
    if (s.returners >> character) & 1:
        value += 45
    if (s.in_play[seat] >> place) & 1:
        value -= 20
    return value


@rule
def target_value(s: State, seat: int, other: int, top: int) -> int:
    """Whom to choose, by what the program does next."""
    op = END
    pc = s.pc[top]
    while OPERATION[s.code[pc]] != END:
        ahead = OPERATION[s.code[pc]]
        if ahead >= ATTACK and ahead < WHEN:
            op = ahead
            break
        pc += 1
    points = 10 * s.points[other] + (120 if is_sole_leader(s, other) else 0)
    if op == GIFT:
        return 400 if is_ripe(s, other, max(NUMBER[s.code[pc]], 1)) else 40 * s.charge[other] // 8 - points // 4 - 20 * readiness(s, other) // 100
    if op == DRAIN or op == STEAL or op == MOVE:
        return points // 3 + readiness(s, other) + 10 * s.charge[other]
    if op == GUESS:
        best = 0
        for place in range(CAST):
            best = max(best, chance_of(s, other, place))
        return best + points // 2
    if op == SWAP_LOADED or op == SWAP_WEAPONS:
        return readiness(s, other)
    return points + readiness(s, other) // 4


@rule
def name_value(s: State, place: int, top: int) -> int:
    """Name what is likeliest in front of the target."""
    return chance_of(s, s.aims[top][s.aimed[top] - 1], place)


@rule
def action_value(s: State, seat: int, verb: int, arg: int) -> int:
    """The five actions."""
    if verb == ANNOUNCE:
        return claim_value(s, seat, s.place_of[arg])
    if verb == EXECUTE:
        return execution_value(s, seat)
    if verb == CHANGE_WEAPON:
        # A full unstable weapon is a danger; otherwise the charges are a loss.
        danger = 90 if is_ripe(s, seat, 1) else 0
        return danger - 40 - 30 * s.charge[seat]
    if verb == CHANGE_CHARACTER:
        # Somebody knows the card in front, or it has been announced in vain.
        return 30 if s.peekers[seat] else -10
    return armory_value(s, seat)


@rule
def choice_value(s: State, seat: int, verb: int, arg: int) -> int:
    """What a choice is worth, for the question at hand."""
    question = s.ask
    top = s.depth - 1
    if question == ASK_ACTION or question == ASK_SUBACTION:
        return action_value(s, seat, verb, arg)
    if verb == PLACE:
        return front_value(s, seat, s.place_of[arg])
    if question == ASK_TAKE:
        return weapon_value(s, seat, arg)
    if question == ASK_BOX:
        return box_value(s, seat, s.what[top], arg)
    if question == ASK_TARGET or question == ASK_TARGET_OR_STOP:
        return -1000 if verb == STOP else target_value(s, seat, arg, top)
    if question == ASK_NAME:
        return name_value(s, s.place_of[arg], top)
    if question == ASK_DESTINATION:
        if arg == seat:
            return charge_value(s, seat, 2)
        return 300 if is_ripe(s, arg, 2) else -50
    if question == ASK_AMOUNT:
        return amount_value(s, seat, arg, top)
    if question == ASK_REVIVE:
        return front_value(s, seat, s.place_of[arg])
    if question == ASK_COPY:
        return box_value(s, seat, s.place_of[arg], s.how_done[top])
    if question == ASK_MAY:
        return may_value(s, seat, top) if verb == YES else 0
    if question == ASK_DODGE:
        return 100 if verb == DODGE else 0
    return 0


@rule
def amount_value(s: State, seat: int, count: int, top: int) -> int:
    """All for oneself or for an explosion; otherwise give little."""
    receiver = s.whom[top] if s.whom[top] != NONE else s.aims[top][0]
    if receiver == seat:
        return 10 * count
    return 100 * count if is_ripe(s, receiver, count) else -10 * count


@rule
def may_value(s: State, seat: int, top: int) -> int:
    """Fire when it is worth it; give to the attacker only what blows up."""
    if s.kind[top] == POWER:
        return execution_value(s, seat) - 20
    return 100 if is_ripe(s, s.aims[top][0], 2) else -10


@rule
def spread(s: State) -> int:
    """How much a choice may depend on a whim: much when being predictable costs, nothing when it is arithmetic.

    Whoever has played 25 turns without an end grows restless: a war of attrition would never be over (BF-R46).
    """
    question = s.ask
    if question == ASK_FIRST or question == ASK_PLACE or question == ASK_OTHER:
        return 110
    if question == ASK_ACTION:
        return 40 + 3 * max(0, s.turns - 25 * s.seats)
    return 12


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """The best choice, with a whim."""
    if s.ask == ASK_DENOUNCE:
        return decide_denounce(s, seat, menu, dice)
    if s.ask == ASK_DEFEND:
        return decide_defence(s, seat, menu, dice)
    best = 0
    best_value = -1000000
    whim = spread(s)
    for k in range(menu.count):
        value = choice_value(s, seat, menu.verb[k], menu.arg[k]) + below(dice, whim)
        if value > best_value:
            best_value = value
            best = k
    return best
