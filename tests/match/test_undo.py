"""Taking back: never an error, never a hint, and never the whole game again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bagarre.kernel.chance import seed_words
from bagarre.kernel.events import begin_step
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.match import Match
from bagarre.record import read_record
from tests.house import complete_games, game_named

MOMENTS = 60
"""Choices looked at in one game, from a place somewhere in it."""
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("leduc", 3, {}),
    ("boss-quest", 4, {"expansions": "all"}),
    ("boss-quest", 2, {}),
    ("badass-force", 4, {}),
    ("badass-force", 3, {"denounce_polling": "clockwise", "casting": "chosen"}),
    ("battleworld", 2, {"leaders": True}),
    ("battleworld", 2, {"team_mode": "draft"}),
    ("baston", 3, {"size": 2}),
    ("baston", 2, {"hidden_sheets": True, "characters": "choose", "reveal": "sequence", "size": 2}),
]


def begun(name: str, seats: int, options: dict[str, Any], seed: int) -> tuple[Match, random.Random]:
    match, dice = Match(game_named(name), seats, options=options, seed=seed), random.Random(seed)
    for _ in range(dice.choice([0, 20, 200])):
        if not match.is_over:
            play_anything(match, dice)
    return match, dice


def play_anything(match: Match, dice: random.Random) -> None:
    seat = dice.choice(match.deciders)
    match.play(seat, dice.choice(list(match.legal(seat))))


def seen(match: Match, seat: int) -> bytes:
    """What a seat can see of the position, whatever was told last."""
    known = match.concealed(seat)
    begin_step(known)
    return known.to_bytes()


def alike(match: Match, seat: int, number: int) -> Match | None:
    """The same last choice in another world that looked the same to the seat before, if it looks the same afterwards."""
    game, last = match.game, match.steps[-1]
    assert last.choice is not None
    twin = match.reopened(len(match.steps) - 2)
    world = game.imagined(twin.concealed(seat), *seed_words("alike", match.seed, number))
    lie(twin, world)
    if last.choice not in twin.legal(last.seat):
        return None
    twin.play(last.seat, last.choice)
    return twin if twin.concealed(seat) == match.concealed(seat) else None


def lie(match: Match, world: Position) -> None:
    """Make another world the position that the match has reached."""
    world.rng = [0] * 4
    match.state = world
    match._positions.forget(len(match.steps) - 1)
    match._positions.add(world.to_bytes())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))])
def test_asking_never_raises_and_tells_nothing(table: tuple[str, int, dict[str, Any]], seed: int) -> None:
    match, dice = begun(*table, seed)
    for moment in range(MOMENTS):
        if match.is_over:
            break
        before = [(seen(match, seat), match.can_undo(seat)) for seat in range(table[1])]
        play_anything(match, dice)
        for seat in range(table[1]):
            answer = match.can_undo(seat)
            if match.steps[-1].seat != seat:
                assert not answer
                if seen(match, seat) == before[seat][0] and not told(match, seat):
                    assert answer == before[seat][1], "it would tell that somebody has chosen"
            else:
                twin = alike(match, seat, moment)
                assert twin is None or twin.can_undo(seat) == answer, (
                    "worlds that look alike must answer alike"
                )


def told(match: Match, seat: int) -> bool:
    return bool(match.events(match.steps[-1], seat))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_going_back_is_exact_at_every_step(table: tuple[str, int, dict[str, Any]]) -> None:
    match, dice = begun(*table, 5)
    while len(match.steps) < MOMENTS and not match.is_over:
        before = match.packed
        play_anything(match, dice)
        after, last = match.packed, match.steps[-1]
        match.undo(by=last.seat)
        assert match.packed == before
        assert last.choice is not None
        match.play(last.seat, last.choice, last.chance)
        assert match.packed == after
    count = dice.randrange(1, len(match.steps))
    wanted = match.position(len(match.steps) - 1 - count)
    match.undo(count)
    assert match.state == wanted
    assert Match.loads(match.record(), match.game).record() == match.record()


def test_a_sheet_being_written_can_be_taken_back() -> None:
    """BASTON: the others see nothing of it, and imagined pencils may lie elsewhere."""
    match = Match("baston", 2, options={"size": 1}, seed=1)
    while "M1" not in match.legal(match.deciders[0]):
        seat = match.deciders[0]
        match.play(seat, match.legal(seat)[0])
    seat = match.deciders[0]
    match.play(seat, "M1")
    match.can_undo(seat)
    match.undo(by=seat)
    assert "M1" in match.legal(seat)


class Counted:
    """How often the rules were applied."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        apply = Game.apply

        def counting(game: Game, *rest: Any) -> None:
            self.steps += 1
            apply(game, *rest)

        monkeypatch.setattr(Game, "apply", counting)


@pytest.mark.parametrize("game", complete_games(), ids=lambda game: game.name)
def test_going_back_plays_nothing_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match, dice = begun(game.name, max(game.meta.players[0], 2), {}, 2)
    while len(match.steps) < 6:
        play_anything(match, dice)
    counted = Counted(monkeypatch)
    match.undo()
    match.undo(3)
    match.reopened(1)
    list(match.positions())
    assert counted.steps == 0


def test_a_record_of_many_undos_is_followed_once(leduc: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(leduc, 2, seed=1)
    for _ in range(400):
        match.play(0, "raise")
        match.play(1, "call")
        match.undo(2, by=0)
    record = match.record()
    counted = Counted(monkeypatch)
    again = Match.loads(record, leduc)
    assert counted.steps == 800
    assert again.history == match.history
    assert len(read_record(record).lines) == 1201
