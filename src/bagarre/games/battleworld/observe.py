"""What a side observes, as numbers for learning. The reader's own pieces and modules come first; squares are those of the notation."""

from typing import Any

from bagarre.kernel.pieces import PieceBook, choose_one, put, put_bits, put_count
from bagarre.kernel.rule import rule

from .choices import MODULES, PLANS, SQUARES
from .state import (
    CHARACTER,
    COSMIC,
    FLIGHT,
    METAL,
    MODULE,
    NOBODY,
    RANGED,
    State,
)

STAGES = (
    "choosing", "drafting", "toss", "building", "naming_leaders", "deploying", "turn_begins", "planning_orders",
    "activating", "moving", "planning", "healing", "resolution_orders", "commanding", "stepping", "targeting",
    "supporting", "rallying", "guarding", "preparing", "rolling", "bidding", "reacting", "result", "no_mercy",
    "choosing_victim", "redirecting", "preventing", "wounding", "aftermath", "checking", "favouring", "granting",
    "phase_over", "wandering", "end_orders", "end_effects", "clock", "order_who", "order_where",
)  # fmt: skip
FATES = ("none", "pending", "executed", "disturbed", "cancelled", "lost")
TRAITS = ("ranged", "flight", "metal")
COMBAT = ("attack", "defence")
TEAM = ("own 1", "own 2", "own 3", "own 4", "enemy 1", "enemy 2", "enemy 3", "enemy 4")
BASES = tuple(f"{whose} {module}" for whose in ("own", "enemy") for module in MODULES)
ENTITIES = ("Galactus", "Beyonder", "Silver Surfer", "Thanos")
TARGET_KINDS = ("character", "module", "cosmic")
SIDES = ("own", "enemy")

PIECES = PieceBook()
ASKED = PIECES.flags("asked", tells="the reader must choose")
VILLAINS = PIECES.flags("villains", tells="the reader's side is the second one")
STAGE = PIECES.one_of("stage", options=STAGES, tells="what the game is waiting for")
TURN = PIECES.counts("turn", most=30, tells="turns so far")
INITIATIVE = PIECES.flags("initiative", tells="the reader has the initiative")
ENERGY = PIECES.counts("energy", most=40, tells="energy of the clock")
CLOCK_LEFT = PIECES.counts("energy_left", most=40, tells="energy that is missing to the end of the world")

CARD = PIECES.one_of("card", 8, options=32, tells="the card of each piece, own team first")
AT = PIECES.one_of("square", 8, options=SQUARES, tells="where each piece stands; none: dead or not deployed")
LIFE = PIECES.counts("life", 8, most=8, options=TEAM, tells="life of each piece")
POWER = PIECES.counts("power", 8, most=8, options=TEAM, tells="power tokens")
REROLL = PIECES.flags("reroll", 8, options=TEAM, tells="reroll token")
VICTORY = PIECES.counts("victory", 8, most=6, options=TEAM, tells="victory tokens")
DIE = PIECES.counts("die", 8, most=12, options=TEAM, tells="sides of its die")
STRIKE = PIECES.counts("strike", 8, most=6, options=TEAM, tells="damage of its blows")
TRAIT = PIECES.flags("traits", 8, 3, options=TRAITS, tells="what its card says")
PLAN = PIECES.one_of("plan", 8, options=PLANS, tells="its plan")
FATE = PIECES.one_of("fate", 8, options=FATES, tells="what became of the plan")
HEALS = PIECES.flags("heals", 8, tells="it has a patient")
ACTIVATED = PIECES.flags("activated", 8, options=TEAM, tells="activated in this turn")
GROUNDED = PIECES.flags("grounded", 8, options=TEAM, tells="its flight is lost for this turn")
BURNING = PIECES.counts("burning", 8, most=4, options=TEAM, tells="it burns")
SUFFERED = PIECES.counts("attacks", 8, most=4, options=TEAM, tells="attacks suffered in this turn")

MODULE_AT = PIECES.one_of(
    "module_square", 6, options=SQUARES, tells="where each module stands, own base first"
)
RESISTANCE = PIECES.counts("resistance", 6, most=8, options=BASES, tells="resistance of each module")
SECOND = PIECES.one_of(
    "second_entity", options=ENTITIES, tells="the second entity in play; the first means none"
)
SECOND_AT = PIECES.one_of("second_square", options=SQUARES, tells="where it is")
WANDERER = PIECES.counts("wanderer_life", most=20, tells="its life")

LEADERS = PIECES.flags("leader", 2, options=SIDES, tells="a leader is named")
ORDERED = PIECES.flags("order_given", 2, options=SIDES, tells="its order is given")

