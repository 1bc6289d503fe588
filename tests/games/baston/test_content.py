"""Packs: boards drawn in a text, gangs, tables and scenarios of one's own; errors that name line and column."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bagarre.games.baston.content import FOLDER, load
from bagarre.games.baston.drawing import DrawingError
from bagarre.games.baston.figures import read_people
from bagarre.games.baston.rules.sequence import PROGRAMMING
from bagarre.games.baston.state import State
from bagarre.games.baston.stories import read_scenarios
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.contract import Contract
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Pack
from bagarre.match import Match
from tests.games.baston.table import CONTENT, GAME

DOCS = Path(__file__).parents[3] / "docs" / "boards.md"
MAP = """
      1 2 3 4 5 6
   1  - - - - - -
        ~ ~ D ~
   2  -|. B . :|-

   3  -|. . = :D-
        ~ ~ W ~
   4  - - - - - -
"""
BOARD = f"""
[board]
name = {{ fr = "Cave", en = "Cellar" }}
flag = "reconstructed"
map = '''{MAP}'''
"""


def pack(text: str) -> Pack:
    return Pack("cave.toml", text)


def wrong(text: str) -> DrawingError:
    with pytest.raises(DrawingError) as error:
        load((pack(text),))
    for lang in ("fr", "en"):
        said = error.value.say(lang)
        assert "cave.toml" in said
        assert "\n" not in said
    return error.value


def place_of(text: str, old: str, new: str) -> tuple[int, int]:
    """Change the board and tell where the error is said to be."""
    assert old in text
    error = wrong(text.replace(old, new, 1))
    return error.values["line"], error.values["column"]


@pytest.mark.rule("BA-BOARD-5")
def test_a_small_board_is_read() -> None:
    board = load((pack(BOARD),)).board
    assert (board.drawing.rows, board.drawing.columns) == (4, 6)
    assert [leaf.id for leaf in board.leaves] == ["D1", "D2", "W1"]
    assert board.stairs == [(43, 42, 44)]
    s = GAME.prepare(2, {"size": 1}, (pack(BOARD),))
    assert isinstance(s, State)
    assert (s.rows, s.columns) == (4, 6)


def test_brawls_on_a_small_board() -> None:
    report = Contract(GAME, 2, {"size": 2, "turns": 2}, (pack(BOARD),)).check(
        games=2, seed=1, only=("status", "buffers", "secrets")
    )
    assert report.games == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("2  -|. B", "2  -|. Q", 9, 11),
        ("1  - - - - - -", "1  - - - - -", 9, 18),
        ("   3  -|", "   5  -|", 11, 4),
        ("~ ~ D ~", "~ ~ X ~", 8, 13),
        ("= :D-", "= .D-", 11, 13),
    ],
)
def test_errors_name_line_and_column(old: str, new: str, line: int, column: int) -> None:
    found = place_of(BOARD, old, new)
    assert found[0] == line
    assert found[1] == column


def test_a_board_that_is_too_large() -> None:
    wide = "\n   1  " + " ".join("-" * 21) + "\n"
    assert wrong(BOARD.replace(MAP, wide)).key == "map_too_large"
    assert wrong(BOARD.replace(MAP, "\nnothing\n")).key == "map_empty"


def test_a_board_with_no_room_for_everybody() -> None:
    cell = BOARD.replace(MAP, "\n   1  - - - - - -\n")
    with pytest.raises(DrawingError) as error:
        GAME.prepare(2, {"size": 4}, (pack(cell),))
    assert error.value.key == "too_small"
    assert "cave.toml" in error.value.say("fr")
    # With three characters each point is found by the dice, however long it takes.
    for number in range(5):
        s: Any = GAME.prepare(3, {"size": 1}, (pack(cell),))
        GAME.begin(s, *seed_words("crowded", number))
        while s.step < PROGRAMMING:
            seat = GAME.deciders(s)[0]
            GAME.apply(s, seat, GAME.choices(s, seat)[0])
        assert len({s.at[c] for c in range(3)}) == 3
        assert GAME.status(s) == []


def test_other_mistakes_name_the_entry() -> None:
    doors = BOARD + '\n[[board.doors]]\nid = "D1"\nlink = "1,1 2,1"\nhinge = "2,4"\n'
    assert wrong(doors).key == "door_link"
    hinge = BOARD + '\n[[board.doors]]\nid = "D1"\nlink = "1,4 2,4"\nhinge = "4,4"\n'
    assert wrong(hinge).key == "door_hinge"
    half = BOARD + "layout = '''" + MAP.replace("2  -|. B", "2  -|T B") + "'''\n"
    assert wrong(half).key == "furniture_half"
    twice = half + '[board.furniture]\nT1 = "2,2 2,2"\n'
    assert wrong(twice).key == "furniture_points"
    bottle = BOARD + 'bottles = ["1,1"]\n'
    assert wrong(bottle).key == "bottle_place"
    figure = '[[characters]]\nid = "x"\nname = { fr = "X", en = "X" }\nstrength = 4\ndexterity = 4\nspeed = 4\nconstitution = 5\nequipment = []\nflag = "reconstructed"\n'
    assert wrong(figure).key == "points_16"
    with pytest.raises(Mistake):
        load((pack("[[characters]]\nid = 3\n"),))
    with pytest.raises(Mistake):
        load((pack("surprise = 1\n"),))


def test_a_gang_of_ones_own() -> None:
    text = """
