"""Search, written as rules: it compiles with any game, and does the same interpreted.

Worlds are imagined that fit what the seat knows (the game's `believe`). The scripted player's choice is the base line; every other
choice is compared with it in the *same* worlds, with the same chance and the same whims of all players, by play-outs of the scripted
player in which each seat is shown only what it may know. A play-out lasts `horizon` ticks of the game's `clock` and is worth the
`standing` there, or the result when the game is over. A player on its guard plays some worlds out against others in another mood (`guard`,
the game's `mood`): whoever only gives the best answer to one player is seen through by another. Half of the candidates are dropped after
each round, and the base line is left only for one that is better by `doubt` standard errors.

A candidate is a choice of the menu. Where an answer has several choices (a sheet of orders: the game's `writing`), a candidate is a whole
answer: what is written, this choice, and the rest as the scripted player would write it after that. The others' sealed answers, and parts of
one's own that do not hang together with this one (other sheets), are written once in each imagined world, for all candidates.
Where a choice only begins something (a visit, before the spell and whom it is for: the game's `follows`), candidates are plans: the choice with
each way to go on, as far as the seat would learn nothing on the way.

Everything is counted in whole numbers (`kernel/likelihood.py`), so that both modes think the same. A thought depends on what the seat
knows and on the dice, on nothing else: all it reads is the concealed state.
"""

from __future__ import annotations

from typing import Any

from bagarre.bots.plans import follow, plan
from bagarre.kernel.chance import below, next_word, seed
from bagarre.kernel.drivers import (
    FIRST,
    RANDOM,
    SEARCH,
    believe,
    choices,
    clock,
    decide,
    decide_first,
    deciders,
    errs,
    first_thought,
    leaf,
    mood,
    open_menu,
    pencil,
    policy,
    policy_in,
    rank,
    refill,
    show,
    standing,
    take,
    vain,
    writing,
)
from bagarre.kernel.layout import copy_moving
from bagarre.kernel.likelihood import SHARE, fading
from bagarre.kernel.rule import rule

SHOWN, ROOT, WORLD, FUTURE, GLIMPSE = range(1, 6)
"""The states of a table besides the game: what a scripted player is shown, what the thinking seat knows, a world that it imagines,
a future of that world, and what a seat is shown there."""
LONGEST = 4000
"""Decisions after which a play-out is left where it is."""
LEAST_WORLDS = 2
"""Worlds of a round at least."""
IN_SIGHT = 2
"""Choices that even the most narrow sight takes in."""
CERTAIN = 8
"""Imagined worlds in all of which a choice must win at once to be a certain win."""


@rule
def choose(states: Any, menus: Any, dices: Any, players: Any) -> int:
    """What the seat of the menu chooses, in a game in which somebody searches: in the place of `drivers.choose`."""
    menu = menus[0]
    player = players[menu.seat]
    if player.kind == RANDOM or errs(player, dices):
        return below(dices[0], menu.count)
    show(states[SHOWN], states[0], menu.seat)
    if player.kind == FIRST:
        return decide_first(states[SHOWN], menu.seat, menu, dices[0])
    if player.kind != SEARCH:
        return decide(states[SHOWN], menu.seat, menu, dices[0])
    open_thought(states, menus, dices, player)
    return player.first[think(states, menus, dices, player)]


@rule
def think(states: Any, menus: Any, dices: Any, player: Any) -> int:
    """All rounds of a thought that was opened; gives the candidate."""
    rounds = rounds_for(player.left)
    for _ in range(rounds):
        compare(states, menus, dices, player, worlds_of_round(player, rounds))
        drop_half(player)
    return best(player)


OPEN, COMPARE, DROP, CHOOSE = range(4)
"""The steps of a thought, for those who look at the clock between them."""


@rule
def ponder(states: Any, menus: Any, dices: Any, players: Any, step: int, worlds: int) -> int:
    """One step of a thought, called from Python: one driver for all of them, so that the game is compiled once."""
    player = players[menus[0].seat]
    if step == OPEN:
        open_thought(states, menus, dices, player)
    elif step == COMPARE:
        compare(states, menus, dices, player, worlds)
    elif step == DROP:
        drop_half(player)
    else:
        return player.first[best(player)]
    return player.left


