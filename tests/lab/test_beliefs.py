"""Beliefs: what is asked, what is counted, and what the aids of Badass Force say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bagarre.bots.levels import settings_of
from bagarre.cli.main import main
from bagarre.kernel.chance import seed
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.likelihood import LEVELS, level_of
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.words import house_words
from bagarre.lab import beliefs
from bagarre.lab.beliefs import Asking, BeliefFindings, Reliability, measure_beliefs, note, reckoned_figures
from tests.bots.test_search import some_positions
from tests.house import game_named


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python, with few worlds: nobody waits for a compiler here."""
    monkeypatch.setattr(beliefs, "fast_mode_available", lambda: False)
    monkeypatch.setattr(beliefs, "IMAGINED", 20)
    monkeypatch.setattr(beliefs, "BATCH", 1)


@pytest.mark.parametrize(
    ("name", "seats", "questions"),
    [
        ("badass-force", 3, 50),
        ("boss-quest", 3, 50),
        pytest.param("baston", 2, 4, marks=pytest.mark.soak),
    ],
)
def test_beliefs_are_questioned_and_told(name: str, seats: int, questions: int) -> None:
    game = game_named(name)
    findings = measure_beliefs(game, ["scripted"], questions=questions, seats=seats)
    found = findings.found["scripted"]
    assert found.questions >= questions
    assert (found.right <= found.asked).all()
    # Of the answers to one question at most one is true, and all are likely by a hundred percent together.
    assert found.stated.sum() <= 1000 * found.asked.sum()
    for lang in ("fr", "en"):
        assert game.words(lang).say(f"beliefs.{found.subjects[0]}") in findings.markdown(lang)


def test_a_study_of_beliefs_that_was_broken_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, file = game_named("boss-quest"), tmp_path / "beliefs.jsonl"
    asked: dict[str, Any] = {"questions": 90, "seats": 2}
    whole = measure_beliefs(game, ["scripted"], **asked).found["scripted"]
    measure_beliefs(game, ["scripted"], **asked, out=file)
    kept = file.read_bytes()
    first, *batches = kept.splitlines(keepends=True)
    assert len(batches) > 1
    file.write_bytes(first + batches[0] + batches[1][:9])
    found = measure_beliefs(game, ["scripted"], **asked, out=file).found["scripted"]
    assert file.read_bytes() == kept
    assert all((a == b).all() for a, b in zip(totals(whole), totals(found)))
    with pytest.raises(Mistake, match="other_series"):
        measure_beliefs(game, ["scripted"], **asked, seed="2", out=file)


def totals(found: Reliability) -> tuple[Any, Any, Any]:
    return found.asked, found.stated, found.right


def test_answers_are_noted_by_their_level_and_told_in_the_tenth_of_their_figure() -> None:
    counts = np.zeros((2, 2, 1, 1, LEVELS), int)
    asked, right = counts[0, 0, 0], counts[1, 1, 0]
    for level, true in ((0, False), (0, True), (13, False), (130, True), (LEVELS - 1, True)):
        note(level, true, 0, asked, right)
    assert np.flatnonzero(asked[0]).tolist() == [0, 13, 130, LEVELS - 1]
    figures = reckoned_figures(1)
    found = Reliability.of(("front",), counts, figures)
    assert found.asked[0].tolist() == [2, 0, 0, 0, 0, 0, 1, 0, 0, 1]
    assert found.stated[0].tolist() == [65, 0, 0, 0, 0, 0, 650, 0, 0, 1000]
    assert found.right[0].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0, 1]
    figures[0, 130] = 720
    assert Reliability.of(("front",), counts, figures).asked[0].tolist() == [2, 0, 0, 0, 0, 0, 0, 1, 0, 1]


def test_the_farthest_tenth_needs_enough_questions() -> None:
    asked = np.array([[1000, 10, *[0] * 8]])
    found = Reliability(("front",), asked, 100 * asked, np.array([[150, 9, *[0] * 8]]))
    assert found.farthest(0) == pytest.approx(5)
    # On average all tenths count, but for the lowest.
    assert found.mean(0) == pytest.approx(80)


