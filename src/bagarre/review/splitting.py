"""Many games split into what chance gave and what the players' coins did, written as rules: the study of luck (`lab/luck.py`).

A result is where a game began, plus what each chance result gave against its expectation, plus what each choice of a player who tosses coins did
against what it might have chosen in another mood: with true expectations exactly so. A steady player has no moods: what it knows says
what it does, so chance alone makes the difference between two of its games.
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import FUTURE, GLIMPSE, SHOWN, worth
from bagarre.kernel.chance import next_word, seed
from bagarre.kernel.drivers import apply, choose, clock, deal, decide, open_menu, show, take, watch
from bagarre.kernel.events import begin_step
from bagarre.kernel.layout import copy_moving, position_hash
from bagarre.kernel.rule import rule
from bagarre.review.valuing import (
    AFTER,
    BEFORE,
    CAME,
    EVERYTHING,
    GAME,
    PLACES,
    THE_DEAL,
    begin_future,
    chance_gave,
    clear,
    play_with,
    share_of,
    until,
)


@rule
def split_games(
    states: Any, menus: Any, dices: Any, template: Any, players: Any, seeds: Any, limit: int, tally: Any, outs: int,
    tosses: int, horizon: int, found: Any, cases: Any, luck: Any, noise: Any, own: Any, others: Any, steps: Any, results: Any,
) -> None:  # fmt: skip
    """Play a game for each row of `seeds`, and add up for every seat what chance gave, what its own moods did and what the others' did, in
    millionths of a win; and the noise of what chance gave, as a variance in millionths."""
    s = states[GAME]
    menu = menus[0]
    for g in range(len(seeds)):
        for place in range(SHOWN, PLACES):
            states[place] = template[0]
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        seed(dices[3], seeds[g][1], seeds[g][2], seeds[g][0])
        made = 0
        if s.journal_length > 0:
            note_luck(
                states, menus, dices, 0, THE_DEAL, 0, outs, horizon, found, cases, luck[g], noise[g], made
            )
        while made < limit and open_menu(s, menu) > 0:
            k = 0
            if menu.count > 1:
                seed(dices[0], next_word(dices[3]), made, 3)
                k = choose(states, menus, dices, players)
            states[BEFORE] = s
            if menu.count > 1 and tosses > 0:
                note_mood(states, menus, dices, players, k, tosses, horizon, found, own[g], others[g], made)
            take(s, menu, k)
            watch(s, tally)
            made += 1
            if s.journal_length > 0:
                steps[g] += 1
                note_luck(
                    states, menus, dices, menu.seat + 0, menu.verb[k], menu.arg[k], outs, horizon, found, cases, luck[g], noise[g], made
                )  # fmt: skip
        for seat in range(s.seats):
            results[g][seat] = worth(s, seat)


@rule
def steady_choose(states: Any, menus: Any, dices: Any, players: Any) -> int:
    """In the place of `drivers.choose`: the scripted player in the mood that what it knows makes."""
    menu = menus[0]
    show(states[SHOWN], states[GAME], menu.seat)
    seed(dices[0], position_hash(states[SHOWN]), menu.seat, 1)
    return max(0, decide(states[SHOWN], menu.seat, menu, dices[0]))


@rule
def steady_one(states: Any, menu: Any, dices: Any) -> None:
    """In the place of `valuing.play_one`: a choice in FUTURE of the same player."""
    chosen = 0
    if menu.count > 1:
        show(states[GLIMPSE], states[FUTURE], menu.seat)
        seed(dices[1], position_hash(states[GLIMPSE]), menu.seat, 1)
        chosen = max(0, decide(states[GLIMPSE], menu.seat, menu, dices[1]))
    take(states[FUTURE], menu, chosen)


@rule
def note_luck(
    states: Any, menus: Any, dices: Any, seat: int, verb: int, arg: int, outs: int, horizon: int, found: Any, cases: Any, luck: Any,
    noise: Any, made: int,
) -> None:  # fmt: skip
    """What chance gave in the step from BEFORE to GAME, and how sure that is. Rounded to the nearest: rounding down would add up."""
    copy_moving(states[CAME], states[GAME])
    seed(dices[0], next_word(dices[3]), made, 5)
    seed(dices[2], next_word(dices[3]), made, 7)
    clear(found)
    pairs = chance_gave(states, menus, dices, EVERYTHING, seat, verb, arg, outs, horizon, found, cases)
    seats = len(luck)
    for other in range(seats):
        luck[other] += (2 * found[other] + pairs) // (2 * pairs)
        mean = found[other] // pairs // 1000
        noise[other] += (found[seats + other] // pairs - mean * mean) // pairs


@rule
def note_mood(
    states: Any, menus: Any, dices: Any, players: Any, k: int, outs: int, horizon: int, found: Any,
    own: Any, others: Any, made: int,
) -> None:  # fmt: skip
    """What it did that a player, who tosses coins, chose this and not something else: against what it might have chosen in another mood.

    Nothing on the average, like luck: a player that does the same whenever it is asked has none of it.
    """
    seats = states[GAME].seats
    clear(found)
    for _ in range(outs):
        a = next_word(dices[3])
        b = next_word(dices[3])
        c = next_word(dices[3])
        seed(dices[0], a, made, 11)
        other = choose(states, menus, dices, players)
        if other != k:
            play_choice(states, menus, dices, k, horizon, a, b, c)
            for seat in range(seats):
                found[seat] += share_of(states[FUTURE], seat)
            play_choice(states, menus, dices, other, horizon, a, b, c)
            for seat in range(seats):
                found[seat] -= share_of(states[FUTURE], seat)
    for seat in range(seats):
        gain = (2 * found[seat] + outs) // (2 * outs)
        if seat == menus[0].seat:
            own[seat] += gain
        else:
            others[seat] += gain


@rule
def play_choice(states: Any, menus: Any, dices: Any, k: int, horizon: int, a: int, b: int, c: int) -> None:
    """A choice made in BEFORE, with any chance, and played on."""
    seat = menus[0].seat
    copy_moving(states[AFTER], states[BEFORE])
    seed(states[AFTER], b, a, c)
    begin_step(states[AFTER])
    apply(states[AFTER], seat, menus[0].verb[k], menus[0].arg[k])
    begin_future(states, AFTER, EVERYTHING, a, b, c)
    play_with(states, menus, dices, until(clock(states[AFTER]), horizon), b, c, a)
