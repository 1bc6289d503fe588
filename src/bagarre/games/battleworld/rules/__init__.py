"""The rules of Battleworld. The order of play is the order of the stages in `state.py`; `advance` runs them."""

from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule, table

from ..choices import (
    ACT,
    ACTIVATE,
    ALLY,
    APART,
    ASSAULT,
    ATTACK,
    BUILD,
    DEFY,
    DEPLOY,
    DONE,
    DRAFT,
    ENEMY,
    FACTION,
    FAVOUR,
    GIVE,
    GRANT,
    GUARD,
    HEAL,
    HOLD,
    JOIN,
    KEEP,
    LEADER,
    LET_BE,
    MOVE,
    MUST_MOVE,
    NO_FREE_SLOT,
    NOT_FOR_ORDER,
    NOT_NOW,
    NOT_YOUR_TURN,
    PASS,
    PLAN,
    POWER,
    RAISE,
    REACT,
    REROLL,
    REROLL_INITIATOR,
    SKIP,
    STOP,
    STRIKE,
    TO,
    UNGUARDED,
    USE,
    VERBS,
    YIELD,
)
from ..programs import SUMMON
from ..state import (
    ACTIVATING,
    AFTERMATH,
    BIDDING,
    BUILDING,
    CHARACTER,
    CHECKING,
    CHOOSING,
    CHOOSING_VICTIM,
    CLOCK,
    COMMANDING,
    COSMIC,
    DEPLOYING,
    DRAFTING,
    END_EFFECTS,
    END_ORDERS,
    FAVOURING,
    GALACTUS,
    GRANTING,
    GUARDING,
    HEALING,
    MODULE,
    MOVING,
    NAMING_LEADERS,
    NO_MERCY,
    NOBODY,
    ORDER_WHERE,
    ORDER_WHO,
    PHASE_OVER,
    PLANNING,
    PLANNING_ORDERS,
    PREPARING,
    PREVENTING,
    RALLYING,
    REACTING,
    REDIRECTING,
    RESOLUTION_ORDERS,
    RESULT,
    ROLLING,
    RUNNING,
    STEPPING,
    SUPPORTING,
    TARGETING,
    TOSS,
    TURN_BEGINS,
    WANDERING,
    WORLD_DESTROYED,
    WOUNDING,
    State,
)
from .auction import (
    answer_reaction,
    closing_refusal,
    hold_window,
    raise_refusal,
    raise_total,
    reroll_refusal,
    run_bidding,
    run_reacting,
    stop_window,
    use_reroll,
    use_window_power,
    window_power_refusal,
    yield_window,
)
from .board import move_refusal
from .combat import (
    aim,
    answer_override,
    answer_support,
    choose_guard,
    guard_refusal,
    leave_unguarded,
    run_guarding,
    run_preparing,
    run_rallying,
    run_rolling,
    run_supporting,
    second_refusal,
    target_refusal,
)
from .damage import (
    answer_aftermath,
    answer_prevention,
    answer_redirection,
    choose_favour,
    choose_victim,
    favour_refusal,
    grant,
    grant_refusal,
    run_aftermath,
    run_choosing_victim,
    run_favouring,
    run_granting,
    run_no_mercy,
    run_preventing,
    run_redirecting,
    run_result,
    run_wounding,
    strike_refusal,
)
from .ending import run_checking, run_clock, run_end_effects, run_wandering
from .orders import (
    announce_order,
    choose_order_target,
    give_order,
    order_may_stop,
    order_square_refusal,
    order_target_refusal,
    order_to,
    run_end_orders,
    run_order_where,
    run_order_who,
    run_planning_orders,
    run_resolution_orders,
)
from .planning import (
    activate,
    activation_refusal,
    heal_refusal,
    move,
    plan_refusal,
    run_activating,
    run_moving,
    run_turn_begins,
    set_heal,
    set_plan,
)
from .preparation import (
    choose_base,
    deploy,
    deploy_refusal,
    draft,
    draft_refusal,
    enlist_faction,
    faction_refusal,
    leader_refusal,
    name_leader,
    run_building,
    run_choosing,
    run_deploying,
    run_drafting,
    run_naming,
    run_toss,
    start_preparation,
)
from .resolution import act, act_refusal, announce_pass, pass_refusal, run_phase_over, run_stepping

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]

