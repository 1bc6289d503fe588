"""What each seat may know: everything (BW-R48). Only the future of the dice is hidden."""

from bagarre.kernel.chance import conceal_chance
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .state import State


@rule
def conceal(s: State, seat: int) -> None:
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def refill(s: State) -> None:
    """Nothing is hidden, so there is nothing to imagine."""
