"""Drivers: how a game is run, whatever the game. Rules like any other, so they compile with it.

`setup`, `deciders`, `choices`, `apply`, `conceal`, `rank`, `ending`, `watch` and `decide` are bound to one game's functions
(`Compiler.bindings`); the placeholders below say what each must be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bagarre.kernel.chance import below, next_word, seed
from bagarre.kernel.events import begin_step, clear_journal
from bagarre.kernel.layout import Field, Record, copy_moving, position_hash, record
from bagarre.kernel.rule import rule, table

RANDOM, SCRIPTED, OUTSIDE, SEARCH, FIRST = range(5)
"""How the player of a seat chooses: at random, by the game's `decide`, somewhere outside in Python, by searching, or by the first version
of `decide`."""


class PlayerRecord(Record):
    """A player as the drivers know it: how it chooses, and what it thought last. A table of players is an array of these, one a seat.

    `player_record_of(size)` makes the type for a game whose longest menu is `size`.
    """

    if not TYPE_CHECKING:
        __slots__ = ()

    kind: int
    simulations: int
    """Play-outs of one thought."""
    horizon: int
    """Ticks of the game's clock that a play-out lasts."""
    candidates: int
    """Choices that are compared at most."""
    doubt: int
    """By how many thousandths of its standard error a choice must be better than the scripted player's."""
    sight: int
    """How much of a long menu it looks at, in thousandths."""
    belief: int
    """How often it imagines worlds as the habits of the others make them likely, in thousandths; otherwise all alike."""
    plans: int
    """Candidates at most, with those that say how the seat goes on with what it begins; 0: each is one choice of the menu."""
    guard: int
    """How far it reckons, before anything is known of the others, with some who see through it (the game's `mood`), in thousandths."""
    noise: int
    """How often it chooses at random instead, in hundredths."""
    mood: int
    """How the others are in the imagined world."""
    base: int
    """The candidate that the scripted player would choose."""
    left: int
    """Candidates still compared."""
    worlds: int
    """Imagined worlds so far."""
    first: list[int]
    """For each candidate its place on the menu."""
    compared: list[int]
    """Is it still compared?"""
    seen: list[int]
    """Its play-outs."""
    shares: list[int]
    """Sum of what they were worth, in millionths of a win."""
    squares: list[int]
    gains: list[int]
    """Sum of how much better they were than the scripted player's choice in the same world."""
    gain_squares: list[int]
    plan: list[int]
    """For each candidate the choices that follow the first, `PLANNED` of them at most (`search.step_of`); 0 after the last."""


PLANS = 96
"""Room for candidates, beside the longest menu."""
PLANNED = 4
"""Choices that a plan holds after the first."""


def player_record_of(size: int) -> type[PlayerRecord]:
    """The type of player records for menus of `size` choices."""
    told = (
        "kind",
        "simulations",
        "horizon",
        "candidates",
        "doubt",
        "sight",
        "belief",
        "plans",
        "guard",
        "noise",
    )
    one = (*told, "mood", "base", "left", "worlds")
    many = ("first", "compared", "seen", "shares", "squares", "gains", "gain_squares")
    room = max(size, PLANS)
    fields = {name: Field("i8", ()) for name in one} | {name: Field("i8", (room,)) for name in many}
    fields["plan"] = Field("i8", (PLANNED * room,))
    return record(type("PlayerRecord", (PlayerRecord,), fields))


@rule
def setup(s: Any) -> None:
    """Deal a new game; seats, options and content are already in `s`."""


@rule
def deciders(s: Any) -> int:
    """The mask of seats that may choose now; 0 when the game is over."""
    return 0


@rule
def choices(s: Any, seat: int, menu: Any) -> None:
    """Offer every legal choice of that seat."""


@rule
def apply(s: Any, seat: int, verb: int, arg: int) -> None:
    """Trust the choice, change the state, emit events."""


@rule
def conceal(s: Any, seat: int) -> None:
    """Erase everything that seat (-1: a spectator) may not know."""


