"""Giving up: a right in every game, outside its menu."""

from __future__ import annotations

import random

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import ChoiceMade, Conceded, read_line
from tests.house import complete_games

PEOPLE, AGAINST_BOTS = "human", "scripted"


def table(game: Game, *kinds: str, seed: int = 5) -> Match:
    seats = list(kinds)
    while len(seats) < game.meta.players[0]:
        seats.append(AGAINST_BOTS)
    return Match(game, [f"P{i}" for i in range(len(seats))], kinds=seats, seed=seed)


def played(match: Match, steps: int, seed: int = 1) -> Match:
    dice = random.Random(seed)
    for _ in range(steps):
        if not match.is_over:
            seat = match.deciders[0]
            match.play(seat, dice.choice(list(match.legal(seat))))
    return match


@pytest.mark.parametrize("game", complete_games(), ids=str)
def test_whoever_gives_up_against_bots_ends_the_game(game: Game) -> None:
    match = played(table(game, PEOPLE, AGAINST_BOTS), 2)
    match.concede(0)
    assert match.is_over
    assert match.deciders == []
    assert match.outcome is not None
    assert match.outcome.ending == "conceded"
    assert match.outcome.ranks[0] == len(match.players), "last"
    assert match.outcome.winners == tuple(range(1, len(match.players)))
    assert all(match.legal(seat).choices == [] for seat in range(len(match.players)))
    with pytest.raises(Mistake, match="match_over"):
        match.concede(1)
    with pytest.raises(Mistake, match="match_over"):
        match.play(1, next(iter(game.verbs)))


@pytest.mark.parametrize("game", complete_games(), ids=str)
def test_the_record_the_log_and_undoing_know_it(game: Game) -> None:
    match = played(table(game, PEOPLE), 2)
    before, lines = match.packed, len(match.log())
    match.concede(0)
    assert match.lines[-1] == {"concede": 0}
    assert match.log(lang="fr")[lines:] == [("P0 abandonne la partie.", game.meta.concession)]
    assert match.log(lang="en")[lines:] == [("P0 concedes the game.", game.meta.concession)]
    again = Match.loads(match.record(), game)
    assert again.outcome == match.outcome
    assert again.record() == match.record()
    assert not match.can_undo(0), "others know it"
    match.undo(1, by=0)
    assert not match.is_over
    assert match.conceded == ()
    assert match.packed == before
    assert Match.loads(match.record(), game).lines == match.lines
    assert not match.reopened(2).conceded


@pytest.mark.parametrize("game", [game for game in complete_games() if game.meta.players[-1] > 2], ids=str)
def test_at_a_larger_table_a_program_plays_on(game: Game) -> None:
    match = played(table(game, PEOPLE, PEOPLE, PEOPLE), 2)
    match.concede(1)
    assert not match.is_over
    assert match.lines[-1] == {"concede": 1, "bot": "scripted"}
    assert [text for text, _ in match.log(lang="en")][-2:] == [
        "P1 concedes the game.",
        "From now on a bot plays for P1.",
    ]
    with pytest.raises(Mistake, match="conceded_already"):
        match.concede(1)
    played(match, game.meta.longest)
    assert match.outcome is not None
    assert match.outcome.ending != "conceded"
    assert match.outcome.ranks[1] == 3, "whoever gave up is last, whatever the program reached"
    assert 1 in match.outcome.ranks
    assert Match.loads(match.record(), game).outcome == match.outcome


@pytest.mark.parametrize("game", [game for game in complete_games() if game.meta.players[-1] > 2], ids=str)
def test_the_last_one_is_left(game: Game) -> None:
    match = table(game, PEOPLE, PEOPLE, PEOPLE)
    match.concede(2)
    match.concede(0)
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1, 3), "whoever gave up first is last"
    assert match.is_given_up


def test_alone(leduc: Game) -> None:
    """Against nobody one loses all the same."""
    from bagarre.games import find_game

    match = Match(find_game("boss-quest"), ["Ada"], options={"solo": True}, kinds=["human"], seed=1)
    match.concede(0)
    assert match.outcome is not None
    assert match.outcome.winners == ()


def test_who_is_a_person_may_change(leduc: Game) -> None:
    """At a table in the browser people come and go: it says who is there."""
    match = Match(leduc, 3, kinds=["human", "scripted", "scripted"], seed=1)
    assert match.consider_concession(0, people={0, 1}).line == Conceded(0, "scripted")
    assert match.consider_concession(0, people={0}).line == Conceded(0)
    assert not match.conceded


@pytest.mark.parametrize(
    "line", [{"concede": 7}, {"concede": -1}, {"concede": 0, "bot": 3}, {"concede": "0"}]
)
def test_wrong_lines_are_refused(leduc: Game, line: dict[str, object]) -> None:
    match = Match(leduc, 2, seed=1)
    with pytest.raises((Mistake, ValueError)):
        match.follow(read_line(line))
    assert not match.conceded


def test_nothing_follows_a_game_that_was_given_up(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    match.concede(0)
    for line in (Conceded(1), ChoiceMade(0, "call")):
        with pytest.raises(Mistake, match="match_over"):
            match.follow(line)