WON, DREW, LOST = 1, 0, -1
OFFERED = {
    CHOOSING: (FACTION,),
    DRAFTING: (DRAFT,),
    BUILDING: (BUILD,),
    NAMING_LEADERS: (LEADER,),
    DEPLOYING: (DEPLOY,),
    PLANNING_ORDERS: (GIVE, KEEP),
    ACTIVATING: (ACTIVATE,),
    MOVING: (MOVE,),
    PLANNING: (PLAN,),
    HEALING: (HEAL,),
    RESOLUTION_ORDERS: (GIVE, KEEP),
    COMMANDING: (GIVE, KEEP),
    STEPPING: (ACT, PASS),
    TARGETING: (ATTACK, ASSAULT, DEFY),
    SUPPORTING: (JOIN, APART),
    RALLYING: (GIVE, KEEP),
    GUARDING: (GUARD, UNGUARDED),
    PREPARING: (USE, SKIP),
    BIDDING: (RAISE, REROLL, REROLL_INITIATOR, POWER, YIELD, HOLD, STOP),
    REACTING: (REACT, LET_BE),
    NO_MERCY: (GIVE, KEEP),
    CHOOSING_VICTIM: (STRIKE,),
    REDIRECTING: (USE, SKIP),
    PREVENTING: (USE, SKIP),
    AFTERMATH: (USE, SKIP),
    FAVOURING: (FAVOUR,),
    GRANTING: (GRANT, DONE),
    END_ORDERS: (GIVE, KEEP),
    ORDER_WHO: (ALLY, ENEMY),
    ORDER_WHERE: (TO, DONE),
}
"""The verbs that answer the question of each stage, in the order of the menu."""
_OFFERED = table([verb + 1 for verb in OFFERED.get(stage, ())] or [0] for stage in range(ORDER_WHERE + 1))
_FIRST = table(verb.args.start for verb in VERBS.verbs)
_LAST = table(verb.args.stop for verb in VERBS.verbs)


@rule
def setup(s: State) -> None:
    start_preparation(s)
    # A new game stops at the first activation at the latest.
    while s.decider == NOBODY:
        if s.stage < ACTIVATING:
            run_before(s)
        else:
            run_activating(s)


@rule
def deciders(s: State) -> int:
    if s.how != RUNNING or s.decider == NOBODY:
        return 0
    return 1 << s.decider


@rule
def advance(s: State) -> None:
    """Run the stages one after another until somebody must choose or the game is over."""
    while s.decider == NOBODY and s.how == RUNNING:
        if s.stage < ACTIVATING:
            run_before(s)
        elif s.stage < TARGETING:
            run_phases(s)
        elif s.stage <= REACTING:
            run_combat(s)
        elif s.stage <= GRANTING:
            run_settlement(s)
        else:
            run_end(s)


@rule
def run_before(s: State) -> None:
    """Set-up and the beginning of a turn."""
    if s.stage == CHOOSING:
        run_choosing(s)
    elif s.stage == DRAFTING:
        run_drafting(s)
    elif s.stage == TOSS:
        run_toss(s)
    elif s.stage == BUILDING:
        run_building(s)
    elif s.stage == NAMING_LEADERS:
        run_naming(s)
    elif s.stage == DEPLOYING:
        run_deploying(s)
    elif s.stage == TURN_BEGINS:
        run_turn_begins(s)
    else:
        run_planning_orders(s)


@rule
def run_phases(s: State) -> None:
    """Planning and the steps of the resolution. Moves, plans and heals that are asked wait for their answer."""
    if s.stage == ACTIVATING:
        run_activating(s)
    elif s.stage == MOVING:
        run_moving(s)
    elif s.stage == RESOLUTION_ORDERS:
        run_resolution_orders(s)
    elif s.stage == STEPPING:
        run_stepping(s)
    else:
        s.decider = s.side


