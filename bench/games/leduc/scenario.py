"""Positions of Leduc by name: cards are written `J1 J2 Q1 …`, rank and suit."""

from typing import Any

from bagarre.kernel.pack import Entry

from .content import RANKS, Content
from .rules import open_betting
from .secrets import HIDDEN
from .state import NO_CARD, State


def card_named(text: str) -> int:
    """The card of a name: a rank and the suit 1 or 2."""
    return 2 * RANKS.index(text[:-1]) + int(text[-1]) - 1


def name_of(card: int) -> str | None:
    if card == HIDDEN:
        return "?"
    return None if card == NO_CARD else f"{RANKS[card // 2]}{card % 2 + 1}"


def chance(text: str, content: Content) -> int:
    """A scripted card."""
    return card_named(text)


def place(s: State, entry: Entry, content: Content) -> None:
    """`cards` of the seats; in the second round also `board`, and `paid` and `folded` when they are not the usual."""
    entry.allow("cards", "board", "paid", "folded")
    cards = [card_named(text) for text in entry.listing("cards")]
    s.board = card_named(entry.text("board")) if entry.has("board") else NO_CARD
    s.betting_round = int(s.board != NO_CARD)
    s.cards[: s.seats] = cards
    paid = entry.listing("paid") if entry.has("paid") else [1] * s.seats
    s.paid[: s.seats] = paid
    s.stakes = max(paid)
    for seat in entry.listing("folded") if entry.has("folded") else []:
        s.folded[seat] = 1
    left = [card for card in range(2 * s.seats + 2) if card not in (*cards, s.board)]
    s.deck_count = len(left)
    s.deck[: len(left)] = left
    open_betting(s)


def facts(s: State, content: Content) -> dict[str, Any]:
    """Everything worth asserting, from a full or a concealed state alike."""
    return {
        "cards": [name_of(card) for card in s.cards[: s.seats]],
        "board": name_of(s.board),
        "deck": s.deck_count,
        "paid": s.paid[: s.seats],
        "pot": sum(s.paid),
        "folded": [bool(folded) for folded in s.folded[: s.seats]],
        "round": s.betting_round,
        "raises": s.raises,
    }
