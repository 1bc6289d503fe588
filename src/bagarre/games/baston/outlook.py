"""How a blow, a throw or a roll may end: numbers that anybody at the table can work out, without rolling anything.

Everything is read from a concealed state and changes only copies of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .choices import CB, CP, CS, CV, ORDER_KIND, REST
from .rules.answers import part_refusal
from .rules.blows import find_targets, target_in_hand
from .rules.doors import fixture_on
from .rules.geometry import REACHING, barred, direction_to, is_front, is_rear, turned
from .rules.hits import (
    ROW_OF,
    attacker_modifier,
    behind,
    blow_modifier,
    column_of,
    part_possible,
    read_results,
    row_in_hand,
    target_modifier,
)
from .rules.objects import has
from .rules.people import level, side_of, value_of
from .rules.throwing import first_met, flight_column, flight_row, range_modifier, throwable_hard
from .rules.wounds import protected
from .state import (
    BY_PRONE,
    HEAD,
    HIDDEN_SHEETS,
    IS_WEAPON,
    ITEM_KINDS,
    LEGS,
    NOBODY,
    NOTHING,
    NOWHERE,
    PARTS,
    ROLL_UNDER_STRICT,
    SIDE,
    TRUNK,
    State,
)
from .tactics import is_enemy

FACES = 20
NEEDED = 13
"""The total that hits (BA-HIT-1)."""


@dataclass(frozen=True)
class Outlook:
    """What a blow that is struck may do, over every face of the dice."""

    bonus: int
    """What is added to the D20."""
    faces: int
    """Faces of the D20 that hit."""
    wounds: float
    """Hit points taken on average, misses counted; where his are known, no more than are left."""
    stuns: float
    """Share of the blows that stun."""
    outs: float = 0
    """Share of the blows that knock the target out (BA-WOUND-2); 0 where their hit points are hidden."""

    @property
    def out(self) -> int:
        """That share in per cent: 0 only where it cannot be, 100 only where it must."""
        return 0 if not self.outs else 100 if self.outs == 1 else max(1, min(99, round(100 * self.outs)))

    @property
    def percent(self) -> int:
        return 100 * self.faces // FACES

    @property
    def needed(self) -> int:
        """The lowest face that hits; above 20 none does."""
        return max(1, NEEDED - self.bonus)


def blow(s: State, c: int, target: int, row: int, part: int = -1) -> Outlook:
    """A blow with that row of the results table; on a part that is aimed at, or where the dice say."""
    world = _silent(s)
    bonus = blow_modifier(world, c, row) + attacker_modifier(world, c, row)
    bonus += target_modifier(world, target, int(behind(world, c, target)))
    return _outlook(world, target, row, column_of(world, c, target, row), bonus, part)


def throw(s: State, c: int, target: int, item: int, way: int, part: int = -1) -> Outlook:
    """An object thrown at somebody on its way (BA-LAN-8, BA-LAN-9)."""
    world = _silent(s)
    row = flight_row(item)
    rear = is_rear(world.facing[target], turned(way, 4))
    bonus = blow_modifier(world, c, row) + attacker_modifier(world, c, row)
    bonus += target_modifier(world, target, int(rear)) + range_modifier(distance(world, c, target))
    return _outlook(world, target, row, flight_column(world, c, target), bonus, part)


def _silent(s: State) -> State:
    """A copy in which rules may tell their modifiers to nobody."""
    world = s.copy()
    world.event_count = 0
    return world


def distance(s: State, c: int, target: int) -> int:
    """Points between two people who stand in line."""
    here, there = s.at[c], s.at[target]
    return max(abs(here // SIDE - there // SIDE), abs(here % SIDE - there % SIDE))


def _outlook(s: State, target: int, row: int, column: int, bonus: int, part: int) -> Outlook:
    """All faces of the D20, all parts that the location die may give (BA-DMG-1, BA-EQUIP-4, BA-EQUIP-6)."""
    parts = [part] * 8 if part >= 0 else list(s.locate[column])
    if column == BY_PRONE:
        parts = [LEGS] * 8
    hits = wounds = stuns = outs = 0
    known = s.strength[target] > 0 or not s.options & HIDDEN_SHEETS
    for die in range(1, FACES + 1):
        total = die + bonus
        if total < NEEDED and not s.held_by[target]:
            continue
        hits += 1
        total = max(NEEDED, min(32, total))
        for where in parts:
            hurt = read_results(s, row, where, total, 0, 5)
            daze = read_results(s, row, where, total, 5, 4)
            hurt -= hurt > 0 and protected(s, target, where)
            # No more than is left (BA-WOUND-1).
            wounds += min(hurt, s.hp[target][where]) if known else hurt
            outs += known and where in (HEAD, TRUNK) and hurt >= s.hp[target][where]
            stuns += daze - (where == HEAD and s.helmet[target] > 0) > 0
    every = 8 * FACES
    return Outlook(bonus, hits, wounds / every, stuns / every, outs / every)


def mean(odds: list[Outlook]) -> Outlook:
    """What one of several blows may do, each as likely as the others."""
    n = max(1, len(odds))
    return Outlook(
        odds[0].bonus if odds else 0,
        sum(o.faces for o in odds) // n,
        sum(o.wounds for o in odds) / n,
        sum(o.stuns for o in odds) / n,
        sum(o.outs for o in odds) / n,
    )


def in_front(s: State, c: int, kind: int) -> list[int]:
    """Who can be struck with that blow from where they stand; `s` is a position that nobody needs any more."""
    find_targets(s, c, kind)
    return [s.targets[i] for i in range(s.target_count)]


def rivals_in_front(s: State, c: int) -> list[int]:
    """Those in front whom he would gladly strike; `s` is a position that nobody needs any more."""
    if s.at[c] == NOWHERE or s.fate[c]:
        return []
    side = side_of(s, s.seat_of[c])
    return [target for target in in_front(s, c, CP) if side_of(s, s.seat_of[target]) != side]


def friends_in_front(s: State, c: int) -> list[int]:
    """Those of his own side in front, whom the lot may choose; `s` as above."""
    if s.at[c] == NOWHERE or s.fate[c]:
        return []
    side = side_of(s, s.seat_of[c])
    return [target for target in in_front(s, c, CP) if side_of(s, s.seat_of[target]) == side]


def threats(s: State, c: int) -> list[int]:
    """Rivals who have him in front and are free to strike: away from there, their blow finds nobody (BA-BLOW-3)."""
    free = (x for x in range(s.crowd) if not (s.stun[x] or s.held_by[x] or s.prone[x]))
    return [x for x in free if c in rivals_in_front(s.copy(), x)]


def out_of_blows(s: State, c: int) -> tuple[str, str, int] | None:
    """A rival on a front point whom no blow reaches all the same: why, the clause, and who (BA-BLOW-2); nobody for none."""
    for other in range(s.crowd):
        if s.at[other] == NOWHERE or not is_enemy(s, c, other):
            continue
        d = direction_to(s.at[c], s.at[other])
        if d < 0 or not is_front(s.facing[c], d):
            continue
        if barred(s, s.at[c], d, REACHING):
            straight = "wall" if fixture_on(s, s.at[c], d) < 0 else "shut"
            return ("corner", "BA-STEP-3", other) if d & 1 else (straight, "BA-STEP-1", other)
        if level(s, c) != level(s, other):
            return "higher" if level(s, other) > level(s, c) else "lower", "BA-BLOW-2", other
    return None


def friend_in_front(s: State, c: int) -> bool:
    return bool(friends_in_front(s, c))


def own_in_hand(s: State) -> bool:
    """Whether whoever is asked to strike or to hold back would strike one of their own side."""
    target = target_in_hand(s) if s.target_count and not s.holds[s.asked] else NOBODY
    return target >= 0 and side_of(s, s.seat_of[target]) == side_of(s, s.seat_of[s.asked])


def punch(s: State, c: int, target: int) -> Outlook:
    """A punch with what hurts most."""
    return blow(s, c, target, row_of_order(s, c, CP, best_weapon(s, c, target)))


def weapons(s: State, c: int) -> list[int]:
    """What they can strike with: the fist first (BA-CP-1)."""
    return [NOTHING, *(item for item in range(1, ITEM_KINDS) if IS_WEAPON[item] and has(s, c, item))]


def best_weapon(s: State, c: int, target: int) -> int:
    """The weapon in their hands that hurts the target most on average."""
    return max(weapons(s, c), key=lambda item: blow(s, c, target, ROW_OF[item]).wounds)


def plain_answer(blows: dict[str, Outlook]) -> str:
    """The answer that hits as often and hurts as much as each of the others, if there is one: the question asks nothing then."""
    for answer, mine in blows.items():
        if all(mine.faces >= b.faces and mine.wounds >= b.wounds for b in blows.values()):
            return answer
    return ""


def row_of_order(s: State, c: int, kind: int, weapon: int = NOTHING) -> int:
    """The row of the results table for a blow order."""
    world = s.copy()
    world.weapon = weapon
    return row_in_hand(world, c, kind)


def order(s: State, c: int, kind: int, target: int, aimed: bool = False) -> Outlook:
    """A blow order, with what hurts most; one that will be aimed, on the part where it does most (BA-BLOW-6)."""
    weapon = best_weapon(s, c, target) if kind == CP else NOTHING
    row = row_of_order(s, c, kind, weapon)
    if not aimed:
        return blow(s, c, target, row, LEGS if kind == CV else -1)
    column = column_of(_silent(s), c, target, row)
    parts = [part for part in range(len(PARTS)) if part_possible(s, column, part)]
    return max(
        (blow(s, c, target, row, part) for part in parts), key=lambda found: (found.outs, found.wounds)
    )


def will_be_aimed(s: State, c: int, b: int, kind: int) -> bool:
    """Is the blow in that box written after a movement that is not made? (BA-BLOW-6)"""
    return bool(b & 1) and kind in (CB, CP, CS) and ORDER_KIND[s.orders[c][b - 1]] == REST


def beyond_reach(s: State, question: str) -> list[str]:
    """The parts that a blow which is aimed cannot reach (BA-LOC-1)."""
    return [part for n, part in enumerate(PARTS) if part_refusal(s, n)] if question == "part" else []


def hold_faces(s: State, c: int, target: int) -> int:
    """Faces of the D20 on which a hold succeeds (BA-HOLD-2)."""
    return FACES if s.stun[target] else max(0, min(FACES, FACES + 1 + s.strength[c] + 2 - NEEDED))


def passes(s: State, c: int, stat: int, penalty: int = 0) -> int:
    """Faces of the D8 on which a roll under a characteristic succeeds (BA-TEST-1, BA-TEST-2)."""
    limit = value_of(s, c, stat) - penalty - (2 if s.stun[c] else 0)
    return max(0, min(8, limit - (1 if s.options & ROLL_UNDER_STRICT else 0)))


def met_by_throw(s: State, c: int, way: int) -> int:
    """The first whom an object thrown that way may hit; NOBODY for none."""
    return int(first_met(s, c, way))


def missiles(s: State, c: int) -> list[int]:
    """What they carry that may be thrown at people (BA-LAN-7)."""
    return [item for item in range(1, ITEM_KINDS) if throwable_hard(item) and has(s, c, item)]


def lines(s: State, c: int) -> list[tuple[int, int, int]]:
    """The directions in which a throw may hit somebody: direction, whom, and the object in hand that would hurt them most (BA-LAN-7)."""
    hard = missiles(s, c)
    found = []
    for d in range(8):
        target = met_by_throw(s, c, d) if hard and is_front(s.facing[c], d) else NOBODY
        if target != NOBODY:
            found.append((d, target, max(hard, key=lambda item: throw(s, c, target, item, d).wounds)))
    return found