@rule
def open_thought(states: Any, menus: Any, dices: Any, player: Any) -> None:
    """Begin with what the seat knows, which is in SHOWN: the base line and the choices to compare."""
    menu = menus[0]
    for place in range(ROOT, GLIMPSE + 1):
        states[place] = states[SHOWN]
    for k in range(len(player.compared)):
        player.first[k] = k
        player.compared[k] = 0
        player.seen[k] = 0
        player.shares[k] = 0
        player.squares[k] = 0
        player.gains[k] = 0
        player.gain_squares[k] = 0
    player.worlds = 0
    player.left = 0
    won = certain_win(states, menus, dices)
    look(states, menus, dices, player, won)
    if won >= 0:
        take_win(player, won)
        return
    sight = menus[1]
    player.base = max(0, first_thought(states[SHOWN], menu.seat, sight, dices[0], player.belief))
    if writes_elsewhere(states, menu.seat):
        narrow(menus, player)
    if player.simulations == 0:
        player.compared[player.base] = 1
        player.left = 1
        return
    if sight.count > player.candidates:
        pick_candidates(states, menus, dices, player)
        return
    for k in range(sight.count):
        player.compared[k] = 1
    player.left = sight.count
    if player.plans > 0:
        imagine(states, dices)
        plan(states[FUTURE], states[WORLD], menus, player)


@rule
def writes_elsewhere(states: Any, seat: int) -> bool:
    """Has the seat other parts of its answer still to write? In imagined worlds these are written already (`settle`)."""
    if not writing(states[ROOT], seat):
        return False
    copy_moving(states[GLIMPSE], states[ROOT])
    return leaf(states[GLIMPSE], seat, pencil(states[ROOT], seat)) == 1


@rule
def narrow(menus: Any, player: Any) -> None:
    """Compare only choices of the scripted player's kind: handing the answer in, or leafing on, would be judged as if the rest were written."""
    sight = menus[1]
    verb = sight.verb[player.base]
    base = player.base
    kept = 0
    for k in range(sight.count):
        if sight.verb[k] == verb:
            if k == base:
                player.base = kept
            sight.verb[kept] = verb
            sight.arg[kept] = sight.arg[k]
            player.first[kept] = player.first[k]
            kept += 1
    sight.count = kept


@rule
def certain_win(states: Any, menus: Any, dices: Any) -> int:
    """A choice that wins at once in every one of some imagined worlds, -1 for none: nobody overlooks that, however little he sees."""
    menu = menus[0]
    imagine(states, dices)
    for k in range(menu.count):
        if wins_at_once(states, menu, k):
            certain = 1
            for _ in range(CERTAIN - 1):
                if certain:
                    imagine(states, dices)
                    certain = 1 if wins_at_once(states, menu, k) else 0
            if certain:
                return k
    return -1


@rule
def imagine(states: Any, dices: Any) -> None:
    """A world that fits what the seat knows, as the habits of the others make it likely, in WORLD."""
    a = next_word(dices[0])
    b = next_word(dices[0])
    c = next_word(dices[0])
    copy_moving(states[WORLD], states[ROOT])
    seed(states[WORLD], a, b, c)
    believe(states[WORLD])


@rule
def wins_at_once(states: Any, menu: Any, k: int) -> bool:
    future = states[FUTURE]
    copy_moving(future, states[WORLD])
    take(future, menu, k)
    return deciders(future) == 0 and worth(future, menu.seat) == SHARE


@rule
def take_win(player: Any, won: int) -> None:
    """Nothing else is compared with a certain win."""
    for k in range(len(player.compared)):
        if player.first[k] == won and player.left == 0:
            player.base = k
            player.compared[k] = 1
            player.left = 1
            note(player, k, SHARE, 0)


@rule
def look(states: Any, menus: Any, dices: Any, player: Any, won: int) -> None:
    """Lay out what the player looks at on the second menu: of each kind of choice at least one, and as many more as its sight takes in.

    A narrow sight overlooks variants (another target, another square), never that one may stop, pass or fire; what it can see to be in
    vain it passes over first.
    """
    menu = menus[0]
    sight = menus[1]
    wanted = max(IN_SIGHT, taken_in(menu.count, player.sight, dices[0]))
    marked = 0
    for k in range(menu.count):
        player.compared[k] = 1 if wanted >= menu.count else 0
    if wanted < menu.count:
        known = states[ROOT]
        marked = look_at_kinds(known, menu, dices, player)
        if won >= 0 and player.compared[won] == 0:
            player.compared[won] = 1
            marked += 1
        worth_a_look = 0
        for k in range(menu.count):
            worth_a_look += 1 - vain(known, menu.seat, menu.verb[k], menu.arg[k])
        while marked < min(wanted, worth_a_look):
            k = below(dices[0], menu.count)
            if player.compared[k] == 0 and not vain(known, menu.seat, menu.verb[k], menu.arg[k]):
                player.compared[k] = 1
                marked += 1
    sight.seat = menu.seat
    sight.count = 0
    for k in range(menu.count):
        if player.compared[k] == 1:
            sight.verb[sight.count] = menu.verb[k]
            sight.arg[sight.count] = menu.arg[k]
            player.first[sight.count] = k
            sight.count += 1
        player.compared[k] = 0


