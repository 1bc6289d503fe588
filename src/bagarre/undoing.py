"""Is taking a choice back exact? It is when nobody has learnt anything from it.

The question is asked in worlds that the chooser may imagine, never in the true one: the answer tells them nothing.
"""

from __future__ import annotations

from bagarre.kernel.chance import seed_words
from bagarre.kernel.events import begin_step
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.steps import Step

IMAGINED_WORLDS = 4
"""Worlds tried when asking whether a choice showed something."""


def is_exact(game: Game, before: Position, now: Position, last: Step, *seeds: object) -> bool:
    """Was the last choice, which led from `before` to `now`, asked of nobody else, made without chance, and did it show nothing?"""
    if last.chance:
        return False
    known, seen = game.concealed(before, last.seat), game.concealed(now, last.seat)
    alone = game.deciders(known) == [last.seat]
    return (
        alone
        and not answered_in_silence(game, seen, last, *seeds)
        and not shown_to_anybody(game, known, seen, last, *seeds)
    )


def answered_in_silence(game: Game, seen: Position, last: Step, *seeds: object) -> bool:
    """Could others have chosen since without the seat's knowing? Then a last choice that is not the last any more would tell it."""
    world = game.imagined(seen, *seed_words("undo", *seeds))
    others = [other for other in game.deciders(world) if other != last.seat]
    if len(others) != 1:
        return bool(others)
    now = game.concealed(world, last.seat)
    begin_step(now)
    for choice in game.choices(world, others[0]):
        after = world.copy()
        game.apply(after, others[0], choice)
        if game.concealed(after, last.seat) == now:
            return True
    return False


def shown_to_anybody(game: Game, known: Position, seen: Position, last: Step, *seeds: object) -> bool:
    """Did the last choice show anybody something hidden? `known` and `seen` are what the chooser knew before and after it."""
    assert last.choice is not None
    for k in range(IMAGINED_WORLDS):
        before = game.imagined(known, *seed_words("undo", *seeds, k))
        after = before.copy()
        game.apply(after, last.seat, last.choice)
        if after.journal_length or game.concealed(after, last.seat) != seen:
            return True
        onlookers = (onlooker for onlooker in range(SPECTATOR, before.seats) if onlooker != last.seat)
        if any(shown(game, before, after, last, onlooker, *seeds, k) for onlooker in onlookers):
            return True
    return False


def shown(game: Game, before: Position, after: Position, last: Step, onlooker: int, *seeds: object) -> bool:
    """Would the onlooker have seen something else, had the choice been made in another world that looked the same?"""
    assert last.choice is not None
    known, seen = game.concealed(before, onlooker), game.concealed(after, onlooker)
    begin_step(known)
    if known == seen:
        return False
    world = game.imagined(known, *seed_words("undo", *seeds, onlooker))
    if last.choice not in game.choices(world, last.seat):
        return True
    game.apply(world, last.seat, last.choice)
    return game.concealed(world, onlooker) != seen