def test_early_and_late_in_a_game_are_told_apart() -> None:
    asked = np.array([[0, 500, *[0] * 8]])
    early, late = (Reliability(("front",), asked, 150 * asked, asked * n // 100) for n in (35, 18))
    findings = BeliefFindings(
        game_named("badass-force"), {"scripted": late}, [{"scripted": early}, {"scripted": late}]
    )
    for lang, mark in (("fr", ","), ("en", ".")):
        last = findings.markdown(lang).split("\n\n")[2].splitlines()[-1]
        assert last.endswith(f"| 20{mark}0 | 3{mark}0 |")


def test_all_tables_together_are_told_too() -> None:
    asked = np.array([[1000, *[0] * 9]])
    found = [Reliability(("front",), asked, 100 * asked, asked * n // 100) for n in (4, 16)]
    rows = BeliefFindings(game_named("badass-force"), {"scripted": found[0], "noisy:20": found[1]}).rows()
    assert list(rows) == ["scripted", "noisy:20", "scripted, noisy:20"]
    assert [row.farthest(0) for row in rows.values()] == pytest.approx([6, 6, 0])
    assert len(BeliefFindings(game_named("badass-force"), {"scripted": found[0]}).rows()) == 1


def test_kinds_of_players_may_sit_at_one_table() -> None:
    findings = measure_beliefs(
        game_named("boss-quest"), ["scripted+random"], questions=20, seats=3, aids=True
    )
    assert findings.found["scripted+random"].questions >= 20
    with pytest.raises(Mistake, match="unknown_player"):
        measure_beliefs(game_named("boss-quest"), ["scripted+nobody"], questions=5)


def test_the_picture_shows_a_plot_for_each_kind_of_player() -> None:
    asked = np.full((4, 10), 500)
    found = Reliability(("front", "lodge", "action", "defence"), asked, asked * 250, asked // 3)
    drawn = BeliefFindings(game_named("badass-force"), {"scripted": found, "noisy:20": found}).svg("en")
    assert drawn.count("<polyline") == 12
    assert "noisy:20" in drawn
    assert "the card in the Lodge" in drawn


def test_a_game_without_secrets_has_no_beliefs() -> None:
    with pytest.raises(Mistake, match="nothing_hidden"):
        measure_beliefs(game_named("battleworld"), ["scripted"], questions=5)


def test_the_command_tells_mistakes_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in ("fr", "en"):
        assert main(["--lang", lang, "study", "beliefs", "battleworld"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["study", "beliefs", "boss-quest", "--players", "nobody"]) == 2


# Badass Force.


def room_and_positions() -> tuple[Game, Any, list[tuple[Any, int]]]:
    game = game_named("badass-force")
    return game, game.room("beliefs"), [*some_positions(game, 6, 1), *some_positions(game, 6, 2)]


def test_chances_of_all_characters_add_up() -> None:
    game, room, positions = room_and_positions()
    asked = 0
    for s, seat in positions:
        known = game.concealed(s, seat)
        kept = known.to_bytes()
        for other in range(s.seats):
            odds = [room.front_odds(known, other, place) for place in range(7)]
            if known.active[other] >= 0:
                assert odds[known.active[other]] == 1000
            if known.active[other] != -1:
                assert sum(odds) == pytest.approx(1000, abs=5)
            if known.active[other] == room.HIDDEN:
                assert odds[s.active[other]] > 0
                asked += 1
        assert known.to_bytes() == kept
    assert asked > 10


def test_the_sum_of_habits_is_the_likelihood() -> None:
    game, room, positions = room_and_positions()
    for s, seat in positions[:6]:
        known = game.concealed(s, seat)
        for place in range(7):
            total = sum(room.HABITS[i] * room.habit(known, 1, place, i) for i in range(room.COUNT))
            assert room.likelihood(known, 1, place) == total // 1000


def test_the_sum_of_signs_is_the_evidence() -> None:
    game, room, positions = room_and_positions()
    for s, seat in positions:
        known: Any = game.concealed(s, seat)
        other = (seat + 1) % s.seats
        known.truths[other], known.lies[other], known.unchallenged = 2, 1, 5
        for place in range(7):
            for kind in range(room.KINDS):
                weights = room.WARY[room.SIGNS * kind : room.SIGNS * (kind + 1)]
                total = sum(weights[i] * room.sign(known, other, place, i) for i in range(room.SIGNS))
                assert room.evidence(known, other, place, kind) == total // 1000


def test_a_player_is_of_some_kind_and_his_record_tells_which() -> None:
    """Where everything is denounced, players who search are likelier than where nothing is."""
    game, room, positions = room_and_positions()
    searching = range(2, room.KINDS)
    for s, seat in positions[:4]:
        known: Any = game.concealed(s, seat)
        other = (seat + 1) % s.seats
        known.turns, found = 12, []
        for truths, unchallenged in ((0, 12), (3, 0)):
            known.truths[other], known.unchallenged = truths, unchallenged
            logs = np.array([room.kind_log(known, other, kind) for kind in range(room.KINDS)]) / 1000
            assert room.kind_top(known, other) == pytest.approx(1000 * logs.max())
            shares = np.exp(logs) / np.exp(logs).sum()
            found.append(sum(shares[kind] for kind in searching))
        assert found[0] + 0.5 < found[1]


def test_whose_word_was_proved_false_is_told_apart() -> None:
    """The same announcement at the same table: what was seen of this player moves the estimate."""
    game, room, _ = room_and_positions()
    moved = []
    for number in range(1, 12):
        for s, seat in some_positions(game, 40, number):
            known: Any = game.concealed(s, seat)
            if 0 < room.claim_told(known) < 1000:
                told = []
                for truths, lies in ((3, 0), (0, 3)):
                    for other in range(s.seats):
                        known.truths[other], known.lies[other] = truths, lies
                    told.append(room.claim_told(known))
                moved.append(abs(told[0] - told[1]))
        if len(moved) > 3:
            break
    assert max(moved) > 30


def test_what_is_measured_of_the_aids_is_what_they_say() -> None:
    """The share of wary worlds comes to the odds, which are asked instead; what is told of them is what the table shows."""
    game, room, positions = room_and_positions()
    s, seat = next((s, seat) for s, seat in positions if s.turns > 0)
    known: Any = game.concealed(s, seat)
    other = next(p for p in range(s.seats) if known.active[p] == room.HIDDEN)
    counts = np.zeros(7)
    for number in range(400):
        world = known.copy()
        seed(world, 1, 2, number)
        room.believe_warily(world)
        counts[world.active[other]] += 1
    told = [room.odds(known, other, place) for place in range(7)]
    assert counts / 400 == pytest.approx(np.array(told) / 1000, abs=0.08)
    assert room.odds(known, room.SEATS + other, 0) == -1
    figures = beliefs.told_figures(room)
    for place in range(7):
        level = level_of(told[place])
        assert room.front_told(known, other, place) == figures[room.row(known, other, place, 0), level]


def test_the_truth_of_an_announcement_is_told_while_the_table_is_asked() -> None:
    game, room, _ = room_and_positions()
    told = []
    for number in range(1, 12):
        for s, seat in some_positions(game, 40, number):
            known: Any = game.concealed(s, seat)
            if known.ask == room.A_CLAIM or room.claim_told(known) >= 0:
                told.append(room.claim_told(known))
        if len(told) > 6:
            break
    assert told
    assert all(0 <= odds <= 1000 for odds in told)
    assert len(set(told)) > 1


@pytest.mark.parametrize("name", ["badass-force", "boss-quest"])
def test_wary_worlds_fit_what_is_known_too(name: str) -> None:
    game = game_named(name)
    room = game.room("beliefs")
    for s, seat in some_positions(game, 6, 1)[:4]:
        known = game.concealed(s, seat)
        world = known.copy()
        seed(world, 1, 2, 3)
        room.believe_warily(world)
        assert game.status(world) == []
        assert game.concealed(world, seat) == known


def test_words_and_settings_are_there() -> None:
    for lang in ("fr", "en"):
        assert "20" in house_words(lang).say("lab.beliefs.note", worlds=20, fewest=400)
    assert settings_of(game_named("boss-quest")).belief == 1000


# BASTON.


def test_what_may_be_told_of_sheets_reckons_with_people() -> None:
    """Sheets are imagined as the scripted player would write them but for a few orders, all of which may stand there; one's own stay."""
    game = game_named("baston")
    room, search = game.room("beliefs"), game.room("search")
    boxes = game.room("state").BOXES
    otherwise = imagined = 0
    for number, (s, seat) in enumerate(some_positions(game, 12, 3)):
        known: Any = game.concealed(s, seat)
        usual, wary = known.copy(), known.copy()
        for world, believed in ((usual, search.believe), (wary, room.believe_warily)):
            seed(world, 5, number, 7)
            believed(world)
        for c in range(known.crowd):
            if known.seat_of[c] == seat:
                assert list(wary.orders[c]) == list(known.orders[c])
                assert wary.written[c] == known.written[c]
            elif known.ask == room.Q_SHEETS:
                written = [
                    b for b in range(boxes) if wary.written[c] >> b & 1 and not usual.written[c] >> b & 1
                ]
                assert all(known.editable[c] >> b & 1 for b in written)
                assert all(room.order_refusal(wary, c, b, wary.orders[c][b]) == 0 for b in written)
                otherwise += len(written)
                imagined += bin(known.editable[c]).count("1")
    assert 0.02 * imagined < otherwise < 0.4 * imagined


def test_records_tell_who_writes_as_expected() -> None:
    """Of a scripted player nearly every order is foreseen, of one who writes at random few; before there is a record nobody has a grade."""
    grades = game_named("baston").room("beliefs").grade
    assert grades([3, 0, 2, 0]) == 0
    assert [grades([90, n, 100, 0]) for n in (0, 8, 40)] == [1, 2, 3]
    assert [grades([80, 10, 100, n]) for n in (10, 30)] == [4, 5]


@pytest.mark.soak
def test_records_are_kept_of_what_everybody_has_seen() -> None:
    game = game_named("baston")
    room = game.room("beliefs")
    found = {}
    for spec in ("scripted", "random"):
        asked = Asking(game, 2, aids=True).batch(spec, "1", 0, 4)[1][0].sum((0, 3))
        found[spec] = asked.sum(0).reshape(2, room.GRADES).sum(0)
        assert found[spec][0] > 0
    assert found["scripted"][1:3].sum() > 0
    # A scripted player is now and then expected wrongly for a whole sheet; who writes at random meets nothing.
    assert found["scripted"][5] < 0.1 * found["scripted"].sum()
    assert found["random"][1:5].sum() == 0
    assert found["random"][5] > 0


# What people are told.


@pytest.mark.parametrize("name", ["badass-force", "boss-quest", "baston"])
def test_what_was_learned_to_tell_never_falls_and_keeps_its_floor(name: str) -> None:
    room = game_named(name).room("beliefs")
    figures = beliefs.told_figures(room)
    assert figures.shape == (room.ROWS, LEVELS)
    assert (np.diff(figures, axis=1) >= 0).all()
    sure = getattr(room, "SURE", 0)
    assert (figures[:, 1:-1] >= 5).all()
    assert (figures[:, 1:-1] <= 980).all()
    assert (figures[sure:, [0, -1]] >= 5).all()
    assert (figures[sure:, [0, -1]] <= 980).all()
    assert (figures[:sure, 0] == 0).all()
    assert (figures[:sure, -1] == 1000).all()
    # Something was learned of every row, and more is told where more is reckoned.
    assert all(len(set(row.tolist())) > 2 for row in figures)


def test_what_is_told_does_not_depend_on_what_the_reader_may_not_know() -> None:
    game, room, positions = room_and_positions()
    for s, seat in positions[:8]:
        known: Any = game.concealed(s, seat)
        other_world = known.copy()
        seed(other_world, 4, 5, 6)
        game.secrets.refill(other_world)
        again: Any = game.concealed(other_world, seat)
        for other in range(s.seats):
            told = [room.front_told(known, other, place) for place in range(7)]
            assert told == [room.front_told(again, other, place) for place in range(7)]


@pytest.mark.compiles
@pytest.mark.skipif(not fast_mode_available(), reason="no compiler")
def test_both_modes_ask_and_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game, counted = game_named("boss-quest"), []
    for fast in (False, True):
        monkeypatch.setattr(beliefs, "fast_mode_available", lambda fast=fast: fast)
        counted.append(Asking(game, 2, aids=True).batch("scripted", "7", 0, 2)[1])
    assert counted[0].sum() > 0
    assert (counted[0] == counted[1]).all()
