"""The rules of Badass Force, and where to find each part.

    turn.py       set-up → turn: Cool point, charge, one action → end of turn, end of the game
    claims.py     announcement → sealed window → revealed → loss → chosen again → power or reaction
    programs.py   powers, reactions and executions, one instruction of a card at a time
    targets.py    what a program lets its controller choose
    attacks.py    dodge → defence (an announcement of its own) → death
    losses.py     cemetery → points → return to play → a new active character; what everybody learns
    arsenal.py    market, charges, gifts, overloads, changes of weapon, the Armory
    table.py      small facts: seats, masks, tracks, what may be announced
    questions.py  every question, told once: which verbs answer it, why not, what they do
    run.py        the machine that advances the operation on top

What may be under way is in `operations.py`. Which operation opens which (the innermost is on top of the stack, and the one below goes on when it is
over; a power, an execution and a reaction are programs):

    TURN ─┬─ CLAIM ─┬─ LOSS ── PLACEMENT            announcement, denunciation, its victim
          │         ├─ PLACEMENT                    a true announcer chooses again
          │         └─ POWER ─┬─ ATTACK ─┬─ CLAIM ─┬─ LOSS, PLACEMENT     the second denunciation
          │                   │          │         └─ REACTION ─┬─ LOSS   counter-kill
          │                   │          │                      └─ OVERLOAD ─┬─ LOSS
          │                   │          │                                   └─ CHANGE
          │                   │          └─ LOSS ── PLACEMENT
          │                   ├─ EXECUTION, ARMORY, OVERLOAD, CHANGE, LOSS, PLACEMENT
          ├─ EXECUTION ─┬─ ATTACK …, OVERLOAD, LOSS
          │             └─ CHANGE                   the weapon is spent
          ├─ ARMORY ── OVERLOAD
          └─ CHANGE, PLACEMENT                      change weapon, change character
"""

from .questions import choices
from .run import apply, deciders, refusal, setup
from .turn import ending, rank, score

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]
