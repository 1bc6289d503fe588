"""The clauses of Leduc."""

from __future__ import annotations

import pytest

from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position


def dealt(leduc: Game, seats: int, *cards: int, raises: int = 2) -> Position:
    """A new hand with these private cards."""
    s = leduc.prepare(seats, {"raises": raises})
    s.tray[: len(cards)] = cards
    s.tray_length = len(cards)
    leduc.begin(s, 1, 2, 3)
    return s


def play(leduc: Game, s: Position, *choices: str) -> None:
    for text in choices:
        (seat,) = leduc.deciders(s)
        choice = leduc.verbs.read(text)
        assert choice in leduc.choices(s, seat)
        leduc.apply(s, seat, choice)


@pytest.mark.rule("LE-DEAL-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_cards_of_each_rank_one_rank_more_than_players(leduc: Game, seats: int) -> None:
    s = dealt(leduc, seats)
    cards = [*s.cards[:seats], *s.deck[: s.deck_count]]  # type: ignore[attr-defined]
    assert sorted(card // 2 for card in cards) == sorted([*range(seats + 1)] * 2)


@pytest.mark.rule("LE-DEAL-2", "LE-BET-3")
def test_the_board_comes_when_the_last_raise_is_answered(leduc: Game) -> None:
    s = dealt(leduc, 3)
    play(leduc, s, "call", "raise", "call")
    assert s.board < 0  # type: ignore[attr-defined]
    play(leduc, s, "call")
    assert s.board >= 0  # type: ignore[attr-defined]


@pytest.mark.rule("LE-BET-1")
def test_seat_0_speaks_first_in_each_round(leduc: Game) -> None:
    s = dealt(leduc, 3)
    order = []
    for _ in range(6):
        order += leduc.deciders(s)
        play(leduc, s, "call")
    assert order == [0, 1, 2, 0, 1, 2]
    assert s.paid[:3] == [1, 1, 1]  # type: ignore[attr-defined]


@pytest.mark.rule("LE-BET-2")
@pytest.mark.parametrize("raises", [1, 2, 3, 4])
def test_raises_are_limited_and_dearer_in_the_second_round(leduc: Game, raises: int) -> None:
    s = dealt(leduc, 2, raises=raises)
    for size in (2, 4):
        start = s.stakes  # type: ignore[attr-defined]
        play(leduc, s, *["raise"] * raises)
        assert s.stakes == start + size * raises  # type: ignore[attr-defined]
        (seat,) = leduc.deciders(s)
        reason = leduc.refusal(s, seat, leduc.verbs.read("raise"))
        assert reason is not None
        assert reason.clause == "LE-BET-2"
        play(leduc, s, "call")


@pytest.mark.rule("LE-BET-4")
def test_no_fold_without_a_raise(leduc: Game) -> None:
    s = dealt(leduc, 2)
    assert leduc.verbs.read("fold") not in leduc.choices(s, 0)
    play(leduc, s, "raise")
    assert leduc.verbs.read("fold") in leduc.choices(s, 1)


@pytest.mark.rule("LE-END-1")
def test_the_last_player_in_wins(leduc: Game) -> None:
    s = dealt(leduc, 3)
    play(leduc, s, "raise", "fold", "fold")
    assert leduc.ranks(s) == [1, 2, 2]
    assert leduc.ending(s) == "folds"


@pytest.mark.rule("LE-END-2")
@pytest.mark.parametrize(
    ("cards", "board", "ranks"),
    [((0, 5), 1, [1, 2]), ((0, 5), 2, [2, 1]), ((4, 5), 2, [1, 1])],
    ids=["a pair wins", "the higher card wins", "equal hands share"],
)
def test_showdown(leduc: Game, cards: tuple[int, int], board: int, ranks: list[int]) -> None:
    s = dealt(leduc, 2, *cards)
    play(leduc, s, "call")
    s.tray[0], s.tray_length, s.tray_next = board, 1, 0
    play(leduc, s, "call", "call", "call")
    assert leduc.ranks(s) == ranks
    assert leduc.ending(s) == "showdown"
