"""Hints: the best choices, what they are worth, and why; from what the seat knows alone."""

from bagarre.bots import Budget, Estimate, make_player
from bagarre.bots.advice import ADVISER, MOST, advised, winning
from bagarre.games import find_game
from bagarre.kernel.game import Game
from bagarre.match import Match
from tests.games.badass_force.desk import GAME, Desk


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
    assert (found[0].percent, found[0].rest, found[0].spread) == (10, 90, 2)


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


def test_a_choice_that_wins_whatever_happens_is_told_from_one_that_only_seems_to() -> None:
    desk = Desk({"points": 15, "weapon": "bazooka", "charge": 4}, {"points": 14}, {})
    known, menu = GAME.concealed(desk.s, 0), GAME.choices(desk.s, 0)
    fire, armory = GAME.verbs.read("execute"), GAME.verbs.read("armory")
    values = {choice: Estimate(1.0, 0.0) for choice in (fire, armory)}
    wins = winning(GAME, known, 0, values)
    assert wins == {fire}
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    found = advised(GAME, known, 0, menu, fire, values, speech, wins)
    assert [(one.choice, one.percent, one.rest) for one in found] == [(fire, 100, 0), (armory, 99, 1)]
    assert winning(GAME, known, 0, {fire: Estimate(0.5, 0.1)}) == set(), (
        "what does not even seem to win is not tried"
    )
