"""Set-up: characters built or taken, ranks, places, facings (BA-SETUP, BA-CHAR, BA-EQUIP, BA-RANK)."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..choices import NO_SUCH_READY, NOT_SOLD, OUTSIDE_ZONE, POINTS_16, SIX_BOXES, TOO_DEAR
from ..events import CARRIES, CHARACTER, EQUIPPED, PLACE_REFUSED, PLACED, RANK_LOT, RANKED, ZONE_DRAWN
from ..state import (
    BOOTS,
    CONSTITUTION_8,
    HELMET,
    HIDDEN_SHEETS,
    JACKET,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    RANDOM_PLACES,
    SIDE,
    SLOTS,
    VEST,
    ZONE,
    State,
)
from .geometry import upright_kind
from .machine import Q_FACE, Q_PLACE, ask_owner
from .objects import gain, loads
from .people import may_be_at, occupant, owners, put, side_of, tag

STAT_POINTS = 16
PURSE = 8


# Characters.


@rule
def equip(s: State, c: int, item: int) -> None:
    """Gear is worn if nothing of its kind is; a jacket goes over a vest, which is then carried (BA-EQUIP-3, -9)."""
    if item == BOOTS and s.boots[c] == 0:
        s.boots[c] = 1
    elif item == HELMET and s.helmet[c] == 0:
        s.helmet[c] = 1
    elif (item == VEST or item == JACKET) and s.garment[c] == NOTHING:
        s.garment[c] = item
    elif item == JACKET and s.garment[c] == VEST:
        s.garment[c] = JACKET
        gain(s, c, VEST, 0)
    else:
        gain(s, c, item, 0)


@rule
def needs_box(s: State, c: int, item: int) -> bool:
    """Would buying it fill a box?"""
    if item == BOOTS:
        return s.boots[c] != 0
    if item == HELMET:
        return s.helmet[c] != 0
    if item == VEST or item == JACKET:
        return s.garment[c] != NOTHING
    return True


@rule
def buy_refusal(s: State, c: int, item: int) -> int:
    if s.cost[item] == 0:
        return NOT_SOLD
    if s.cost[item] > s.purse[c]:
        return TOO_DEAR
    return SIX_BOXES if needs_box(s, c, item) and loads(s, c) == SLOTS else 0


@rule
def strongest(s: State) -> int:
    """The highest Constitution (BA-CHAR-5)."""
    return 8 if s.options & CONSTITUTION_8 else 7


@rule
def points_refusal(s: State, spent: int, value: int, left: int) -> int:
    """May this value be chosen with `left` characteristics still to come, Constitution last? (BA-CHAR-2)"""
    rest = STAT_POINTS - spent - value
    if rest < left or rest > 7 * (left - 1) + strongest(s):
        return POINTS_16
    return 0


@rule
def ready_refusal(s: State, number: int) -> int:
    return 0 if number < s.ready_count else NO_SUCH_READY


@rule
def take_ready(s: State, c: int, number: int) -> None:
    """A copy of a ready-made character (BA-CHAR-7)."""
    s.name[c] = number + 1
    s.strength[c] = s.ready[number][0]
    s.dexterity[c] = s.ready[number][1]
    s.speed[c] = s.ready[number][2]
    s.constitution[c] = s.ready[number][3]
    for i in range(8):
        if s.ready[number][4 + i] != NOTHING:
            equip(s, c, s.ready[number][4 + i])


@rule
def build_randomly(s: State, c: int) -> None:
    """A valid character drawn by lot: 16 points, then purchases while something can be bought."""
    spent = 0
    for k in range(3):
        value = 1 + pick(s, 7)
        while points_refusal(s, spent, value, 3 - k):
            value = 1 + pick(s, 7)
        spent += value
        if k == 0:
            s.strength[c] = value
        elif k == 1:
            s.dexterity[c] = value
        else:
            s.speed[c] = value
    s.constitution[c] = STAT_POINTS - spent
    s.purse[c] = PURSE
    while True:
        count = 0
        for item in range(1, 14):
            if buy_refusal(s, c, item) == 0:
                count += 1
        if count == 0:
            break
        wanted = pick(s, count)
        for item in range(1, 14):
            if buy_refusal(s, c, item) == 0:
                if wanted == 0:
                    s.purse[c] -= s.cost[item]
                    equip(s, c, item)
                    break
                wanted -= 1
    s.purse[c] = 0


@rule
def present(s: State, c: int) -> None:
    """Hit points (BA-CHAR-4), and the sheet is shown to all."""
    s.purse[c] = 0
    for part in range(5):
        s.hp[c][part] = s.stamina[s.constitution[c] - 1][part]
    emit_to(
        s,
        owners(s, c),
        CHARACTER,
        tag(s, c),
        s.seat_of[c],
        s.strength[c],
        s.dexterity[c],
        s.speed[c],
        s.constitution[c],
    )
    for gear in range(VEST, HELMET + 1):
        if (gear == BOOTS and s.boots[c]) or (gear == HELMET and s.helmet[c]) or s.garment[c] == gear:
            emit(s, EQUIPPED, tag(s, c), gear)
    # Even the number of objects is the owner's business when sheets are hidden (BA-R69).
    for i in range(SLOTS):
        if s.carried[c][i] and s.options & HIDDEN_SHEETS == 0:
            emit(s, CARRIES, tag(s, c), s.carried[c][i])


@rule
def deal_gangs(s: State) -> None:
    """Which player leads which ready-made gang is drawn by lot: they are not equally strong (BA-R97)."""
    size = s.crowd // s.seats
    for seat in range(s.seats - 1):
        other = seat + pick(s, s.seats - seat)
        if other != seat:
            for k in range(size):
                exchange(s, size * seat + k, size * other + k)


@rule
def exchange(s: State, c: int, other: int) -> None:
    """Two ready-made characters change owners; the letters stay with the gangs' players (BA-CHAR-7)."""
    s.name[c], s.name[other] = s.name[other], s.name[c]
    s.strength[c], s.strength[other] = s.strength[other], s.strength[c]
    s.dexterity[c], s.dexterity[other] = s.dexterity[other], s.dexterity[c]
    s.speed[c], s.speed[other] = s.speed[other], s.speed[c]
    s.constitution[c], s.constitution[other] = s.constitution[other], s.constitution[c]
    s.garment[c], s.garment[other] = s.garment[other], s.garment[c]
    s.boots[c], s.boots[other] = s.boots[other], s.boots[c]
    s.helmet[c], s.helmet[other] = s.helmet[other], s.helmet[c]
    for i in range(SLOTS):
        s.carried[c][i], s.carried[other][i] = s.carried[other][i], s.carried[c][i]


