"""The scripted opponent: a bluffer with judgement.

It puts a rough value on every action (`valuation.py`): what its charges, kills and harm are worth, and what happens if the
announcement is denounced. It denounces by odds: how the announcer's cards may still lie, and how often that player was
caught or proved right. It sees a concealed state.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.operations import kept
from bagarre.kernel.rule import rule

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
from .instructions import (
    DESIGNATES,
    DRAIN,
    END,
    GIFT,
    GROUP,
    GUARDS,
    GUESS,
    MOVE,
    NUMBER,
    OPERATION,
    STEAL,
    SWAP_LOADED,
    SWAP_WEAPONS,
)
from .operations import ANNOUNCER, BOX, CHARACTER, DESTINATION, INSTRUCTION, PURPOSE, TARGETED
from .rules.claims import IN_ACTION
from .rules.losses import is_sole_leader
from .rules.table import BITS, is_loaded, program_of, reaction_box
from .rules.targets import target
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
    NONE,
    NORMAL_ACTION,
    RED_ACTION,
    State,
)
from .valuation import (
    CARD,
    FIRST_KILL,
    LEADER,
    armory_value,
    box_value,
    chance_of,
    charge_value,
    execution_value,
    is_ripe,
    kill_value,
    power_value,
    program_value,
    readiness,
    weapon_value,
)

TRUSTING, FIRST, SECOND = range(3)
"""Versions of this player. The first does not tell announcements in action from those in defence; the trusting one takes everybody's word as long
as it can be true, and thinks that everybody takes its own."""
TRUE_IN_ACTION, FALSE_IN_ACTION, TRUE_IN_DEFENCE, FALSE_IN_DEFENCE = 34, 2, 13, 23
"""Odds of the truth before anything is known of the announcer, in quarters: 95 and 37 of a hundred, as players of our own do."""
CAUTION = 15
"""What an announcement must bring beyond a plain action, in hundredths of a point."""

# Being denounced, and denouncing.


@rule
def denounced_odds(s: State, seat: int, place: int, version: int) -> int:
    """Per mille that somebody will denounce the claim: what this table is like, and whether the claim is credible."""
    challenged = 0
    for other in range(s.seats):
        challenged += s.truths[other] + s.lies[other]
    odds = 1000 * (challenged + 1) // (challenged + s.unchallenged + 5)
    if (s.cemetery[seat] | s.barred[seat]) >> place & 1:
        return 970
    if version == TRUSTING:
        return 0
    if s.lies[seat] > s.truths[seat]:
        odds += (1000 - odds) // 5
    return odds


@rule
def claim_value(s: State, seat: int, place: int, version: int) -> int:
    """Announcing as an action: a true claim wins from a denunciation, a bluff pays for it."""
    worth = power_value(s, seat, place) - CAUTION
    odds = denounced_odds(s, seat, place, version)
    if s.active[seat] == place:
        return worth + odds * (kill_value(s, seat, 0) - 20) // 1000
    lost = FIRST_KILL + CARD
    if is_sole_leader(s, seat):
        lost += LEADER
    return ((1000 - odds) * worth - odds * lost) // 1000


@rule
def truth_odds(s: State, seat: int, place: int, yes: int, no: int) -> int:
    """Per mille that the announcer says the truth: their record, which begins at odds of `yes` to `no` quarters, corrected by how their cards may
    lie."""
    by_cards = chance_of(s, seat, place)
    if by_cards == 0:
        return 0
    if by_cards == 1000:
        return 1000
    # Odds by their own record and by that of the table, times the odds of the cards against one in six.
    for other in range(s.seats):
        yes += 4 * s.truths[other]
        no += 4 * s.lies[other]
    yes = (yes + 8 * s.truths[seat]) * by_cards * 5
    # In a long game in which nobody is checked, too much is lied.
    no = (no + 8 * s.lies[seat] + 4 * (max(0, s.unchallenged - 30) // 4)) * (1000 - by_cards)
    return 1000 * yes // (yes + no)


@rule
def decide_denounce(s: State, seat: int, menu: Menu, dice: Any, version: int) -> int:
    """Denounce when it pays on average, with some unpredictability near the edge."""
    yes = 20
    no = 16
    if version > FIRST:
        # Who acts mostly says the truth, who defends themselves mostly does not.
        in_action = kept(s, PURPOSE) == IN_ACTION
        yes = TRUE_IN_ACTION if in_action else TRUE_IN_DEFENCE
        no = FALSE_IN_ACTION if in_action else FALSE_IN_DEFENCE
    announcer = kept(s, ANNOUNCER)
    if version == TRUSTING:
        return find(menu, DENOUNCE if chance_of(s, announcer, kept(s, CHARACTER)) == 0 else PASS)
    truth = truth_odds(s, announcer, kept(s, CHARACTER), yes, no)
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
def decide_defence(s: State, seat: int, menu: Menu, dice: Any, version: int) -> int:
    """Announce the truth when it helps; bluff when the table denounces little."""
    best = find(menu, PASS)
    best_value = 0
    for k in range(menu.count):
        if menu.verb[k] == ANNOUNCE:
            place = s.place_of[menu.arg[k]]
            odds = denounced_odds(s, seat, place, version)
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
    box = reaction_box(s, seat, place)
    return program_value(s, seat, program_of(s, place, box), box, s.charge[seat])


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
def target_value(s: State, seat: int, other: int) -> int:
    """Whom to choose, by what the program does next."""
    op = END
    pc = kept(s, INSTRUCTION)
    while OPERATION[s.code[pc]] != END:
        ahead = OPERATION[s.code[pc]]
        if GROUP[ahead] != DESIGNATES and GROUP[ahead] != GUARDS:
            op = ahead
            break
        pc += 1
    points = 10 * s.points[other] + (120 if is_sole_leader(s, other) else 0)
    if op == GIFT:
        return (
            400
            if is_ripe(s, other, max(NUMBER[s.code[pc]], 1))
            else 40 * s.charge[other] // 8 - points // 4 - 20 * readiness(s, other) // 100
        )
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
def name_value(s: State, place: int) -> int:
    """Name what is likeliest in front of the target."""
    return chance_of(s, target(s, kept(s, TARGETED) - 1), place)


@rule
def action_value(s: State, seat: int, verb: int, arg: int, version: int) -> int:
    """The five actions."""
    if verb == ANNOUNCE:
        return claim_value(s, seat, s.place_of[arg], version)
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
def choice_value(s: State, seat: int, verb: int, arg: int, version: int) -> int:
    """What a choice is worth, for the question at hand."""
    question = s.ask
    if question == ASK_ACTION or question == ASK_SUBACTION:
        return action_value(s, seat, verb, arg, version)
    if verb == PLACE:
        return front_value(s, seat, s.place_of[arg])
    if question == ASK_TAKE:
        return weapon_value(s, seat, arg)
    if question == ASK_BOX:
        return box_value(s, seat, kept(s, CHARACTER), arg)
    if question == ASK_TARGET or question == ASK_TARGET_OR_STOP:
        return -1000 if verb == STOP else target_value(s, seat, arg)
    if question == ASK_NAME:
        return name_value(s, s.place_of[arg])
    if question == ASK_DESTINATION:
        if arg == seat:
            return charge_value(s, seat, 2)
        return 300 if is_ripe(s, arg, 2) else -50
    if question == ASK_AMOUNT:
        return amount_value(s, seat, arg)
    if question == ASK_REVIVE:
        return front_value(s, seat, s.place_of[arg])
    if question == ASK_COPY:
        return box_value(s, seat, s.place_of[arg], kept(s, BOX))
    if question == ASK_MAY:
        return may_value(s, seat) if verb == YES else 0
    if question == ASK_DODGE:
        return 100 if verb == DODGE else 0
    return 0


@rule
def amount_value(s: State, seat: int, count: int) -> int:
    """All for oneself or for an explosion; otherwise give little."""
    receiver = kept(s, DESTINATION) if kept(s, DESTINATION) != NONE else target(s, 0)
    if receiver == seat:
        return 10 * count
    return 100 * count if is_ripe(s, receiver, count) else -10 * count


@rule
def may_value(s: State, seat: int) -> int:
    """Fire when it is worth it; give to the attacker only what blows up."""
    if kept(s, BOX) == NORMAL_ACTION or kept(s, BOX) == RED_ACTION:
        return execution_value(s, seat) - 20
    return 100 if is_ripe(s, target(s, 0), 2) else -10


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
    return decide_as(s, seat, menu, dice, SECOND)


@rule
def decide_first(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """The same by the first version of this player, `scripted:1`."""
    return decide_as(s, seat, menu, dice, FIRST)


@rule
def decide_as(s: State, seat: int, menu: Menu, dice: Any, version: int) -> int:
    if s.ask == ASK_DENOUNCE:
        return decide_denounce(s, seat, menu, dice, version)
    if s.ask == ASK_DEFEND:
        return decide_defence(s, seat, menu, dice, version)
    best = 0
    best_value = -1000000
    whim = spread(s)
    for k in range(menu.count):
        value = choice_value(s, seat, menu.verb[k], menu.arg[k], version) + below(dice, whim)
        if value > best_value:
            best_value = value
            best = k
    return best
