"""What each seat may know (section 8 of the rules).

Hidden from the others: characters being built, sheets being written (who has handed in is seen by all), orders not yet shown, whether an owner
wants to be asked before each order; with the option `hidden_sheets` also characteristics, hit points and unseen objects.
"""

from bagarre.kernel.chance import conceal_chance, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .choices import BOTH_ROUNDS, HIDDEN_ORDER, ORDER_COUNT, REST, ROUND_OF
from .events import SECRET_COLUMNS
from .rules.building import SHOPPING
from .rules.machine import Q_BUILD, Q_SHEETS
from .rules.objects import gain, loads
from .rules.sequence import BEFORE_RANKS, UNDER_WAY
from .rules.setup import build_randomly, take_ready
from .rules.sheet import order_refusal, owed_by, random_code
from .state import (
    BOXES,
    CLUB,
    HIDDEN_SHEETS,
    HS,
    LEGS,
    NOBODY,
    NOTHING,
    OUT,
    RAZOR,
    REVEAL_BY_SEQUENCE,
    SEATS,
    SLOTS,
    TRUNK,
    State,
)

UNVARIED = ("page", "box", "written", "known", "purse", "garment", "boots", "helmet")
"""Progress of the others' pencils, and what follows from the rest."""
READY = ("writers",)
"""Who has handed in is seen by everybody, as round a table."""
HIDDEN = -2
"""A page that the reader may not see."""
UNKNOWN_SWITCH = 2


@rule
def conceal(s: State, seat: int) -> None:
    """Erase what the seat (-1: spectator) may not know."""
    for c in range(s.crowd):
        if s.seat_of[c] == seat:
            continue
        s.asks[c] = UNKNOWN_SWITCH
        if s.ask == Q_BUILD:
            hide_person(s, c)
            hide_objects(s, c, 1)
        elif s.options & HIDDEN_SHEETS:
            hide_sheet(s, c)
        hide_orders(s, c)
    if s.ask == Q_SHEETS or s.ask == Q_BUILD:
        for other in range(s.seats):
            if other != seat:
                s.page[other] = HIDDEN
                s.box[other] = 0
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def hide_orders(s: State, c: int) -> None:
    """Orders being written, rewritten, or not yet shown (BA-PROG-1, BA-EXEC-1, BA-REPROG-3)."""
    writing = s.ask == Q_SHEETS
    for b in range(BOXES):
        secret = writing and s.editable[c] >> b & 1 != 0
        if s.options & REVEAL_BY_SEQUENCE and b >= 2 * s.shown and UNDER_WAY[s.step]:
            secret = True
        if secret:
            s.orders[c][b] = HIDDEN_ORDER
    if writing:
        s.written[c] = 0


@rule
def hide_person(s: State, c: int) -> None:
    """A strength of 0 says that the sheet is hidden."""
    s.strength[c] = 0
    s.dexterity[c] = 0
    s.speed[c] = 0
    s.constitution[c] = 0
    for part in range(5):
        s.hp[c][part] = 0


@rule
def hide_objects(s: State, c: int, all_of_them: int) -> None:
    """Only the objects that everybody has seen are left, in their order."""
    count = 0
    for i in range(SLOTS):
        if all_of_them == 0 and s.known[c] >> i & 1 and s.carried[c][i] != NOTHING:
            s.carried[c][count] = s.carried[c][i]
            count += 1
    for i in range(count, SLOTS):
        s.carried[c][i] = NOTHING
    s.known[c] = (1 << count) - 1
    if all_of_them:
        s.name[c] = 0
        s.garment[c] = NOTHING
        s.boots[c] = 0
        s.helmet[c] = 0
        s.purse[c] = 0


@rule
def hide_sheet(s: State, c: int) -> None:
    """Option hidden_sheets (BA-R69)."""
    hide_person(s, c)
    hide_objects(s, c, 0)


