"""The board: distances, who stands where, who flies, what is in reach (BW-BOARD, BW-MOVE, BW-FLY, BW-ATTACK)."""

from bagarre.kernel.rule import rule, table

from ..choices import (
    COSMIC_SQUARE,
    ENEMY_MODULE,
    FLIGHT_BLOCKED,
    GRIPPED,
    MODULE_GONE,
    NOT_ATTACKABLE,
    OCCUPIED,
    OUT_OF_REACH,
    SQUARES,
    TARGET_FLIES,
    TOO_FAR_TO_WALK,
)
from ..programs import HIT_FLYERS, PAY_FOR_REACH, SET_REACH, TAX_MOVE, TELEPORT
from ..state import (
    BEYONDER,
    CHARACTER,
    COSMIC,
    FLIGHT,
    GALACTUS,
    GALACTUS_SQUARE,
    METAL,
    MODULE,
    NOBODY,
    OFF,
    RANGED,
    SILVER_SURFER,
    State,
)

BOARD = 35
COLUMN = table(i % 5 for i in range(BOARD))
ROW = table(i // 5 for i in range(BOARD))
assert len(SQUARES) == BOARD


@rule
def distance(a: int, b: int) -> int:
    """The larger of the two differences (BW-BOARD-2)."""
    return max(abs(COLUMN[a] - COLUMN[b]), abs(ROW[a] - ROW[b]))


@rule
def op_of(s: State, p: int, kind: int) -> int:
    """The row of a piece's operation of that kind, NOBODY when it has none."""
    if (s.skills[p] >> kind) & 1 == 0:
        return NOBODY
    first = s.card_first[s.card[p]]
    for k in range(first, first + s.card_ops[s.card[p]]):
        if s.op_kind[k] == kind:
            return k
    return NOBODY


@rule
def has_trait(s: State, p: int, trait: int) -> bool:
    return s.card_traits[s.card[p]] & trait != 0


@rule
def is_flying(s: State, p: int) -> bool:
    """The icon, and flight not lost this turn (BW-FLY-1)."""
    return s.card_traits[s.card[p]] & FLIGHT != 0 and s.grounded[p] == 0


@rule
def is_metal(s: State, p: int) -> bool:
    return has_trait(s, p, METAL)


@rule
def same_faction(s: State, p: int, q: int) -> bool:
    return s.card[p] >> 2 == s.card[q] >> 2


@rule
def adjacent(s: State, p: int, q: int) -> bool:
    """Two living pieces side by side."""
    return s.at[p] != OFF and s.at[q] != OFF and distance(s.at[p], s.at[q]) == 1


@rule
def holds_entity(s: State, square: int) -> bool:
    return square == GALACTUS_SQUARE or square == s.second_at


@rule
def obstacle(s: State, side: int, square: int) -> int:
    """Why a square is not available for a character of that side, 0 when it is (BW-BOARD-7)."""
    if s.piece_on[square] != NOBODY:
        return OCCUPIED
    if holds_entity(s, square):
        return COSMIC_SQUARE
    if s.module_on[square] != NOBODY and s.module_on[square] // 3 != side:
        return ENEMY_MODULE
    return 0


# Movement.


@rule
def can_fly_over(s: State, start: int, end: int) -> bool:
    """Is some square between the two free of flyers and entities? (BW-MOVE-4, BW-MOVE-5)"""
    for column in range(max(COLUMN[start], COLUMN[end]) - 1, min(COLUMN[start], COLUMN[end]) + 2):
        for row in range(max(ROW[start], ROW[end]) - 1, min(ROW[start], ROW[end]) + 2):
            if 0 <= column < 5 and 0 <= row < 7:
                between = row * 5 + column
                flyer = s.piece_on[between] != NOBODY and is_flying(s, s.piece_on[between])
                if not flyer and not holds_entity(s, between):
                    return True
    return False


@rule
def move_tax(s: State, p: int) -> int:
    """Power that an adjacent enemy makes a walker pay to move: one power's tax, however many hold it."""
    if is_flying(s, p):
        return 0
    tax = 0
    enemy = 4 * (1 - (p >> 2))
    for q in range(enemy, enemy + 4):
        k = op_of(s, q, TAX_MOVE)
        if k != NOBODY and adjacent(s, p, q):
            tax = max(tax, s.op_n[k])
    return tax


@rule
def move_refusal(s: State, p: int, square: int) -> int:
    """Why a piece cannot go to a square in its activation, 0 when it can."""
    here = s.at[p]
    if square == here:
        return 0  # moving is optional (BW-MOVE-1, BW-MOVE-3)
    steps = distance(here, square)
    k = op_of(s, p, TELEPORT)
    jump = k != NOBODY and steps <= s.op_n[k]
    flies = is_flying(s, p)
    if steps > 1 and not jump and not (flies and steps == 2):
        return TOO_FAR_TO_WALK
    reason = obstacle(s, p >> 2, square)
    if reason != 0:
        return reason
    if steps == 2 and not jump and not can_fly_over(s, here, square):
        return FLIGHT_BLOCKED
    if move_tax(s, p) > s.power[p]:
        return GRIPPED
    return 0


# Reach.


@rule
def plain_reach(s: State, p: int) -> int:
    """1 in melee, 2 at range (BW-ATTACK-5)."""
    if has_trait(s, p, RANGED):
        return 2
    return 1


@rule
def reach(s: State, p: int) -> int:
    """The reach with the powers that change it."""
    k = op_of(s, p, SET_REACH)
    if k != NOBODY:
        return s.op_n[k]
    return plain_reach(s, p)


@rule
def reach_price(s: State, p: int, square: int) -> int:
    """Power that an initiator pays to attack beyond its reach; NOBODY when it cannot (BW-COMBAT-1)."""
    steps = distance(s.at[p], square)
    if steps <= reach(s, p):
        return 0
    k = op_of(s, p, PAY_FOR_REACH)
    if k != NOBODY and steps <= s.op_n[k] and s.op_cost[k] <= s.power[p]:
        return s.op_cost[k]
    return NOBODY


@rule
def attack_refusal(s: State, p: int, kind: int, target: int, initiates: bool) -> int:
    """Why a piece cannot attack that target, as initiator or as supporter; 0 when it can (BW-ATTACK-2 to 6)."""
    if kind == COSMIC:
        return cosmic_attack_refusal(s, p, target)
    if kind == MODULE:
        square = s.module_square[target]
        if square == OFF or s.resistance[target] == 0:
            return MODULE_GONE
    else:
        square = s.at[target]
    if distance(s.at[p], square) <= reach(s, p):
        airborne = kind == CHARACTER and is_flying(s, target)
        if airborne and not hits_flyers(s, p):
            return TARGET_FLIES
        return 0
    # A paid attack is ranged: it hits flyers too.
    if initiates and reach_price(s, p, square) > 0:
        return 0
    return OUT_OF_REACH


@rule
def hits_flyers(s: State, p: int) -> bool:
    """Ranged, flying itself, or by a power (BW-FLY-2 to 5)."""
    return has_trait(s, p, RANGED) or is_flying(s, p) or op_of(s, p, HIT_FLYERS) != NOBODY


@rule
def cosmic_attack_refusal(s: State, p: int, entity: int) -> int:
    """Entities: no power changes the reach or the right to hit flyers (BW-COSMIC-3, BW-COSMIC-5)."""
    square = GALACTUS_SQUARE
    if entity != GALACTUS:
        square = s.second_at
        if entity == BEYONDER or square == OFF:
            return NOT_ATTACKABLE
    if distance(s.at[p], square) > plain_reach(s, p):
        return OUT_OF_REACH
    if entity == SILVER_SURFER and not has_trait(s, p, RANGED) and not is_flying(s, p):
        return TARGET_FLIES
    return 0


@rule
def has_target(s: State, p: int) -> bool:
    """Can the piece attack anything at all? (BW-ACT-4)"""
    enemy = 1 - (p >> 2)
    for q in range(4 * enemy, 4 * enemy + 4):
        if s.at[q] != OFF and attack_refusal(s, p, CHARACTER, q, True) == 0:
            return True
    for module in range(3 * enemy, 3 * enemy + 3):
        if attack_refusal(s, p, MODULE, module, True) == 0:
            return True
    if cosmic_attack_refusal(s, p, GALACTUS) == 0:
        return True
    return s.second != GALACTUS and cosmic_attack_refusal(s, p, s.second) == 0