@rule
def refill(s: Any) -> None:
    """Complete a concealed state at random, consistent with what is known."""


@rule
def rank(s: Any, seat: int) -> int:
    """The place of a seat when the game is over: 1 for every winner, equal places for ties."""
    return 0


@rule
def ending(s: Any) -> int:
    """Why the game ended, as an index of the game's `ENDINGS`; 0 while it goes on."""
    return 0


@rule
def watch(s: Any, tally: Any) -> None:
    """Count what a study wants to know; called after the deal and after every choice."""


@rule
def decide(s: Any, seat: int, menu: Any, dice: Any) -> int:
    """The scripted player's choice, as an index of the menu; `s` is concealed."""
    return 0


@rule
def decide_first(s: Any, seat: int, menu: Any, dice: Any) -> int:
    """The first version of the scripted player, where a game has a better one: `scripted:1` plays on unchanged."""
    return decide(s, seat, menu, dice)


# What a game may offer to those who search (its room `search`); without it they play to the end and imagine uniformly.


@rule
def believe(s: Any) -> None:
    """Complete a concealed state as the habits of the others make likely."""
    refill(s)


@rule
def policy(s: Any, seat: int, menu: Any, dice: Any) -> int:
    """What a seat chooses in an imagined future: quick, and like those whom one may meet."""
    return decide(s, seat, menu, dice)


@rule
def first_thought(s: Any, seat: int, menu: Any, dice: Any, belief: int) -> int:
    """What the thinking seat would choose without thinking: its base line. `belief`: how often it minds what the others' play gives away, in
    thousandths. `s` is concealed."""
    return decide(s, seat, menu, dice)


@rule
def vain(s: Any, seat: int, verb: int, arg: int) -> int:
    """1 for a choice of which the seat can see that it brings nothing: whoever overlooks choices overlooks these first. `s` is
    concealed."""
    return 0


@rule
def mood(s: Any, seat: int, guard: int, dice: Any) -> int:
    """How the others are in one imagined world, to a seat that is on its guard (thousandths); 0: as `policy` has them. `s` is concealed."""
    return 0


@rule
def policy_in(s: Any, seat: int, menu: Any, dice: Any, mood: int) -> int:
    """As `policy`, of somebody else than the thinking seat, in a world of that mood (not 0)."""
    return policy(s, seat, menu, dice)


@rule
def clock(s: Any) -> int:
    """Rounds or turns gone by: the measure of how far to look ahead."""
    return 0


@rule
def writing(s: Any, seat: int) -> int:
    """1 while the seat is in the middle of an answer of several choices, of which nobody sees anything before the last."""
    return 0


@rule
def pencil(s: Any, seat: int) -> int:
    """Which part of such an answer the seat is at: parts that do not hang together may be finished in any order."""
    return 0


@rule
def leaf(s: Any, seat: int, place: int) -> int:
    """Put the pencil on another part of the answer that is still to be written; 0 when there is none, and then back where `pencil` was."""
    return 0


@rule
def follows(s: Any, seat: int) -> int:
    """1 while the seat goes on with what it began and has learned nothing since: what it chooses now can be planned with the choice before."""
    return 0


@rule
def standing(s: Any, seat: int) -> int:
    """How well a seat stands at a tick of the clock: the logarithm, in thousandths, of what its chance to win is proportional to."""
    return 0


@rule
def nobody(s: Any) -> int:
    """How likely the game ends without a winner, in thousandths, at a tick of the clock."""
    return 0


@rule
def begin(s: Any, a: int, b: int, c: int) -> None:
    """Seed and deal."""
    seed(s, a, b, c)
    begin_step(s)
    setup(s)


LOWEST = table([8, *((byte & -byte).bit_length() - 1 for byte in range(1, 256))])
"""For each byte the place of its lowest bit."""


