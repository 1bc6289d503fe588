"""The rules of Battleworld: the stages of a game in the order of play, each told once. The modules are the parts of a turn.

preparation   teams, bases, leaders, deployment      planning     phase 1: moves and plans
resolution    phase 2: the steps                     orders       what leaders may order, and when
combat        from the target to the rolls           auction      raising, rerolling, yielding
damage        result, wounds, powers, favours        ending       end of the turn, victory, the clock
board         squares, distances, what stands where  tokens       labels, gains, wounds, death
"""

from bagarre.kernel.phases import Answer, PhaseBook
from bagarre.kernel.rule import rule

from .. import choices as verb
from .. import state as stage
from ..choices import NOT_YOUR_TURN
from ..state import NOBODY, RUNNING, WORLD_DESTROYED, State
from . import auction, combat, damage, orders, planning, preparation, resolution
from . import ending as end
from .planning import ask_side
from .preparation import start_preparation
from .tokens import enemy_module, enemy_piece, own_piece

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]

WON, DREW, LOST = 1, 0, -1
ORDERS = [Answer(verb.GIVE, orders.give_order), Answer(verb.KEEP, orders.keep_order)]

STAGES = PhaseBook(verb.VERBS, "stage", otherwise=verb.NOT_NOW)
# Set-up.
STAGES.phase(
    stage.CHOOSING,
    preparation.run_choosing,
    [Answer(verb.FACTION, preparation.enlist_faction, preparation.faction_refusal)],
)
STAGES.phase(
    stage.DRAFTING,
    preparation.run_drafting,
    [Answer(verb.DRAFT, preparation.draft, preparation.draft_refusal)],
)
STAGES.phase(stage.TOSS, preparation.run_toss)
STAGES.phase(stage.BUILDING, preparation.run_building, [Answer(verb.BUILD, preparation.choose_base)])
STAGES.phase(
    stage.NAMING_LEADERS,
    preparation.run_naming,
    [Answer(verb.LEADER, preparation.name_leader, preparation.leader_refusal)],
)
STAGES.phase(
    stage.DEPLOYING,
    preparation.run_deploying,
    [Answer(verb.DEPLOY, preparation.deploy, preparation.deploy_refusal)],
)
# Phase 1: moves and plans.
STAGES.phase(stage.TURN_BEGINS, planning.run_turn_begins)
STAGES.phase(stage.PLANNING_ORDERS, orders.run_planning_orders, ORDERS)
STAGES.phase(
    stage.ACTIVATING,
    planning.run_activating,
    [Answer(verb.ACTIVATE, planning.activate, planning.activation_refusal, reads=own_piece)],
)
STAGES.phase(stage.MOVING, planning.run_moving, [Answer(verb.MOVE, planning.move, planning.step_refusal)])
STAGES.phase(stage.PLANNING, ask_side, [Answer(verb.PLAN, planning.set_plan, planning.actor_plan_refusal)])
STAGES.phase(
    stage.HEALING,
    ask_side,
    [Answer(verb.HEAL, planning.set_heal, planning.actor_heal_refusal, reads=own_piece)],
)
# Phase 2: the steps.
STAGES.phase(stage.RESOLUTION_ORDERS, orders.run_resolution_orders, ORDERS)
STAGES.phase(
    stage.COMMANDING,
    ask_side,
    [Answer(verb.GIVE, orders.give_command), Answer(verb.KEEP, orders.keep_command)],
)
STAGES.phase(
    stage.STEPPING,
    resolution.run_stepping,
    [
        Answer(verb.ACT, resolution.act, resolution.act_refusal, reads=own_piece),
        Answer(verb.PASS, resolution.announce_pass, resolution.pass_refusal),
    ],
)
# A combat, to the end of its auction.
STAGES.phase(
    stage.TARGETING,
    ask_side,
    [
        Answer(verb.ATTACK, combat.attack_character, combat.character_refusal, reads=enemy_piece),
        Answer(verb.ASSAULT, combat.attack_module, combat.module_refusal, reads=enemy_module),
        Answer(verb.DEFY, combat.defy_entity, combat.entity_refusal),
    ],
)
STAGES.phase(
    stage.SUPPORTING,
    combat.run_supporting,
    [Answer(verb.JOIN, combat.answer_support), Answer(verb.APART, combat.answer_support)],
)
STAGES.phase(
    stage.RALLYING,
    combat.run_rallying,
    [Answer(verb.GIVE, combat.rally), Answer(verb.KEEP, orders.keep_order)],
)
STAGES.phase(
    stage.GUARDING,
    combat.run_guarding,
    [
        Answer(verb.GUARD, combat.choose_guard, combat.guard_refusal, reads=own_piece),
        Answer(verb.UNGUARDED, combat.leave_unguarded),
    ],
)
STAGES.phase(
    stage.PREPARING,
    combat.run_preparing,
    [Answer(verb.USE, combat.answer_override), Answer(verb.SKIP, combat.answer_override)],
)
STAGES.phase(stage.ROLLING, combat.run_rolling)
STAGES.phase(
    stage.BIDDING,
    auction.run_bidding,
    [
        Answer(verb.RAISE, auction.raise_total, auction.raise_in_window_refusal),
        Answer(verb.REROLL, auction.use_reroll, auction.reroll_in_window_refusal, reads=own_piece),
        Answer(verb.REROLL_INITIATOR, auction.use_reroll, auction.reroll_in_window_refusal, reads=own_piece),
        Answer(verb.POWER, auction.use_window_power, auction.power_in_window_refusal),
        Answer(verb.YIELD, auction.yield_window, auction.closing_refusal),
        Answer(verb.HOLD, auction.hold_window, auction.closing_refusal),
        Answer(verb.STOP, auction.stop_window, auction.closing_refusal),
    ],
)
STAGES.phase(
    stage.REACTING,
    auction.run_reacting,
    [Answer(verb.REACT, auction.answer_reaction), Answer(verb.LET_BE, auction.answer_reaction)],
)
# From the result of a combat to the favours.
STAGES.phase(stage.RESULT, damage.run_result)
STAGES.phase(
    stage.NO_MERCY,
    damage.run_no_mercy,
    [Answer(verb.GIVE, damage.show_no_mercy), Answer(verb.KEEP, orders.keep_order)],
)
STAGES.phase(
    stage.CHOOSING_VICTIM,
    damage.run_choosing_victim,
    [Answer(verb.STRIKE, damage.choose_victim, damage.strike_refusal, reads=enemy_piece)],
)
STAGES.phase(
    stage.REDIRECTING,
    damage.run_redirecting,
    [Answer(verb.USE, damage.answer_redirection), Answer(verb.SKIP, damage.answer_redirection)],
)
STAGES.phase(
    stage.PREVENTING,
    damage.run_preventing,
    [Answer(verb.USE, damage.answer_prevention), Answer(verb.SKIP, damage.answer_prevention)],
)
STAGES.phase(stage.WOUNDING, damage.run_wounding)
STAGES.phase(
    stage.AFTERMATH,
    damage.run_aftermath,
    [Answer(verb.USE, damage.answer_aftermath), Answer(verb.SKIP, damage.answer_aftermath)],
)
STAGES.phase(stage.CHECKING, end.run_checking)
STAGES.phase(
    stage.FAVOURING, damage.run_favouring, [Answer(verb.FAVOUR, damage.choose_favour, damage.favour_refusal)]
)
STAGES.phase(
    stage.GRANTING,
    damage.run_granting,
    [
        Answer(verb.GRANT, damage.grant, damage.gift_refusal, reads=own_piece),
        Answer(verb.DONE, damage.leave_the_rest, damage.enough_refusal),
    ],
)
# The end of the turn.
STAGES.phase(stage.PHASE_OVER, resolution.run_phase_over)
STAGES.phase(stage.WANDERING, end.run_wandering)
STAGES.phase(stage.END_ORDERS, orders.run_end_orders, ORDERS)
STAGES.phase(stage.END_EFFECTS, end.run_end_effects)
STAGES.phase(stage.CLOCK, end.run_clock)
# Orders that go on asking.
STAGES.phase(
    stage.ORDER_WHO,
    orders.run_order_who,
    [
        Answer(verb.ALLY, orders.choose_order_target, orders.member_refusal, reads=own_piece),
        Answer(verb.ENEMY, orders.choose_order_target, orders.enemy_refusal, reads=enemy_piece),
    ],
)
STAGES.phase(
    stage.ORDER_WHERE,
    orders.run_order_where,
    [
        Answer(verb.TO, orders.order_to, orders.order_square_refusal),
        Answer(verb.DONE, orders.stop_order, orders.stop_refusal),
    ],
)

enter_stage, choices, why_not, take = STAGES.ladders()


@rule
def setup(s: State) -> None:
    start_preparation(s)
    advance(s)


@rule
def advance(s: State) -> None:
    """Run the stages one after another until somebody must choose or the game is over."""
    while s.decider == NOBODY and s.how == RUNNING:
        enter_stage(s)


@rule
def deciders(s: State) -> int:
    if s.how != RUNNING or s.decider == NOBODY:
        return 0
    return 1 << s.decider


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed now, 0 when it is."""
    if s.how != RUNNING or seat != s.decider:
        return NOT_YOUR_TURN
    return why_not(s, seat, verb, arg)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Trust the choice, then run on to the next question."""
    s.decider = NOBODY
    take(s, seat, verb, arg)
    advance(s)


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
