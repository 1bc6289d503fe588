"""What a study of Battleworld counts."""

from typing import Any

from bagarre.kernel.rule import rule

from .events import (
    ATTACKS,
    ATTACKS_COSMIC,
    ATTACKS_MODULE,
    DIES,
    DISTURBS,
    GUARDS,
    HEALS,
    MODULE_DESTROYED,
    RAISES,
    RAISES_FREE,
    RECOVERS_ENERGY,
    RECOVERS_LIFE,
    RECOVERS_REROLL,
    SUPPORTS,
    TIE,
    TOSSED,
    USES_REROLL,
    WINS_COMBAT,
    WORLD_DESTROYED,
    WOUNDED,
)
from .state import BASE_DESTROYED, ELIMINATION, NOBODY, RUNNING, State

STATS = (
    "turns", "attacks_on_characters", "attacks_on_modules", "attacks_on_entities", "supported", "raises", "rerolls",
    "disturbed", "won_by_attack", "won_by_defence", "ties", "wounds", "deaths", "modules_lost", "recoveries", "guarded",
    "by_elimination", "by_base", "worlds_destroyed", "first_initiative_won",
)  # fmt: skip
(
    TURNS, ON_CHARACTERS, ON_MODULES, ON_ENTITIES, SUPPORTED, RAISED, REROLLED, DISTURBED, BY_ATTACK, BY_DEFENCE, TIES,
    WOUNDS, DEATHS, MODULES_LOST, RECOVERED, GUARDED, BY_ELIMINATION, BY_BASE, WORLDS, FIRST_WON,
) = range(20)  # fmt: skip


@rule
def watch(s: State, tally: Any) -> None:
    tally[TURNS] = s.turn
    supported = 0
    for i in range(min(s.event_count, len(s.events))):
        kind = s.events[i][0]
        if kind == ATTACKS:
            tally[ON_CHARACTERS] += 1
        elif kind == ATTACKS_MODULE:
            tally[ON_MODULES] += 1
        elif kind == ATTACKS_COSMIC:
            tally[ON_ENTITIES] += 1
        elif kind == SUPPORTS:
            supported = 1
        elif kind == RAISES or kind == RAISES_FREE:
            tally[RAISED] += 1
        elif kind == USES_REROLL:
            tally[REROLLED] += 1
        elif kind == DISTURBS:
            tally[DISTURBED] += 1
        elif kind == WINS_COMBAT:
            tally[BY_ATTACK + s.outcome] += 1
        elif kind == TIE:
            tally[TIES] += 1
        elif kind == WOUNDED:
            tally[WOUNDS] += s.events[i][3]
        elif kind == DIES:
            tally[DEATHS] += 1
        elif kind == MODULE_DESTROYED:
            tally[MODULES_LOST] += 1
        elif kind == RECOVERS_ENERGY or kind == RECOVERS_LIFE or kind == RECOVERS_REROLL or kind == HEALS:
            tally[RECOVERED] += 1
        elif kind == GUARDS:
            tally[GUARDED] += 1
        elif kind == WORLD_DESTROYED:
            tally[WORLDS] += 1
        elif kind == TOSSED:
            # Kept below zero until the winner is known.
            tally[FIRST_WON] = -1 - s.events[i][2]
    tally[SUPPORTED] += supported
    if s.how != RUNNING:
        count_ending(s, tally)


@rule
def count_ending(s: State, tally: Any) -> None:
    """How it ended, and whether the first initiative won."""
    if s.how == ELIMINATION:
        tally[BY_ELIMINATION] = 1
    elif s.how == BASE_DESTROYED:
        tally[BY_BASE] = 1
    first = -1 - tally[FIRST_WON]
    tally[FIRST_WON] = 0
    if s.winner != NOBODY and s.winner == first:
        tally[FIRST_WON] = 1
