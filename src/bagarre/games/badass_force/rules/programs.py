"""Powers, reactions and executions: the programs of the cards, one instruction at a time.

An instruction may ask somebody (`targets.py`); one that acts on every target counts those it has served; one that opens another
operation lets it end before the next one follows.
"""

from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.operations import call, finish, go, innermost, keep, kept
from bagarre.kernel.rule import rule

from ..events import (
    CANCELS,
    COPIES_POWER,
    EXECUTES,
    FIZZLES,
    GAINS,
    KEEPS,
    MISSES,
    MUST_DIFFER,
    PEEKS,
    REVIVES,
    SHOWS,
)
from ..instructions import (
    ACTS,
    ATTACK,
    COPY_POWER,
    COST,
    DESIGNATES,
    DRAIN,
    ENDS,
    FIRE,
    GAIN,
    GIFT,
    GROUP,
    GUARDS,
    HANDLES_WEAPONS,
    HARMS,
    IF_CANCELLED,
    IF_DODGED,
    IF_KILLED,
    IF_LOADED,
    LOSE,
    MAY,
    MOVE,
    MOVES_CARDS,
    MOVES_CHARGES,
    NEW_WEAPON,
    NEW_WEAPON_KEEP,
    NUMBER,
    OFFER_EXECUTE,
    ONE_OF,
    OPERATION,
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
    WHEN_MARKER,
)
from ..operations import (
    AMOUNT,
    ARMED,
    BOX,
    CARD,
    DESTINATION,
    ENDED,
    INSTRUCTION,
    MARKER,
    NAMED,
    ORDER,
    OUTCOME,
    PLACEMENT,
    PROGRAM,
    SERVED,
    SPARED,
    TARGET,
    TARGETED,
)
from ..state import (
    ASK_COPY,
    ASK_MAY,
    ASK_REVIVE,
    ASK_SUBACTION,
    BY_COUNTER,
    BY_NAME,
    CANCELLED,
    DODGED,
    EXECUTION,
    KILLED,
    SHOWN,
    State,
)
from .arsenal import (
    AT_ZERO,
    KEEPING,
    change_weapon,
    drain,
    gain,
    gift,
    pay,
    set_marker,
    swap,
    visit_armory,
)
from .attacks import open_attack
from .losses import OTHERWISE, lose_active, redeploy, slash
from .stack import open_program
from .table import box_header, copyable, execution_of, is_loaded, met_needs, program_of
from .targets import (
    ATTACKS,
    aim_clockwise,
    aimed_at,
    designate,
    drop_targets,
    next_instruction,
    question,
    target,
)


@rule
def execute_weapon(s: State, seat: int) -> None:
    """Use the execution ability of the weapon in front of the seat (BF-WEAPON-5)."""
    emit(s, EXECUTES, seat, s.weapon[seat])
    open_program(s, seat, s.weapon[seat], EXECUTION, execution_of(s, s.weapon[seat]))


@PROGRAM.begin
def carry_out(s: State, seat: int, instruction: int) -> None:
    """Carry out one instruction."""
    code = s.code[instruction]
    op = OPERATION[code]
    number = NUMBER[code]
    group = GROUP[op]
    if group == DESIGNATES:
        designate(s, seat, op, number)
    elif group == HARMS:
        harm(s, seat, op, number)
    elif group == MOVES_CHARGES:
        move_charges(s, seat, op, number)
    elif group == MOVES_CARDS:
        move_cards(s, seat, op)
    elif group == HANDLES_WEAPONS:
        handle_weapon(s, seat, op)
    elif group == ACTS:
        act(s, seat, op, number)
    elif group == GUARDS:
        guard(s, seat, op, number)
    elif group == ENDS:
        end_program(s, seat)


@rule
def end_program(s: State, seat: int) -> None:
    """After an execution the weapon is changed, unless it is kept or gone (BF-WEAPON-4, BF-WEAPON-6)."""
    spent = kept(s, BOX) == EXECUTION and kept(s, SPARED) == 0 and has_its_weapon(s, seat)
    finish(s)
    if spent:
        change_weapon(s, seat, AT_ZERO)


