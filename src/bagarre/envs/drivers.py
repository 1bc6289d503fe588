"""The one driver of all environments, a rule like any other: games by the row, each told what to do next.

Whoever calls fills in a command for every game and finds beside it the observation and the legal actions of the seat that is asked.
"""

from __future__ import annotations

from typing import Any

from bagarre.kernel.chance import below, seed
from bagarre.kernel.drivers import (
    OUTSIDE,
    RANDOM,
    begin,
    choices,
    conceal,
    decide,
    deciders,
    open_menu,
    rank,
    take,
)
from bagarre.kernel.layout import copy_moving, erase
from bagarre.kernel.rule import rule

DEAL, HOUSE, LOOK, SKIP = -1, -2, -3, -4
"""Commands besides the actions, which are numbered from 0: deal a game, let the house's player of the seat that is asked choose, only
look, do nothing."""
GOES_ON, OVER, ILLEGAL = range(3)
"""What a game is after a command. After an illegal action it is as it was before."""

COMMAND, SEAT, STATUS, ASKED, MADE, WORDS = range(6)
"""The columns of a game's row: the command, the seat that it is for, what the game is now, the seat that is asked (-1: none), the choices
made in all, and three words that chance starts from."""
COLUMNS = WORDS + 3


@rule
def observe(s: Any, seat: int, o: Any) -> None:
    """Write what the seat observes into a vector of zeros; `s` is concealed. A game's room `observe` has it."""


@rule
def open_for(s: Any, menu: Any, seat: int) -> None:
    """Fill the menu of one seat; it stays empty when the seat is not asked."""
    menu.count = 0
    menu.seat = seat
    if (deciders(s) >> seat) & 1:
        choices(s, seat, menu)


@rule
def place_of(menu: Any, offsets: Any, action: int) -> int:
    """The place of an action on the menu, -1 when it is not there."""
    for k in range(menu.count):
        if offsets[menu.verb[k]] + menu.arg[k] == action:
            return k
    return -1


@rule
def house_choice(s: Any, mind: Any, menu: Any, dice: Any, kind: int) -> int:
    """What a player of the house chooses; the scripted one is shown a concealed copy, never the state."""
    if kind == RANDOM:
        return below(dice, menu.count)
    copy_moving(mind, s)
    conceal(mind, menu.seat)
    return decide(mind, menu.seat, menu, dice)


@rule
def go_on(s: Any, mind: Any, menu: Any, dice: Any, kinds: Any) -> int:
    """Let the house choose until somebody else has a real choice, or the game is over; gives the choices made."""
    made = 0
    while open_menu(s, menu) > 0:
        k = 0
        if menu.count > 1:
            if kinds[menu.seat] == OUTSIDE:
                return made
            k = house_choice(s, mind, menu, dice, kinds[menu.seat])
        take(s, menu, k)
        made += 1
    return made


@rule
def look(s: Any, mind: Any, menu: Any, seat: int, offsets: Any, o: Any, mask: Any) -> None:
    """What a seat may know, and what it may choose when the menu is its own."""
    erase(o)
    erase(mask)
    copy_moving(mind, s)
    conceal(mind, seat)
    observe(mind, seat, o)
    if menu.seat == seat:
        for k in range(menu.count):
            mask[offsets[menu.verb[k]] + menu.arg[k]] = 1


@rule
def act(s: Any, mind: Any, menu: Any, dices: Any, folk: Any, offsets: Any, row: Any, table: int) -> bool:
    """Make the choice that a row asks for, and note in the row who made which; False when it is not allowed, and nothing has changed."""
    if row[SEAT] >= 0:
        open_for(s, menu, row[SEAT])
    else:
        open_menu(s, menu)
    if row[COMMAND] == HOUSE:
        k = house_choice(s, mind, menu, dices[menu.seat], folk[menu.seat])
    else:
        k = place_of(menu, offsets, row[COMMAND])
    if k < 0:
        return False
    if table:
        seed(s, row[WORDS], row[WORDS + 1], row[WORDS + 2])
    row[COMMAND] = offsets[menu.verb[k]] + menu.arg[k]
    row[SEAT] = menu.seat
    row[MADE] += 1
    take(s, menu, k)
    return True


@rule
def serve(
    states: Any,
    spare: Any,
    menus: Any,
    dices: Any,
    folk: Any,
    offsets: Any,
    rows: Any,
    observations: Any,
    masks: Any,
    table: int,
) -> None:
    """Carry out the command in the row of every game.

    `spare` holds a state to think in and one that is ready for the deal; `folk[i]` how the seats of a game choose, and after its end
    their places. The seat of a row acts (-1: whoever is asked first), and looks when nobody is asked any more. At a table (`table` 1)
    every choice stands alone: chance starts from the words of the row, the house only chooses by command, and each seat has dice of
    its own. Otherwise chance goes on from the deal, the house chooses at once, and forced choices are made without asking.
    """
    for i in range(len(states)):
        s = states[i]
        menu = menus[i]
        row = rows[i]
        command = row[COMMAND]
        if command == SKIP:
            continue
        if command == DEAL:
            states[i] = spare[1]
            begin(s, row[WORDS], row[WORDS + 1], row[WORDS + 2])
            if table == 0:
                seed(dices[i], row[WORDS + 1], row[WORDS + 2], row[WORDS])
        elif command != LOOK and not act(s, spare[0], menu, dices, folk[i], offsets, row, table):
            row[STATUS] = ILLEGAL
            look(s, spare[0], menu, max(0, menu.seat), offsets, observations[i], masks[i])
            continue
        if command == LOOK:
            open_for(s, menu, row[SEAT])
        elif table:
            open_menu(s, menu)
        else:
            row[MADE] += go_on(s, spare[0], menu, dices[i], folk[i])
        row[STATUS] = GOES_ON
        if deciders(s) == 0:
            row[STATUS] = OVER
            for seat in range(s.seats):
                folk[i][s.seats + seat] = rank(s, seat)
        if command != LOOK:
            row[ASKED] = menu.seat
        looking = menu.seat
        if looking < 0:
            looking = max(0, row[SEAT])
        look(s, spare[0], menu, looking, offsets, observations[i], masks[i])
