"""Chances, luck and decisions of a game fitted together: least squares along the game, each weighted by how sure it is.

Measured are the chances after each step, and of each step what chance gave and what was decided, each with its standard error: nothing where
it is exactly known, infinite where it is not known at all. What the steps changed must add up to the chances, and the last of them is the
result. The chances are those that deviate least from all of it:

    minimise  Σ (v_t - V_t)² / σ_t²  +  Σ (v_t - v_{t-1} - L_t - D_t)² / (λ_t² + δ_t²)

A step without luck and decision leaves the chance as it is; one of which a part is unknown says nothing about the others. What is then left
at a step goes to its parts in proportion to their variances; all of it to the one that is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


class Found(NamedTuple):
    """A share of a win with its standard error: infinite where it is not known."""

    share: float
    error: float


Parts = tuple[Found, Found, Found]
"""What was found of luck, own decisions and the others'."""
NOTHING, UNKNOWN = Found(0.0, 0.0), Found(0.0, inf)
STILL: Parts = (NOTHING, NOTHING, NOTHING)


class Fit(NamedTuple):
    """What a fit found for some seats."""

    values: Numbers
    """The chances at the start and after each step: row, seat."""
    errors: Numbers
    """Their standard errors."""
    parts: Numbers
    """The parts of each step: row, seat, part."""
    doubts: Numbers
    """For each seat the standard errors of the sums of its parts."""


def fit(values: Sequence[Sequence[Found]], steps: Sequence[Sequence[Parts]]) -> Fit:
    """Fit the chances of some seats, a row for the start and one after each step, and the parts of each step. The last row is the result.

    All seats have the same weights, by how sure they are on the average: so chances that add up to one still do. How sure each of them then is
    follows from its own standard errors.
    """
    measured, given = np.array(values), np.array(steps)
    spread, changes = given[..., 1] ** 2, given[..., 0].sum(axis=2)
    alike = pooled(spread)
    wide = alike[:, 0].sum(axis=1)
    # Chances that are the same have one place.
    places = np.concatenate([[0], np.cumsum(wide > 0)])
    noise = measured[..., 1] ** 2
    by_values, by_steps, sure = smoother(noise.mean(axis=1), wide, places)
    fitted = by_values @ measured[..., 0] + by_steps @ changes
    fitted = within(fitted[places])
    shares = shares_of(alike)
    left = np.diff(fitted, axis=0) - changes
    noise, spread = (np.where(np.isinf(square), 0, square) for square in (noise, spread))
    varying = by_values**2 @ noise + by_steps**2 @ spread.sum(axis=2)
    doubts = np.zeros((len(values[0]), 3))
    for seat, part in np.ndindex(*doubts.shape):
        share = shares[:, seat, part]
        along = along_steps(share, places, len(sure))
        own = np.arange(3) == part
        # What is measured of a part counts for it, less what its step then has less left.
        weights = own - share[:, None] + (along @ by_steps)[:, None]
        square = (along @ by_values) ** 2 @ noise[:, seat] + (weights**2 * spread[:, seat]).sum()
        doubts[seat, part] = np.sqrt(square)
    return Fit(fitted, np.sqrt(varying)[places], given[..., 0] + left[..., None] * shares, doubts)


def pooled(spread: Numbers) -> Numbers:
    """Variances of the parts of each step, for all seats as large as on the average: of luck, and of what was decided, whosever it was."""
    luck, choice = spread[..., :1], spread[..., 1:]
    whole = choice.sum(axis=2, keepdims=True)
    unknown = np.isinf(whole)
    role = np.where(unknown, np.isinf(choice), choice / np.where((whole > 0) & ~unknown, whole, 1))
    decided = np.where(role > 0, role, 1) * whole.mean(axis=1, keepdims=True)
    return np.concatenate(
        [np.broadcast_to(luck.mean(axis=1, keepdims=True), luck.shape), np.where(role > 0, decided, 0)],
        axis=2,
    )


def smoother(noise: Numbers, wide: Numbers, places: Places) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
    """How the chance at every place hangs on the chances and on the changes that were measured; and which places are known."""
    number, rows, steps = places[-1] + 1, len(noise), len(wide)
    precision, by_values, by_steps = (np.zeros((number, size)) for size in (number, rows, steps))
    sure = np.zeros(number, bool)
    sure[places[noise == 0]] = True
    for row, place in enumerate(places):
        if noise[row] == 0:
            by_values[place] = np.arange(rows) == row
        elif not sure[place]:
            precision[place, place] += 1 / noise[row]
            by_values[place, row] = 1 / noise[row]
    for step, there in enumerate(places[1:]):
        if 0 < wide[step] < inf:
            both, other = [there - 1, there], [there, there - 1]
            precision[both, both] += 1 / wide[step]
            precision[both, other] -= 1 / wide[step]
            by_steps[both, step] = -1 / wide[step], 1 / wide[step]
    free = ~sure
    inverse = np.linalg.inv(precision[np.ix_(free, free)])
    by_values[free] = inverse @ (by_values[free] - precision[np.ix_(free, sure)] @ by_values[sure])
    by_steps[free] = inverse @ by_steps[free]
    by_steps[sure] = 0
    return by_values, by_steps, sure


def along_steps(share: Numbers, places: Places, number: int) -> Numbers:
    """How the sum of such shares of what the steps changed hangs on the chances at the places."""
    along = np.zeros(number)
    np.add.at(along, places[1:], share)
    np.add.at(along, places[:-1], -share)
    return along


def shares_of(spread: Numbers) -> Numbers:
    """Of what is left at each step, what each part takes: in proportion to the variances. One that is unknown takes all, and luck where nothing
    varies."""
    unknown = np.isinf(spread)
    weights = np.where(unknown.any(axis=-1, keepdims=True), unknown, spread)
    weights[..., 0] += weights.sum(axis=-1) == 0
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def within(values: Numbers) -> Numbers:
    """Chances between nothing and one, those of a row together at most one: what is below nothing is taken from the others in proportion."""
    above = np.maximum(values, 0)
    whole, sums = np.clip(values.sum(axis=1), 0, 1), above.sum(axis=1)
    return np.asarray(above * np.where(sums > whole, whole / np.where(sums > 0, sums, 1), 1)[:, None])
