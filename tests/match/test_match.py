"""A game in progress: the checked door, what each seat sees, undo, records."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bagarre.kernel.errors import IllegalChoice, InvalidChoice, Mistake, RecordError
from bagarre.kernel.files import replacing, write_atomically
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import ChoiceMade
from tests.house import complete_games
from tests.house import leduc as reference


def finished(game: Game, seats: int, seed: int) -> Match:
    """A random game played to its end, with an undo now and then."""
    match, dice = Match(game, seats, seed=seed), random.Random(seed)
    while not match.is_over:
        seat = dice.choice(match.deciders)
        match.play(seat, dice.choice(list(match.legal(seat))))
        if len(match.lines) in (4, 9, 16) and len(match.steps) > 2:
            match.undo(dice.choice([1, 2]))
    return match


def test_start(leduc: Game) -> None:
    match = Match(leduc, ["Ada", "Blaise"], seed=1)
    assert match.deciders == [0]
    assert not match.is_over
    assert match.outcome is None
    assert match.legal(1).notation() == []
    legal = match.legal(0)
    assert len(legal) == 2
    assert "raise" in legal
    assert "fold" not in legal
    assert "dance" not in legal
    assert legal[0] in legal
    assert repr(legal) == "<Legal seat 0: call, raise>"


def test_a_folded_match_goes_on_as_if_nothing_had_been(leduc: Game) -> None:
    one, other = Match(leduc, 2, seed=3), Match(leduc, 2, seed=3)
    while not one.is_over:
        other.fold()
        assert other.packed == one.state.to_bytes()
        seat = one.deciders[0]
        choice = one.legal(seat)[-1]
        one.play(seat, choice)
        other.play(seat, choice)
        assert other.state == one.state
    assert other.lines == one.lines


def test_a_game_by_its_name() -> None:
    assert Match("boss-quest", 2, seed=1).game.name == "boss-quest"
    with pytest.raises(Mistake, match="unknown_game"):
        Match("chess", 2)


@pytest.mark.parametrize(
    ("seat", "choice", "error"),
    [
        (0, "dance", InvalidChoice),
        (0, "fold", IllegalChoice),
        (1, "call", IllegalChoice),
        (0, (99, 0), InvalidChoice),
        (0, (1, -5), InvalidChoice),
        (2, "call", Mistake),
        (-1, "call", Mistake),
    ],
)
def test_the_door_refuses_and_changes_nothing(
    leduc: Game, seat: int, choice: str, error: type[Mistake]
) -> None:
    match = Match(leduc, 2, seed=1)
    before, record = match.state.to_bytes(), match.record()
    with pytest.raises(error):
        match.play(seat, choice)
    assert match.state.to_bytes() == before
    assert match.record() == record


def test_a_refusal_cites_its_clause_in_both_languages(leduc: Game) -> None:
    with pytest.raises(IllegalChoice) as caught:
        Match(leduc, 2, seed=1).play(0, "fold")
    assert caught.value.clause == "LE-BET-4"
    assert (
        caught.value.say("fr") == "« fold » n'est pas permis maintenant : il n'y a rien à suivre [LE-BET-4]"
    )
    assert "[LE-BET-4]" in caught.value.say("en")


def test_scripted_chance_must_fit(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    match.play(0, "call")
    for wrong in ([], [99], [1, 2], [-1], [300], [0] * 99):
        with pytest.raises(RecordError, match="chance"):
            match.play(1, "call", wrong)
    assert len(match.steps) == 2
    state: Any = match.state
    card = next(card for card in range(6) if card not in state.cards[:2])
    match.play(1, "call", [card])
    state = match.state
    assert state.board == card


def test_views_hide_what_a_seat_may_not_know(leduc: Game) -> None:
    match = Match(leduc, ["Ada", "Blaise"], seed=1)
    assert [seat["card"] for seat in match.view(0)["seats"]] == ["Q", None]
    assert [seat["card"] for seat in match.view()["seats"]] == [None, None]
    assert match.log(1, "en")[0] == ("Ada receives a card.", "LE-DEAL-1")
    assert "Ada reçoit une carte." in str(match)
    assert all(event.values[1] is not None for event in match.open_events(match.steps[0]))


def test_outcome(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    match.play(0, "raise")
    match.play(1, "fold")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.ranks == (1, 2)
    assert match.outcome.ending == "folds"
    with pytest.raises(IllegalChoice):
        match.play(0, "call")


def test_notebooks(leduc: Game) -> None:
    match = Match(leduc, ["<Ada>", "Blaise"], seed=1)
    assert "&lt;Ada&gt;" in match._repr_html_()
    assert repr(match) == "<Match leduc, 2 seats, 0 choices>"


# Going back.


def test_undo_is_exact_only_when_nothing_was_shown(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    assert not match.can_undo(0)
    match.play(0, "call")
    assert match.can_undo(0)
    assert not match.can_undo(1), "it was not that seat's choice"
    match.play(1, "call")
    assert not match.can_undo(1), "a card was turned"


def test_undo_goes_back_and_stays_in_the_record(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    start = match.state.to_bytes()
    match.play(0, "raise")
    match.undo()
    assert match.state.to_bytes() == start
    match.play(0, "call")
    again = Match.loads(match.record(), leduc)
    assert again.state == match.state
    assert [line.get("choice", line.get("undo")) for line in match.lines[1:]] == ["raise", 1, "call"]
    with pytest.raises(Mistake, match="nothing_to_undo"):
        match.undo(2)


def test_chance_after_an_undo_is_not_the_chance_that_was_seen(leduc: Game) -> None:
    boards = set()
    match = Match(leduc, 2, seed=1)
    match.play(0, "call")
    for _ in range(20):
        match.play(1, "call")
        state: Any = match.state
        boards.add(state.board)
        match.undo()
    assert len(boards) > 1


def test_reopened_positions_are_free(leduc: Game) -> None:
    match = finished(leduc, 3, 4)
    twin = match.reopened(1)
    assert len(twin.steps) == 2
    record = match.record()
    twin.play(twin.deciders[0], twin.legal(twin.deciders[0])[0])
    assert match.record() == record
    assert len(list(match.positions())) == len(match.steps)


# Records.


@pytest.mark.parametrize("game", complete_games(), ids=lambda game: game.name)
def test_replay_equals_play(game: Game) -> None:
    """Record, read, record: every line and every byte of the position are the same."""
    match = finished(game, max(game.meta.players[0], 2), 11)
    again = Match.loads(match.record(), game)
    assert again.state == match.state
    assert again.record() == match.record()
    assert again.outcome == match.outcome


def test_header(leduc: Game) -> None:
    match = Match(leduc, ["Ada", "Blaise"], seed=1, options={"raises": 3}, kinds=["human", "random"])
    header = json.loads(match.record().splitlines()[0])
    assert header["game"] == "leduc"
    assert header["players"] == ["Ada", "Blaise"]
    assert header["seats"] == ["human", "random"]
    assert header["options"] == {"raises": 3}
    assert len(header["commitment"]) == 64
    assert Match.loads(match.record(), leduc).kinds == ["human", "random"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=12), min_size=2, max_size=4))
def test_any_name_survives_a_record(names: list[str]) -> None:
    match = Match(reference(), names, seed=1)
    match.play(0, "call")
    assert Match.loads(match.record(), reference()).players == names


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 255))
def test_no_changed_byte_passes(place: int, byte: int) -> None:
    """A record with one byte changed is refused with a mistake of ours, or is the same record."""
    match = Match(reference(), 2, seed=1)
    match.play(0, "raise")
    data = bytearray(match.record().encode())
    place %= len(data)
    before, data[place] = data[place], byte
    with suppress(Mistake):
        again = Match.loads(data.decode("utf-8", "replace"), reference())
        assert before == byte or again.record() == match.record()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_record_or_a_mistake(text: str) -> None:
    with pytest.raises(Mistake) as caught:
        Match.loads(text)
    assert caught.value.say("fr")
    assert caught.value.say("en")


# Saves are atomic.


def test_save_and_load(tmp_path: Path) -> None:
    match = Match("boss-quest", 2, seed=1)
    match.save(tmp_path / "game.jsonl")
    assert Match.load(tmp_path / "game.jsonl").state == match.state


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    write_atomically(file, "old")

    def fail(error: BaseException) -> None:
        with replacing(file) as temporary:
            temporary.write_text("half of the n")
            raise error

    with pytest.raises(Mistake, match="file_unwritable"):
        fail(OSError("the disk is gone"))
    with pytest.raises(KeyboardInterrupt):
        fail(KeyboardInterrupt())
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("path", ["/nowhere/game.jsonl", "/dev/full", "/", "a\0b"])
def test_places_that_cannot_be_written(path: str) -> None:
    with pytest.raises(Mistake, match="file_unwritable") as caught:
        write_atomically(Path(path), "text")
    assert caught.value.say("fr")


def test_what_is_considered_has_not_happened(leduc: Game) -> None:
    match = Match(leduc, 2, seed=3)
    before = (match.packed, list(match.lines), list(match.steps))
    candidate = match.consider(0, "raise")
    assert (match.packed, match.lines, match.steps) == before
    assert candidate.line == ChoiceMade(0, "raise")
    match.accept(candidate)
    played = Match(leduc, 2, seed=3)
    played.play(0, "raise")
    assert (match.packed, match.lines, match.steps) == (played.packed, played.lines, played.steps)
    back = match.consider_undo()
    assert len(match.steps) == 2
    match.accept(back)
    assert (match.packed, match.steps) == (before[0], before[2])
    assert match.lines[-1] == {"undo": 1}
    with pytest.raises(Mistake):
        match.consider_undo()
