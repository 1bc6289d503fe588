"""Matches and ladders: paired deals with rotated seats, the same for any number of workers, resumable, honest about what they know."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab.joining import join
from bagarre.lab.ladder import (
    LadderReport,
    climb,
    interval_told,
    markdown,
    neighbours,
    svg,
    tables_of,
    tables_told,
)
from bagarre.lab.matches import play_alone, play_match
from bagarre.lab.pairing import Played, duels, rotations
from bagarre.lab.ratings import Rating, ratings, steps
from bagarre.lab.statistics import Mean, Sprt, elo_of, share_of


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_in_a_duel_both_hold_every_seat_as_often(seats: int) -> None:
    held = Counter((seat, player) for seating in duels(seats) for seat, player in enumerate(seating))
    assert len(set(held.values())) == 1
    assert len(held) == 2 * seats


@pytest.mark.parametrize(("players", "seats"), [(7, 2), (5, 4), (3, 4), (2, 6), (4, 4)])
def test_on_a_ladder_everybody_plays_as_often_in_every_seat(players: int, seats: int) -> None:
    tables = [seating for table in tables_of(players, seats) for seating in rotations(table)]
    held = Counter((seat, player) for seating in tables for seat, player in enumerate(seating))
    assert len(set(held.values())) == 1
    assert len(held) == players * seats


# What is said of the results.


def test_the_interval_of_a_mean_holds_whenever_one_looks() -> None:
    """Of many series at most one in twenty ever leaves its interval, at whatever moment that is."""
    dice, left = random.Random(1), 0
    for _ in range(200):
        mean, share = Mean(), 0.6
        for _ in range(300):
            mean.add(dice.choice((0.0, 0.5, 1.0)) if dice.random() < 0.2 else float(dice.random() < share))
            low, high = mean.interval()
            if mean.count >= 5 and not low <= 0.8 * share + 0.2 * 0.5 <= high:
                left += 1
                break
    assert left <= 10


@pytest.mark.parametrize(("share", "verdict"), [(share_of(0), -1), (share_of(40), 1)])
def test_the_sequential_test_is_seldom_wrong(share: float, verdict: int) -> None:
    dice, right, series = random.Random(2), 0, 60
    for _ in range(series):
        test = Sprt(share_of(0), share_of(40))
        while not test.verdict:
            # Pairs of games: two points to share.
            test.add((float(dice.random() < share) + float(dice.random() < share)) / 2)
        right += test.verdict == verdict
    assert right >= 0.9 * series


def test_elo_there_and_back() -> None:
    assert elo_of(share_of(137.0)) == pytest.approx(137.0)
    assert elo_of(1.0) == pytest.approx(-elo_of(0.0))
    assert elo_of(1.0) < 1300


def made_up(strengths: list[float], games: int, seats: int) -> list[Played]:
    dice, found = random.Random(3), []
    for deal in range(games // seats):
        table = dice.sample(range(len(strengths)), seats)
        for seating in rotations(table):
            weights = [10 ** (strengths[player] / 400) for player in seating]
            (winner,) = dice.choices(range(seats), weights)
            found.append(Played(deal, seating, (winner,)))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_the_strengths_that_made_the_results(seats: int) -> None:
    strengths = [1300.0, 1400.0, 1500.0, 1650.0, 1800.0]
    found = ratings(made_up(strengths, 4000, seats), 5, anchor=2)
    assert found[2].elo == 1500
    for one, strength in zip(found, strengths):
        assert abs(one.elo - strength) < max(60.0, 1.5 * one.half)
        assert one.half < 60 or one.player == 2


def test_nobody_is_rated_without_end() -> None:
    games = [
        Played(deal, (0, 1) if deal % 2 else (1, 0), (1 if deal % 2 == 0 else 0,)) for deal in range(200)
    ]
    best, worst = ratings(games, 2)
    assert 400 < best.elo - worst.elo < 4000


def test_whoever_wins_all_games_is_surely_the_first_and_may_be_any_amount_stronger(leduc: Game) -> None:
    """Three players, everybody against everybody on eight deals with the seats swapped; the first wins always, the others in turn."""
    games = [
        Played(deal, seating, (seating.index(0),) if 0 in seating else (deal // 3 % 2,))
        for deal in range(24)
        for pair in (((0, 1), (0, 2), (1, 2))[deal % 3],)
        for seating in rotations(pair)
    ]
    report = LadderReport(leduc, None, (2,))  # type: ignore[arg-type]
    best, *others = found = ratings(games, 3)
    assert report.ranks(found) == ["1", "2–3", "2–3"]
    assert best.below < best.above
    assert best.low > max(one.high for one in others)
    # Sixteen wins of sixteen: three times as strong as the others would win them all once in a hundred tries, and is too weak.
    assert best.low - others[0].elo > 190
    assert interval_told(best, "en").startswith("−")


def test_ranks_are_shared_while_intervals_overlap(leduc: Game) -> None:
    report = LadderReport(leduc, None, (2,))  # type: ignore[arg-type]
    halves = [(1700, 20), (1600, 60), (1580, 30), (1400, 10)]
    found = [Rating(k, elo, half, half, 10, 5.0, 5.0) for k, (elo, half) in enumerate(halves)]
    assert report.ranks(found) == ["1", "2–3", "2–3", "4"]


# Playing.


def test_a_match_stops_when_it_is_clear(leduc: Game) -> None:
    report = play_match(leduc, "scripted", "random", compiled=False, most=4000)
    assert report.verdict == 1
    assert report.games < 2000
    low, high = report.score.interval()
    assert low < report.score.mean < high
    again = play_match(leduc, "random", "scripted", compiled=False, most=4000)
    assert again.verdict == -1


def test_the_same_player_is_not_stronger_than_itself(leduc: Game) -> None:
    report = play_match(leduc, "scripted", "scripted", compiled=False, most=64)
    assert report.score.mean == 0.5


def test_any_number_of_workers_and_both_modes_play_the_same_match(leduc: Game) -> None:
    ways: list[dict[str, Any]] = [
        {"compiled": False},
        {"compiled": False, "workers": 2},
        {"compiled": True, "workers": 2},
    ]
    results = [
        play_match(leduc, "scripted", "noisy:60", seats=3, elo=(0, 60), most=600, **how).data()
        for how in ways
    ]
    assert results[0] == results[1] == results[2]


def test_a_match_goes_on_where_it_was(leduc: Game, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    how: dict[str, Any] = {"compiled": False, "elo": (0.0, 5.0)}
    whole = play_match(leduc, "noisy:10", "noisy:30", most=160, **how)
    play_match(leduc, "noisy:10", "noisy:30", most=64, keep=file, **how)
    lines = file.read_text().splitlines()
    # Killed while it wrote: what is cut off is played again.
    file.write_text("\n".join([*lines[:-1], lines[-1][:20]]))
    seen: list[int] = []
    again = play_match(
        leduc, "noisy:10", "noisy:30", most=160, keep=file, progress=lambda now: seen.append(now.games), **how
    )
    assert again.data() == whole.data()
    assert len(file.read_text().splitlines()) == 1 + 160 // 16
    with pytest.raises(Mistake) as mistake:
        play_match(leduc, "noisy:10", "random", most=64, keep=file, **how)
    assert mistake.value.key == "other_series"
    assert len(file.read_text().splitlines()) == 1 + 160 // 16


def test_one_among_others_holds_every_seat_of_every_deal(leduc: Game, tmp_path: Path) -> None:
    report = play_alone(leduc, "scripted", "random", seats=3, games=20, compiled=False, keep=tmp_path / "a")
    assert (report.games, len(report.shares)) == (21, 7)
    kept = (tmp_path / "a").read_text().splitlines()[1:]
    seatings = [tuple(game[1]) for line in kept for game in json.loads(line)[1]]
    assert Counter(seatings) == {(0, 1, 1): 7, (1, 0, 1): 7, (1, 1, 0): 7}
    assert report.share > 1 / 3
    again = play_alone(leduc, "scripted", "random", seats=3, games=20, compiled=False, workers=2)
    assert again.data() == report.data()


def test_alike_players_win_alike(leduc: Game) -> None:
    report = play_alone(leduc, "scripted", "scripted", seats=3, games=60, compiled=False)
    assert report.share == pytest.approx(1 / 3)
    assert report.elo == pytest.approx(0)


def test_a_ladder_orders_its_players(leduc: Game, tmp_path: Path) -> None:
    players = ["random", "scripted", "noisy:70"]
    report = climb(leduc, players, interval=200, most=600, compiled=False, keep=tmp_path / "l.jsonl")
    assert [report.series.players[one.player] for one in report.ratings()] == [
        "scripted",
        "noisy:70",
        "random",
    ]
    again = climb(leduc, players, interval=200, most=600, compiled=False, workers=2)
    assert again.data() == report.data()
    kept = climb(leduc, players, interval=200, most=600, compiled=False, keep=tmp_path / "l.jsonl")
    assert kept.data() == report.data()
    for lang in ("fr", "en"):
        table = markdown(report, lang)
        assert table.count("\n| ") == 3 + 3
        assert "`scripted`" in table
        assert svg(report, lang).count("<circle") == 3


def test_neighbours_play_until_their_steps_are_known(leduc: Game, tmp_path: Path) -> None:
    """They go on from a ladder that is kept, and stop meeting once their step is sure; the same however often it was broken off."""
    players, kept = ["random", "noisy:70", "scripted"], tmp_path / "l.jsonl"
    before = climb(leduc, players, interval=1, most=48, compiled=False, keep=kept)
    begun = kept.read_bytes()
    report = climb(leduc, players, interval=60, duelling=True, compiled=False, keep=kept)
    games = report.games[len(before.games) :]
    assert report.games[: len(before.games)] == before.games
    assert {tuple(sorted(game.seating)) for game in games} == {(0, 1), (1, 2)}
    assert [round(one.half) <= 60 for one in report.steps()] == [True, True]
    whole = kept.read_bytes()
    kept.write_bytes(begun + whole[len(begun) :][: (len(whole) - len(begun)) // 2])
    again = climb(leduc, players, interval=60, duelling=True, compiled=False, keep=kept, workers=2)
    assert again.games == report.games


def test_ladders_of_several_numbers_of_players_are_told_together(leduc: Game, tmp_path: Path) -> None:
    """Who played where does not matter; a game that two files hold counts once; levels come first."""
    two, three, more = (tmp_path / name for name in ("2.jsonl", "3.jsonl", "more.jsonl"))
    climb(leduc, ["random", "scripted", "search:1"], interval=1, most=48, compiled=False, keep=two)
    more.write_bytes(two.read_bytes())
    climb(leduc, ["scripted", "random"], seats=3, interval=1, most=36, compiled=False, seed="b", keep=three)
    climb(leduc, ["random", "scripted", "search:1"], interval=1, most=96, compiled=False, keep=more)
    whole = join(leduc, [more])
    assert join(leduc, [two, more]).data() == whole.data()
    report = join(leduc, [two, three, more])
    assert report.series.players == ("search:1", "random", "scripted")
    assert len(report.games) == len(whole.games) + len(join(leduc, [three]).games)
    best = report.series.players[report.ratings()[0].player]
    assert best in {"scripted", "search:1"}
    assert "2–3" in markdown(report, "en")
    assert report.data()["seats"] == [2, 3]


@pytest.mark.parametrize("text", ["", "{}", '{"what": "match"}', "[1]", "\u00e9"])
def test_what_is_no_kept_ladder_is_not_joined(leduc: Game, tmp_path: Path, text: str) -> None:
    file = tmp_path / "l.jsonl"
    file.write_text(text)
    with pytest.raises(Mistake) as mistake:
        join(leduc, [file])
    assert mistake.value.key == "other_series"


@pytest.mark.parametrize(("tables", "told"), [((2,), "2"), ((2, 3, 4), "2–4"), ((2, 4), "2, 4")])
def test_tables_are_told_shortly(tables: tuple[int, ...], told: str) -> None:
    assert tables_told(tables) == told


def test_neighbours_are_the_levels_or_as_they_were_named() -> None:
    assert neighbours(["search:5", "scripted", "search:1", "search:3"]) == [(2, 3), (3, 0)]
    assert neighbours(["random", "search:2", "scripted"]) == [(0, 1), (1, 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_step_is_what_the_seats_of_two_players_win(seats: int) -> None:
    """Three wins to one are 191 points, however many seats each of both has; a third player who moves up and down with them does not matter."""
    games = []
    for deal in range(400):
        for seating in duels(seats):
            # Of the seats that a player has, each wins as often.
            strong = [seat for seat, player in enumerate(seating) if player]
            weak = [seat for seat, player in enumerate(seating) if not player]
            odds = 3 * len(strong) / (3 * len(strong) + len(weak))
            own = strong if (deal * 0.618034 + 0.5) % 1 < odds else weak
            games.append(Played(deal, seating, (own[deal % len(own)],)))
    (step,) = steps(games, 3, [(0, 1)])
    assert step.elo == pytest.approx(191, abs=6)
    assert 0 < step.half < 30
    assert step.games == len(games)


def test_a_shared_win_is_half_of_each() -> None:
    games = [Played(deal, (0, 1), (0, 1) if deal % 2 else (deal // 2 % 2,)) for deal in range(80)]
    (step,) = steps(games, 2, [(0, 1)])
    assert step.elo == pytest.approx(0, abs=0.5)
    (sure,) = steps([Played(deal, (0, 1), (0, 1)) for deal in range(80)], 2, [(0, 1)])
    assert (sure.elo, sure.half) == pytest.approx((0, 0), abs=0.5)


@pytest.mark.parametrize("players", [["scripted"], ["scripted", "scripted"], ["easy", "search:2"]])
def test_a_ladder_needs_different_players(leduc: Game, players: list[str]) -> None:
    with pytest.raises(Mistake) as mistake:
        climb(leduc, players, compiled=False)
    assert mistake.value.key == "ladder_players"
