"""Characters: where they are, what they can do, what they carry, and what ends when they are shaken."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..choices import ORDER_KIND, RUN, TAX
from ..events import (
    BODY_FALLS,
    BREAKS_ON_FLOOR,
    CHAIR_BREAKS,
    CUT,
    DROPS,
    HOLD_ENDS,
    KNOCKED_OUT,
    LEAVES_BOARD,
    LIMB_LOST,
    LOOT_FALLS,
    MADE_ROOM,
    PENALTY_ARM,
    PENALTY_OVER,
    PENALTY_STUNNED,
    PROTECTS,
    PUSHED_OFF,
    ROLL_UNDER,
    STUNNED,
    TIMED_BROKEN,
    WOUNDED,
)
from ..state import (
    BAR,
    BOTTLE,
    BROKEN,
    CHAIR,
    CHAIR_HERE,
    CHAIRS,
    DEALT,
    ESCAPED,
    FLOOR_OBJECTS,
    FURNITURE,
    GLASS_PROTECTION,
    HEAD,
    HIDDEN_SHEETS,
    HS,
    IN_PLAY,
    JACKET,
    KNOCKED,
    LEFT_ARM,
    LEGS,
    LOOSE,
    LOOT,
    LOST,
    NO_PIECE,
    NOTHING,
    NOWHERE,
    OUT,
    PINBALL,
    RIGHT_ARM,
    ROLL_UNDER_STRICT,
    SELF_HURT,
    SELF_KNOCKED,
    SHARDS_HERE,
    SHOVED,
    SIDE,
    SLOTS,
    TAXING,
    TOP_OBJECTS,
    TRUNK,
    VIDEO,
    State,
)
from .geometry import WALKING, barred, base, bears, on_top, surface, towards, upright_kind

# What a roll under is made for (BA-TEST-3…6).
BY_STRENGTH, BY_DEXTERITY, BY_CONSTITUTION, BY_COMBAT = range(4)


@rule
def tag(s: State, c: int) -> int:
    """How events name a character: his name and his letter in one number."""
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
    """Put a lifted character on a point, on top of the furniture there if he stands."""
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


# Objects.


@rule
def loads(s: State, c: int) -> int:
    """How many boxes are filled (BA-OBJ-1)."""
    count = 0
    for i in range(SLOTS):
        if s.carried[c][i] != NOTHING:
            count += 1
    return count


@rule
def has(s: State, c: int, item: int) -> bool:
    for i in range(SLOTS):
        if s.carried[c][i] == item:
            return True
    return False


@rule
def gain(s: State, c: int, item: int, seen: int) -> None:
    """Put an object in the first free box; `seen` when everybody saw it."""
    i = loads(s, c)
    s.carried[c][i] = item
    s.known[c] = s.known[c] & ~(1 << i) | seen << i


@rule
def lose_item(s: State, c: int, item: int) -> None:
    """Take an object out of its box and close the gap; a box that everybody knows goes first."""
    found = -1
    for i in range(SLOTS):
        if s.carried[c][i] == item and (found < 0 or (s.known[c] >> i & 1) > (s.known[c] >> found & 1)):
            found = i
    for i in range(found, SLOTS - 1):
        s.carried[c][i] = s.carried[c][i + 1]
    s.carried[c][SLOTS - 1] = NOTHING
    below = (1 << found) - 1
    s.known[c] = s.known[c] & below | s.known[c] >> 1 & ~below & 63


@rule
def show_item(s: State, c: int, item: int) -> None:
    """A weapon that is used is known to all (BA-R69)."""
    for i in range(SLOTS):
        if item != NOTHING and s.carried[c][i] == item:
            s.known[c] |= 1 << i
            return


@rule
def lay(s: State, item: int, p: int, layer: int) -> None:
    """Put an object on a point; bottles must have become shards before."""
    if s.loose_count < LOOSE:
        s.loose[s.loose_count] = item << 10 | layer << 9 | p
        s.loose_count += 1
        s.litter[p] |= TOP_OBJECTS if layer else FLOOR_OBJECTS


@rule
def lies_at(s: State, item: int, p: int, layer: int) -> bool:
    wanted = item << 10 | layer << 9 | p
    for i in range(s.loose_count):
        if s.loose[i] == wanted:
            return True
    return False


@rule
def pick_up(s: State, item: int, p: int, layer: int) -> None:
    """Remove an object from a point."""
    wanted = item << 10 | layer << 9 | p
    others = 0
    found = -1
    for i in range(s.loose_count):
        if s.loose[i] == wanted:
            found = i
        elif s.loose[i] & 1023 == wanted & 1023:
            others += 1
    if found >= 0:
        again = 0
        for i in range(s.loose_count):
            if s.loose[i] == wanted:
                again += 1
        s.loose_count -= 1
        s.loose[found] = s.loose[s.loose_count]
        s.loose[s.loose_count] = 0
        if others + again < 2:
            s.litter[p] &= ~(TOP_OBJECTS if layer else FLOOR_OBJECTS)


@rule
def layer_of(s: State, p: int) -> int:
    """Where an object that comes to p lies: on the bar, otherwise on the floor layer (BA-LAN-6)."""
    return 1 if s.ground[p] & 7 == BAR else 0


@rule
def break_chair(s: State, p: int) -> None:
    """A chair is destroyed near p."""
    s.wrecks[CHAIRS] += 1
    emit(s, CHAIR_BREAKS, p)


@rule
def drop(s: State, c: int, item: int) -> None:
    """Drop an object where he is (BA-OBJ-3, BA-OBJ-4, BA-CHAIR-7)."""
    p = s.at[c]
    lose_item(s, c, item)
    emit(s, DROPS, tag(s, c), item, p)
    if item == BOTTLE or item == BROKEN:
        s.litter[p] |= SHARDS_HERE
        emit(s, BREAKS_ON_FLOOR, p)
    elif item == CHAIR:
        if s.litter[p] & CHAIR_HERE or (s.prone[c] == 0 and on_top(s, p)):
            break_chair(s, p)
        else:
            s.litter[p] |= CHAIR_HERE
    else:
        lay(s, item, p, 1 if s.prone[c] == 0 and on_top(s, p) else 0)


@rule
def drop_chair(s: State, c: int) -> None:
    if has(s, c, CHAIR):
        drop(s, c, CHAIR)


# What ends.


@rule
def end_hold(s: State, holder: int) -> None:
    """The holder lets go, or is made to (BA-HOLD-10)."""
    if s.holds[holder]:
        victim = s.holds[holder] - 1
        s.holds[holder] = 0
        s.held_by[victim] = 0
        emit(s, HOLD_ENDS, tag(s, holder), tag(s, victim))
        if s.fate[victim] != HS:
            escape_robbers(s, victim)


@rule
def escape_robbers(s: State, victim: int) -> None:
    """He is neither HS nor held any more: a TAX on him is cancelled, whatever comes later (BA-TAX-3, BA-R95)."""
    for robber in range(s.crowd):
        if s.timed[robber] == TAXING and s.timed_what[robber] == victim:
            break_timed(s, robber)


@rule
def end_holds(s: State, c: int) -> None:
    """Every hold he is part of ends."""
    end_hold(s, c)
    if s.held_by[c]:
        end_hold(s, s.held_by[c] - 1)


@rule
def break_timed(s: State, c: int) -> None:
    """A TAX, MET or TEL in progress is cancelled (BA-TAX-3)."""
    if s.timed[c]:
        s.timed[c] = 0
        s.timed_what[c] = 0
        emit(s, TIMED_BROKEN, tag(s, c))


@rule
def jostled(s: State, c: int) -> None:
    """What being jostled or pushed ends (BA-JOST-12, BA-HOLD-10)."""
    end_hold(s, c)
    break_timed(s, c)


@rule
def stun(s: State, c: int, n: int) -> None:
    """n stun sequences (BA-STUN-2, -3, -4)."""
    if n <= 0 or s.fate[c] != IN_PLAY:
        return
    s.stun[c] += n
    s.shaken[c] = 1
    if s.done[c] == 0:
        # The rest of the current sequence is cancelled and counts as the first one.
        s.circled[c] = 1
        s.done[c] = 1
        s.pending[c] = 0
    emit(s, STUNNED, tag(s, c), n, s.stun[c])
    end_hold(s, c)
    break_timed(s, c)


@rule
def lie_prone(s: State, c: int) -> None:
    """Become prone on the present point: holds and timed actions end, a chair is dropped (BA-FALL-1, BA-PRONE-5)."""
    p = s.at[c]
    lift(s, c)
    s.prone[c] = 1
    put(s, c, p)
    s.stuck[c] = 0
    drop_chair(s, c)
    end_holds(s, c)
    break_timed(s, c)


# Leaving the fight.


@rule
def leave_loot(s: State, c: int, p: int) -> None:
    """The loot of an eliminated character stays on his last point (SC3)."""
    if s.loot_game and has(s, c, LOOT):
        lose_item(s, c, LOOT)
        lay(s, LOOT, p, layer_of(s, p))
        emit(s, LOOT_FALLS, p)


@rule
def clear(s: State, c: int) -> None:
    """An eliminated character executes nothing more."""
    end_holds(s, c)
    break_timed(s, c)
    s.stun[c] = 0
    s.circled[c] = 0
    s.shaken[c] = 0
    s.pending[c] = 0
    s.owes_rest[c] = 0
    s.stuck[c] = 0
    s.done[c] = 1


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


@rule
def knock_out(s: State, c: int, by: int) -> None:
    """HS (BA-WOUND-2, BA-FALL-7); `by` is the gang that did it (BA-VP-7)."""
    p = s.at[c]
    drop_chair(s, c)
    high = s.prone[c] == 0 and on_top(s, p)
    left = level(s, c)
    lift(s, c)
    s.fate[c] = HS
    clear(s, c)
    emit(s, KNOCKED_OUT, tag(s, c), by)
    if by >= 0:
        if side_of(s, by) == side_of(s, s.seat_of[c]):
            s.deeds[by][SELF_KNOCKED] += 1
        else:
            s.deeds[by][KNOCKED] += 1
    if high:
        q = draw_landing(s, p, left)
        if q != NOWHERE:
            s.at[c] = q
            emit(s, BODY_FALLS, tag(s, c), q)
    leave_loot(s, c, s.at[c])
    s.prone[c] = 1


@rule
def leave_board(s: State, c: int, by: int, on_foot: int) -> None:
    """Out of play with all he carries (BA-EXIT-1): by his own order (`on_foot`), or pushed by a gang."""
    p = s.at[c]
    seat = s.seat_of[c]
    lift(s, c)
    s.fate[c] = OUT
    clear(s, c)
    if on_foot:
        emit(s, LEAVES_BOARD, tag(s, c))
        s.deeds[seat][LOST] += 1
        if s.escape and s.turn >= s.escape:
            s.deeds[seat][ESCAPED] += 1
        if s.loot_game and has(s, c, LOOT):
            s.winner = side_of(s, seat)
    else:
        emit(s, PUSHED_OFF, tag(s, c), by)
        leave_loot(s, c, p)
        if by >= 0 and side_of(s, by) != side_of(s, seat):
            s.deeds[by][SHOVED] += 1
        elif by >= 0:
            s.deeds[seat][LOST] += 1
    s.at[c] = NOWHERE


# Wounds.


@rule
def protected(s: State, c: int, part: int) -> bool:
    """Does worn gear cover the part? (BA-EQUIP-4)"""
    if part == HEAD:
        return s.helmet[c] != 0
    if part == TRUNK:
        return s.garment[c] != 0
    if part == LEGS:
        return s.boots[c] != 0
    return s.garment[c] == JACKET


@rule
def wound(s: State, c: int, part: int, n: int, by: int) -> None:
    """Lose hit points, never below 0 (BA-WOUND-1); head or trunk at 0: HS; an arm at 0 drops a chair and a hold."""
    lost = min(n, s.hp[c][part])
    if lost <= 0:
        return
    s.hp[c][part] -= lost
    emit_to(s, owners(s, c), WOUNDED, tag(s, c), part, lost, s.hp[c][part])
    if by >= 0:
        if side_of(s, by) == side_of(s, s.seat_of[c]):
            s.deeds[by][SELF_HURT] += lost
        else:
            s.deeds[by][DEALT] += lost
    if s.hp[c][part] > 0:
        return
    if part == HEAD or part == TRUNK:
        knock_out(s, c, by)
        return
    emit(s, LIMB_LOST, tag(s, c), part)
    if part != LEGS:
        drop_chair(s, c)
        end_hold(s, c)


@rule
def cut(s: State, c: int, by: int) -> None:
    """Shards on the floor cut who falls or crawls there (BA-GLASS-1); those under an overturned table do not (BA-REN-10)."""
    p = s.at[c]
    if s.fate[c] != IN_PLAY or s.litter[p] & SHARDS_HERE == 0:
        return
    n = s.piece[p] - 1
    if n >= 0 and s.overturned[n]:
        return
    die = roll(s, 8)
    part = s.cuts[die - 1]
    emit(s, CUT, tag(s, c), die, part)
    if s.options & GLASS_PROTECTION and protected(s, c, part):
        emit(s, PROTECTS, tag(s, c), part)
        return
    wound(s, c, part, 1, by)


@rule
def wreck_piece(s: State, n: int) -> None:
    """A table or game machine is destroyed."""
    s.wrecks[FURNITURE] += 1


# Rolls under a characteristic.


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


@rule
def owed_by(code: int) -> bool:
    """Is the sequence after such an order a compulsory rest? (BA-PROG-6)"""
    kind = ORDER_KIND[code]
    return kind == RUN or (TAX <= kind <= TAX + 2)