@rule
def taken_in(count: int, sight: int, dice: Any) -> int:
    """How many of so many choices a sight takes in, in thousandths: a part of a choice is one, as often as that part says."""
    seen = count * sight // 1000
    part = count * sight % 1000
    if part > 0 and below(dice, 1000) < part:
        seen += 1
    return seen


@rule
def look_at_kinds(known: Any, menu: Any, dices: Any, player: Any) -> int:
    """Mark one choice of each verb, one that is not in vain where there is one; gives their number."""
    marked = 0
    for k in range(menu.count):
        before = 0
        alike = 0
        good = 0
        for other in range(menu.count):
            if menu.verb[other] == menu.verb[k]:
                alike += 1
                good += 1 - vain(known, menu.seat, menu.verb[other], menu.arg[other])
                if other < k:
                    before += 1
        if before == 0:
            chosen = below(dices[0], good if good > 0 else alike)
            for other in range(k, menu.count):
                if menu.verb[other] == menu.verb[k] and (
                    good == 0 or not vain(known, menu.seat, menu.verb[other], menu.arg[other])
                ):
                    if chosen == 0:
                        player.compared[other] = 1
                    chosen -= 1
            marked += 1
    return marked


@rule
def pick_candidates(states: Any, menus: Any, dices: Any, player: Any) -> None:
    """More choices than can be compared: the scripted player's other moods first, then any."""
    sight = menus[1]
    player.compared[player.base] = 1
    player.left = 1
    for _ in range(2 * player.candidates):
        copy_moving(states[GLIMPSE], states[ROOT])
        add_candidate(player, max(0, decide(states[GLIMPSE], sight.seat, sight, dices[0])))
    while player.left < player.candidates:
        add_candidate(player, below(dices[0], sight.count))


@rule
def add_candidate(player: Any, k: int) -> None:
    if player.compared[k] == 0 and player.left < player.candidates:
        player.compared[k] = 1
        player.left += 1


@rule
def rounds_for(choices: int) -> int:
    """How often half of the choices can be dropped."""
    rounds = 0
    while (1 << rounds) < choices:
        rounds += 1
    return rounds


