"""Hints: the best choices, what they are worth, and why; from what the seat knows alone."""

from bagarre.bots import Budget, Estimate, Thought, make_player
from bagarre.bots.advice import ADVISER, MOST, advice, advised, too_close, winning
from bagarre.bots.searching import LEAST_COMPARED, SearchPlayer, finalists_of, level_with
from bagarre.games import find_game
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
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


def test_what_was_dropped_early_is_compared_again_before_advice_is_given() -> None:
    best, dropped, worse, hopeless = (Choice(verb, 0) for verb in range(4))
    values = {
        best: Estimate(0.29, 0.005),
        worse: Estimate(0.2, 0.005),
        hopeless: Estimate(0.1, 0.005),
        dropped: Estimate(0.19, 0.035),
    }
    assert finalists_of(Thought(best, values)) == [best, dropped, worse]
    assert finalists_of(Thought(best)) == []


def test_choices_are_level_within_the_doubt_of_their_difference() -> None:
    one, other, third = (Choice(verb, 0) for verb in range(3))
    gains = {one: Estimate(0.0, 0.0), other: Estimate(0.02, 0.02), third: Estimate(-0.2, 0.02)}
    assert level_with(other, gains) == {one}
    gains[other] = Estimate(0.02, 0.005)
    assert level_with(other, gains) == set()


def test_advice_compares_the_best_in_as_many_worlds_the_same_for_all() -> None:
    game = find_game("boss-quest")
    match = Match(game, 3, seed=5)
    seat = match.deciders[0]
    known, menu = match.concealed(seat), list(match.legal(seat))
    player = SearchPlayer(game, seed="s")
    desk = player.desk(known, seat, menu, Budget(simulations=LEAST_COMPARED))
    first = desk.thought(0.0)
    thought = desk.compared_anew(first, 0.0)
    record = desk.record
    compared = [seen for seen in record.seen if seen]
    assert len(compared) == len(thought.values) == min(MOST, len(menu))
    assert set(compared) == {LEAST_COMPARED}
    best = max(thought.values, key=lambda choice: thought.values[choice].value)
    assert thought.choice == best
    assert best not in thought.level
    assert thought.level <= set(thought.values)


def test_without_time_to_compare_them_again_nothing_is_said_to_be_better() -> None:
    game = find_game("boss-quest")
    match = Match(game, 3, seed=5)
    seat = match.deciders[0]
    known, menu, speech = match.concealed(seat), list(match.legal(seat)), match.speech("en")
    thought = advice(SearchPlayer(game, seed="s"), known, seat, menu, Budget(seconds=0.02))
    assert thought.level == set(finalists_of(thought)[1:])
    found = advised(game, known, seat, menu, thought.choice, thought.values, speech, level=thought.level)
    assert too_close(found) == ("all" if len(found) > 1 else "")
    assert too_close(found[:1]) == ""
