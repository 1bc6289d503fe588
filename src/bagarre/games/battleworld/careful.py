"""What a careful player would do: for whoever does not answer in time."""

from collections.abc import Callable, Sequence

from bagarre.kernel.menu import Choice

from . import choices as verbs
from . import odds, state
from .choices import PLANS, VERBS
from .prospects import is_vain, targets
from .rules.auction import raise_refusal
from .state import State

LIKELY = 0.5
"""An attack or a raise is made when it is at least as likely to succeed."""
SAFE_PLANS = (
    "recover_life",
    "module_heal",
    "repair",
    "recover_energy",
    "module_energy",
    "guard",
    "recover_reroll",
)
"""Plans that risk nothing, in the order of preference; those in vain are left aside."""
QUIET = ("stop", "hold", "yield", "let_be", "skip", "keep", "guard", "apart", "pass", "done")
"""What commits to nothing, in the order of preference; a guard defends."""


def careful(known: State, seat: int, choices: Sequence[Choice]) -> Choice:
    """Stay where one stands, plan what helps, attack only with good odds, and spend power only to come level or ahead."""
    says: dict[int, Callable[[State, Sequence[Choice]], Choice]] = {
        state.MOVING: _stay,
        state.PLANNING: _plan,
        state.STEPPING: _step,
        state.TARGETING: _target,
        state.BIDDING: _bid,
    }
    if known.stage in says:
        return says[known.stage](known, choices)
    return _quiet(choices)


def _stay(s: State, choices: Sequence[Choice]) -> Choice:
    return next((choice for choice in choices if choice.arg == s.at[s.actor]), choices[0])


def _plan(s: State, choices: Sequence[Choice]) -> Choice:
    offered = {PLANS[choice.arg]: choice for choice in choices}
    if _best(s, s.actor)[1] >= LIKELY:
        return offered["attack"]
    for name in SAFE_PLANS:
        if name in offered and not is_vain(s, s.actor, offered[name].arg):
            return offered[name]
    return offered["idle"]


def _best(s: State, p: int) -> tuple[tuple[int, int] | None, float]:
    """The target with the best chance after the first rolls."""
    found = [(target, odds.opening_of_attack(s, p, *target)[0]) for target in targets(s, p)]
    return max(found, key=lambda pair: pair[1], default=(None, 0.0))


def _step(s: State, choices: Sequence[Choice]) -> Choice:
    """What helps first, then an attack with good odds; otherwise pass."""
    acts = [choice for choice in choices if choice.verb == verbs.ACT]
    for choice in acts:
        p = 4 * s.side + choice.arg - 1
        if PLANS[s.plan[p]] != "attack" or _best(s, p)[1] >= LIKELY:
            return choice
    return next((choice for choice in choices if choice.verb == verbs.PASS), choices[0])


def _target(s: State, choices: Sequence[Choice]) -> Choice:
    """The best of the targets."""
    enemy = 1 - (s.actor >> 2)

    def chance(choice: Choice) -> float:
        if choice.verb == verbs.ATTACK:
            return odds.opening_of_attack(s, s.actor, state.CHARACTER, 4 * enemy + choice.arg - 1)[0]
        if choice.verb == verbs.ASSAULT:
            return odds.opening_of_attack(s, s.actor, state.MODULE, 3 * enemy + choice.arg)[0]
        entity = state.GALACTUS if choice.arg == 1 else s.second
        return odds.opening_of_attack(s, s.actor, state.COSMIC, entity)[0]

    return max(choices, key=chance)


def _bid(s: State, choices: Sequence[Choice]) -> Choice:
    """Behind: a raise that is likely to come level or ahead; otherwise nothing more is spent."""
    side = s.window
    if s.total[side] < s.total[1 - side] and raise_refusal(s, side) == 0:
        after = odds.odds_of_roll(s, side, side, s.rolls[side], 0)
        if after.ahead + after.level >= LIKELY:
            return next(choice for choice in choices if choice.verb == verbs.RAISE)
    return _quiet(choices)


def _quiet(choices: Sequence[Choice]) -> Choice:
    named = {VERBS.verbs[choice.verb].name: choice for choice in reversed(choices)}
    return next((named[name] for name in QUIET if name in named), choices[0])
