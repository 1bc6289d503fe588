"""What a choice changed, written as rules: what was chosen beside what the scripted player would have chosen there, in its moods.

Both are made in the same position, or in the same worlds that fit what a seat knew, and played on with the same chance, dice and moods, as
far as differences go and with the standings on the way (`valuing.play_mixing`). Where the scripted player would choose the same the
difference is nothing, and costs nothing.
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import FUTURE, GLIMPSE, WORLD
from bagarre.kernel.chance import next_word
from bagarre.kernel.drivers import apply, choices, clock, decide, show, take
from bagarre.kernel.events import begin_step
from bagarre.kernel.layout import copy_moving, position_hash
from bagarre.kernel.rule import rule
from bagarre.review.valuing import (
    BEFORE,
    EVERYTHING,
    TRIAL,
    begin_future,
    clear,
    may_choose,
    play_mixing,
    worth_while,
)

NOBODY = -1
"""In the place of a seat: a choice that is not read."""
WORLDS, PATIENCE = 16, 64
"""Worlds that are looked at until the scripted player chooses in one as another did; and after how many, if it never does, no more are."""


@rule
def choice_changed(
    states: Any, menus: Any, dices: Any, eye: int, verbs: Any, args: Any, whose: Any, lead: int, count: int, outs: int, horizon: int,
    lasting: int, found: Any,
) -> int:  # fmt: skip
    """What choices in BEFORE changed for every seat, added to `found` as differences; then their squares. Gives the number of differences; none
    where those eyes could not tell the choices from others, or could hardly imagine them.

    The first `lead` choices are made in any case: what others answered in secret is compared when the seat has answered. `outs` differences
    where they vary as much as is usual: a few that are then forgotten tell how much they vary here.
    """
    pairs = outs
    if outs >= TRIAL:
        tried = contrast(
            states, menus, dices, eye, verbs, args, whose, lead, count, TRIAL, horizon, lasting, found
        )
        if tried == 0:
            return 0
        pairs = worth_while(found, states[FUTURE].seats, tried, outs)
        clear(found)
    return contrast(
        states, menus, dices, eye, verbs, args, whose, lead, count, pairs, horizon, lasting, found
    )


@rule
def contrast(
    states: Any, menus: Any, dices: Any, eye: int, verbs: Any, args: Any, whose: Any, lead: int, count: int, outs: int, horizon: int,
    lasting: int, found: Any,
) -> int:  # fmt: skip
    """So many differences between choices in BEFORE and the scripted player's, in worlds that fit what those eyes know and in which they could be
    made; gives their number, none where fewer than half of the worlds are such.

    Others choose by what they know themselves: their choices are compared in worlds in which the scripted player, too, chooses so in some mood,
    if such are found. In any world whatever they would look like blunders, for they were meant for another one.
    """
    world = states[WORLD]
    future = states[FUTURE]
    seats = future.seats
    now = clock(states[BEFORE])
    stranger = eye != EVERYTHING and eye != whose[lead]
    pairs = 0
    asked = 0
    likely = 0
    for _ in range(outs):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = 0
        tries = WORLDS if stranger and (likely > 0 or asked < PATIENCE) else 1
        may = 0
        while tries > 0:
            c = next_word(dices[2])
            begin_future(states, BEFORE, eye, a, b, c)
            make(future, verbs, args, whose, 0, lead)
            copy_moving(world, future)
            tries -= 1
            may = 1
            if stranger:
                asked += 1
                may = may_be(states, menus, verbs, args, whose, lead, count)
                if may and pairs == 0 and seen(states, menus, eye, verbs, args, whose, lead, count) == 0:
                    return 0
                copy_moving(future, world)
                if may and tries > 0 and answers_so(states, menus, dices, verbs, args, whose, lead, count):
                    likely += 1
                    tries = 0
        if may == 0:
            continue
        pairs += 1
        copy_moving(future, world)
        if answers_so(states, menus, dices, verbs, args, whose, lead, count):
            continue
        play_mixing(states, menus, dices, now, horizon, lasting, a, b, c, found, 3 * seats)
        copy_moving(future, world)
        make(future, verbs, args, whose, lead, count)
        play_mixing(states, menus, dices, now, horizon, lasting, a, b, c, found, 2 * seats)
        for seat in range(seats):
            gain = found[2 * seats + seat] - found[3 * seats + seat]
            found[seat] += gain
            found[seats + seat] += (gain // 1000) * (gain // 1000)
    return pairs if 2 * pairs >= outs else 0


@rule
def make(s: Any, verbs: Any, args: Any, whose: Any, first: int, last: int) -> None:
    """Make choices in a position, those that are read."""
    for k in range(first, last):
        if whose[k] != NOBODY:
            begin_step(s)
            apply(s, whose[k], verbs[k], args[k])


@rule
def may_be(states: Any, menus: Any, verbs: Any, args: Any, whose: Any, first: int, last: int) -> int:
    """Could everybody begin so in WORLD?"""
    for k in range(first, last):
        begins = k == first or whose[k] != whose[k - 1]
        if (
            whose[k] != NOBODY
            and begins
            and not may_choose(states[WORLD], menus[1], whose[k], verbs[k], args[k])
        ):
            return 0
    return 1


@rule
def seen(states: Any, menus: Any, eye: int, verbs: Any, args: Any, whose: Any, first: int, last: int) -> int:
    """How many of the choices in WORLD those eyes can tell from others when all are made; the rest is not read. A sheet is, for it is carried out."""
    future = states[FUTURE]
    menu = menus[1]
    there = looks(states, eye, verbs, args, whose, first, last)
    told = 0
    for k in range(first, last):
        seat = whose[k] + 0
        verb = verbs[k] + 0
        arg = args[k] + 0
        if (
            (k == first or whose[k - 1] != seat)
            and (k + 1 == last or whose[k + 1] != seat)
            and seat != NOBODY
        ):
            copy_moving(future, states[WORLD])
            menu.count = 0
            menu.seat = seat
            choices(future, seat, menu)
            for i in range(menu.count):
                if menu.verb[i] != verb or menu.arg[i] != arg:
                    verbs[k] = menu.verb[i]
                    args[k] = menu.arg[i]
                    if looks(states, eye, verbs, args, whose, first, last) == there:
                        seat = NOBODY
            verbs[k] = verb
            args[k] = arg
        whose[k] = seat
        told += seat != NOBODY
    return told


@rule
def looks(states: Any, eye: int, verbs: Any, args: Any, whose: Any, first: int, last: int) -> int:
    """What those eyes see when choices are made in WORLD, as a number."""
    copy_moving(states[FUTURE], states[WORLD])
    make(states[FUTURE], verbs, args, whose, first, last)
    show(states[GLIMPSE], states[FUTURE], eye)
    return position_hash(states[GLIMPSE])


@rule
def answers_so(
    states: Any, menus: Any, dices: Any, verbs: Any, args: Any, whose: Any, first: int, last: int
) -> int:
    """Let scripted players choose in FUTURE, in some mood, as long as they choose the same: did they so to the last choice?"""
    future = states[FUTURE]
    menu = menus[1]
    k = first
    same = 1
    while k < last and same:
        if whose[k] != NOBODY:
            menu.count = 0
            menu.seat = whose[k]
            choices(future, whose[k], menu)
            show(states[GLIMPSE], future, whose[k])
            chosen = max(0, decide(states[GLIMPSE], whose[k], menu, dices[0]))
            if menu.verb[chosen] != verbs[k] or menu.arg[chosen] != args[k]:
                same = 0
            take(future, menu, chosen)
        k += 1
    return same
