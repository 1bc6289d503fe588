"""No source file is longer than one sitting."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES = 600
KINDS = {".py", ".js", ".css", ".html"}


@pytest.mark.parametrize("folder", ["src", "tests", "bench", "examples"])
def test_no_source_file_is_longer_than_600_lines(folder: str) -> None:
    sizes = {
        str(file.relative_to(ROOT)): len(file.read_bytes().splitlines())
        for file in (ROOT / folder).rglob("*")
        if file.suffix in KINDS
    }
    assert sizes
    assert {name: lines for name, lines in sizes.items() if lines > LINES} == {}
