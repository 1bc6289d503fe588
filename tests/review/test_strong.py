"""The worlds in which advice is put to strong players."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bagarre.match import Match
from bagarre.review.appraiser import Appraiser
from bagarre.review.strong import Strong

WORLDS = 30


def test_strong_players_play_in_worlds_as_the_seat_may_believe_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards dealt evenly would make nearly every claim a lie, and every denunciation good advice."""
    match = Match("badass-force", 3, seed="claims", kinds=["scripted"] * 3)
    write = match.game.verbs.write

    def doubts() -> list[int]:
        return [seat for seat in match.deciders if "denounce" in map(write, match.legal(seat))]

    while not doubts():
        match.let_play(match.deciders[0])
    moment, seat = len(match.steps), doubts()[0]
    s, announcer = match.position(moment - 1), match.steps[-1].seat
    choice = match.steps[-1].choice
    assert choice is not None
    claimed = choice.arg
    far = Appraiser(match.game, 3, "far", outs=1, horizon=3, compiled=False)
    known = match.game.concealed(s, seat)

    def true_in(worlds: Sequence[object]) -> int:
        return sum(int(world.active[announcer]) == claimed for world in worlds)  # type: ignore[attr-defined]

    believed = [far.imagined(s, seat, salt=k) for k in range(WORLDS)]
    evenly = [match.game.imagined(known, 1, 2, k) for k in range(WORLDS)]
    assert true_in(believed) > 2 * true_in(evenly)
    assert all(match.game.concealed(world, seat).to_bytes() == known.to_bytes() for world in believed[:5])
    assert far.imagined(s, seat, salt=1).to_bytes() == believed[1].to_bytes()

    strong, met = Strong(match.game, far, 1), []

    def share(world: object, *rest: object) -> float:
        met.append(world)
        return 0.0

    monkeypatch.setattr(strong, "share", share)
    strong.gain(s, seat, (), (), WORLDS, moment)
    assert len(met) == 2 * WORLDS, "both answers in each"
    assert true_in(met) > 4 * true_in(evenly)
