"""The board editor's half on the server: sketches written as packs and read again, mistakes with their point."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bagarre.games.baston.content import load
from bagarre.games.baston.drawing import DrawingError
from bagarre.games.baston.pages.editor import answer, context, sketch_of, write
from bagarre.kernel.pack import Pack
from tests.games.baston.table import CONTENT, GAME

DOCS = Path(__file__).parents[3] / "docs" / "boards.md"
SPEECH = {lang: GAME.speech(lang, [], CONTENT.names) for lang in ("fr", "en")}


def small(**changes: Any) -> dict[str, Any]:
    """A hut: four points of floor, a wall in the north, a door in the south."""
    sketch = {
        "name": {"fr": "La « cabane »", "en": 'The "hut" \\'},
        "ground": ["----", "-..-", "-.B-", "----"],
        "links": {"1,2 2,2": "|", "1,3 2,3": "|", "3,2 4,2": "D", "2,3 2,4": "W"},
        "doors": {"3,2 4,2": {"near": "4,2", "hinge": "3,3", "bolt": True, "double": ""}},
        "pieces": [], "chairs": ["2,2"], "bottles": ["3,3", "3,3"], "rest": "",
    }  # fmt: skip
    return sketch | changes


def ask(lang: str = "fr", **asked: Any) -> dict[str, Any]:
    """The server's answer, as the page receives it."""
    found: dict[str, Any] = json.loads(json.dumps(answer(asked, SPEECH[lang])).replace("\\u00a0", " "))
    return found


def test_the_cafe_is_written_and_read_again() -> None:
    cafe = sketch_of(CONTENT.board)
    assert context(SPEECH["fr"])["shipped"] == cafe
    assert sketch_of(load((Pack("x.toml", write(cafe)),)).board) == cafe


def test_a_sound_sketch() -> None:
    found = ask(sketch=small())
    assert found["sketch"] == small()
    assert found["told"].startswith("Plateau correct : 4 × 4 points, portes : 1, fenêtres : 1")
    assert ask("en", sketch=small())["told"].startswith("A sound board: 4 × 4 points")
    assert not found["own"]
    # The text is a pack like any other.
    s: Any = GAME.prepare(2, {"size": 1}, (Pack("cabane.toml", found["text"]),))
    assert (s.rows, s.columns) == (4, 4)
    assert ask(text=found["text"])["sketch"] == small()


def test_the_rest_of_a_pack_is_kept() -> None:
    found = re.search(r"```toml\n(# ruelle\.toml.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    read = ask(text=found[1], file="ruelle.toml")
    assert read["own"]
    assert "[scenario]" in read["sketch"]["rest"]
    again = ask(sketch=read["sketch"])
    assert again["own"]
    assert again["sketch"] == read["sketch"]
    before, after = load((Pack("a.toml", found[1]),)), load((Pack("b.toml", again["text"]),))
    assert [figure.id for figure in before.figures] == [figure.id for figure in after.figures]
    assert before.scenarios["own"].name == after.scenarios["own"].name


@pytest.mark.parametrize(
    ("changes", "point", "words"),
    [
        ({"ground": ["----", "-.=-", "-.B-", "----"]}, "2,3", "escalier"),
        ({"links": {"2,2 2,3": "W"}}, "2,2", "fenêtre"),
        ({"pieces": [{"kind": "T", "at": ["2,3", "3,3"]}]}, "2,3", "T1"),
        ({"bottles": ["1,1"]}, "1,1", "canette"),
        ({"ground": ["---t", "-..-", "-.B-", "----"]}, "1,4", "cabine"),
        (
            {"doors": {"3,2 4,2": {"near": "4,2", "hinge": "4,2", "bolt": False, "double": ""}}},
            "3,2",
            "charnière",
        ),
        ({"ground": ["----", "-.Q-", "-.B-", "----"]}, "2,3", "Q"),
    ],
)
def test_mistakes_name_their_point(changes: dict[str, Any], point: str, words: str) -> None:
    found = ask(sketch=small(**changes))
    assert words in found["problem"]["message"]
    assert "\n" not in found["problem"]["message"]
    assert found["problem"]["point"] == point
    assert "sketch" not in found


def test_a_text_that_is_no_pack() -> None:
    assert "nuit.toml" in ask(text="[board", file="nuit.toml")["problem"]["message"]
    found = ask(text=write(small()).replace("   2  - .", "   2  - Z", 1), file="z.toml")["problem"]
    assert found["message"].startswith("z.toml, ligne 8, colonne 9 :")
    assert (found["line"], found["point"]) == (8, "2,2")


@pytest.mark.parametrize(
    "sketch",
    [
        None, [], "x", {}, {"ground": []}, small(ground=["-" * 21]), small(ground=["--", "-"]), small(ground=["-"] * 21), small(ground=[""]),
        small(links={"1,1": "|"}), small(links={"1,1 3,3": "|"}), small(links=3), small(pieces=[{"kind": "T"}]), small(pieces=[{"kind": "Z", "at": ["1,1"]}]),
        small(chairs=[7]), small(chairs=["30,1"]), small(name={}), small(doors={"3,2 4,2": {"near": "x"}}), small(doors={"3,2 4,2": 3}),
    ],
)  # fmt: skip
def test_what_is_no_sketch(sketch: Any) -> None:
    with pytest.raises(DrawingError) as error:
        write(sketch)
    assert error.value.key == "sketch"
    assert ask(sketch=sketch)["problem"]["message"] == "ce dessin ne peut être lu"


points = st.tuples(st.integers(1, 5), st.integers(1, 6)).map(lambda p: f"{p[0]},{p[1]}")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.text("-_,.:B=", min_size=6, max_size=6), min_size=5, max_size=5),
    st.dictionaries(
        st.tuples(st.integers(1, 4), st.integers(1, 5), st.booleans()), st.sampled_from("||||DW!")
    ),
    st.lists(points, max_size=4, unique=True),
    st.text(max_size=20),
)
def test_whatever_is_drawn_is_read_as_it_was_or_refused(
    ground: list[str], links: dict[tuple[int, int, bool], str], chairs: list[str], name: str
) -> None:
    marks = {
        f"{v},{h} {v},{h + 1}" if east else f"{v},{h} {v + 1},{h}": mark
        for (v, h, east), mark in links.items()
    }
    drawn = small(
        ground=ground, links=marks, doors={}, chairs=sorted(chairs), bottles=[], name={"fr": name, "en": name}
    )
    found = ask(sketch=drawn)
    if "problem" in found:
        assert found["problem"]["message"]
    else:
        for field in ("ground", "links", "pieces"):
            assert found["sketch"][field] == drawn[field]
        assert sorted(found["sketch"]["chairs"]) == drawn["chairs"]