@rule
def run_combat(s: State) -> None:
    """From the target to the end of the auction."""
    if s.stage == TARGETING:
        s.decider = s.side
    elif s.stage == SUPPORTING:
        run_supporting(s)
    elif s.stage == RALLYING:
        run_rallying(s)
    elif s.stage == GUARDING:
        run_guarding(s)
    elif s.stage == PREPARING:
        run_preparing(s)
    elif s.stage == ROLLING:
        run_rolling(s)
    elif s.stage == BIDDING:
        run_bidding(s)
    else:
        run_reacting(s)


@rule
def run_settlement(s: State) -> None:
    """From the result to the favours."""
    if s.stage == RESULT:
        run_result(s)
    elif s.stage == NO_MERCY:
        run_no_mercy(s)
    elif s.stage == CHOOSING_VICTIM:
        run_choosing_victim(s)
    elif s.stage == REDIRECTING:
        run_redirecting(s)
    elif s.stage == PREVENTING:
        run_preventing(s)
    elif s.stage == WOUNDING:
        run_wounding(s)
    elif s.stage == AFTERMATH:
        run_aftermath(s)
    elif s.stage == CHECKING:
        run_checking(s)
    elif s.stage == FAVOURING:
        run_favouring(s)
    else:
        run_granting(s)


@rule
def run_end(s: State) -> None:
    """The end of the turn; and orders that go on asking."""
    if s.stage == PHASE_OVER:
        run_phase_over(s)
    elif s.stage == WANDERING:
        run_wandering(s)
    elif s.stage == END_ORDERS:
        run_end_orders(s)
    elif s.stage == END_EFFECTS:
        run_end_effects(s)
    elif s.stage == CLOCK:
        run_clock(s)
    elif s.stage == ORDER_WHO:
        run_order_who(s)
    else:
        run_order_where(s)


