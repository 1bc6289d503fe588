"""Positions by name: cards are written by their numbers."""

from typing import Any

from bagarre.kernel.pack import Entry

from .content import Content
from .state import DECK, State


def chance(text: str, content: Content) -> int:
    """A scripted card."""
    return int(text) - 1


def place(s: State, entry: Entry, content: Content) -> None:
    """`cards` of the seats, and whose `turn` it is."""
    entry.allow("cards", "turn")
    cards = [card - 1 for card in entry.numbers("cards", 1, DECK)]
    if len(set(cards)) != s.seats:
        raise entry.wrong("cards", "list", value=entry.data.get("cards"))
    s.cards[: s.seats] = cards
    s.turn = entry.number("turn", 0, s.seats - 1, default=0)
    left = [card for card in range(DECK) if card not in cards]
    s.deck_count = len(left)
    s.deck[: len(left)] = left


def facts(s: State, content: Content) -> dict[str, Any]:
    """Everything worth asserting, from a full or a concealed state alike."""
    return {
        "cards": [card + 1 if card >= 0 else "?" for card in s.cards[: s.seats]],
        "turn": s.turn,
        "deck": s.deck_count,
    }
