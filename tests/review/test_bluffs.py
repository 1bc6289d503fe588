"""What was claimed in a game, once each."""

from __future__ import annotations

import pytest

from bagarre.review import Curve, Review
from bagarre.review.bluffs import claims
from bagarre.review.curve import Stride
from tests.review.games import finished


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_claim_that_was_answered_by_another_one_is_told_once(seed: int) -> None:
    """Who attacks by a claim is defended against by one: then the first lies open on the table again."""
    match = finished("badass-force", ("scripted", "random", "scripted"), seed=seed)
    nothing = Curve((0.3,) * 3, (Stride(0, 0, -1, (0.3,) * 3, ((0.0, 0.0, 0.0),) * 3),))
    found = claims(Review(match, [], nothing, nothing))
    said = [
        (moment, step.seat)
        for moment, step in enumerate(match.steps)
        for event in match.open_events(step)
        if event.kind.name in ("announces", "defends")
    ]
    assert any(event.kind.name == "defends" for step in match.steps for event in match.open_events(step))
    assert [(one.moment, one.seat) for one in found] == said
    assert all(one.outcome for one in found if one.moment < len(match.steps) - 4)