# Legality.


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed now, 0 when it is."""
    if s.how != RUNNING or seat != s.decider:
        return NOT_YOUR_TURN
    if s.stage < ACTIVATING:
        return refusal_before(s, seat, verb, arg)
    if s.stage < TARGETING:
        return refusal_phases(s, seat, verb, arg)
    if s.stage == BIDDING:
        return refusal_bidding(s, seat, verb, arg)
    if s.stage <= REACTING:
        return refusal_combat(s, seat, verb, arg)
    return refusal_rest(s, seat, verb, arg)


@rule
def answers(verb: int, yes: int, no: int) -> int:
    """A question with two answers, both always allowed."""
    if verb == yes or verb == no:
        return 0
    return NOT_NOW


@rule
def refusal_before(s: State, seat: int, verb: int, arg: int) -> int:
    if s.stage == CHOOSING and verb == FACTION:
        return faction_refusal(s, seat, arg)
    if s.stage == DRAFTING and verb == DRAFT:
        return draft_refusal(s, seat, arg)
    if s.stage == BUILDING and verb == BUILD:
        return 0
    if s.stage == NAMING_LEADERS and verb == LEADER:
        return leader_refusal(s, seat, arg)
    if s.stage == DEPLOYING and verb == DEPLOY:
        return deploy_refusal(s, seat, arg)
    if s.stage == PLANNING_ORDERS:
        return answers(verb, GIVE, KEEP)
    return NOT_NOW


@rule
def refusal_phases(s: State, seat: int, verb: int, arg: int) -> int:
    own = 4 * seat + arg - 1
    if s.stage == ACTIVATING and verb == ACTIVATE:
        return activation_refusal(s, own)
    if s.stage == MOVING and verb == MOVE:
        return move_refusal(s, s.actor, arg)
    if s.stage == PLANNING and verb == PLAN:
        return plan_refusal(s, s.actor, arg)
    if s.stage == HEALING and verb == HEAL:
        return heal_refusal(s, s.actor, own)
    if s.stage == STEPPING and verb == ACT:
        return act_refusal(s, own)
    if s.stage == STEPPING and verb == PASS:
        return pass_refusal(s)
    if s.stage == RESOLUTION_ORDERS or s.stage == COMMANDING:
        return answers(verb, GIVE, KEEP)
    return NOT_NOW


@rule
def refusal_bidding(s: State, seat: int, verb: int, arg: int) -> int:
    side = s.window
    if verb == RAISE:
        return raise_refusal(s, side)
    if verb == REROLL:
        return reroll_refusal(s, side, 4 * seat + arg - 1, False)
    if verb == REROLL_INITIATOR:
        return reroll_refusal(s, side, 4 * seat + arg - 1, True)
    if verb == POWER:
        return window_power_refusal(s, side)
    if verb == YIELD or verb == HOLD or verb == STOP:
        return closing_refusal(s, side, verb)
    return NOT_NOW


@rule
def refusal_combat(s: State, seat: int, verb: int, arg: int) -> int:
    if s.stage == TARGETING:
        if verb == ATTACK:
            return target_refusal(s, CHARACTER, 4 * (1 - seat) + arg - 1)
        if verb == ASSAULT:
            return target_refusal(s, MODULE, 3 * (1 - seat) + arg)
        if verb == DEFY:
            if arg == 1:
                return target_refusal(s, COSMIC, GALACTUS)
            return second_refusal(s)
        return NOT_NOW
    if s.stage == SUPPORTING:
        return answers(verb, JOIN, APART)
    if s.stage == RALLYING:
        return answers(verb, GIVE, KEEP)
    if s.stage == GUARDING:
        if verb == GUARD:
            return guard_refusal(s, 4 * seat + arg - 1)
        return answers(verb, UNGUARDED, UNGUARDED)
    if s.stage == PREPARING:
        return answers(verb, USE, SKIP)
    if s.stage == REACTING:
        return answers(verb, REACT, LET_BE)
    return NOT_NOW


@rule
def refusal_rest(s: State, seat: int, verb: int, arg: int) -> int:
    if s.stage == NO_MERCY or s.stage == END_ORDERS:
        return answers(verb, GIVE, KEEP)
    if s.stage == REDIRECTING or s.stage == PREVENTING or s.stage == AFTERMATH:
        return answers(verb, USE, SKIP)
    if s.stage == CHOOSING_VICTIM and verb == STRIKE:
        return strike_refusal(s, 4 * (1 - seat) + arg - 1)
    if s.stage == FAVOURING and verb == FAVOUR:
        return favour_refusal(s, seat, arg)
    if s.stage == GRANTING:
        if verb == GRANT:
            return grant_refusal(s, seat, s.favour, 4 * seat + arg - 1)
        if verb == DONE:
            if s.favour == 3:
                return NO_FREE_SLOT
            return 0
    if s.stage == ORDER_WHO and (verb == ALLY or verb == ENEMY):
        summons = s.order_kind[s.leader_faction[seat]] == SUMMON
        if summons != (verb == ALLY):
            return NOT_FOR_ORDER
        if verb == ALLY:
            return order_target_refusal(s, seat, 4 * seat + arg - 1)
        return order_target_refusal(s, seat, 4 * (1 - seat) + arg - 1)
    if s.stage == ORDER_WHERE:
        if verb == TO:
            return order_square_refusal(s, arg)
        if verb == DONE:
            if order_may_stop(s):
                return 0
            return MUST_MOVE
    return NOT_NOW


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    """Every legal choice, in the order in which a table shows them."""
    offered = _OFFERED[s.stage]
    for i in range(len(offered)):
        verb = offered[i] - 1
        if verb >= 0:
            for arg in range(_FIRST[verb], _LAST[verb]):
                if refusal(s, seat, verb, arg) == 0:
                    offer(menu, verb, arg)


# Applying a choice.


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Trust the choice, then run on to the next question."""
    s.decider = NOBODY
    if verb <= DEPLOY:
        apply_before(s, seat, verb, arg)
    elif verb <= PASS:
        apply_phases(s, seat, verb, arg)
    elif verb <= UNGUARDED:
        apply_declaration(s, seat, verb, arg)
    elif verb <= LET_BE:
        apply_bidding(s, seat, verb, arg)
    else:
        apply_rest(s, seat, verb, arg)
    advance(s)


@rule
def apply_before(s: State, seat: int, verb: int, arg: int) -> None:
    if verb == FACTION:
        enlist_faction(s, seat, arg)
    elif verb == DRAFT:
        draft(s, seat, arg)
    elif verb == BUILD:
        choose_base(s, seat, arg)
    elif verb == LEADER:
        name_leader(s, seat, arg)
    else:
        deploy(s, arg)