@rule
def has_its_weapon(s: State, seat: int) -> bool:
    """Is the weapon still in front of the seat that was there when the program began (BF-WEAPON-6)?"""
    return kept(s, ARMED) == s.rearmed[seat]


@rule
def serve(s: State) -> int:
    """The next target of an instruction that acts on each of them; when all are served the program goes on: -1."""
    served = kept(s, SERVED)
    if served >= kept(s, TARGETED):
        next_instruction(s)
        return -1
    keep(s, SERVED, served + 1)
    return target(s, served)


# Harm.


@rule
def harm(s: State, seat: int, op: int, number: int) -> None:
    """Act on the next target, clockwise unless the card gives an order (BF-ATT-3, BF-LOSS-5)."""
    if kept(s, SERVED) == 0 and kept(s, ORDER) == 0:
        aim_clockwise(s, seat, aimed_at(s))
    victim = serve(s)
    if victim < 0:
        return
    if op == ATTACK:
        go(s, after_attack)
        open_attack(s, seat, victim, kept(s, BOX), number)
    elif op == SLAY:
        lose_active(s, victim, seat, BY_COUNTER)
    elif op == SLASH_HAND:
        slash(s, seat, victim)
    elif (kept(s, NAMED) >> s.active[victim]) & 1:
        lose_active(s, victim, seat, BY_NAME)
    else:
        # A wrong name shows only that the active character is not one of those named (BF-R35, BF-C-14).
        s.barred[victim] |= kept(s, NAMED)
        emit(s, MISSES, seat, victim)


@PROGRAM.step
def after_attack(s: State) -> None:
    """The program knows how its last attack ended (BF-ATT-5)."""
    keep(s, OUTCOME, s.result)
    go(s, PROGRAM)


# Cards seen and moved.


@rule
def move_cards(s: State, seat: int, op: int) -> None:
    if op == REDEPLOY_SELF:
        next_instruction(s)
        redeploy(s, seat)
    elif op == REVIVE:
        question(s, seat, ASK_REVIVE, s.cemetery[seat])
    else:
        other = serve(s)
        if other >= 0:
            see_card(s, op, seat, other)


@rule
def see_card(s: State, op: int, seat: int, other: int) -> None:
    """The other player's active character is looked at, shown to all, or has to be placed again."""
    if op == PEEK:
        s.peekers[other] |= 1 << seat
        emit_to(s, 1 << seat, PEEKS, seat, other, s.cast[s.active[other]])
    elif op == SHOW:
        s.peekers[other] |= 1 << SHOWN
        emit(s, SHOWS, other, s.cast[s.active[other]])
        redeploy(s, other)
    elif op == REDEPLOY:
        redeploy(s, other)
    elif op == REDEPLOY_DIFF:
        emit(s, MUST_DIFFER, other)
        call(s, PLACEMENT, other, OTHERWISE)


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
def move_charges(s: State, seat: int, op: int, number: int) -> None:
    """Gains and losses; gifts, drains and steals touch the targets one by one (BF-OVER-9)."""
    if op == GIFT or op == DRAIN or op == STEAL:
        other = serve(s)
        if other >= 0:
            touch_charges(s, seat, op, number, other)
        return
    next_instruction(s)
    if op == GAIN:
        gain(s, seat, number, GAINS)
    elif op == MOVE:
        deliver(s, seat, drain(s, target(s, 0), kept(s, AMOUNT)), kept(s, DESTINATION))
    elif has_its_weapon(s, seat):
        # Instructions for the weapon itself are skipped when it is gone (BF-WEAPON-6).
        if op == LOSE:
            drain(s, seat, number)
        else:
            set_marker(s, seat, number)


