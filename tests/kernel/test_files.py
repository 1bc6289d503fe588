"""Files that are written whole: who may read them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bagarre.kernel.files import write_atomically

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")


@pytest.fixture(params=[0o022, 0o027, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_may_be_read_by_whom_the_user_lets(tmp_path: Path, umask: int) -> None:
    file = tmp_path / "sheets.txt"
    write_atomically(file, "one")
    assert mode(file) == 0o666 & ~umask


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path, umask: int) -> None:
    file = tmp_path / "sheets.txt"
    for kept in (0o600, 0o640, 0o664):
        file.write_text("one")
        file.chmod(kept)
        write_atomically(file, "two")
        assert mode(file) == kept
        assert file.read_text() == "two"
    assert [one.name for one in tmp_path.iterdir()] == ["sheets.txt"]
