"""What a careful player would do: for whoever does not answer in time. Nobody lies or accuses without being there to answer for it."""

from collections.abc import Callable, Sequence

from bagarre.kernel.menu import Choice

from . import choices as verbs
from .beliefs import front_odds
from .player import front_value
from .rules.table import is_unstable, trigger_square
from .state import CAST, NONE, State

QUIET = ("pass", "stop", "no")
"""What commits to nothing, in the order of preference."""


def careful(known: State, seat: int, choices: Sequence[Choice]) -> Choice:
    """A loaded weapon is fired, the hero in front is announced as what he is, nobody is denounced; otherwise nothing is risked."""
    for judge in (_denounce, _fire, _tell_the_truth, _place, _take, _aim, _name):
        found = judge(known, seat, choices)
        if found is not None:
            return found
    named = {verbs.VERBS.verbs[choice.verb].name: choice for choice in reversed(choices)}
    for name in ("dodge", *QUIET, "armory", "box"):
        if name in named:
            return named[name]
    return choices[0]


def _of(choices: Sequence[Choice], verb: int) -> list[Choice]:
    return [choice for choice in choices if choice.verb == verb]


def _denounce(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """An answer that is not given in time counts as `pass` (BF-R45)."""
    return _of(choices, verbs.PASS)[0] if _of(choices, verbs.DENOUNCE) else None


def _fire(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    return next(iter(_of(choices, verbs.EXECUTE)), None)


def _tell_the_truth(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """The hero who lies in front, in action and in defence."""
    front = s.active[seat]
    if front == NONE:
        return None
    return next((one for one in _of(choices, verbs.ANNOUNCE) if one.arg == s.cast[front]), None)


def _place(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """The hero who is worth most in front."""
    return _best(_of(choices, verbs.PLACE), lambda one: float(front_value(s, seat, _where(s, one.arg))))


def _take(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """A weapon that cannot explode, then one that fires soon."""
    return _best(
        _of(choices, verbs.TAKE), lambda one: -100.0 * is_unstable(s, one.arg) - trigger_square(s, one.arg)
    )


def _aim(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """Whoever leads; a gift goes to whoever is last."""
    aimed = _best(_of(choices, verbs.TARGET), lambda one: float(s.points[one.arg]))
    return aimed or _best(_of(choices, verbs.DELIVER), lambda one: -float(s.points[one.arg]))


def _name(s: State, seat: int, choices: Sequence[Choice]) -> Choice | None:
    """The hero who is likeliest in front of anybody."""
    return _best(
        _of(choices, verbs.NAME),
        lambda one: float(
            max(
                front_odds(s, other, _where(s, one.arg))
                for other in range(s.seats)
                if other != seat and s.active[other] != NONE
            )
        ),
    )


def _where(s: State, character: int) -> int:
    """The place of a character in the casting."""
    return next(place for place in range(CAST) if s.cast[place] == character)


def _best(choices: list[Choice], worth: Callable[[Choice], float]) -> Choice | None:
    return max(choices, key=worth, default=None)