@rule
def apply_phases(s: State, seat: int, verb: int, arg: int) -> None:
    own = 4 * seat + arg - 1
    if verb == ACTIVATE:
        activate(s, own)
    elif verb == MOVE:
        move(s, s.actor, arg)
    elif verb == PLAN:
        set_plan(s, s.actor, arg)
    elif verb == HEAL:
        set_heal(s, s.actor, own)
    elif verb == ACT:
        act(s, own)
    else:
        announce_pass(s)


@rule
def apply_declaration(s: State, seat: int, verb: int, arg: int) -> None:
    if verb == ATTACK:
        aim(s, CHARACTER, 4 * (1 - seat) + arg - 1)
    elif verb == ASSAULT:
        aim(s, MODULE, 3 * (1 - seat) + arg)
    elif verb == DEFY:
        if arg == 1:
            aim(s, COSMIC, GALACTUS)
        else:
            aim(s, COSMIC, s.second)
    elif verb == JOIN or verb == APART:
        answer_support(s, verb == JOIN)
    elif verb == GUARD:
        choose_guard(s, 4 * seat + arg - 1)
    else:
        leave_unguarded(s)


@rule
def apply_bidding(s: State, seat: int, verb: int, arg: int) -> None:
    side = s.window
    if verb == RAISE:
        raise_total(s, side)
    elif verb == REROLL or verb == REROLL_INITIATOR:
        use_reroll(s, side, 4 * seat + arg - 1, verb == REROLL_INITIATOR)
    elif verb == POWER:
        use_window_power(s, side)
    elif verb == YIELD:
        yield_window(s, side)
    elif verb == HOLD:
        hold_window(s, side)
    elif verb == STOP:
        stop_window(s, side)
    else:
        answer_reaction(s, verb == REACT)


@rule
def apply_rest(s: State, seat: int, verb: int, arg: int) -> None:
    if verb == STRIKE:
        choose_victim(s, 4 * (1 - seat) + arg - 1)
    elif verb == USE or verb == SKIP:
        answer_power(s, verb == USE)
    elif verb == GIVE or verb == KEEP:
        answer_order(s, seat, verb == GIVE)
    elif verb == ALLY:
        choose_order_target(s, 4 * seat + arg - 1)
    elif verb == ENEMY:
        choose_order_target(s, 4 * (1 - seat) + arg - 1)
    elif verb == TO:
        order_to(s, arg)
    elif verb == FAVOUR:
        choose_favour(s, seat, arg)
    elif verb == GRANT:
        grant(s, 4 * seat + arg - 1)
    elif s.stage == GRANTING:
        s.grants = 0
    else:
        s.order_steps = 0


@rule
def answer_power(s: State, uses: bool) -> None:
    """An optional power, at the moment it was asked for (BW-POWER-2)."""
    if s.stage == PREPARING:
        answer_override(s, uses)
    elif s.stage == REDIRECTING:
        answer_redirection(s, uses)
    elif s.stage == PREVENTING:
        answer_prevention(s, uses)
    else:
        answer_aftermath(s, uses)


@rule
def answer_order(s: State, seat: int, gives: bool) -> None:
    """An order, at the moment it was asked for; keeping it leaves it for later (BW-LEADER-6)."""
    if s.stage == COMMANDING:
        s.stage = STEPPING
    if not gives:
        return
    if s.stage == RALLYING:
        s.rallied = 1
        announce_order(s, seat)
    elif s.stage == NO_MERCY:
        s.damage += s.order_n[s.leader_faction[seat]]
        announce_order(s, seat)
    else:
        give_order(s, seat)


# The result.


@rule
def score(s: State, seat: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss; a destroyed world is lost by both (BW-WIN-4)."""
    if s.how == RUNNING:
        return 0
    if s.winner == NOBODY:
        if s.how == WORLD_DESTROYED:
            return LOST
        return DREW
    if s.winner == seat:
        return WON
    return LOST


@rule
def rank(s: State, seat: int) -> int:
    """1 for a winner and for both in a draw; nobody is first when the world is destroyed."""
    if s.how == RUNNING:
        return 0
    if score(s, seat) == LOST:
        return 2
    return 1


@rule
def ending(s: State) -> int:
    return s.how
