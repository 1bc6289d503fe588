"""Chance can be enumerated: every result with its exact chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.badass_force.rules.arsenal import draw_weapon
from bagarre.games.boss_quest.rules.piles import any_spell
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.events import begin_step
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.outcomes import outcomes


def dealt(game: Game, seats: int, **options: Any) -> Any:
    s = game.prepare(seats, options)
    game.begin(s, 1, 2, 3)
    return s


def test_a_choice_without_chance_has_one_outcome(leduc: Game) -> None:
    s = dealt(leduc, 2)
    call = leduc.verbs.read("call")
    (only,) = outcomes(leduc, s, 0, call)
    leduc.apply(s, 0, call)
    assert only == (Fraction(1), (), s)


def test_the_public_card_is_any_that_is_left(leduc: Game) -> None:
    s = dealt(leduc, 2)
    call = leduc.verbs.read("call")
    leduc.apply(s, 0, call)
    found: list[Any] = list(outcomes(leduc, s, 1, call))
    left = sorted(s.deck[: s.deck_count])
    assert [outcome.results for outcome in found] == [(card,) for card in left]
    assert {outcome.chance for outcome in found} == {Fraction(1, len(left))}
    assert [outcome.state.board for outcome in found] == left


def two_draws(number: int) -> tuple[Game, Position, int, Choice]:
    """A position of Boss Quest with a choice that draws two cards."""
    game = find_game("boss-quest")
    s = game.prepare(3, {})
    game.begin(s, number, 2, 3)
    while True:
        seat = game.deciders(s)[0]
        for choice in game.choices(s, seat):
            after = s.copy()
            game.apply(after, seat, choice)
            if after.journal_length == 2:
                return game, s, seat, choice
        game.apply(s, seat, game.choices(s, seat)[0])


@pytest.mark.parametrize("number", range(3))
def test_chances_add_up_and_are_those_of_play(number: int) -> None:
    game, s, seat, choice = two_draws(number)
    found = {outcome.results: outcome.chance for outcome in outcomes(game, s, seat, choice)}
    assert sum(found.values()) == 1
    played: Counter[int] = Counter()
    for i in range(2000):
        after = s.copy()
        seed(after, *seed_words("outcomes", i))
        game.apply(after, seat, choice)
        results = tuple(after.journal[: after.journal_length])
        assert results in found
        played[results[0]] += 1
    # The first card, against what was counted, within five standard deviations.
    for card in {results[0] for results in found}:
        expected = 2000 * float(sum(chance for results, chance in found.items() if results[0] == card))
        assert abs(played[card] - expected) <= 5 * expected**0.5, card


def test_alike_cards_are_counted() -> None:
    """A weapon of which three copies are unseen comes three times as often as one with a single copy."""
    s = dealt(find_game("badass-force"), 3)
    begin_step(s)
    unseen = list(s.unseen)
    weapon = draw_weapon(s)
    assert (s.journal_bound[0], s.journal_share[0]) == (sum(unseen), unseen[weapon])

    s = dealt(find_game("boss-quest"), 3)
    begin_step(s)
    spell = any_spell(s)
    assert (s.journal_bound[0], s.journal_share[0]) == (s.spell_count, s.spell_pile[spell])


def test_a_chance_that_is_not_known_is_refused(leduc: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    s = dealt(leduc, 2)
    call = leduc.verbs.read("call")
    leduc.apply(s, 0, call)
    apply = leduc.apply

    def forgets(state: Position, seat: int, choice: tuple[int, int]) -> None:
        apply(state, seat, choice)
        state.journal_bound[0] = 0

    monkeypatch.setattr(leduc, "apply", forgets)
    with pytest.raises(ValueError, match="chance of result 1 is not known"):
        list(outcomes(leduc, s, 1, call))
