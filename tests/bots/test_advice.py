"""Hints: the best choices, what they are worth, and why; from what the seat knows alone."""

from bagarre.bots import Budget, Estimate, make_player
from bagarre.bots.advice import ADVISER, MOST, advised
from bagarre.games import find_game
from bagarre.kernel.game import Game
from bagarre.match import Match


def test_the_best_choices_come_first_with_shares_and_the_coachs_words() -> None:
    game = find_game("boss-quest")
    match = Match(game, 3, seed=5)
    seat = match.deciders[0]
    known, menu, speech = match.concealed(seat), list(match.legal(seat)), match.speech("fr")
    values = {choice: Estimate(0.1 * k, 0.01) for k, choice in enumerate(menu)}
    found = advised(game, known, seat, menu, menu[1], values, speech)
    assert len(found) == min(MOST, len(menu))
    assert found[0].choice == menu[1]
    assert found[1].choice == menu[-1]
    coach = game.coach(known, seat, speech)
    assert coach is not None
    assert [one.why for one in found] == [coach.consequence(one.choice) for one in found]
    assert (found[0].percent, found[0].spread) == (10, 2)


def test_a_game_without_a_coach_shows_the_shares_only(leduc: Game) -> None:
    match = Match(leduc, 2, seed=5)
    seat = match.deciders[0]
    known, menu = match.concealed(seat), list(match.legal(seat))
    thought = make_player(ADVISER, leduc, "s").think(known, seat, menu, Budget(simulations=20))
    found = advised(leduc, known, seat, menu, thought.choice, thought.values, match.speech("en"))
    assert found[0].choice == thought.choice
    assert all(one.worth is not None and not one.why for one in found)


def test_without_time_only_the_choice_is_named(leduc: Game) -> None:
    match = Match(leduc, 2, seed=5)
    seat = match.deciders[0]
    (only,) = advised(
        leduc,
        match.concealed(seat),
        seat,
        list(match.legal(seat)),
        match.legal(seat)[0],
        {},
        match.speech("fr"),
    )
    assert only.worth is None
