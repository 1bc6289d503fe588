"""The state of a hand of Leduc."""

from bagarre.kernel.layout import Position, fixed, i1, layout

ENDINGS = ("running", "folds", "showdown")
NOBODY = -1
NO_CARD = -1


@layout(journal=8, events=8)
class State(Position):
    raise_limit: int = fixed(i1())
    """Raises allowed in a betting round (LE-BET-2)."""
    cards: list[int] = i1(4)
    """The private card of each seat; two suits, so rank is card // 2 (LE-DEAL-1)."""
    board: int = i1()
    """The public card, NO_CARD before it is dealt (LE-DEAL-2)."""
    deck: list[int] = i1(10)
    deck_count: int = i1()
    paid: list[int] = i1(4)
    """What each seat has put in the pot."""
    folded: list[int] = i1(4)
    turn: int = i1()
    """Who bets, NOBODY when the hand is over."""
    stakes: int = i1()
    """What it costs in all to stay in."""
    raises: int = i1()
    to_speak: int = i1()
    """Seats that must still speak before the betting round closes (LE-BET-3)."""
    betting_round: int = i1()
    how: int = i1()
    """Index into ENDINGS."""
    gains: list[int] = i1(4)
    """What each seat won or lost, doubled so that a shared pot stays whole (LE-END-2)."""


def status(s: State) -> list[str]:
    """Broken invariants."""
    seen = [c for c in [*s.cards[: s.seats], s.board, *s.deck[: s.deck_count]] if c != NO_CARD]
    broken = []
    if s.rng != [0, 0, 0, 0] and sorted(seen) != list(range(2 * s.seats + 2)):
        broken.append(f"cards are not conserved: {sorted(seen)}")
    if s.turn == NOBODY and sum(s.gains) != 0:
        broken.append(f"gains do not add up: {s.gains}")
    return broken
