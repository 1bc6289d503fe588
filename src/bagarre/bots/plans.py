"""Plans of the player that searches: a choice that only begins something, with each way to go on. Rules like any other.

A visit is worth what can be made of it, not what the scripted player would make of it: which spell, for whom, how much. As long as the seat
learns nothing on the way (the game's `follows`), these choices are one decision, so each way through them is a candidate of its own.
"""

from __future__ import annotations

from typing import Any

from bagarre.kernel.drivers import PLANNED, follows, open_menu, take
from bagarre.kernel.layout import copy_moving
from bagarre.kernel.rule import rule


@rule
def plan(future: Any, world: Any, menus: Any, player: Any) -> None:
    """Turn each candidate into plans, one for each way to go on with it; the base line stays what the scripted player makes of it.

    Menus on the way are the same in every world that the seat may imagine, so one world shows them all.
    """
    for i in range(len(player.plan)):
        player.plan[i] = 0
    k = 0
    depth = 0
    while k < player.left:
        if depth < PLANNED and goes_on(future, world, menus, player, k):
            depth = branch(menus[1], player, k, depth)
        else:
            k += 1
            depth = length_of_plan(player, k) if k < player.left else 0


@rule
def goes_on(future: Any, world: Any, menus: Any, player: Any, k: int) -> bool:
    """Has the seat to go on after the k-th candidate? Its menu lies open then."""
    copy_moving(future, world)
    take(future, menus[0], player.first[k])
    follow(future, menus, player, k)
    return follows(future, menus[0].seat) == 1 and open_menu(future, menus[1]) > 0


@rule
def branch(menu: Any, player: Any, k: int, depth: int) -> int:
    """The k-th candidate with each choice of the menu: the first in its own place (not of the base line), others behind the last.

    Gives how long its own plan is now, PLANNED when it is left to the scripted player: it is the base line, or there is no room.
    """
    own = 1 if k != player.base else 0
    if player.left + menu.count - own > min(player.plans, len(player.compared)):
        return PLANNED
    for choice in range(own, menu.count):
        fresh = player.left + 0
        player.first[fresh] = player.first[k]
        player.compared[fresh] = 1
        for i in range(depth):
            player.plan[fresh * PLANNED + i] = player.plan[k * PLANNED + i]
        player.plan[fresh * PLANNED + depth] = step_of(menu, choice)
        player.left += 1
    if own == 0:
        return PLANNED
    player.plan[k * PLANNED + depth] = step_of(menu, 0)
    return depth + 1


@rule
def length_of_plan(player: Any, k: int) -> int:
    """How many choices the plan of the k-th candidate holds so far."""
    length = 0
    while length < PLANNED and player.plan[k * PLANNED + length] != 0:
        length += 1
    return length


@rule
def step_of(menu: Any, choice: int) -> int:
    """A choice of the menu as plans note it, never 0."""
    return ((menu.verb[choice] + 1) << 16) + menu.arg[choice]


@rule
def follow(future: Any, menus: Any, player: Any, k: int) -> None:
    """Carry out the plan of the k-th candidate, as far as it goes."""
    menu = menus[1]
    for i in range(PLANNED):
        step = player.plan[k * PLANNED + i]
        if step == 0 or open_menu(future, menu) == 0 or menu.seat != menus[0].seat:
            return
        chosen = -1
        for choice in range(menu.count):
            if step_of(menu, choice) == step:
                chosen = choice
        if chosen < 0:
            return
        take(future, menu, chosen)
