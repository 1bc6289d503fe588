"""Phase 3 and the end of the game (BW-END, BW-WIN, BW-GALACTUS, BW-THANOS)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import (
    BURNS,
    CLOCK_TICKS,
    DRAWN_GAME,
    ENTITY_ATTACKS,
    GAINS_LIFE,
    GAINS_POWER,
    GAINS_REROLL,
    GAINS_VICTORY,
    HUNGER,
    MODULE_LIFE,
    MODULE_POWER,
    WANDERS,
    WINS_GAME,
    WORLD_DESTROYED,
)
from ..programs import AT_END, GAIN_LIFE, GAIN_POWER, GAIN_VICTORY, REFRESH_REROLL
from ..state import (
    BASE_DESTROYED,
    CHECKING,
    CLOCK,
    COSMIC,
    ELIMINATION,
    END_ORDERS,
    ENERGY_MODULE,
    FAVOURING,
    GALACTUS,
    HEAL_MODULE,
    MUTUAL,
    NO_FATE,
    NOBODY,
    OFF,
    POINTS,
    PREPARING,
    SILVER_SURFER,
    THANOS,
    TURN_BEGINS,
    State,
)
from ..state import WORLD_DESTROYED as WORLD_ENDED
from .board import distance, obstacle
from .combat import clear_combat, disturb
from .tokens import (
    MODULE_ENERGY,
    MODULE_HEAL,
    NO_PLAN,
    entity_label,
    gain_life,
    gain_power,
    gain_victory,
    is_pending,
    label,
    power_label,
    side_has_base,
    side_has_life,
    wound,
)

# The wanderer.


@rule
def prey(s: State) -> int:
    """The nearest living character; ties by life, initiative, column, row (BW-THANOS-2)."""
    best = NOBODY
    best_rank = 0
    for p in range(8):
        if s.at[p] != OFF:
            second_side = (p >> 2) ^ s.initiative
            rank = (distance(s.at[p], s.second_at) * 32 + s.life[p]) * 2 + second_side
            rank = (rank * 5 + s.at[p] % 5) * 7 + s.at[p] // 5
            if best == NOBODY or rank < best_rank:
                best = p
                best_rank = rank
    return best


@rule
def wander_towards(s: State, p: int) -> None:
    """One square nearer, when there is one; lowest column, then lowest row (BW-THANOS-2)."""
    best = OFF
    nearest = distance(s.second_at, s.at[p])
    for column in range(5):
        for row in range(7):
            square = row * 5 + column
            free = obstacle(s, NOBODY, square) == 0
            if free and distance(square, s.second_at) == 1 and distance(square, s.at[p]) < nearest:
                best = square
                nearest = distance(square, s.at[p])
    if best != OFF:
        s.second_at = best
        emit(s, WANDERS, entity_label(s, THANOS), best)


@rule
def run_wandering(s: State) -> None:
    """The roaming entity moves and attacks (BW-END-2, BW-THANOS-3)."""
    s.asked = 0
    s.stage = END_ORDERS
    if s.second != THANOS or s.second_at == OFF:
        return
    p = prey(s)
    if distance(s.at[p], s.second_at) > 1:
        wander_towards(s, p)
    if distance(s.at[p], s.second_at) > 1:
        return
    clear_combat(s)
    s.initiator = NOBODY
    s.target_kind = COSMIC
    s.target = THANOS
    s.target_square = s.at[p]
    s.defender = p
    s.after_combat = END_ORDERS
    emit(s, ENTITY_ATTACKS, entity_label(s, THANOS), label(s, p))
    disturb(s, p, False)
    s.stage = PREPARING


# Modules, powers and burns at the end of the turn.


@rule
def run_end_effects(s: State) -> None:
    """Modules, then end-of-turn powers, then burns, all at once (BW-END-3)."""
    for p in range(8):
        if s.at[p] != OFF:
            use_module(s, p)
    for p in range(8):
        if s.at[p] != OFF:
            end_powers(s, p)
    for p in range(8):
        if s.at[p] != OFF and s.burning[p] > 0:
            n = s.burning[p]
            s.burning[p] = 0
            emit(s, BURNS, label(s, p), n)
            wound(s, p, n, 1 - (p >> 2))
    s.after_combat = CLOCK
    s.stage = CHECKING


@rule
def use_module(s: State, p: int) -> None:
    """A die that stayed on the module's icon (BW-MODULE-1, BW-MODULE-2)."""
    if is_pending(s, p, MODULE_ENERGY):
        emit(s, MODULE_POWER, label(s, p), gain_power(s, p, s.module_gain[ENERGY_MODULE]))
    elif is_pending(s, p, MODULE_HEAL):
        emit(s, MODULE_LIFE, label(s, p), gain_life(s, p, s.module_gain[HEAL_MODULE]))


