"""What a position is worth to every seat, written as rules: it compiles with any game, and does the same interpreted.

A value is the mean over play-outs of scripted players, each shown only what it may know, to the `standing` some ticks of the game's
`clock` later, or to the result. From everything, the play-outs begin at the position as it is; from what a seat knew, each begins in
a world that fits it (`believe`).

What chance may bring after a choice is valued in the same way: every result of the first draw where there are not too many, the rest
drawn, with about as many play-outs together as the position that came. So what chance gave, against this, is nothing on the average,
whatever the value is good for.
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import FUTURE, GLIMPSE, ROOT, SHOWN, play_on, worth
from bagarre.kernel.chance import next_word, seed
from bagarre.kernel.drivers import (
    apply,
    begin,
    believe,
    choices,
    choose,
    clock,
    deal,
    decide,
    open_menu,
    show,
    take,
    watch,
    writing,
)
from bagarre.kernel.events import begin_step
from bagarre.kernel.layout import copy_moving
from bagarre.kernel.rule import rule

GAME = 0
BEFORE, AFTER = GLIMPSE + 1, GLIMPSE + 2
"""The states of a table: the game, what a player is shown, what a seat knows, a world that fits it, a future of it, what a seat is shown
there, the position before a choice, and one that chance may bring."""
PLACES = 8
EVERYTHING = -2
"""The eyes that see all."""
FIRST_DRAW = 40
"""Results of a first draw that are all looked at."""
SAMPLES = 20
"""Deals, and results of a draw with too many, that are looked at, at least."""
RESULTS = 256
"""What a result can be."""
AT_POSITION, AFTER_CHOICE, AFTER_DEAL, OF_ANSWER, COMPARE, WRITE = range(6)
"""What `appraise` is asked for."""
SECOND = 1000
"""Longer than any answer."""


@rule
def appraise(
    states: Any, menus: Any, dices: Any, ask: int, eye: int, seat: int, verbs: Any, args: Any, count: int,
    outs: int, horizon: int, salt: int, found: Any,
) -> int:  # fmt: skip
    """One question from Python, about the position in GAME: sums of shares go to `found`, one number a seat; gives what they are sums of.

    `verbs` and `args` hold an answer: one choice, or all choices of a sheet. One driver for all questions, so that the game is
    compiled once.
    """
    clear(found)
    for place in range(SHOWN, PLACES):
        states[place] = states[GAME]
    seed(dices[0], salt, 7, 1)
    seed(dices[2], salt, 7, 2)
    if ask == AFTER_CHOICE:
        return expect(states, menus, dices, eye, seat, verbs[0], args[0], outs, horizon, found)
    if ask == AFTER_DEAL:
        return expect_deal(states, menus, dices, outs, horizon, found)
    if ask == OF_ANSWER:
        return value_answer(states, menus, dices, seat, verbs, args, count, outs, horizon, found)
    if ask == COMPARE:
        return compare_answers(states, menus, dices, seat, verbs, args, count, outs, horizon, found)
    if ask == WRITE:
        return write_answer(states, menus, dices, seat, verbs, args)
    copy_moving(states[AFTER], states[GAME])
    value(states, menus, dices, eye, outs, horizon, 1, found)
    return outs


@rule
def value(
    states: Any, menus: Any, dices: Any, eye: int, outs: int, horizon: int, weight: int, found: Any
) -> None:
    """Add what AFTER is worth, `weight` times the sum of the play-outs, to every seat; after that the squares, in thousandths."""
    root = states[ROOT]
    future = states[FUTURE]
    if eye == EVERYTHING:
        copy_moving(root, states[AFTER])
        root.event_count = 0
    else:
        show(root, states[AFTER], eye)
    until = clock(states[AFTER]) + horizon
    for _ in range(outs):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        copy_moving(future, root)
        seed(future, a, b, c)
        if eye != EVERYTHING:
            believe(future)
        seed(dices[1], b, c, a)
        play_on(states, menus, dices, until)
        for seat in range(future.seats):
            share = worth(future, seat)
            found[seat] += weight * share
            found[future.seats + seat] += weight * (share // 1000) * (share // 1000)


@rule
def try_result(states: Any, dices: Any, seat: int, verb: int, arg: int, result: int) -> None:
    """The choice made in BEFORE, with this result of the first draw (-1: any) and any others; in AFTER."""
    after = states[AFTER]
    copy_moving(after, states[BEFORE])
    begin_step(after)
    a = next_word(dices[0])
    b = next_word(dices[0])
    seed(after, a, b, next_word(dices[0]))
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
def expect(
    states: Any, menus: Any, dices: Any, eye: int, seat: int, verb: int, arg: int, outs: int, horizon: int, found: Any
) -> int:  # fmt: skip
    """The value after a choice in BEFORE, over what chance may bring; gives the play-outs that the sums are of.

    The dice say what is drawn where not everything is looked at: others at every step, or the same luck would be missed each time.
    """
    after = states[AFTER]
    try_result(states, dices, seat, verb, arg, -1)
    draws = after.journal_length + 0
    if draws == 0:
        value(states, menus, dices, eye, outs, horizon, 1, found)
        return outs
    bound = after.journal_bound[0] + 0
    if bound == 0 or bound > FIRST_DRAW:
        for _ in range(max(SAMPLES, outs)):
            try_result(states, dices, seat, verb, arg, -1)
            value(states, menus, dices, eye, 1, horizon, 1, found)
        return max(SAMPLES, outs)
    # Every draw anew for every play-out; where there is one draw, its results only.
    times = max(1, outs // bound)
    each = 1
    if draws == 1:
        each = times
        times = 1
    cases = 0
    result = 0
    while cases < bound and result < RESULTS:
        try_result(states, dices, seat, verb, arg, result)
        if after.chance_fault == 0:
            share = after.journal_share[0] + 0
            value(states, menus, dices, eye, each, horizon, share, found)
            for _ in range(times - 1):
                try_result(states, dices, seat, verb, arg, result)
                value(states, menus, dices, eye, each, horizon, share, found)
            cases += share
        result += 1
    return cases * times * each


@rule
def expect_deal(states: Any, menus: Any, dices: Any, outs: int, horizon: int, found: Any) -> int:
    """The value of a new game, over deals; BEFORE holds it prepared. The dice say which deals."""
    after = states[AFTER]
    for _ in range(max(SAMPLES, outs)):
        states[AFTER] = states[BEFORE]
        a = next_word(dices[0])
        b = next_word(dices[0])
        begin(after, a, b, next_word(dices[0]))
        value(states, menus, dices, EVERYTHING, 1, horizon, 1, found)
    return max(SAMPLES, outs)


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
        for other in range(states[FUTURE].seats):
            found[other] += worth(states[FUTURE], other)
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
    until = clock(states[ROOT]) + horizon
    for k in range(first, last):
        begin_step(future)
        apply(future, seat, verbs[k], args[k])
    seed(dices[1], b, c, a)
    play_on(states, menus, dices, until)


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
        one = worth(states[FUTURE], seat)
        follow(states, menus, dices, seat, verbs, args, middle, count // SECOND, horizon, a, b, c)
        other = worth(states[FUTURE], seat)
        found[0] += one
        found[1] += other
        found[2] += ((other - one) // 1000) * ((other - one) // 1000)
    return outs


@rule
def write_answer(states: Any, menus: Any, dices: Any, seat: int, verbs: Any, args: Any) -> int:
    """A whole answer as the scripted player would write it in some mood; gives its length."""
    future = states[FUTURE]
    menu = menus[1]
    show(future, states[GAME], seat)
    made = 0
    while made < len(verbs) and (made == 0 or writing(future, seat)):
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


# Many games, for the study of luck.


@rule
def split_games(
    states: Any, menus: Any, dices: Any, template: Any, players: Any, seeds: Any, limit: int, tally: Any,
    outs: int, horizon: int, found: Any, expected: Any, luck: Any, steps: Any, results: Any,
) -> None:  # fmt: skip
    """Play a game for each row of `seeds`, and add up what chance gave every seat, in millionths of a win."""
    s = states[GAME]
    menu = menus[0]
    for g in range(len(seeds)):
        for place in range(SHOWN, PLACES):
            states[place] = template[0]
        seed(dices[0], seeds[g][2], seeds[g][0], seeds[g][1])
        seed(dices[2], seeds[g][1], seeds[g][0], seeds[g][2])
        clear(expected)
        parts = expect_deal(states, menus, dices, outs, horizon, expected)
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        dealt = s.journal_length + 0
        copy_moving(states[AFTER], s)
        clear(found)
        value(states, menus, dices, EVERYTHING, outs, horizon, 1, found)
        if dealt > 0:
            note_luck(luck[g], found, outs, expected, parts)
        seed(dices[3], seeds[g][1], seeds[g][2], seeds[g][0])
        made = 0
        while made < limit and open_menu(s, menu) > 0:
            k = 0
            if menu.count > 1:
                seed(dices[0], next_word(dices[3]), made, 3)
                k = choose(states, menus, dices, players)
            states[BEFORE] = s
            take(s, menu, k)
            watch(s, tally)
            made += 1
            if s.journal_length > 0:
                steps[g] += 1
                copy_moving(states[AFTER], s)
                clear(found)
                value(states, menus, dices, EVERYTHING, outs, horizon, 1, found)
                clear(expected)
                seat = menu.seat + 0
                seed(dices[0], next_word(dices[3]), made, 5)
                seed(dices[2], next_word(dices[3]), made, 7)
                parts = expect(
                    states, menus, dices, EVERYTHING, seat, menu.verb[k], menu.arg[k], outs, horizon, expected
                )
                note_luck(luck[g], found, outs, expected, parts)
        for seat in range(s.seats):
            results[g][seat] = worth(s, seat)


@rule
def clear(sums: Any) -> None:
    for i in range(len(sums)):
        sums[i] = 0


@rule
def note_luck(luck: Any, found: Any, outs: int, expected: Any, parts: int) -> None:
    """Rounded to the nearest: rounding down would add up."""
    for seat in range(len(luck)):
        luck[seat] += (2 * found[seat] + outs) // (2 * outs) - (2 * expected[seat] + parts) // (2 * parts)