@rule
def touch_charges(s: State, seat: int, op: int, number: int, other: int) -> None:
    if op == GIFT:
        gift(s, seat, other, number if number else kept(s, AMOUNT))
    elif op == DRAIN:
        drain(s, other, number if number else s.charge[other])
    else:
        stolen = drain(s, other, number)
        if stolen:
            gain(s, seat, stolen, GAINS)


@rule
def deliver(s: State, seat: int, moved: int, destination: int) -> None:
    """Charges moved to oneself are an own gain, to another player a gift (BF-OVER-7)."""
    if destination == seat:
        gain(s, seat, moved, GAINS)
    else:
        gift(s, seat, destination, moved)


# Weapons.


@rule
def handle_weapon(s: State, seat: int, op: int) -> None:
    next_instruction(s)
    if op == NEW_WEAPON:
        change_weapon(s, seat, AT_ZERO)
    elif op == NEW_WEAPON_KEEP:
        change_weapon(s, seat, KEEPING)
    elif op == SWAP_WEAPONS or op == SWAP_LOADED:
        if kept(s, TARGETED):
            swap(s, seat, target(s, 0), 1 if op == SWAP_LOADED else 0)
    elif has_its_weapon(s, seat):
        keep(s, SPARED, 1)
        emit(s, KEEPS, seat, s.weapon[seat])


# Other effects.


@rule
def act(s: State, seat: int, op: int, number: int) -> None:
    if op == COPY_POWER:
        choose_copy(s, seat)
    elif op == ONE_OF:
        # Executing is offered only if the weapon is loaded (BF-C-13).
        question(s, seat, ASK_SUBACTION, number if is_loaded(s, seat) else number & ~OFFER_EXECUTE)
    else:
        next_instruction(s)
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
    attack = s.frames[innermost(s, ATTACKS)]
    attack[ENDED] = CANCELLED
    emit(s, CANCELS, attack[TARGET])


@rule
def choose_copy(s: State, seat: int) -> None:
    found = copyable(s, seat, kept(s, CARD), kept(s, BOX), met_needs(s, seat))
    if found == 0:
        emit(s, FIZZLES, seat, s.cast[kept(s, CARD)])
    question(s, seat, ASK_COPY, found)


@rule
def copy_power(s: State, seat: int, place: int) -> None:
    """The program goes on with the same box of the copied character; its cost is paid now (BF-C-12)."""
    box = kept(s, BOX)
    emit(s, COPIES_POWER, seat, s.cast[place])
    pay(s, seat, box_header(s, place, box) & COST)
    drop_targets(s)
    keep(s, SERVED, 0)
    keep(s, ORDER, 0)
    keep(s, NAMED, 0)
    keep(s, AMOUNT, 0)
    keep(s, SPARED, 0)
    keep(s, CARD, place)
    keep(s, MARKER, s.charge[seat])
    keep(s, INSTRUCTION, program_of(s, place, box))


# Conditions.


@rule
def guard(s: State, seat: int, op: int, number: int) -> None:
    """Let the next statement through, or skip it."""
    if op == MAY:
        question(s, seat, ASK_MAY, 1)
    else:
        met = is_met(s, seat, op, number)
        next_instruction(s)
        if not met:
            skip_statement(s)


@rule
def is_met(s: State, seat: int, op: int, number: int) -> bool:
    """Is the condition met now?"""
    if op == WHEN_MARKER:
        return kept(s, MARKER) >= number
    if number == IF_LOADED:
        return is_loaded(s, seat)
    if number == IF_KILLED:
        return kept(s, OUTCOME) == KILLED
    if number == IF_CANCELLED:
        return kept(s, OUTCOME) == CANCELLED
    return number == IF_DODGED and kept(s, OUTCOME) == DODGED


@rule
def skip_statement(s: State) -> None:
    """Skip what a condition guards, conditions of its own included."""
    place = kept(s, INSTRUCTION)
    while GROUP[OPERATION[s.code[place]]] == GUARDS:
        place += 1
    keep(s, INSTRUCTION, place + 1)