@rule
def refill(s: State) -> None:
    """Imagine what is hidden: builds, sheets, orders."""
    for c in range(s.crowd):
        if s.asks[c] == UNKNOWN_SWITCH:
            s.asks[c] = pick(s, 2)
        if s.ask == Q_BUILD:
            if s.page[s.seat_of[c]] == HIDDEN:
                imagine_build(s, c)
        else:
            imagine_orders(s, c)
    if s.options & HIDDEN_SHEETS and s.ask != Q_BUILD:
        imagine_people(s)
    imagine_pencils(s)


@rule
def imagine_build(s: State, c: int) -> None:
    if pick(s, 2):
        take_ready(s, c, pick(s, s.ready_count))
    else:
        build_randomly(s, c)


@rule
def imagine_orders(s: State, c: int) -> None:
    """Orders that may be written, rests more often than others (BA-PROG-2…7)."""
    for b in range(BOXES):
        if s.orders[c][b] != HIDDEN_ORDER:
            continue
        s.orders[c][b] = REST
        first = s.orders[c][b - 1] if b & 1 else REST
        if ROUND_OF[first] == BOTH_ROUNDS:
            s.orders[c][b] = first
        elif b < 2 or (not owed_by(s.orders[c][b // 2 * 2 - 2]) and not owed_by(s.orders[c][b // 2 * 2 - 1])):
            if pick(s, 4):
                count = 0
                for code in range(ORDER_COUNT):
                    if order_refusal(s, c, b, code) == 0:
                        count += 1
                s.orders[c][b] = random_code(s, c, b, pick(s, count))


@rule
def imagine_people(s: State) -> None:
    """Hidden sheets that fit the ranks: no faster than those before, no slower than those known to come after (BA-RANK-1)."""
    for i in range(s.crowd):
        if BEFORE_RANKS[s.step]:
            # Characters still being drawn by lot: there are no ranks yet.
            if i < s.next_rank and s.strength[i] == 0:
                imagine_person(s, i, 1, 7)
        elif s.strength[s.by_rank[i]] == 0:
            most = 7 if i == 0 else s.speed[s.by_rank[i - 1]]
            least = 1
            for j in range(i + 1, s.crowd):
                least = max(least, s.speed[s.by_rank[j]])
            imagine_person(s, s.by_rank[i], least, most)


@rule
def imagine_person(s: State, c: int, least: int, most: int) -> None:
    """16 points, hit points and a few objects."""
    s.speed[c] = least + pick(s, max(1, most - least + 1))
    s.dexterity[c] = 1 + pick(s, 7)
    left = 16 - s.speed[c] - s.dexterity[c]
    # Strength and Constitution share what is left, each from 1 to 7.
    low = max(1, left - 7)
    high = min(7, left - 1)
    s.strength[c] = low + pick(s, max(1, high - low + 1))
    s.constitution[c] = max(1, min(7, left - s.strength[c]))
    for part in range(5):
        s.hp[c][part] = 1 + pick(s, s.stamina[s.constitution[c] - 1][part])
    if s.fate[c] == HS:
        s.hp[c][pick(s, TRUNK + 1)] = 0
    elif s.prone[c] and pick(s, 6) == 0:
        s.hp[c][LEGS] = 0
    while loads(s, c) < SLOTS and s.fate[c] != OUT and pick(s, 2):
        gain(s, c, CLUB + pick(s, RAZOR), 0)


@rule
def imagine_pencils(s: State) -> None:
    """Hidden pages lie open at their last choice, whether handed in or not."""
    if s.ask != Q_SHEETS and s.ask != Q_BUILD:
        return
    for seat in range(SEATS):
        if s.page[seat] != HIDDEN:
            continue
        s.page[seat] = 0
        if s.writers_all >> seat & 1:
            for c in range(s.crowd):
                if s.seat_of[c] == seat and (s.ask == Q_BUILD or s.editable[c]):
                    s.page[seat] = c
                    s.written[c] = s.editable[c]
            s.box[seat] = SHOPPING if s.ask == Q_BUILD else NOBODY
