"""The same seed and the same choices are the same game at the table, between programs, in Gymnasium, PettingZoo and OpenSpiel."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import bagarre.envs.openspiel as spiel
from bagarre.envs.gymnasium import BagarreEnv
from bagarre.envs.pettingzoo import env, parallel_env
from bagarre.games import find_game
from bagarre.kernel.rule import fast_mode_available
from bagarre.match import Match
from tests.envs.tables import FEWEST, every_game, options

LARGE = ("badass-force", "baston", "battleworld")
"""Games that take long to compile: as environments they are compiled under `make soak`."""


def cases() -> Iterator[Any]:
    """Every game in both modes."""
    for name in sorted(FEWEST):
        yield pytest.param(name, "interpreted", id=f"{name}-interpreted")
        if fast_mode_available():
            mark = pytest.mark.soak if name in LARGE else pytest.mark.compiles
            yield pytest.param(name, "compiled", id=f"{name}-compiled", marks=mark)


SEED = 11


def kinds(players: int) -> list[str]:
    return ["human", *["scripted"] * (players - 1)]


def digest(record: str) -> str:
    return hashlib.sha256(record.encode()).hexdigest()


def between_programs(name: str) -> Match:
    """One seat chooses at random where it has a choice; scripted players hold the others."""
    players = FEWEST[name]
    match = Match(name, players, options=options(name, players), seed=SEED, kinds=kinds(players))
    dice = Random(SEED)
    while not match.is_over:
        seat = match.deciders[0]
        if seat:
            match.let_play(seat)
        else:
            ids = sorted(match.game.verbs.dense(choice) for choice in match.legal(0))
            match.play(0, match.game.verbs.from_dense(dice.choice(ids) if len(ids) > 1 else ids[0]))
    return match


@pytest.fixture(scope="module", params=sorted(FEWEST))
def played(request: pytest.FixtureRequest) -> Match:
    return between_programs(request.param)


def choices(match: Match) -> list[tuple[int, int]]:
    dense = match.game.verbs.dense
    return [(step.seat, dense(step.choice)) for step in match.steps[1:] if step.choice is not None]


def test_at_the_table(played: Match) -> None:
    seats = len(played.players)
    again = Match(played.game, seats, options=played.options, seed=SEED, kinds=kinds(seats))
    for seat, action in choices(played):
        again.play(seat, again.game.verbs.write(again.game.verbs.from_dense(action)))
    assert digest(again.record()) == digest(played.record())


@pytest.mark.parametrize(("played", "mode"), list(cases()), indirect=["played"])
def test_in_gymnasium(played: Match, mode: Any) -> None:
    """Nobody tells the environment what its opponents chose: they are the same programs."""
    seats, dice = len(played.players), Random(SEED)
    made = BagarreEnv(played.game.name, seats, options=played.options, opponents="scripted", mode=mode)
    _, info = made.reset(seed=SEED)
    ended = False
    while not ended:
        action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, _, ended, _, info = made.step(action)
    assert digest(made.record(kinds(seats))) == digest(played.record())


@pytest.mark.parametrize(("played", "mode"), list(cases()), indirect=["played"])
def test_in_pettingzoo(played: Match, mode: Any) -> None:
    seats = len(played.players)
    made = env(played.game.name, seats, options=played.options, mode=mode)
    made.reset(seed=SEED)
    for seat, action in choices(played):
        assert made.agent_selection == f"player_{seat}"
        made.step(action)
    assert all(made.terminations.values())
    assert digest(made.record(kinds(seats))) == digest(played.record())


def test_in_openspiel(played: Match) -> None:
    seats = len(played.players)
    text = ";".join(f"{name}:{value}" for name, value in played.options.items())
    game = pyspiel.load_game(f"{spiel.short_name(played.game)}(players={seats},options={text})")
    state = game.new_initial_state()
    for step in played.steps:
        if step.choice is not None:
            assert state.current_player() == step.seat
            state.apply_action(played.game.verbs.dense(step.choice))
        for result in step.chance:
            assert state.is_chance_node()
            state.apply_action(result)
    assert state.is_terminal()
    record = spiel.match_of(state.settled, SEED, kinds(seats))
    record.options = played.options
    assert digest(record.record()) == digest(played.record())
    assert state.settled.s.moving_bytes() == played.state.moving_bytes()


@every_game
def test_cycles_lead_to_a_whole_game(name: str) -> None:
    """In the parallel form those who are asked together choose in the order of the seats, as at the table."""
    players = FEWEST[name]
    made = parallel_env(name, players, options=options(name, players), mode="interpreted")
    dice = Random(1)
    seen, _ = made.reset(seed=SEED)
    for _ in range(300):
        actions = {a: dice.choice(np.flatnonzero(seen[a]["action_mask"]).tolist()) for a in made.agents}
        seen, _, over, cut, infos = made.step(actions)
        assert not any(info.get("illegal") for info in infos.values())
        if all(over.values()) or all(cut.values()):
            break
    match = Match(find_game(name), players, options=options(name, players), seed=SEED)
    for seat, action in made.core.made:
        match.play(seat, match.game.verbs.from_dense(action))
    assert digest(match.record()) == digest(made.record())
