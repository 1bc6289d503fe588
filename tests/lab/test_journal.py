"""Files of results: what is in them is never lost, whatever breaks off; nothing is mixed into a file that holds something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab import journal as module
from bagarre.lab.journal import Journal
from bagarre.lab.ladder import climb
from bagarre.lab.matches import play_alone, play_match

HEAD = {"what": "test", "seed": "é"}


def opened(file: Path | None, **head: Any) -> Journal[int]:
    return Journal(file, HEAD | head, lambda _, data: int(data), int)


def kept(file: Path) -> list[int]:
    journal = opened(file)
    journal.close()
    return journal.kept


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "journal.jsonl"
    journal = opened(path)
    for number in (5, 6, 7):
        journal.add(number)
    journal.close()
    return path


def test_what_was_kept_is_there_again_and_more_is_added(file: Path) -> None:
    again = opened(file)
    assert again.kept == [5, 6, 7]
    again.add(8)
    again.close()
    assert kept(file) == [5, 6, 7, 8]


def test_wherever_a_file_was_cut_off_the_whole_lines_are_kept(file: Path) -> None:
    data = file.read_bytes()
    head = data.index(b"\n") + 1
    for end in range(len(data) + 1):
        file.write_bytes(data[:end])
        journal = opened(file)
        assert journal.kept == [5, 6, 7][: max(0, end - head) // 2]
        journal.add(9)
        journal.close()
        assert kept(file) == [*journal.kept, 9]


@pytest.mark.parametrize("line", [b"?", b"[]", b'"x"', b"null", b"\xff\xfe", b""])
def test_what_cannot_be_read_and_all_behind_it_is_found_again(file: Path, line: bytes) -> None:
    first, five, *rest = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([first, five, line + b"\n", *rest]))
    assert kept(file) == [5]


@pytest.mark.parametrize("data", [b"# My notes\n", b"\xff\xfe\x00", b"{}\n", b"\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "notes"
    file.write_bytes(data)
    with pytest.raises(Mistake, match="other_series"):
        opened(file)
    assert file.read_bytes() == data


@pytest.mark.parametrize("place", ["/dev/full", "/dev/zero", "."])
def test_what_is_no_file_is_not_even_read(place: str) -> None:
    with pytest.raises(Mistake, match="file_unwritable"):
        opened(Path(place))


def test_a_full_disk_is_one_line_and_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = opened(file)
    with open("/dev/full", "wb") as full:
        assert journal._open is not None
        journal._open.close()
        monkeypatch.setattr(journal, "_open", full)
        with pytest.raises(Mistake, match="file_unwritable") as told:
            journal.add(8)
        assert str(file) in told.value.say("fr")
        journal.close()
    assert kept(file) == [5, 6, 7]


def test_without_a_file_nothing_is_kept() -> None:
    journal = opened(None)
    journal.add(1)
    journal.close()
    assert journal.kept == []


def test_a_match_a_ladder_and_other_rules_do_not_go_on_from_each_other(
    leduc: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their deals and seats differ, so their results must not be mixed."""
    file = tmp_path / "kept.jsonl"
    how: dict[str, Any] = {"compiled": False, "keep": file}
    play_match(leduc, "scripted", "random", most=16, **how)
    before = file.read_bytes()
    with pytest.raises(Mistake, match="other_series"):
        climb(leduc, ["scripted", "random"], most=16, **how)
    with pytest.raises(Mistake, match="other_series"):
        play_alone(leduc, "scripted", "random", games=16, **how)
    monkeypatch.setattr(module, "VERSION", module.VERSION + 1)
    with pytest.raises(Mistake, match="other_series"):
        play_match(leduc, "scripted", "random", most=16, **how)
    assert file.read_bytes() == before
    monkeypatch.undo()
    assert b'"rules": ' in before
    play_match(leduc, "scripted", "random", most=32, **how)
    assert file.read_bytes().startswith(before)
