"""Powers, reactions and executions: the programs of the cards, one instruction at a time.

A program runs in a frame of its own (POWER, REACTION or EXECUTION). An instruction that asks somebody leaves the frame at step 1 and
goes on there with the answer; one that acts on every target keeps its place in `at`; one that opens another frame is
resumed when that frame is closed.
"""

from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..choices import CHANGE_WEAPON, EXECUTE, GO_ARMORY, STOP, YES
from ..events import (
    AIMS,
    CANCELS,
    COPIES_POWER,
    EXECUTES,
    FIZZLES,
    GAINS,
    KEEPS,
    MISSES,
    MUST_DIFFER,
    NAMES,
    PEEKS,
    REVIVES,
    SHOWS,
    TURNS_TOWARDS,
)
from ..instructions import (
    AHEAD,
    AMOUNT,
    AMOUNT_HELD,
    ATTACK,
    ATTACKER,
    CHARGED,
    COPY_POWER,
    COST,
    DESTINATION,
    DIRECTION,
    DRAIN,
    END,
    FIRE,
    GAIN,
    GIFT,
    GUESS,
    HIGHEST,
    IF_CANCELLED,
    IF_DODGED,
    IF_KILLED,
    IF_LOADED,
    KEEP,
    LOSE,
    MARKER,
    MAY,
    MOVE,
    NAME,
    NEIGHBOUR,
    NEIGHBOURS,
    NEW_WEAPON,
    NEW_WEAPON_KEEP,
    NEXT,
    NUMBER,
    ONE_OF,
    OPERATION,
    OPPONENTS,
    OTHERS,
    PEEK,
    REDEPLOY,
    REDEPLOY_DIFF,
    REDEPLOY_SELF,
    REVIVE,
    ROLL_ARMORY,
    SHOW,
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
from ..state import (
    ASK_AMOUNT,
    ASK_COPY,
    ASK_DESTINATION,
    ASK_DIRECTION,
    ASK_MAY,
    ASK_NAME,
    ASK_REVIVE,
    ASK_SUBACTION,
    ASK_TARGET,
    ASK_TARGET_OR_STOP,
    BY_COUNTER,
    BY_NAME,
    CANCELLED,
    CAST,
    DODGED,
    EXECUTION,
    KILLED,
    NONE,
    PLACEMENT,
    SHOWN,
    State,
)
from ..state import ATTACK as ATTACK_FRAME
from .arsenal import AT_ZERO, KEEPING, change_weapon, drain, gain, gift, set_marker, swap, visit_armory
from .attacks import open_attack
from .claims import pay
from .losses import OTHERWISE, lose_active, redeploy, slash
from .stack import ask, clear_registers, nearest, pop, push
from .table import (
    box_header,
    clockwise,
    copyable,
    everyone_else,
    is_loaded,
    met_needs,
)


@rule
def execute_weapon(s: State, seat: int) -> None:
    """Use the execution ability of the weapon in front of the seat; the marker is read now (BF-WEAPON-5, BF-WEAPON-7)."""
    emit(s, EXECUTES, seat, s.weapon[seat])
    frame = push(s, EXECUTION, seat, NONE, s.weapon[seat], 0)
    s.pc[frame] = 2 * s.arms[s.weapon[seat]] + 2
    s.serial[frame] = s.rearmed[seat]
    s.marker[frame] = s.charge[seat]


@rule
def step_program(s: State, top: int) -> None:
    """Carry out one instruction of the program on top."""
    code = s.code[s.pc[top]]
    op = OPERATION[code]
    number = NUMBER[code]
    if op == END:
        finish_program(s, top)
    elif s.step[top] == 1:
        s.step[top] = 0
        s.pc[top] += 1
        take_answer(s, top, op)
    elif op <= DESTINATION:
        designate(s, top, op, number)
    elif op <= GUESS:
        harm(s, top, op, number)
    elif op <= REVIVE:
        move_cards(s, top, op)
    elif op <= MARKER:
        move_charges(s, top, op, number)
    elif op <= KEEP:
        handle_weapon(s, top, op)
    elif op < WHEN:
        other_effect(s, top, op, number)
    else:
        condition(s, top, op, number)


@rule
def finish_program(s: State, top: int) -> None:
    """After an execution the weapon is changed, unless it is kept or gone (BF-WEAPON-4, BF-WEAPON-6)."""
    seat = s.who[top]
    spent = s.kind[top] == EXECUTION and s.kept[top] == 0 and s.serial[top] == s.rearmed[seat]
    pop(s)
    if spent:
        change_weapon(s, seat, AT_ZERO)


@rule
def next_instruction(s: State, top: int) -> None:
    s.pc[top] += 1
    s.at[top] = 0


@rule
def question(s: State, top: int, ask_kind: int, seat: int, legal: int) -> None:
    """Ask, and go on with the answer; when nothing can be answered the part is skipped (BF-ANN-12)."""
    if legal == 0:
        next_instruction(s, top)
    else:
        s.step[top] = 1
        ask(s, ask_kind, 1 << seat, legal)


# Choices and designations.


@rule
def candidates(s: State, seat: int, filter_: int) -> int:
    """The opponents that a filter lets through, as a mask of seats."""
    highest = 0
    for other in range(s.seats):
        if other != seat:
            highest = max(highest, s.points[other])
    found = 0
    for other in range(s.seats):
        allowed = other != seat
        if filter_ == NEIGHBOUR:
            allowed = other == clockwise(s, seat, 1) or other == clockwise(s, seat, -1)
        elif filter_ == CHARGED:
            allowed = allowed and s.charge[other] > 0
        elif filter_ == AHEAD:
            allowed = allowed and s.points[other] > s.points[seat]
        elif filter_ == HIGHEST:
            allowed = allowed and s.points[other] == highest
        if allowed:
            found |= 1 << other
    return found


@rule
def aimed_at(s: State, top: int) -> int:
    """The targets declared so far, as a mask."""
    found = 0
    for i in range(s.aimed[top]):
        found |= 1 << s.aims[top][i]
    return found


@rule
def aim(s: State, top: int, target: int) -> None:
    s.aims[top][s.aimed[top]] = target
    s.aimed[top] += 1


@rule
def aim_clockwise(s: State, top: int, mask: int) -> None:
    """Aim at the seats of a mask, clockwise from the controller (BF-ATT-3)."""
    s.aimed[top] = 0
    for steps in range(1, s.seats):
        other = clockwise(s, s.who[top], steps)
        if (mask >> other) & 1:
            aim(s, top, other)


@rule
def designate(s: State, top: int, op: int, number: int) -> None:
    """Choose or point out targets, names, amounts, a destination or a direction."""
    seat = s.who[top]
    if op == TARGET:
        question(s, top, ASK_TARGET, seat, candidates(s, seat, number) & ~aimed_at(s, top))
    elif op == TARGET_OR_STOP:
        question(s, top, ASK_TARGET_OR_STOP, seat, candidates(s, seat, number) & ~aimed_at(s, top))
    elif op == NAME:
        question(s, top, ASK_NAME, seat, ((1 << CAST) - 1) & ~s.names[top])
    elif op == AMOUNT or op == AMOUNT_HELD:
        most = number
        if op == AMOUNT_HELD:
            most = min(number, s.charge[s.aims[top][0]])
        question(s, top, ASK_AMOUNT, seat, ((1 << most) - 1) << 1)
    elif op == DESTINATION:
        question(s, top, ASK_DESTINATION, seat, everyone_else(s, s.aims[top][0]))
    elif op == DIRECTION:
        question(s, top, ASK_DIRECTION, seat, 3)
    else:
        point_out(s, top, op)
        next_instruction(s, top)


@rule
def point_out(s: State, top: int, op: int) -> None:
    """Targets that the card itself gives."""
    seat = s.who[top]
    if op == NEIGHBOURS:
        aim_clockwise(s, top, candidates(s, seat, NEIGHBOUR))
    elif op == OPPONENTS:
        aim_clockwise(s, top, everyone_else(s, seat))
    elif op == OTHERS:
        aim_clockwise(s, top, everyone_else(s, seat) & ~aimed_at(s, top))
    elif op == ATTACKER:
        s.aimed[top] = 0
        aim(s, top, s.who[nearest(s, ATTACK_FRAME)])
    elif op == NEXT and s.aimed[top] < s.seats - 1:
        aim(s, top, clockwise(s, seat, s.ordered[top] * (s.aimed[top] + 1)))


@rule
def take_answer(s: State, top: int, op: int) -> None:
    """What was asked has been answered; the next instruction may follow."""
    seat = s.who[top]
    answer = s.answer
    s.at[top] = 0
    if op == TARGET or op == TARGET_OR_STOP:
        if s.answer_verb != STOP:
            aim(s, top, answer)
            emit(s, AIMS, seat, answer)
    elif op == NAME:
        s.names[top] |= 1 << s.place_of[answer]
        emit(s, NAMES, seat, answer)
    elif op == AMOUNT or op == AMOUNT_HELD:
        s.amount[top] = answer
    elif op == DESTINATION:
        s.whom[top] = answer
        emit(s, AIMS, seat, answer)
    elif op == DIRECTION:
        s.ordered[top] = 1 if answer == 0 else -1
        emit(s, TURNS_TOWARDS, seat, answer)
    elif op == REVIVE:
        revive(s, seat, s.place_of[answer])
    elif op == COPY_POWER:
        copy_power(s, top, s.place_of[answer])
    elif op == ONE_OF:
        if s.answer_verb == GO_ARMORY:
            visit_armory(s, seat)
        elif s.answer_verb == CHANGE_WEAPON:
            change_weapon(s, seat, AT_ZERO)
        elif s.answer_verb == EXECUTE:
            execute_weapon(s, seat)
    elif op == MAY:
        if s.answer_verb != YES:
            skip_statement(s, top)


# Harm.


@rule
def harm(s: State, top: int, op: int, number: int) -> None:
    """Act on the next target, clockwise unless the card gives an order (BF-ATT-3, BF-LOSS-5)."""
    if s.at[top] == 0 and s.ordered[top] == 0:
        aim_clockwise(s, top, aimed_at(s, top))
    if s.at[top] >= s.aimed[top]:
        next_instruction(s, top)
        return
    seat = s.who[top]
    target = s.aims[top][s.at[top]]
    s.at[top] += 1
    if op == ATTACK:
        open_attack(s, seat, target, s.kind[top], number)
    elif op == SLAY:
        lose_active(s, target, seat, BY_COUNTER)
    elif op == SLASH_HAND:
        slash(s, seat, target)
    elif (s.names[top] >> s.active[target]) & 1:
        lose_active(s, target, seat, BY_NAME)
    else:
        # A wrong name shows only that the active character is not one of those named (BF-R35, BF-C-14).
        s.barred[target] |= s.names[top]
        emit(s, MISSES, seat, target)


# Cards seen and moved.


@rule
def move_cards(s: State, top: int, op: int) -> None:
    seat = s.who[top]
    if op == REDEPLOY_SELF:
        next_instruction(s, top)
        redeploy(s, seat)
    elif op == REVIVE:
        question(s, top, ASK_REVIVE, seat, s.cemetery[seat])
    elif s.at[top] >= s.aimed[top]:
        next_instruction(s, top)
    else:
        target = s.aims[top][s.at[top]]
        s.at[top] += 1
        if op == PEEK:
            s.peekers[target] |= 1 << seat
            emit_to(s, 1 << seat, PEEKS, seat, target, s.cast[s.active[target]])
        elif op == SHOW:
            s.peekers[target] |= 1 << SHOWN
            emit(s, SHOWS, target, s.cast[s.active[target]])
            redeploy(s, target)
        elif op == REDEPLOY:
            redeploy(s, target)
        elif op == REDEPLOY_DIFF:
            emit(s, MUST_DIFFER, target)
            push(s, PLACEMENT, target, NONE, NONE, OTHERWISE)


@rule
def revive(s: State, seat: int, place: int) -> None:
    """A card of the cemetery goes to the hand: everybody sees that it is there, not in front."""
    bit = 1 << place
    s.cemetery[seat] &= ~bit
    s.hand[seat] |= bit
    s.in_play[seat] |= bit
    s.barred[seat] |= bit
    emit(s, REVIVES, seat, s.cast[place])


# Charges.


@rule
def move_charges(s: State, top: int, op: int, number: int) -> None:
    """Gains and losses; gifts, drains and steals touch the targets one by one (BF-OVER-9)."""
    seat = s.who[top]
    if op == GIFT or op == DRAIN or op == STEAL:
        if s.at[top] >= s.aimed[top]:
            next_instruction(s, top)
            return
        target = s.aims[top][s.at[top]]
        s.at[top] += 1
        if op == GIFT:
            gift(s, seat, target, number if number else s.amount[top])
        elif op == DRAIN:
            drain(s, target, number if number else s.charge[target])
        else:
            stolen = drain(s, target, number)
            if stolen:
                gain(s, seat, stolen, GAINS)
        return
    next_instruction(s, top)
    if op == GAIN:
        gain(s, seat, number, GAINS)
    elif op == MOVE:
        moved = drain(s, s.aims[top][0], s.amount[top])
        if s.whom[top] == seat:
            gain(s, seat, moved, GAINS)
        else:
            gift(s, seat, s.whom[top], moved)
    elif s.serial[top] == s.rearmed[seat]:
        # Instructions for the weapon itself are skipped when it is gone (BF-WEAPON-6).
        if op == LOSE:
            drain(s, seat, number)
        else:
            set_marker(s, seat, number)


# Weapons.


@rule
def handle_weapon(s: State, top: int, op: int) -> None:
    seat = s.who[top]
    next_instruction(s, top)
    if op == NEW_WEAPON:
        change_weapon(s, seat, AT_ZERO)
    elif op == NEW_WEAPON_KEEP:
        change_weapon(s, seat, KEEPING)
    elif op == SWAP_WEAPONS or op == SWAP_LOADED:
        if s.aimed[top]:
            swap(s, seat, s.aims[top][0], 1 if op == SWAP_LOADED else 0)
    elif s.serial[top] == s.rearmed[seat]:
        s.kept[top] = 1
        emit(s, KEEPS, seat, s.weapon[seat])


# Other effects.


@rule
def other_effect(s: State, top: int, op: int, number: int) -> None:
    seat = s.who[top]
    if op == COPY_POWER:
        choose_copy(s, top)
    elif op == ONE_OF:
        # Executing is offered only if the weapon is loaded (BF-C-13).
        question(s, top, ASK_SUBACTION, seat, number if is_loaded(s, seat) else number & 3)
    else:
        next_instruction(s, top)
        if op == ROLL_ARMORY:
            visit_armory(s, seat)
        elif op == FIRE:
            if is_loaded(s, seat):
                execute_weapon(s, seat)
        else:
            cancel_attack(s)


@rule
def cancel_attack(s: State) -> None:
    """Inside a defence: the attack is cancelled (BF-DEF-4)."""
    place = nearest(s, ATTACK_FRAME)
    s.outcome[place] = CANCELLED
    emit(s, CANCELS, s.whom[place])


@rule
def choose_copy(s: State, top: int) -> None:
    seat = s.who[top]
    found = copyable(s, seat, s.what[top], s.how_done[top], met_needs(s, seat))
    if found == 0:
        emit(s, FIZZLES, seat, s.cast[s.what[top]])
    question(s, top, ASK_COPY, seat, found)


@rule
def copy_power(s: State, top: int, place: int) -> None:
    """The program goes on with the same box of the copied character; its cost is paid now (BF-C-12)."""
    seat = s.who[top]
    box = s.how_done[top]
    emit(s, COPIES_POWER, seat, s.cast[place])
    pay(s, seat, box_header(s, place, box) & COST)
    clear_registers(s, top)
    s.what[top] = place
    s.marker[top] = s.charge[seat]
    s.pc[top] = 2 * s.boxes[s.cast[place]][box] + 1


# Conditions.


@rule
def condition(s: State, top: int, op: int, number: int) -> None:
    """Let the next statement through, or skip it."""
    seat = s.who[top]
    if op == MAY:
        question(s, top, ASK_MAY, seat, 1)
        return
    met = False
    if op == WHEN_MARKER:
        met = s.marker[top] >= number
    elif number == IF_LOADED:
        met = is_loaded(s, seat)
    elif number == IF_KILLED:
        met = s.outcome[top] == KILLED
    elif number == IF_CANCELLED:
        met = s.outcome[top] == CANCELLED
    elif number == IF_DODGED:
        met = s.outcome[top] == DODGED
    next_instruction(s, top)
    if not met:
        skip_statement(s, top)


@rule
def skip_statement(s: State, top: int) -> None:
    """Skip what a condition guards, conditions of its own included."""
    while OPERATION[s.code[s.pc[top]]] >= WHEN:
        s.pc[top] += 1
    s.pc[top] += 1
