"""The rules of Leduc poker, top to bottom: deal, bet, deal the board, bet, show."""

from bagarre.kernel.chance import draw
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from .choices import CALL, FOLD, NOT_YOUR_TURN, NOTHING_TO_FOLD_TO, RAISE, TOO_MANY_RAISES
from .events import BOARD, CALLS, DEALT, FOLDS, RAISES, SHOWS, WINS
from .state import NO_CARD, NOBODY, State

BY_FOLDS, BY_SHOWDOWN = 1, 2


@rule
def setup(s: State) -> None:
    """One card each, one chip each (LE-DEAL-1, LE-BET-1)."""
    s.deck_count = 2 * s.seats + 2
    for i in range(s.deck_count):
        s.deck[i] = i
    s.board = NO_CARD
    for seat in range(s.seats):
        s.cards[seat] = take_card(s)
        s.paid[seat] = 1
        emit_to(s, 1 << seat, DEALT, seat, s.cards[seat])
    s.stakes = 1
    open_betting(s)


@rule
def take_card(s: State) -> int:
    card = draw(s, s.deck, s.deck_count)
    s.deck_count -= 1
    return card


@rule
def open_betting(s: State) -> None:
    s.raises = 0
    s.to_speak = in_hand(s)
    s.turn = s.seats - 1
    pass_turn(s)


@rule
def in_hand(s: State) -> int:
    count = 0
    for seat in range(s.seats):
        count += 1 - s.folded[seat]
    return count


@rule
def pass_turn(s: State) -> None:
    s.turn = left_of(s, s.turn)
    while s.folded[s.turn] == 1:
        s.turn = left_of(s, s.turn)


@rule
def left_of(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def deciders(s: State) -> int:
    if s.turn == NOBODY:
        return 0
    return 1 << s.turn


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed, 0 when it is."""
    if s.turn == NOBODY or seat != s.turn:
        return NOT_YOUR_TURN
    if verb == FOLD and s.stakes <= s.paid[seat]:
        return NOTHING_TO_FOLD_TO
    if verb == RAISE and s.raises >= s.raise_limit:
        return TOO_MANY_RAISES
    return 0


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    for verb in range(FOLD, RAISE + 1):
        if refusal(s, seat, verb, 0) == 0:
            offer(menu, verb)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    s.to_speak -= 1
    if verb == FOLD:
        s.folded[seat] = 1
        emit(s, FOLDS, seat)
    elif verb == CALL:
        s.paid[seat] = s.stakes
        emit(s, CALLS, seat, s.paid[seat])
    else:
        s.stakes += 2 + 2 * s.betting_round
        s.paid[seat] = s.stakes
        s.raises += 1
        s.to_speak = in_hand(s) - 1
        emit(s, RAISES, seat, s.paid[seat])
    if in_hand(s) == 1:
        finish(s, BY_FOLDS)
    elif s.to_speak > 0:
        pass_turn(s)
    elif s.betting_round == 0:
        s.betting_round = 1
        s.board = take_card(s)
        emit(s, BOARD, s.board)
        open_betting(s)
    else:
        show_cards(s)
        finish(s, BY_SHOWDOWN)


@rule
def show_cards(s: State) -> None:
    for seat in range(s.seats):
        if s.folded[seat] == 0:
            emit(s, SHOWS, seat, s.cards[seat])


@rule
def strength(s: State, seat: int) -> int:
    """A pair with the board beats any single card (LE-END-2)."""
    if s.folded[seat] == 1:
        return -1
    rank_of_card = s.cards[seat] // 2
    if s.board != NO_CARD and s.board // 2 == rank_of_card:
        return 100
    return rank_of_card


@rule
def finish(s: State, how: int) -> None:
    """Share the pot between the best hands that stayed in."""
    s.how = how
    s.turn = NOBODY
    best = -1
    for seat in range(s.seats):
        best = max(best, strength(s, seat))
    winners = 0
    pot = 0
    for seat in range(s.seats):
        pot += s.paid[seat]
        if strength(s, seat) == best:
            winners += 1
    for seat in range(s.seats):
        s.gains[seat] = -2 * s.paid[seat]
        if strength(s, seat) == best:
            s.gains[seat] += 2 * pot // winners
            emit(s, WINS, seat)


@rule
def score(s: State, seat: int) -> int:
    return s.gains[seat]


@rule
def rank(s: State, seat: int) -> int:
    place = 1
    for other in range(s.seats):
        if s.gains[other] > s.gains[seat]:
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return s.how