@rule
def end_powers(s: State, p: int) -> None:
    card = s.card[p]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        kind = s.op_kind[k]
        if s.op_how[k] != AT_END:
            continue
        if kind == GAIN_LIFE:
            gained = gain_life(s, p, s.op_n[k])
            if gained > 0:
                emit(s, GAINS_LIFE, label(s, p), gained, power_label(s, k))
        elif kind == GAIN_POWER:
            gained = gain_power(s, p, s.op_n[k])
            if gained > 0:
                emit(s, GAINS_POWER, label(s, p), gained, power_label(s, k))
        elif kind == GAIN_VICTORY:
            gained = gain_victory(s, p, s.op_n[k])
            if gained > 0:
                emit(s, GAINS_VICTORY, label(s, p), gained, power_label(s, k))
        elif kind == REFRESH_REROLL and s.reroll[p] == 0:
            s.reroll[p] = 1
            emit(s, GAINS_REROLL, label(s, p), power_label(s, k))


# The clock and the next turn.


@rule
def run_clock(s: State) -> None:
    """The clock's hunger, the cap on turns, then a new turn (BW-END-5 to 8, BW-WIN-8)."""
    gain = 1
    if s.hungry_die:
        face = roll(s, s.entity_die[GALACTUS])
        emit(s, HUNGER, entity_label(s, GALACTUS), face)
        gain = hunger(face, s.entity_die[GALACTUS])
    if s.second == SILVER_SURFER:
        gain = gain * 2 * (1 - s.herald_beaten)
    s.energy = min(s.threshold, s.energy + gain)
    emit(s, CLOCK_TICKS, entity_label(s, GALACTUS), gain, s.energy, s.threshold)
    if s.energy >= s.threshold or s.turn >= s.max_turns:
        destroy_world(s)
    else:
        next_turn(s)


@rule
def hunger(face: int, die: int) -> int:
    """A quarter of the faces give nothing, half of them 1, a quarter 2 (BW-GALACTUS-2)."""
    if 4 * face <= die:
        return 0
    if 4 * face <= 3 * die:
        return 1
    return 2


@rule
def next_turn(s: State) -> None:
    """Dice back to the centre, what lasts a turn ends, the token is turned (BW-END-6 to 8)."""
    for p in range(8):
        s.plan[p] = NO_PLAN
        s.fate[p] = NO_FATE
        s.heal_target[p] = NOBODY
        s.activated[p] = 0
        s.grounded[p] = 0
        s.attacks[p] = 0
        s.free_raises[p] = 0
    s.ducking[0] = 0
    s.ducking[1] = 0
    s.herald_beaten = 0
    s.initiative = 1 - s.initiative
    s.turn += 1
    s.stage = TURN_BEGINS


# The end of the game.


@rule
def run_checking(s: State) -> None:
    """Victory check (BW-WIN-1 to 3, BW-WIN-6)."""
    lost0 = is_beaten(s, 0)
    lost1 = is_beaten(s, 1)
    if lost0 and lost1:
        s.how = MUTUAL
        emit(s, DRAWN_GAME, MUTUAL)
    elif lost0:
        win(s, 1, how_beaten(s, 0))
    elif lost1:
        win(s, 0, how_beaten(s, 1))
    else:
        s.stage = FAVOURING


@rule
def is_beaten(s: State, side: int) -> bool:
    return not side_has_life(s, side) or not side_has_base(s, side)


@rule
def how_beaten(s: State, side: int) -> int:
    if not side_has_life(s, side):
        return ELIMINATION
    return BASE_DESTROYED


@rule
def win(s: State, side: int, how: int) -> None:
    s.how = how
    s.winner = side
    emit(s, WINS_GAME, side, how)


@rule
def destroy_world(s: State) -> None:
    """Nobody wins, or points decide (BW-WIN-4, BW-WIN-7)."""
    emit(s, WORLD_DESTROYED, entity_label(s, GALACTUS))
    s.how = WORLD_ENDED
    if not s.by_points:
        return
    ahead = points(s, 0) - points(s, 1)
    if ahead > 0:
        win(s, 0, POINTS)
    elif ahead < 0:
        win(s, 1, POINTS)
    else:
        s.how = POINTS
        emit(s, DRAWN_GAME, POINTS)


@rule
def points(s: State, side: int) -> int:
    """Dead enemies, then destroyed modules, then one's own remaining life, as one number (BW-WIN-7)."""
    dead = 0
    life = 0
    for i in range(4):
        if s.at[4 * (1 - side) + i] == OFF:
            dead += 1
        life += s.life[4 * side + i]
    ruins = 0
    for module in range(3 * (1 - side), 3 * (1 - side) + 3):
        if s.module_square[module] != OFF and s.resistance[module] == 0:
            ruins += 1
    return (dead * 4 + ruins) * 256 + life