# Ranks.


@rule
def faster(s: State, c: int, other: int) -> bool:
    if s.speed[c] != s.speed[other]:
        return s.speed[c] > s.speed[other]
    return s.dexterity[c] > s.dexterity[other]


@rule
def tied(s: State, c: int, other: int) -> bool:
    return s.speed[c] == s.speed[other] and s.dexterity[c] == s.dexterity[other]


@rule
def make_ranks(s: State) -> None:
    """Speed, then Dexterity, then lots (BA-RANK-1)."""
    for c in range(s.crowd):
        i = c
        while i > 0 and faster(s, c, s.by_rank[i - 1]):
            s.by_rank[i] = s.by_rank[i - 1]
            i -= 1
        s.by_rank[i] = c
    i = 0
    while i < s.crowd:
        j = i + 1
        while j < s.crowd and tied(s, s.by_rank[i], s.by_rank[j]):
            j += 1
        for k in range(i, j - 1):
            drawn = k + pick(s, j - k)
            c = s.by_rank[drawn]
            s.by_rank[drawn] = s.by_rank[k]
            s.by_rank[k] = c
            emit(s, RANK_LOT, tag(s, c))
        i = j
    for i in range(s.crowd):
        emit(s, RANKED, tag(s, s.by_rank[i]), i + 1)


@rule
def deal_sides(s: State) -> None:
    """The characters of a side go in rank order, one at a time, to its players (BA-SETUP-12)."""
    for side in range(2):
        seat = side
        for i in range(s.crowd):
            c = s.by_rank[i]
            # Until then `seat_of` holds the side.
            if s.seat_of[c] == side:
                s.seat_of[c] = -2 - seat
                seat += 2
                if seat >= s.seats:
                    seat = side
    for c in range(s.crowd):
        s.seat_of[c] = -2 - s.seat_of[c]


# Places and facings.


@rule
def draw_zones(s: State) -> None:
    """Each gang in player order draws one of the zones left (BA-R98, SC4), or has the zone of its number."""
    for seat in range(s.seats):
        s.zone_of[seat] = side_of(s, seat)
    if s.draw_zones == 0:
        return
    for z in range(s.seats):
        s.zone_of[z] = -1
    for seat in range(s.seats):
        wanted = pick(s, s.zone_count - seat)
        for z in range(s.zone_count):
            free = True
            for other in range(seat):
                if s.zone_of[other] == z:
                    free = False
            if free:
                if wanted == 0:
                    s.zone_of[seat] = z
                wanted -= 1
        emit(s, ZONE_DRAWN, seat, s.zone_of[seat] + 1)


@rule
def place_refusal(s: State, seat: int, p: int) -> int:
    """Start zones: one character per point, not on tables or machines (6.12)."""
    zone = s.zones[s.zone_of[seat]]
    for i in range(ZONE):
        if zone[i] == p + 1 and s.stander[p] == 0 and upright_kind(s, p) == NO_PIECE:
            return 0
    return OUTSIDE_ZONE


@rule
def place_at(s: State, c: int, p: int) -> None:
    put(s, c, p)
    emit(s, PLACED, tag(s, c), p)


@rule
def place_randomly(s: State, c: int) -> None:
    """1D20 down, 1D20 across; again if the point is taken or holds a pinball or a video game (BA-SETUP-6, -7)."""
    p = (roll(s, s.rows) - 1) * SIDE
    p += roll(s, s.columns) - 1
    if may_be_at(s, p, 0):
        place_at(s, c, p)
    else:
        emit(s, PLACE_REFUSED, tag(s, c), p)


@rule
def next_place(s: State) -> None:
    """Place the next character in rank order (BA-SETUP-9), or ask their owner for a point of the zone."""
    c = s.by_rank[s.next_rank]
    if s.at[c] != NOWHERE:
        # By the scenario, by their owner, or by dice that were accepted.
        if occupant(s, s.at[c], 0) != c:
            place_at(s, c, s.at[c])
        s.next_rank += 1
    elif s.placement == RANDOM_PLACES:
        place_randomly(s, c)
    else:
        ask_owner(s, Q_PLACE, c)


@rule
def next_facing(s: State) -> bool:
    """Facings in rank order, where the scenario fixes none (BA-SETUP-5, -9)."""
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        if s.facing[c] == NOBODY:
            ask_owner(s, Q_FACE, c)
            return True
        s.next_rank += 1
    return False
