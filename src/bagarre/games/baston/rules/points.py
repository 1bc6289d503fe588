"""What brings points or costs them is told the moment it happens (BA-VP-1…7, and the aims of the scenarios).

Who is inside, and bottles in hand, change with every step: they are counted when somebody looks (`score`)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import LOSES_POINTS, WINS_POINTS
from ..state import HS, W_DEALT, W_OWN_HS, W_RIVALS_HS, W_RIVALS_OUT, W_STANDING, W_WRECKS, State
from .people import side_of


@rule
def tell_points(s: State, seat: int, term: int, times: int) -> None:
    """A seat's side has so many more of a thing that scores, or fewer."""
    points = times * s.weights[side_of(s, seat) if s.sided else 0][term]
    if points > 0:
        emit(s, WINS_POINTS, seat, points, term)
    elif points < 0:
        emit(s, LOSES_POINTS, seat, -points, term)


@rule
def count_deed(s: State, seat: int, deed: int, times: int) -> None:
    s.deeds[seat][deed] += times
    tell_points(s, seat, W_DEALT + deed, times)


@rule
def leads_side(s: State, seat: int) -> bool:
    """The first seat of its side: what a side is given is told once."""
    for other in range(seat):
        if side_of(s, other) == side_of(s, seat):
            return False
    return True


@rule
def count_wreck(s: State, what: int) -> None:
    """Whoever did it (SC8)."""
    s.wrecks[what] += 1
    for seat in range(s.seats):
        if leads_side(s, seat):
            tell_points(s, seat, W_WRECKS + what, 1)


@rule
def tell_gone(s: State, c: int) -> None:
    """A character is in play no more: HS, or off the board."""
    own = s.seat_of[c]
    out = s.fate[c] == HS
    tell_points(s, own, W_STANDING, -1)
    if out:
        tell_points(s, own, W_OWN_HS, 1)
    for seat in range(s.seats):
        if leads_side(s, seat) and side_of(s, seat) != side_of(s, own):
            tell_points(s, seat, W_RIVALS_HS if out else W_RIVALS_OUT, 1)