[[characters]]
id = "zaza"
letter = "Z"
name = { fr = "Zaza", en = "Zaza" }
strength = 3
dexterity = 5
speed = 5
constitution = 3
equipment = ["chain", "boots", "leather_jacket"]
flag = "reconstructed"

[[gangs]]
name = { fr = "Les Zonards", en = "The Zoners" }
characters = ["zaza", "zaza"]
flag = "reconstructed"
"""
    s = GAME.prepare(2, {"size": 2}, (pack(text),))
    names = load((pack(text),)).names["character"]
    assert isinstance(s, State)
    assert [names[s.name[c] * 32 + s.letter[c]]["fr"] for c in range(2)] == ["Zaza (A)", "Zaza (B)"]
    dear = text.replace('"leather_jacket"]', '"leather_jacket", "razor"]')
    with pytest.raises(DrawingError) as error:
        GAME.prepare(2, {"size": 2}, (pack(dear),))
    assert error.value.key == "purse"


def test_tables_of_ones_own() -> None:
    text = '[results.bare_fist]\nflag = "reconstructed"\nhead = { wounds = [13, 14, 15, 16, 17], stun = [13, 0, 0, 0] }\n'
    assert load((pack(text),)).tables["results"][0] == [13, 14, 15, 16, 17, 13, 0, 0, 0]
    assert CONTENT.tables["results"][0] == [16, 22, 28, 0, 0, 18, 23, 28, 32]
    short = text.replace("[13, 14, 15, 16, 17]", "[13]")
    assert wrong(short).key == "row_length"


def test_the_example_of_the_docs_plays() -> None:
    """docs/boards.md shows a whole pack: it is read as it stands there, and played by the scripted players."""
    found = re.search(r"```toml\n(# ruelle\.toml.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    own = Pack("ruelle.toml", found[1])
    match = Match(GAME, ["Ada", "Blaise"], options={"scenario": "own"}, packs=[own], seed="docs")
    decide = GAME.room("player").decide
    from bagarre.kernel.chance import Dice

    dice = Dice()
    seed(dice, *seed_words("docs"))
    while not match.is_over:
        seat = match.deciders[0]
        menu = GAME.Menu()
        GAME.rules.choices(match.concealed(seat), seat, menu)
        k = decide(match.concealed(seat), seat, menu, dice)
        match.play(seat, (menu.verb[k], menu.arg[k]))
    assert match.outcome is not None


def test_a_scenario_that_no_pack_brings() -> None:
    with pytest.raises(DrawingError) as error:
        GAME.prepare(2, {"scenario": "own"})
    assert error.value.key == "no_scenario"


def test_a_pack_changes_what_it_gives_of_a_scenario() -> None:
    text = "[scenarios.kraitneu]\nturns = 3\n"
    changed = load((pack(text),)).scenarios
    assert list(changed) == list(CONTENT.scenarios)
    prepared = GAME.prepare(2, {"scenario": "kraitneu"}, (pack(text),))
    assert isinstance(prepared, State)
    assert prepared.turns == 3
    assert changed["kraitneu"].entry.data["cast"] == CONTENT.scenarios["kraitneu"].entry.data["cast"]
    with pytest.raises(Mistake, match="attic"):
        load((pack("[scenarios.attic]\nturns = 3\n"),))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("after = true", "after = false"),
        ('field = "draw_zones"', 'field = "turns"'),
        ("before = false", "before = true"),
    ],
)
def test_a_record_of_tuning_ends_at_what_the_scenario_says(old: str, new: str) -> None:
    text = (FOLDER / "scenarios.toml").read_text(encoding="utf-8")
    assert len(read_scenarios(pack(text).root(), ())) == 9
    assert old in text
    with pytest.raises(Mistake, match="after"):
        read_scenarios(pack(text.replace(old, new, 1)).root(), ())


def test_a_record_of_tuning_ends_at_what_the_gang_says() -> None:
    text = (FOLDER / "gangs.toml").read_text(encoding="utf-8")
    assert len(read_people([pack(text).root()])[1]) == 3
    assert '\nafter = ["dudule", "grobid"' in text
    with pytest.raises(Mistake, match="after"):
        read_people(
            [pack(text.replace('\nafter = ["dudule", "grobid"', '\nafter = ["grobid", "dudule"')).root()]
        )


def test_a_record_of_tuning_ends_at_what_the_character_says() -> None:
    text = (FOLDER / "gangs.toml").read_text(encoding="utf-8")
    assert "\nafter = { strength = 1, constitution = 3 }" in text
    with pytest.raises(Mistake, match="after"):
        read_people([pack(text.replace("\nafter = { strength = 1,", "\nafter = { strength = 2,")).root()])


def test_ready_made_characters_are_legal_and_have_the_printed_ranks() -> None:
    """BA-CHAR-2, BA-EQUIP-2; on the printed sheet Dudule is 1, Riton 3 and Grobid 6 (6.10)."""
    figures = {figure.id: figure for figure in load(()).figures}
    cost = load(()).tables["cost"]
    for figure in figures.values():
        assert sum(figure.stats) == 16
        assert sum(cost[item] for item in figure.equipment) <= 8
    six = ["dudule", "kraitneu", "riton", "le_chacal", "bouldogue", "grobid"]
    assert sorted(six, key=lambda name: (-figures[name].stats[2], -figures[name].stats[1])) == six