@rule
def worlds_of_round(player: Any, rounds: int) -> int:
    """Every round has the same number of play-outs, so later ones see more worlds."""
    return max(LEAST_WORLDS, player.simulations // max(1, rounds) // player.left)


@rule
def compare(states: Any, menus: Any, dices: Any, player: Any, worlds: int) -> None:
    """Play every choice that is left in so many more worlds, the base line first."""
    until = clock(states[ROOT]) + player.horizon
    for _ in range(worlds):
        a = next_word(dices[0])
        b = next_word(dices[0])
        c = next_word(dices[0])
        copy_moving(states[WORLD], states[ROOT])
        seed(states[WORLD], a, b, c)
        if player.belief >= 1000 or below(dices[0], 1000) < player.belief:
            believe(states[WORLD])
        else:
            refill(states[WORLD])
        settle(states, menus, dices, a, b, c)
        player.mood = 0
        if player.guard > 0:
            player.mood = mood(states[ROOT], menus[0].seat, player.guard, dices[0])
        player.worlds += 1
        reference = play_out(states, menus, dices, player, player.base, until, a, b, c)
        note(player, player.base, reference, 0)
        for k in range(len(player.compared)):
            if player.compared[k] == 1 and k != player.base:
                share = play_out(states, menus, dices, player, k, until, a, b, c)
                note(player, k, share, share - reference)


@rule
def settle(states: Any, menus: Any, dices: Any, a: int, b: int, c: int) -> None:
    """Let the answers be finished in the imagined world that are the same whatever this seat chooses, once for all candidates: those of
    the others, which are sealed, and the parts of its own that do not hang together with the one under its pencil."""
    world = states[WORLD]
    seat = menus[0].seat
    seed(dices[1], c, a, b)
    made = 0
    for other in range(world.seats):
        while other != seat and made < LONGEST and writing(world, other):
            write_on(states, menus, dices, other)
            made += 1
    if writing(world, seat):
        here = pencil(world, seat)
        while made < LONGEST and leaf(world, seat, here):
            write_on(states, menus, dices, seat)
            made += 1


@rule
def write_on(states: Any, menus: Any, dices: Any, seat: int) -> None:
    """One choice more of an answer."""
    world = states[WORLD]
    menu = menus[1]
    menu.count = 0
    menu.seat = seat
    choices(world, seat, menu)
    chosen = 0
    if menu.count > 1:
        show(states[GLIMPSE], world, seat)
        chosen = policy(states[GLIMPSE], seat, menu, dices[1])
    take(world, menu, chosen)


@rule
def play_out(
    states: Any, menus: Any, dices: Any, player: Any, k: int, until: int, a: int, b: int, c: int
) -> int:
    """The imagined world after the k-th candidate, played on by scripted players: what it is worth to the seat, in millionths."""
    seat = menus[0].seat
    future = states[FUTURE]
    copy_moving(future, states[WORLD])
    seed(dices[1], b, c, a)
    # A sealed question may ask others first: this seat answers all the same.
    take(future, menus[0], player.first[k])
    if player.plans > 0:
        follow(future, menus, player, k)
    play_on(states, menus, dices, until, player.mood)
    return worth(future, seat)


@rule
def play_on(states: Any, menus: Any, dices: Any, until: int, mood: int) -> None:
    """Let scripted players play the future on, each shown what it may know, until the clock says so; the others as the mood has them."""
    future = states[FUTURE]
    menu = menus[1]
    seat = menus[0].seat
    made = 0
    while made < LONGEST and clock(future) < until and open_menu(future, menu) > 0:
        chosen = 0
        if menu.count > 1:
            show(states[GLIMPSE], future, menu.seat)
            if mood != 0 and menu.seat != seat:
                chosen = policy_in(states[GLIMPSE], menu.seat, menu, dices[1], mood)
            else:
                chosen = policy(states[GLIMPSE], menu.seat, menu, dices[1])
        take(future, menu, chosen)
        made += 1


@rule
def worth(s: Any, seat: int) -> int:
    """The seat's share of the win: exact at the end, by the standings before it."""
    if deciders(s) == 0:
        winners = 0
        for other in range(s.seats):
            if rank(s, other) == 1:
                winners += 1
        return SHARE // winners if rank(s, seat) == 1 else 0
    highest = standing(s, 0)
    for other in range(1, s.seats):
        highest = max(highest, standing(s, other))
    total = 0
    for other in range(s.seats):
        total += fading(highest - standing(s, other))
    return SHARE * fading(highest - standing(s, seat)) // total


@rule
def note(player: Any, k: int, share: int, gain: int) -> None:
    player.seen[k] += 1
    player.shares[k] += share
    player.squares[k] += share * share
    player.gains[k] += gain
    player.gain_squares[k] += gain * gain


@rule
def drop_half(player: Any) -> None:
    """Leave out the worse half of the choices, never the base line."""
    keep = max(2, (player.left + 1) // 2)
    while player.left > keep:
        worst = -1
        for k in range(len(player.compared)):
            if (
                player.compared[k] == 1
                and k != player.base
                and (worst < 0 or player.gains[k] < player.gains[worst])
            ):
                worst = k
        player.compared[worst] = 0
        player.left -= 1


@rule
def best(player: Any) -> int:
    """The choice whose gain, less `doubt` standard errors, is the greatest; the base line when none is above nothing.

    With n worlds, gain g and sum of squares q, the standard error of the sum is √(q − g²/n).
    """
    found = player.base
    highest = 0
    for k in range(len(player.compared)):
        if player.compared[k] == 1 and k != player.base and player.seen[k] > 1:
            gain = player.gains[k]
            spread = player.gain_squares[k] - gain // player.seen[k] * gain
            sure = gain - player.doubt * root(max(0, spread)) // 1000
            if sure > highest:
                highest = sure
                found = k
    return found


@rule
def root(n: int) -> int:
    """The whole part of a square root."""
    if n < 2:
        return n
    high = n
    low = (high + 1) // 2
    while low < high:
        high = low
        low = (high + n // high) // 2
    return high
