"""What a position is worth to every seat, written as rules: it compiles with any game, and does the same interpreted.

A value is the mean over play-outs of scripted players, each shown only what it may know, to the `standing` some ticks of the game's
`clock` later, or to the result; where nobody may win, less the chance of that. From everything, the play-outs begin at the position as it is; from what a seat knew, each begins in
a world that fits it (`believe`).

What chance gave is the difference between the position that came and those that might have come, each played out with the *same* dice
and moods: what does not depend on the result cancels. The first draw goes evenly through all its results, the others are drawn. So what
chance gave is nothing on the average, whatever the value is good for. So what a play-out is worth there need not be its end: the standings
along its way, which vary far less, count too (`lasting`).
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import FUTURE, GLIMPSE, LONGEST, ROOT, root, worth
from bagarre.kernel.chance import below, next_word, seed
from bagarre.kernel.drivers import (
    apply,
    begin,
    believe,
    choices,
    clock,
    decide,
    deciders,
    nobody,
    open_menu,
    show,
    take,
    writing,
)
from bagarre.kernel.events import begin_step
from bagarre.kernel.layout import copy_moving, position_hash
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.rule import rule

GAME = 0
BEFORE, AFTER, CAME = GLIMPSE + 1, GLIMPSE + 2, GLIMPSE + 3
"""The states of a table: the game, what a player is shown, what a seat knows, a world that fits it, a future of it, what a seat is shown
there, the position before a choice, one that chance may bring, and the one that it brought."""
PLACES = CAME + 1
EVERYTHING = -2
"""The eyes that see all."""
FIRST_DRAW = 100
"""Results of a first draw that are gone through evenly."""
RESULTS = 256
"""What a result can be."""
TRIAL = 8
"""Differences by which it is seen how much hangs on chance."""
USUAL, LEAST_TIMES, MOST_TIMES = 150, 500, 2000
"""How much differences usually vary (their standard deviation, in thousandths of a win); the least and the most times the usual number of
them, in thousandths."""
WHOLE = 1000
"""All of a weight, in thousandths."""
GLANCES = 3
"""Imagined worlds that must all be the real one, for a seat to see everything."""
MOODS = 16
"""Moods in all of which the scripted player must choose the same, for that to be what was to be expected."""
THE_DEAL = -1
"""In the place of a verb: BEFORE is a game that is not dealt yet."""
SECOND = 1000
"""Longer than any answer."""
MEETERS = 32
"""Those who may meet: events name them by numbers whose lowest five bits tell them apart."""
MEETINGS = MEETERS * MEETERS


@rule
def value(states: Any, menus: Any, dices: Any, eye: int, outs: int, horizon: int, found: Any) -> None:
    """Add what AFTER is worth, the sum of the play-outs, to every seat; after that the squares, in thousandths."""
    future = states[FUTURE]
    end = until(clock(states[AFTER]), horizon)
    for _ in range(outs):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        begin_future(states, AFTER, eye, a, b, c)
        play_with(states, menus, dices, end, b, c, a)
        share_out(future, found, 2 * future.seats)
        for seat in range(future.seats):
            share = found[2 * future.seats + seat]
            found[seat] += share
            found[future.seats + seat] += (share // 1000) * (share // 1000)


@rule
def share_of(s: Any, seat: int) -> int:
    """A seat's share of the win: of what somebody wins at all, where a play-out stopped before the end."""
    whole = worth(s, seat)
    return whole if deciders(s) == 0 else whole * (1000 - nobody(s)) // 1000


@rule
def share_out(s: Any, found: Any, first: int) -> None:
    """Every seat's share to `found`, from place `first` on. What rounding loses goes to the first who has any: they add up to a win, less
    the chance that nobody has it."""
    left = SHARE if deciders(s) == 0 else SHARE // 1000 * (1000 - nobody(s))
    lucky = -1
    for seat in range(s.seats):
        found[first + seat] = share_of(s, seat)
        left -= found[first + seat]
        if lucky < 0 and found[first + seat] > 0:
            lucky = seat
    if lucky >= 0:
        found[first + lucky] += left