@rule
def lowest_bit(mask: int) -> int:
    """The place of the lowest bit of a mask that is not 0. Looked up: counting would be guessed wrong as often as seats differ."""
    place = 0
    while (mask >> place) & 255 == 0:
        place += 8
    return place + LOWEST[(mask >> place) & 255]


@rule
def open_menu(s: Any, menu: Any) -> int:
    """Fill the menu for the first seat that may choose; give the number of its choices, 0 when the game is over."""
    menu.count = 0
    mask = deciders(s)
    if mask == 0:
        menu.seat = -1
        return 0
    seat = lowest_bit(mask)
    menu.seat = seat
    choices(s, seat, menu)
    return menu.count


@rule
def take(s: Any, menu: Any, k: int) -> None:
    """Make the k-th choice of the menu."""
    begin_step(s)
    apply(s, menu.seat, menu.verb[k], menu.arg[k])


# What Python calls. Arrays with an index: a record handed over alone costs ten microseconds.


@rule
def begin_at(states: Any, menus: Any, i: int, a: int, b: int, c: int) -> int:
    """Deal game i and open its first menu."""
    begin(states[i], a, b, c)
    return open_menu(states[i], menus[i])


@rule
def step_at(states: Any, menus: Any, i: int, k: int) -> int:
    """Make the k-th choice in game i and open the next menu."""
    take(states[i], menus[i], k)
    return open_menu(states[i], menus[i])


@rule
def step_all(states: Any, menus: Any, picks: Any) -> None:
    """Make one choice in every game of the batch that is not over."""
    for i in range(len(states)):
        if menus[i].count > 0:
            take(states[i], menus[i], picks[i])
            open_menu(states[i], menus[i])


@rule
def begin_over(states: Any, menus: Any, template: Any, dices: Any) -> int:
    """Deal a new game in the place of every one of the batch that is over; gives their number."""
    dice = dices[0]
    begun = 0
    for i in range(len(states)):
        if menus[i].count == 0:
            states[i] = template[0]
            a = next_word(dice)
            b = next_word(dice)
            begin(states[i], a, b, next_word(dice))
            open_menu(states[i], menus[i])
            begun += 1
    return begun


@rule
def choices_at(states: Any, menus: Any, i: int, seat: int) -> None:
    """Open the menu of one seat."""
    menus[i].count = 0
    menus[i].seat = seat
    choices(states[i], seat, menus[i])


@rule
def deciders_at(states: Any, i: int) -> int:
    return deciders(states[i])


@rule
def conceal_at(states: Any, i: int, seat: int) -> None:
    conceal(states[i], seat)


@rule
def show(into: Any, s: Any, seat: int) -> None:
    """What a seat may know of the position, for one who chooses by rules: without the events of the last step.

    Buffers are not copied, and `into` may hold what a player scribbled there: none of it is to be read as events.
    """
    copy_moving(into, s)
    into.event_count = 0
    conceal(into, seat)


@rule
def errs(player: Any, dices: Any) -> bool:
    """Does a noisy player choose at random this time?"""
    return player.noise > 0 and below(dices[0], 100) < player.noise


@rule
def choose(states: Any, menus: Any, dices: Any, players: Any) -> int:
    """What the seat of the menu chooses. `states[0]` is the game, `states[1]` a state of the same table for thinking in: the scripted
    player is shown a concealed copy, never the state."""
    menu = menus[0]
    player = players[menu.seat]
    if player.kind == RANDOM or errs(player, dices):
        return below(dices[0], menu.count)
    show(states[1], states[0], menu.seat)
    if player.kind == FIRST:
        return decide_first(states[1], menu.seat, menu, dices[0])
    return decide(states[1], menu.seat, menu, dices[0])


DEAL, APPLY, OFFER, CHOOSE, CONCEAL, IMAGINE, FORK, RANK = range(8)
"""What `probe` is asked to do."""


