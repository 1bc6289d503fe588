"""Characters: who they are, where they are, what they roll, and what ends when they are shaken."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..events import MADE_ROOM, PENALTY_ARM, PENALTY_OVER, PENALTY_STUNNED, ROLL_UNDER
from ..state import (
    BAR,
    HIDDEN_SHEETS,
    IN_PLAY,
    LEFT_ARM,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    PINBALL,
    RIGHT_ARM,
    ROLL_UNDER_STRICT,
    SIDE,
    VIDEO,
    State,
)
from .geometry import WALKING, barred, base, bears, surface, towards, upright_kind


@rule
def tag(s: State, c: int) -> int:
    """How events name a character: their name and their letter in one number."""
    return s.name[c] * 32 + s.letter[c]


@rule
def owners(s: State, c: int) -> int:
    """Who may read the numbers of a sheet: all, or with hidden sheets the owner (BA-R69)."""
    if s.options & HIDDEN_SHEETS:
        return 1 << s.seat_of[c]
    return -1


@rule
def side_of(s: State, seat: int) -> int:
    """The side of a seat: two named sides, or each gang for itself (BA-SETUP-12)."""
    return seat & 1 if s.sided else seat


@rule
def combat(s: State, c: int) -> int:
    """Combat modifier (BA-CHAR-3)."""
    return (s.strength[c] + s.dexterity[c] + 1) // 2


@rule
def in_play(s: State, c: int) -> bool:
    return s.fate[c] == IN_PLAY


@rule
def standing(s: State, c: int) -> bool:
    return s.fate[c] == IN_PLAY and s.prone[c] == 0


@rule
def level(s: State, c: int) -> int:
    """Level of a character; a prone one is on the ground, whatever stands there (BA-BLOW-9)."""
    if s.prone[c]:
        return base(s, s.at[c])
    return surface(s, s.at[c])


@rule
def lost_arms(s: State, c: int) -> int:
    """How many arms are at 0."""
    return (1 if s.hp[c][RIGHT_ARM] == 0 else 0) + (1 if s.hp[c][LEFT_ARM] == 0 else 0)


@rule
def under_furniture(s: State, c: int) -> bool:
    return s.prone[c] != 0 and upright_kind(s, s.at[c]) != NO_PIECE


@rule
def by_letter(s: State, letter: int) -> int:
    """The character of that letter, NOBODY for none."""
    # Most letters are given in the order of the characters (BA-CHAR-7).
    if letter < s.crowd and s.letter[letter] == letter:
        return letter
    for c in range(s.crowd):
        if s.letter[c] == letter:
            return c
    return NOBODY


# Who is where.


@rule
def occupant(s: State, p: int, prone: int) -> int:
    """Whom a character in that posture would meet on p: on top of furniture, or on the floor layer (BA-OCC-2); NOBODY if none."""
    if prone == 0 and bears(upright_kind(s, p)):
        n = s.piece[p] - 1
        return s.rider[n][0 if s.piece_at[n] == p else 1] - 1
    return s.stander[p] - 1


@rule
def lift(s: State, c: int) -> None:
    """Take a character off the board."""
    p = s.at[c]
    if s.stander[p] == c + 1:
        s.stander[p] = 0
    n = s.piece[p] - 1
    if n >= 0:
        for k in range(2):
            if s.rider[n][k] == c + 1:
                s.rider[n][k] = 0


@rule
def put(s: State, c: int, p: int) -> None:
    """Put a lifted character on a point, on top of the furniture there if they stand."""
    s.at[c] = p
    if s.prone[c] == 0 and bears(upright_kind(s, p)):
        n = s.piece[p] - 1
        s.rider[n][0 if s.piece_at[n] == p else 1] = c + 1
    else:
        s.stander[p] = c + 1


@rule
def move(s: State, c: int, p: int) -> None:
    lift(s, c)
    put(s, c, p)


@rule
def may_be_at(s: State, p: int, prone: int) -> bool:
    """Could somebody in that posture be put on p? (BA-OCC-3, -4, -5)"""
    kind = upright_kind(s, p)
    if kind == VIDEO or occupant(s, p, prone) >= 0:
        return False
    if prone:
        return s.ground[p] & 7 != BAR
    return kind != PINBALL


@rule
def free_around(s: State, p: int, far: int, prone: int, wanted: int) -> int:
    """Points at that distance where one may be put: their number, or with `wanted` >= 0 that one of them."""
    count = 0
    for dv in range(-far, far + 1):
        for dh in range(-far, far + 1):
            v = p // SIDE + dv
            h = p % SIDE + dh
            if max(abs(dv), abs(dh)) != far or v < 0 or h < 0 or v >= s.rows or h >= s.columns:
                continue
            if may_be_at(s, v * SIDE + h, prone):
                if count == wanted:
                    return v * SIDE + h
                count += 1
    return NOWHERE if wanted >= 0 else count


@rule
def safe_place(s: State, c: int, p: int) -> None:
    """Put a lifted character on p, or on the nearest free point when somebody is there (BA-OCC-9)."""
    q = p
    if not may_be_at(s, p, s.prone[c]):
        far = 1
        count = free_around(s, p, far, s.prone[c], -1)
        while count == 0:
            far += 1
            count = free_around(s, p, far, s.prone[c], -1)
        q = free_around(s, p, far, s.prone[c], pick(s, count))
        emit(s, MADE_ROOM, tag(s, c), q)
    put(s, c, q)


@rule
def landing_points(s: State, p: int, below: int, wanted: int) -> int:
    """Points beside p where one may fall (BA-FALL-3): their number, or with `wanted` >= 0 that one of them.

    They are lower than the level `below`; when `below` is negative, on the level -1 − below.
    """
    count = 0
    for d in range(8):
        q = towards(s, p, d)
        if q == NOWHERE or barred(s, p, d, WALKING):
            continue
        right = base(s, q) < below if below >= 0 else base(s, q) == -1 - below
        if right and upright_kind(s, q) == NO_PIECE and s.ground[q] & 7 != BAR and s.stander[q] == 0:
            if count == wanted:
                return q
            count += 1
    return NOWHERE if wanted >= 0 else count


@rule
def draw_landing(s: State, p: int, left: int) -> int:
    """Draw a landing point beside p, which is left at level `left`; NOWHERE when there is none (BA-FALL-3)."""
    count = landing_points(s, p, left, -1)
    if count > 0:
        return landing_points(s, p, left, pick(s, count))
    count = landing_points(s, p, -1 - left, -1)
    if count > 0:
        return landing_points(s, p, -1 - left, pick(s, count))
    return NOWHERE


# Rolls under a characteristic (BA-TEST-3…6).

BY_STRENGTH, BY_DEXTERITY, BY_CONSTITUTION, BY_COMBAT = range(4)


@rule
def value_of(s: State, c: int, stat: int) -> int:
    if stat == BY_STRENGTH:
        return s.strength[c]
    if stat == BY_DEXTERITY:
        return s.dexterity[c]
    if stat == BY_CONSTITUTION:
        return s.constitution[c]
    return combat(s, c)


@rule
def roll_under(s: State, c: int, stat: int, over: int = 0, arm: int = 0) -> bool:
    """1D8 + penalties ≤ the characteristic (BA-TEST-1, BA-TEST-2)."""
    penalty = 0
    if s.stun[c] > 0:
        penalty += 2
        emit(s, PENALTY_STUNNED, tag(s, c), 2)
    if over:
        penalty += 2
        emit(s, PENALTY_OVER, tag(s, c), 2)
    if arm:
        penalty += 2
        emit(s, PENALTY_ARM, tag(s, c), 2)
    limit = value_of(s, c, stat)
    die = roll(s, 8)
    made = die + penalty < limit if s.options & ROLL_UNDER_STRICT else die + penalty <= limit
    emit_to(s, owners(s, c), ROLL_UNDER, tag(s, c), stat, die, penalty, 1 if made else 0, limit)
    return made
