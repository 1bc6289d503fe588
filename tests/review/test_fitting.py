"""Chances, luck and decisions fitted together."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from bagarre.review.fitting import NOTHING, STILL, UNKNOWN, Found, Parts, fit

LUCK, OWN, OTHERS = range(3)


def alone(values: list[Found], steps: list[Parts]) -> tuple[list[float], list[list[float]]]:
    """Chances and parts of one seat."""
    found = fit([[one] for one in values], [[one] for one in steps])
    return found.values[:, 0].tolist(), found.parts[:, 0].tolist()


def test_what_is_exactly_known_stays_as_it_is() -> None:
    true = [0.5, 0.6, 0.4, 0.7, 1.0]
    steps: list[Parts] = [
        (Found(0.1, 0.02), NOTHING, NOTHING),
        (Found(-0.05, 0.02), Found(-0.15, 0.01), NOTHING),
        (Found(0.2, 0.01), NOTHING, Found(0.1, 0.03)),
        (UNKNOWN, NOTHING, NOTHING),
    ]
    values, parts = alone([Found(value, 0.04) for value in true[:-1]] + [Found(1.0, 0.0)], steps)
    assert values == pytest.approx(true)
    assert np.array(parts) == pytest.approx(
        np.array([[0.1, 0, 0], [-0.05, -0.15, 0], [0.2, 0, 0.1], [0.3, 0, 0]])
    )


def test_where_nothing_happened_the_chance_stays_and_nothing_is_decided() -> None:
    values, parts = alone(
        [Found(0.5, 0.05), Found(0.0, inf), Found(0.7, 0.05), Found(1.0, 0.0)],
        [STILL, (UNKNOWN, NOTHING, NOTHING), (UNKNOWN, Found(0.1, 0.01), NOTHING)],
    )
    assert values[0] == values[1]
    assert parts[0] == [0, 0, 0]
    assert parts[1][OWN] == parts[1][OTHERS] == 0
    assert parts[2][OWN] == pytest.approx(0.1), "what is left is luck where luck is not known"


def test_what_is_left_goes_to_the_parts_by_their_variances() -> None:
    start, end = Found(0.5, 0.0), Found(0.7, 0.0)
    _, parts = alone([start, end], [(Found(0.05, 0.02), Found(0.05, 0.01), NOTHING)])
    assert parts[0] == pytest.approx([0.05 + 0.08, 0.05 + 0.02, 0])
    _, parts = alone([start, end], [(Found(0.05, 0.02), NOTHING, UNKNOWN)])
    assert parts[0] == pytest.approx([0.05, 0, 0.15])


def test_a_sure_step_is_believed_more_than_an_unsure_chance() -> None:
    steps: list[Parts] = [(NOTHING, Found(0.1, 0.001), NOTHING), (NOTHING, NOTHING, Found(0.4, 0.001))]
    values, _ = alone([Found(0.5, 0.0), Found(0.9, 0.05), Found(1.0, 0.0)], steps)
    assert values[1] == pytest.approx(0.6, abs=0.001)


def test_chances_lie_between_nothing_and_one_and_still_add_up() -> None:
    steps: list[list[Parts]] = [
        [(Found(change, 0.01), NOTHING, NOTHING) for change in (-0.4, 0.2, 0.2)],
        [(UNKNOWN, NOTHING, NOTHING)] * 3,
    ]
    rows = [[Found(one, error) for one in row] for row, error in (((0.3, 0.4, 0.3), 0.01), ((0.0, 0.5, 0.5), 0.2), ((0, 1, 0), 0.0))]  # fmt: skip
    found = fit(rows, steps)
    assert found.values.sum(axis=1) == pytest.approx(1)
    assert found.values.min() == 0
    changes = np.diff(found.values, axis=0)
    assert found.parts.sum(axis=2) == pytest.approx(changes, abs=1e-12)
    assert found.parts.sum(axis=1) == pytest.approx(0, abs=1e-12), "what one gains the others lose"


def test_the_told_doubt_is_how_much_other_dice_would_change() -> None:
    dice = np.random.default_rng(5)
    steps = 30
    kinds = dice.integers(0, 4, steps)
    lambdas, deltas, sigma = dice.uniform(0.01, 0.03, steps), dice.uniform(0.01, 0.03, steps), 0.04
    luck = np.where(kinds == 0, 0, dice.normal(0, 0.01, steps))
    choice = np.where(kinds == 1, 0, dice.normal(0, 0.01, steps))
    true = 0.5 + np.concatenate([[0], np.cumsum(luck + choice)])

    def one_review() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        measured = [Found(value + dice.normal(0, sigma), sigma) for value in true[:-1]] + [
            Found(true[-1], 0.0)
        ]
        found: list[Parts] = []
        for t in range(steps):
            gave = Found(luck[t] + dice.normal(0, lambdas[t]), lambdas[t])
            made = Found(choice[t] + dice.normal(0, deltas[t]), deltas[t])
            # Luck alone; a choice alone; both; a choice and what came to light.
            gave = (NOTHING, UNKNOWN, gave, UNKNOWN)[kinds[t]]
            made = NOTHING if kinds[t] == 1 else made
            found.append((gave, made, NOTHING) if t % 2 else (gave, NOTHING, made))
        fitted = fit([[one] for one in measured], [[one] for one in found])
        return fitted.parts[:, 0].sum(axis=0), fitted.doubts[0], fitted.values[:, 0] - true

    made = [one_review() for _ in range(400)]
    totals, told = np.array([one[0] for one in made]), made[0][1]
    assert totals.std(axis=0) == pytest.approx(told, rel=0.12)
    assert np.abs(np.array([one[2] for one in made]).mean(axis=0)).max() < 0.01, (
        "nothing is off on the average"
    )
