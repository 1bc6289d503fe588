"""The one question that Python puts to the rules of the review: one driver for all of them, so that a game is compiled once."""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import SHOWN
from bagarre.kernel.chance import seed
from bagarre.kernel.layout import copy_moving
from bagarre.kernel.rule import rule
from bagarre.review.choosing import choice_changed
from bagarre.review.valuing import (
    AFTER,
    CAME,
    GAME,
    SECOND,
    chance_gave,
    clear,
    compare_answers,
    expect_deal,
    expected,
    foresee,
    imagine,
    learns,
    value,
    value_answer,
    who_sees_all,
    write_answer,
)

(
    AT_POSITION,
    AFTER_DEAL,
    OF_ANSWER,
    COMPARE,
    WRITE,
    CHANCE,
    CHOICE,
    SEES_ALL,
    LEARNS,
    FORESEE,
    EXPECTED,
    IMAGINE,
) = range(12)
"""What `appraise` is asked for."""


@rule
def appraise(
    states: Any, menus: Any, dices: Any, ask: int, eye: int, seat: int, verbs: Any, args: Any, whose: Any, count: int,
    outs: int, horizon: int, lasting: int, salt: int, found: Any, cases: Any,
) -> int:  # fmt: skip
    """One question from Python, about the position in GAME: sums of shares go to `found`, one number a seat; gives what they are sums of.

    `verbs` and `args` hold an answer: one choice, or all choices of a sheet; `whose` they are, where several may have answered.
    """
    clear(found)
    for place in range(SHOWN, CAME):
        states[place] = states[GAME]
    seed(dices[0], salt, 7, 1)
    seed(dices[2], salt, 7, 2)
    if ask == CHANCE:
        return chance_gave(
            states, menus, dices, eye, seat, verbs[0], args[0], outs, horizon, lasting, found, cases
        )
    if ask == CHOICE:
        return choice_changed(
            states, menus, dices, eye, verbs, args, whose, count % SECOND, count // SECOND, outs, horizon, lasting, found
        )  # fmt: skip
    if ask == SEES_ALL:
        return who_sees_all(states, dices)
    if ask == LEARNS:
        return learns(states, menus, dices, eye, seat, verbs, args, count)
    if ask == AFTER_DEAL:
        return expect_deal(states, menus, dices, outs, horizon, found)
    if ask == OF_ANSWER:
        return value_answer(states, menus, dices, seat, verbs, args, count, outs, horizon, found)
    if ask == COMPARE:
        return compare_answers(states, menus, dices, seat, verbs, args, count, outs, horizon, found)
    if ask == WRITE:
        return write_answer(states, menus, dices, seat, verbs, args)
    if ask == EXPECTED:
        return expected(states, GAME, menus, dices, seat, verbs[0], args[0])
    if ask == IMAGINE:
        return imagine(states, dices, seat)
    if ask == FORESEE:
        return foresee(states, menus, dices, seat, verbs, args, count, outs, found, cases)
    copy_moving(states[AFTER], states[GAME])
    value(states, menus, dices, eye, outs, horizon, found)
    return outs