ACTOR = PIECES.one_of("actor", options=TEAM, tells="the piece that acts")
INITIATOR = PIECES.one_of("attacker", options=TEAM, tells="the attacking piece of the combat")
TARGET_KIND = PIECES.one_of("target_kind", options=TARGET_KINDS, tells="what is attacked")
TARGET_PIECE = PIECES.one_of("target_piece", options=TEAM, tells="the piece attacked")
TARGET_MODULE = PIECES.one_of("target_module", options=BASES, tells="the module attacked")
DEFENDER = PIECES.one_of("defender", options=TEAM, tells="the piece that defends")
SUPPORTERS = PIECES.flags("supporters", 4, tells="supporters, by their number in the attacker's roster")
TOTAL = PIECES.counts("total", 2, most=60, options=COMBAT, tells="totals of the combat")
AHEAD = PIECES.signed("ahead", most=60, tells="how far the reader's total is ahead")
ROLLS = PIECES.counts("rolls", 2, most=12, options=COMBAT, tells="dice rolled")
SPENT = PIECES.counts("spent", 2, most=8, options=COMBAT, tells="power spent on raises")
YIELDED = PIECES.flags("yielded", 2, options=COMBAT, tells="who has yielded")
DAMAGE = PIECES.counts("damage", most=12, tells="damage to be dealt")
VICTIM = PIECES.one_of("victim", options=TEAM, tells="who would suffer it")


@rule
def observe(s: State, seat: int, o: Any) -> None:
    o[ASKED] = 1 if s.decider == seat else 0
    o[VILLAINS] = seat
    choose_one(o, STAGE, s.stage)
    put_count(o, TURN, s.turn, 30)
    o[INITIATIVE] = 1 if s.initiative == seat else 0
    put_count(o, ENERGY, s.energy, 40)
    put_count(o, CLOCK_LEFT, s.threshold - s.energy, 40)
    for i in range(8):
        p = own_first(seat, i)
        if s.card[p] != NOBODY:
            observe_piece(s, p, i, o)
    for i in range(6):
        m = (i + 3 * seat) % 6
        if s.resistance[m] > 0:
            choose_one(o, MODULE_AT + 35 * i, s.module_square[m])
        put_count(o, RESISTANCE + i, s.resistance[m], 8)
    choose_one(o, SECOND, s.second)
    choose_one(o, SECOND_AT, s.second_at)
    put_count(o, WANDERER, s.wanderer_life, 20)
    for i in range(2):
        o[LEADERS + i] = 1 if s.leader[(seat + i) % 2] != NOBODY else 0
        o[ORDERED + i] = 1 if s.order_given[(seat + i) % 2] else 0
    choose_one(o, ACTOR, seen_piece(seat, s.actor))
    if s.initiator != NOBODY or s.rolls[0] > 0:
        observe_combat(s, seat, o)


@rule
def own_first(seat: int, i: int) -> int:
    """A piece by its place in the observation; the same rule goes the other way."""
    return (i + 4 * seat) % 8


@rule
def seen_piece(seat: int, p: int) -> int:
    return own_first(seat, p) if p >= 0 else -1


@rule
def observe_piece(s: State, p: int, i: int, o: Any) -> None:
    card = s.card[p]
    choose_one(o, CARD + 32 * i, card)
    choose_one(o, AT + 35 * i, s.at[p])
    put_count(o, LIFE + i, s.life[p], 8)
    put_count(o, POWER + i, s.power[p], 8)
    put_count(o, REROLL + i, s.reroll[p], 1)
    put_count(o, VICTORY + i, s.victory[p], 6)
    put_count(o, DIE + i, s.card_die[card], 12)
    put_count(o, STRIKE + i, s.card_strike[card], 6)
    traits = s.card_traits[card]
    o[TRAIT + 3 * i] = 1 if traits & RANGED else 0
    o[TRAIT + 3 * i + 1] = 1 if traits & FLIGHT else 0
    o[TRAIT + 3 * i + 2] = 1 if traits & METAL else 0
    choose_one(o, PLAN + 11 * i, s.plan[p])
    choose_one(o, FATE + 6 * i, s.fate[p])
    o[HEALS + i] = 1 if s.heal_target[p] != NOBODY else 0
    o[ACTIVATED + i] = 1 if s.activated[p] else 0
    o[GROUNDED + i] = 1 if s.grounded[p] else 0
    put_count(o, BURNING + i, s.burning[p], 4)
    put_count(o, SUFFERED + i, s.attacks[p], 4)


@rule
def observe_combat(s: State, seat: int, o: Any) -> None:
    choose_one(o, INITIATOR, seen_piece(seat, s.initiator))
    choose_one(o, TARGET_KIND, s.target_kind)
    if s.target_kind == CHARACTER:
        choose_one(o, TARGET_PIECE, seen_piece(seat, s.target))
    elif s.target_kind == MODULE and s.target >= 0:
        choose_one(o, TARGET_MODULE, (s.target + 3 * seat) % 6)
    choose_one(o, DEFENDER, seen_piece(seat, s.defender))
    put_bits(o, SUPPORTERS, s.supporters, 4)
    for side in range(2):
        put_count(o, TOTAL + side, s.total[side], 60)
        put_count(o, ROLLS + side, s.rolls[side], 12)
        put_count(o, SPENT + side, s.spent[side], 8)
        o[YIELDED + side] = 1 if s.yielded[side] else 0
    attacks = s.initiator >> 2 == seat if s.initiator != NOBODY else False
    own = 0 if attacks else 1
    if s.target_kind != COSMIC or attacks:
        put(o, AHEAD, s.total[own] - s.total[1 - own], 60)
    put_count(o, DAMAGE, s.damage, 12)
    choose_one(o, VICTIM, seen_piece(seat, s.victim))