@rule
def until(now: int, horizon: int) -> int:
    """The tick at which a play-out ends: so many later; or after whole rounds, where a tick is one seat's turn (`horizon` is then minus
    the seats). What a seat has after its own turn and before the others' says little: positions are compared at ticks that are fair to all.
    """
    return now + horizon if horizon > 0 else (now // -horizon + 2) * -horizon


@rule
def begin_future(states: Any, place: int, eye: int, a: int, b: int, c: int) -> None:
    """In FUTURE the position of a place, or a world that fits what a seat knows of it."""
    future = states[FUTURE]
    if eye == EVERYTHING:
        copy_moving(future, states[place])
        future.event_count = 0
        seed(future, a, b, c)
        return
    show(future, states[place], eye)
    seed(future, a, b, c)
    believe(future)


@rule
def who_sees_all(states: Any, dices: Any) -> int:
    """The mask of seats from which nothing is hidden in GAME: whatever they imagine is the position itself."""
    future = states[FUTURE]
    there = position_hash(states[GAME])
    mask = 0
    for seat in range(future.seats):
        same = 1
        for _ in range(GLANCES):
            a = next_word(dices[2])
            b = next_word(dices[2])
            begin_future(states, GAME, seat, a, b, next_word(dices[2]))
            if position_hash(future) != there:
                same = 0
        mask |= same << seat
    return mask


@rule
def learns(
    states: Any, menus: Any, dices: Any, eye: int, seat: int, verbs: Any, args: Any, count: int
) -> int:
    """Did those eyes learn anything when a seat answered in BEFORE and CAME came of it? Not when they would see the same in whatever they imagined.

    Worlds in which the seat could not answer so are passed over: that they are not the real one is told by the answer itself.
    """
    future = states[FUTURE]
    show(states[GLIMPSE], states[CAME], eye)
    there = position_hash(states[GLIMPSE])
    for _ in range(GLANCES):
        a = next_word(dices[2])
        b = next_word(dices[2])
        begin_future(states, BEFORE, eye, a, b, next_word(dices[2]))
        if eye != seat and not may_choose(future, menus[1], seat, verbs[0], args[0]):
            continue
        for k in range(count):
            begin_step(future)
            apply(future, seat, verbs[k], args[k])
        show(states[GLIMPSE], future, eye)
        if position_hash(states[GLIMPSE]) != there:
            return 1
    return 0


@rule
def may_choose(s: Any, menu: Any, seat: int, verb: int, arg: int) -> int:
    """Is a seat asked, and is that one of its choices?"""
    if not deciders(s) >> seat & 1:
        return 0
    menu.count = 0
    menu.seat = seat
    choices(s, seat, menu)
    for k in range(menu.count):
        if menu.verb[k] == verb and menu.arg[k] == arg:
            return 1
    return 0


@rule
def expected(states: Any, place: int, menus: Any, dices: Any, seat: int, verb: int, arg: int) -> int:
    """Is a choice in the position of a place what the scripted player would choose, in whatever mood?"""
    menu = menus[1]
    menu.count = 0
    menu.seat = seat
    choices(states[place], seat, menu)
    show(states[GLIMPSE], states[place], seat)
    for _ in range(MOODS if menu.count > 1 else 0):
        chosen = max(0, decide(states[GLIMPSE], seat, menu, dices[0]))
        if menu.verb[chosen] != verb or menu.arg[chosen] != arg:
            return 0
    return 1


@rule
def play_with(states: Any, menus: Any, dices: Any, end: int, a: int, b: int, c: int) -> None:
    """Let scripted players play FUTURE on until that tick, in the moods that these words make.

    The scripted player itself, not the quicker one that some games search with (`policy`): a value should expect what players do.
    """
    future = states[FUTURE]
    menu = menus[1]
    seed(dices[1], a, b, c)
    made = 0
    while made < LONGEST and clock(future) < end and open_menu(future, menu) > 0:
        play_one(states, menu, dices)
        made += 1


@rule
def play_mixing(
    states: Any, menus: Any, dices: Any, now: int, horizon: int, lasting: int, a: int, b: int, c: int, found: Any, first: int
) -> None:  # fmt: skip
    """Play FUTURE on, as far from tick `now` as the horizon is, and put every seat's share to `found`, from place `first` on.

    Where `lasting` is less than the whole, each tick on the way has its part in it: what the seats have there counts, and only so many
    thousandths of the weight that is left go on. What comes much later is mostly other chance, the same for all results and never quite
    cancelled.
    """
    future = states[FUTURE]
    menu = menus[1]
    seed(dices[1], b, c, a)
    end = until(now, horizon)
    tick = end if lasting == WHOLE else now + 1
    left = SHARE
    for seat in range(future.seats):
        found[first + seat] = 0
    made = 0
    while made < LONGEST and clock(future) < end and open_menu(future, menu) > 0:
        while tick < end and tick <= clock(future):
            part = left * (WHOLE - lasting) // WHOLE
            add_shares(future, part, found, first)
            left -= part
            tick += 1
        play_one(states, menu, dices)
        made += 1
    add_shares(future, left, found, first)


@rule
def add_shares(s: Any, weight: int, found: Any, first: int) -> None:
    """Every seat's share, so many millionths of it, to what is in `found` from place `first` on."""
    here = 4 * s.seats
    share_out(s, found, here)
    for seat in range(s.seats):
        found[first + seat] += found[here + seat] * weight // SHARE


@rule
def play_one(states: Any, menu: Any, dices: Any) -> None:
    """One choice in FUTURE, of the scripted player."""
    chosen = 0
    if menu.count > 1:
        show(states[GLIMPSE], states[FUTURE], menu.seat)
        chosen = max(0, decide(states[GLIMPSE], menu.seat, menu, dices[1]))
    take(states[FUTURE], menu, chosen)


@rule
def try_result(states: Any, dices: Any, seat: int, verb: int, arg: int, result: int) -> None:
    """The choice made in BEFORE, with this result of the first draw (-1: any) and any others; in AFTER."""
    after = states[AFTER]
    a = next_word(dices[0])
    b = next_word(dices[0])
    c = next_word(dices[0])
    if verb == THE_DEAL:
        states[AFTER] = states[BEFORE]
        begin(after, a, b, c)
        return
    copy_moving(after, states[BEFORE])
    begin_step(after)
    seed(after, a, b, c)
    after.tray_next = 0
    after.tray_length = 0
    after.chance_fault = 0
    if result >= 0:
        after.tray[0] = result
        after.tray_length = 1
    apply(after, seat, verb, arg)
    after.tray_length = 0
    after.tray_next = 0


@rule
def chance_gave(
    states: Any, menus: Any, dices: Any, eye: int, seat: int, verb: int, arg: int, outs: int, horizon: int, lasting: int, found: Any,
    cases: Any,
) -> int:  # fmt: skip
    """What chance gave every seat after a choice in BEFORE that led to CAME, added to `found` as differences; then their squares. Gives the
    number of differences.

    Each is between CAME and another result of chance, played on with the same dice. `outs` of them where they vary as much as is usual:
    a few that are then forgotten tell how much they vary here, and where hardly anything hangs on chance few more are made.
    """
    bound = lay_out_cases(states, dices, seat, verb, arg, cases)
    pairs = outs
    if outs >= TRIAL:
        differ(states, menus, dices, eye, seat, verb, arg, TRIAL, horizon, lasting, found, cases, bound)
        pairs = worth_while(found, states[FUTURE].seats, TRIAL, outs)
        clear(found)
    differ(states, menus, dices, eye, seat, verb, arg, pairs, horizon, lasting, found, cases, bound)
    return pairs


@rule
def worth_while(found: Any, seats: int, trial: int, outs: int) -> int:
    """How many differences are worth their time: in proportion to how much those of the trial vary, of the seat where they vary most."""
    most = 0
    for seat in range(seats):
        mean = found[seat] // trial // 1000
        most = max(most, found[seats + seat] // trial - mean * mean)
    times = max(LEAST_TIMES, min(MOST_TIMES, 1000 * root(most) // USUAL))
    return max(1, outs * times // 1000)


@rule
def differ(
    states: Any, menus: Any, dices: Any, eye: int, seat: int, verb: int, arg: int, outs: int, horizon: int, lasting: int, found: Any,
    cases: Any, bound: int,
) -> None:  # fmt: skip
    """So many differences between CAME and what chance might have brought. The first draw goes evenly through its results, `bound` of them."""
    offset = below(dices[0], bound) if bound > 0 else 0
    for k in range(outs):
        # Evenly through the cases from a place drawn once: each comes as often as it should on the average.
        result = cases[(k * bound + offset) // outs] if bound > 0 else -1
        try_result(states, dices, seat, verb, arg, result)
        # Where standings on the way count, those of all results do at the same ticks.
        if lasting == WHOLE:
            play_both(states, menus, dices, eye, CAME, AFTER, horizon, lasting, found)
        else:
            play_both(states, menus, dices, eye, BEFORE, BEFORE, horizon, lasting, found)


@rule
def play_both(
    states: Any, menus: Any, dices: Any, eye: int, one: int, other: int, horizon: int, lasting: int, found: Any
) -> None:  # fmt: skip
    """What CAME is worth more than AFTER, both played on with the same dice, as far as from the positions of those two places: added to `found` for
    every seat, and the squares of it."""
    seats = states[FUTURE].seats
    a = next_word(dices[2])
    b = next_word(dices[2])
    c = next_word(dices[2])
    begin_future(states, CAME, eye, a, b, c)
    play_mixing(states, menus, dices, clock(states[one]), horizon, lasting, a, b, c, found, 2 * seats)
    begin_future(states, AFTER, eye, a, b, c)
    play_mixing(states, menus, dices, clock(states[other]), horizon, lasting, a, b, c, found, 3 * seats)
    for seat in range(seats):
        gain = found[2 * seats + seat] - found[3 * seats + seat]
        found[seat] += gain
        found[seats + seat] += (gain // 1000) * (gain // 1000)


@rule
def lay_out_cases(states: Any, dices: Any, seat: int, verb: int, arg: int, cases: Any) -> int:
    """The results of the first draw after a choice, each as often as it comes; gives their number, 0 for too many to look at."""
    after = states[AFTER]
    if verb == THE_DEAL:
        return 0
    try_result(states, dices, seat, verb, arg, -1)
    bound = after.journal_bound[0] + 0 if after.journal_length > 0 else 0
    if bound > len(cases):
        return 0
    laid = 0
    result = 0
    while laid < bound and result < RESULTS:
        try_result(states, dices, seat, verb, arg, result)
        if after.chance_fault == 0:
            for _ in range(min(after.journal_share[0], bound - laid)):
                cases[laid] = result
                laid += 1
        result += 1
    return bound if laid == bound else 0


@rule
def expect_deal(states: Any, menus: Any, dices: Any, outs: int, horizon: int, found: Any) -> int:
    """The value of a new game, over deals; BEFORE holds it prepared. The dice say which deals."""
    for _ in range(outs):
        try_result(states, dices, 0, THE_DEAL, 0, -1)
        value(states, menus, dices, EVERYTHING, 1, horizon, found)
    return outs


@rule
def value_answer(
    states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any, count: int, outs: int, horizon: int, found: Any
) -> int:  # fmt: skip
    """What an answer in GAME is worth from what its seat knows: in worlds that fit it, over chance and what the others may do.

    Of a sealed question it is the mixture of what the others may answer that counts, not what they did.
    """
    show(states[ROOT], states[GAME], seat)
    for _ in range(outs):
        a = next_word(dices[2])
        b = next_word(dices[2])
        follow(states, menus, dices, seat, verbs, args, 0, count, horizon, a, b, next_word(dices[2]))
        seats = states[FUTURE].seats
        share_out(states[FUTURE], found, 2 * seats)
        for other in range(seats):
            found[other] += found[2 * seats + other]
    return outs


@rule
def follow(
    states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any, first: int, last: int, horizon: int, a: int, b: int, c: int
) -> None:  # fmt: skip
    """In FUTURE a world that fits ROOT, with an answer made there, played on."""
    future = states[FUTURE]
    copy_moving(future, states[ROOT])
    seed(future, a, b, c)
    believe(future)
    end = until(clock(states[ROOT]), horizon)
    for k in range(first, last):
        begin_step(future)
        apply(future, seat, verbs[k], args[k])
    play_with(states, menus, dices, end, b, c, a)


@rule
def imagine(states: Any, dices: Any, seat: int) -> int:
    """In FUTURE a world that fits what a seat knows, as it may believe it."""
    show(states[ROOT], states[GAME], seat)
    future = states[FUTURE]
    copy_moving(future, states[ROOT])
    seed(future, next_word(dices[2]), next_word(dices[2]), next_word(dices[2]))
    believe(future)
    return 1


@rule
def foresee(
    states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any, count: int, outs: int, found: Any, cases: Any
) -> int:  # fmt: skip
    """Who meets whom until the next tick when a seat answers so, in worlds that fit what it knows and with what the others may answer.

    `cases` holds the number of kinds of events that tell of a meeting, and the kinds. To `found` goes for each pair in how many worlds it
    met; behind that the last world in which it did.
    """
    show(states[ROOT], states[GAME], seat)
    future = states[FUTURE]
    menu = menus[1]
    end = clock(states[ROOT]) + 1
    for world in range(1, outs + 1):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        copy_moving(future, states[ROOT])
        seed(future, a, b, c)
        believe(future)
        seed(dices[1], b, c, a)
        for k in range(count):
            begin_step(future)
            apply(future, seat, verbs[k], args[k])
            note_meetings(future, world, found, cases)
        made = 0
        while made < LONGEST and clock(future) < end and open_menu(future, menu) > 0:
            play_one(states, menu, dices)
            note_meetings(future, world, found, cases)
            made += 1
    return outs


@rule
def note_meetings(s: Any, world: int, found: Any, cases: Any) -> None:
    """Count the pairs that the events of a step tell of, each once in a world, whoever came first."""
    for i in range(min(s.event_count, len(s.events))):
        row = s.events[i]
        for k in range(1, cases[0] + 1):
            if row[0] == cases[k]:
                one = row[2] % MEETERS
                other = row[3] % MEETERS
                pair = min(one, other) * MEETERS + max(one, other)
                if found[MEETINGS + pair] != world:
                    found[MEETINGS + pair] = world
                    found[pair] += 1


@rule
def compare_answers(
    states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any, count: int, outs: int, horizon: int, found: Any
) -> int:  # fmt: skip
    """Two answers in the same worlds with the same dice: the first ends at `count % SECOND`, the other one at `count // SECOND`.

    To `found` go the sums of both, and of the squares of their difference (in thousandths).
    """
    show(states[ROOT], states[GAME], seat)
    middle = count % SECOND
    for _ in range(outs):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        follow(states, menus, dices, seat, verbs, args, 0, middle, horizon, a, b, c)
        one = share_of(states[FUTURE], seat)
        follow(states, menus, dices, seat, verbs, args, middle, count // SECOND, horizon, a, b, c)
        other = share_of(states[FUTURE], seat)
        found[0] += one
        found[1] += other
        found[2] += ((other - one) // 1000) * ((other - one) // 1000)
    return outs


@rule
def write_answer(states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any) -> int:
    """A whole answer as the scripted player would write it in some mood; gives its length.

    In a world in which the others are still writing; where they are not, something happens when it is handed in, and the answer ends there.
    """
    future = states[FUTURE]
    menu = menus[1]
    show(future, states[GAME], seat)
    seed(future, next_word(dices[2]), 3, 5)
    believe(future)
    made = 0
    while made < len(verbs) and (made == 0 or (writing(future, seat) and future.event_count == 0)):
        menu.count = 0
        menu.seat = seat
        choices(future, seat, menu)
        show(states[GLIMPSE], future, seat)
        chosen = max(0, decide(states[GLIMPSE], seat, menu, dices[0]))
        verbs[made] = menu.verb[chosen]
        args[made] = menu.arg[chosen]
        take(future, menu, chosen)
        made += 1
    return made


@rule
def clear(sums: Any) -> None:
    for i in range(len(sums)):
        sums[i] = 0
