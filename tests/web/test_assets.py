"""What browsers fetch: one sheet of several files, scripts that import each other."""

import re
from pathlib import Path

import httpx
import pytest

from bagarre.web.assets import TYPES, asset, assets_in, digest
from bagarre.web.boards import FOLDER

GAMES = FOLDER.parent / "games"
SHEETS = [FOLDER / "static" / "table.css", FOLDER / "static" / "frame.css", *GAMES.glob("*/board/board.css")]
SCRIPTS = [*FOLDER.glob("static/*.js"), *GAMES.glob("*/board/*.js"), *GAMES.glob("*/pages/*.js")]


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_a_sheet_is_served_whole_in_the_order_of_its_list(file: Path) -> None:
    sheet = asset(file)[0].decode()
    assert "@import" not in sheet, "the browser would have to ask again"
    parts = re.findall(r'@import "\./(.+)";', file.read_text("utf-8"))
    places = [sheet.index((file.parent / part).read_text("utf-8")) for part in parts]
    assert places == sorted(places)
    if parts:
        lying = {
            sheet
            for folder in {Path(part).parent for part in parts}
            for sheet in (file.parent / folder).iterdir()
        }
        assert lying == {file.parent / part for part in parts}, "a sheet that nobody reads"


def test_a_sheet_of_one_file_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "board.css").write_text("a { color: red }\n")
    (tmp_path / "notes.txt").write_text("not for browsers")
    assert assets_in(tmp_path) == {"board.css": (b"a { color: red }\n", "text/css")}
    assert assets_in(tmp_path / "none") == {}


def test_the_version_follows_what_is_imported(tmp_path: Path) -> None:
    (tmp_path / "styles").mkdir()
    (tmp_path / "board.css").write_text(
        '/* A board. */\n@import "./styles/a.css";\n@import "./styles/b.css";\n'
    )
    (tmp_path / "styles" / "a.css").write_text("a {}\n")
    (tmp_path / "styles" / "b.css").write_text("b {}\n")
    before = asset(tmp_path / "board.css")[0]
    assert before == b"/* A board. */\na {}\nb {}\n"
    (tmp_path / "styles" / "b.css").write_text("c {}\n")
    assert digest(asset(tmp_path / "board.css")[0]) != digest(before)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_what_a_script_imports_is_served(http: httpx.Client, file: Path) -> None:
    game = file.parts[-3].replace("_", "-")
    address = {"static": "/static/", "board": f"/games/{game}/", "pages": f"/games/{game}/pages/"}[
        file.parent.name
    ]
    for name in re.findall(r'from "(.+)";', file.read_text("utf-8")):
        found = http.get(address + name[2:] if name.startswith("./") else name)
        assert found.status_code == 200, name
        assert found.headers["content-type"].startswith(TYPES[".js"])
        assert found.headers["cache-control"] == "no-cache", "without its version it may change"
