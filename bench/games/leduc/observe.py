"""What a seat observes, as numbers for learning. Seats are counted from the reader."""

from typing import Any

from bagarre.kernel.pieces import PieceBook, choose_one, put_count, seen_from
from bagarre.kernel.rule import rule

from .state import NO_CARD, State

SEATS, RANKS = 4, 5

PIECES = PieceBook()
CARD = PIECES.one_of("card", options=RANKS, tells="the rank of the reader's card")
BOARD = PIECES.one_of("board", options=RANKS, tells="the rank of the public card")
PAID = PIECES.counts("paid", SEATS, most=13, tells="what each seat has put in the pot")
FOLDED = PIECES.flags("folded", SEATS, tells="who has folded")
TURN = PIECES.one_of("turn", options=SEATS, tells="who bets")
RAISES = PIECES.counts("raises", most=4, tells="raises of this betting round")


@rule
def observe(s: State, seat: int, o: Any) -> None:
    choose_one(o, CARD, s.cards[seat] // 2)
    if s.board != NO_CARD:
        choose_one(o, BOARD, s.board // 2)
    for i in range(s.seats):
        other = (seat + i) % s.seats
        put_count(o, PAID + i, s.paid[other], 13)
        o[FOLDED + i] = s.folded[other]
    choose_one(o, TURN, seen_from(seat, s.turn, s.seats))
    put_count(o, RAISES, s.raises, 4)