@rule
def probe(states: Any, menus: Any, dices: Any, players: Any, what: int, given: Any) -> int:
    """One rule of `states[0]` at a time, with the numbers it is given: so whoever compares modes rule by rule compiles a game once."""
    s = states[0]
    if what == DEAL:
        begin(s, given[0], given[1], given[2])
        return deciders(s)
    if what == APPLY:
        begin_step(s)
        apply(s, given[0], given[1], given[2])
        return deciders(s)
    if what == OFFER:
        menus[0].count = 0
        menus[0].seat = given[0]
        choices(s, given[0], menus[0])
        return menus[0].count
    if what == CHOOSE:
        return choose(states, menus, dices, players)
    if what == CONCEAL:
        conceal(s, given[0])
        return 0
    if what == IMAGINE:
        # Seed a concealed state, fill it in, and leave no trace of the drawing.
        seed(s, given[0], given[1], given[2])
        refill(s)
        clear_journal(s)
        return 0
    if what == FORK:
        copy_moving(states[1], s)
        return position_hash(states[1])
    return rank(s, given[0])


@rule
def go_on(states: Any, menus: Any, dices: Any, players: Any, tally: Any, limit: int) -> int:
    """Let the players choose until the game is over, `limit` decisions are made, or a player outside has to choose; gives the decisions.

    Where there is only one choice, nobody is asked.
    """
    s = states[0]
    menu = menus[0]
    made = 0
    while made < limit and open_menu(s, menu) > 0:
        k = 0
        if menu.count > 1:
            if players[menu.seat].kind == OUTSIDE:
                return made
            k = choose(states, menus, dices, players)
        take(s, menu, k)
        watch(s, tally)
        made += 1
    return made


@rule
def answer(states: Any, menus: Any, tally: Any, k: int) -> None:
    """The choice of a player outside."""
    take(states[0], menus[0], k)
    watch(states[0], tally)


@rule
def deal(states: Any, dices: Any, template: Any, a: int, b: int, c: int, tally: Any) -> None:
    """A new game, and the generator of its players."""
    states[0] = template[0]
    states[1] = template[0]
    seed(dices[0], b, c, a)
    begin(states[0], a, b, c)
    watch(states[0], tally)


@rule
def conclude(states: Any, g: int, ranks: Any, endings: Any) -> None:
    """Note places and ending. A game that was cut off has place 0 for everyone and ending 0."""
    s = states[0]
    if deciders(s) == 0:
        for seat in range(s.seats):
            ranks[g][seat] = rank(s, seat)
        endings[g] = ending(s)


@rule
def play_games(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    ranks: Any,
    lengths: Any,
    endings: Any,
    tallies: Any,
) -> int:
    """Play a game for each row of `seeds` and keep places, lengths, endings and tallies; gives the decisions made.

    A game is left after `limit` decisions.
    """
    total = 0
    for g in range(len(seeds)):
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tallies[g])
        lengths[g] = go_on(states, menus, dices, players, tallies[g], limit)
        conclude(states, g, ranks, endings)
        total += lengths[g]
    return total


@rule
def play_random(states: Any, menus: Any, dices: Any, template: Any, decisions: int) -> int:
    """Uniformly random play, game after game, for at least that many decisions: the measure of speed."""
    made = 0
    games = 0
    s = states[0]
    menu = menus[0]
    dice = dices[0]
    while made < decisions:
        states[0] = template[0]
        begin(s, dice.rng[0], dice.rng[1], games)
        games += 1
        while open_menu(s, menu) > 0:
            take(s, menu, below(dice, menu.count))
            made += 1
    return made


@rule
def roll_out(states: Any, menus: Any, dices: Any, start: Any, games: int) -> int:
    """Uniformly random play from one position to the end, many times, with fresh chance each time; gives the decisions made."""
    made = 0
    s = states[0]
    menu = menus[0]
    dice = dices[0]
    for _ in range(games):
        states[0] = start[0]
        a = next_word(dice)
        b = next_word(dice)
        seed(s, a, b, next_word(dice))
        while open_menu(s, menu) > 0:
            take(s, menu, below(dice, menu.count))
            made += 1
    return made
