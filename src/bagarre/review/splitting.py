"""Many games split into what chance gave and what the players' coins did, written as rules: the study of luck (`lab/luck.py`).

A result is where a game began, plus what each chance result gave against its expectation, plus what each choice of a player who tosses coins did
against what it might have chosen in another mood: with true expectations exactly so. A steady player has no moods: what it knows says
what it does, so chance alone makes the difference between two of its games.

What chance gave is measured by pairs at every step, or as a review does it: where nothing was decided, all of the change is luck.
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.search import FUTURE, GLIMPSE, SHOWN, worth
from bagarre.kernel.chance import next_word, seed
from bagarre.kernel.drivers import apply, choose, clock, deal, decide, open_menu, show, take, watch, writing
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
    WHOLE,
    begin_future,
    chance_gave,
    clear,
    expected,
    play_both,
    play_with,
    share_of,
    until,
)


@rule
def split_games(
    states: Any, menus: Any, dices: Any, template: Any, players: Any, seeds: Any, limit: int, tally: Any, outs: int,
    tosses: int, horizon: int, lasting: int, reach: int, found: Any, cases: Any, luck: Any, noise: Any, own: Any, others: Any, steps: Any,
    results: Any,
) -> None:  # fmt: skip
    """Play a game for each row of `seeds`, and add up for every seat what chance gave, what its own moods did and what the others' did, in
    millionths of a win; and the noise of what chance gave, as a variance in millionths.

    Where nothing was decided, all of the change is luck, with values as far as `reach`; with 0 pairs are made there too.
    """
    s = states[GAME]
    menu = menus[0]
    for g in range(len(seeds)):
        for place in range(SHOWN, PLACES):
            states[place] = template[0]
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        seed(dices[3], seeds[g][1], seeds[g][2], seeds[g][0])
        made = 0
        if s.journal_length > 0:
            far = reach if reach != 0 else horizon
            note_luck(
                states, menus, dices, 0, THE_DEAL, 0, outs, far, lasting if reach == 0 else WHOLE, found, cases, luck[g], noise[g], made
            )  # fmt: skip
        while made < limit and open_menu(s, menu) > 0:
            k = 0
            if menu.count > 1:
                seed(dices[0], next_word(dices[3]), made, 3)
                k = choose(states, menus, dices, players)
            states[BEFORE] = s
            if menu.count > 1 and tosses > 0:
                note_mood(states, menus, dices, players, k, tosses, horizon, found, own[g], others[g], made)
            seat = menu.seat + 0
            verb = menu.verb[k] + 0
            arg = menu.arg[k] + 0
            take(s, menu, k)
            watch(s, tally)
            made += 1
            if s.journal_length > 0:
                steps[g] += 1
                if reach != 0 and nothing_decided(states, menus, dices, seat, verb, arg, made):
                    # The same dice throughout a game: what one step has too much the next one gives back.
                    seed(dices[2], seeds[g][2], seeds[g][0], seeds[g][1])
                    note_change(states, menus, dices, outs, reach, found, luck[g], noise[g])
                else:
                    note_luck(
                        states, menus, dices, seat, verb, arg, outs, horizon, lasting, found, cases, luck[g], noise[g], made
                    )  # fmt: skip
        for seat in range(s.seats):
            results[g][seat] = worth(s, seat)


@rule
def nothing_decided(states: Any, menus: Any, dices: Any, seat: int, verb: int, arg: int, made: int) -> int:
    """Was a choice in BEFORE the only one, or what the scripted player would have chosen in whatever mood? Sheets are never taken for that."""
    if writing(states[BEFORE], seat):
        return 0
    seed(dices[0], next_word(dices[3]), made, 13)
    return expected(states, BEFORE, menus, dices, seat, verb, arg)


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
    states: Any, menus: Any, dices: Any, seat: int, verb: int, arg: int, outs: int, horizon: int, lasting: int, found: Any, cases: Any,
    luck: Any, noise: Any, made: int,
) -> None:  # fmt: skip
    """What chance gave in the step from BEFORE to GAME, and how sure that is."""
    copy_moving(states[CAME], states[GAME])
    seed(dices[0], next_word(dices[3]), made, 5)
    seed(dices[2], next_word(dices[3]), made, 7)
    clear(found)
    pairs = chance_gave(
        states, menus, dices, EVERYTHING, seat, verb, arg, outs, horizon, lasting, found, cases
    )
    add_luck(pairs, found, luck, noise)


@rule
def note_change(
    states: Any, menus: Any, dices: Any, outs: int, reach: int, found: Any, luck: Any, noise: Any
) -> None:
    """What the step from BEFORE to GAME changed, all of which is luck: both valued at the same tick."""
    copy_moving(states[CAME], states[GAME])
    copy_moving(states[AFTER], states[BEFORE])
    clear(found)
    for _ in range(outs):
        play_both(states, menus, dices, EVERYTHING, BEFORE, BEFORE, reach, WHOLE, found)
    add_luck(outs, found, luck, noise)


@rule
def add_luck(pairs: int, found: Any, luck: Any, noise: Any) -> None:
    """The mean of so many differences. Rounded to the nearest: rounding down would add up."""
    seats = len(luck)
    for seat in range(seats):
        luck[seat] += (2 * found[seat] + pairs) // (2 * pairs)
        mean = found[seat] // pairs // 1000
        noise[seat] += (found[seats + seat] // pairs - mean * mean) // pairs


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
