"""The state of a game, field by field."""

from bagarre.kernel.layout import Position, fixed, i1, layout

ENDINGS = ("running", "shown")
TURN, OVER = range(2)
"""The phases."""
SEATS, DECK = 6, 13
NO_CARD = -1


@layout(journal=8, events=16)
class State(Position):
    allowed: int = fixed(i1())
    """How often a player may change in a turn (MG-TURN-3)."""
    phase: int = i1()
    turn: int = i1()
    """Who is asked (MG-TURN-1)."""
    changed: int = i1()
    """How often they have changed in this turn."""
    cards: list[int] = i1(SEATS)
    """The card of each seat (MG-DEAL-1)."""
    deck: list[int] = i1(DECK)
    """The cards that nobody has; their order means nothing."""
    deck_count: int = i1()


def status(s: State) -> list[str]:
    """Broken invariants, for tests and for positions made by hand."""
    seen = sorted([*s.cards[: s.seats], *s.deck[: s.deck_count]])
    if s.rng != [0, 0, 0, 0] and seen != list(range(DECK)):
        return [f"cards are not conserved: {seen}"]
    return []
