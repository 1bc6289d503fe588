"""Packs, options and the page of the game."""

from __future__ import annotations

import re
import tomllib

import pytest

from bagarre.games.boss_quest import effects
from bagarre.games.boss_quest.content import FILES, FOLDER
from bagarre.kernel.contract import Contract
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import FLAGS, Pack
from bagarre.scenario import run_scenario
from tests.house import ROOT

from .table import CONTENT, GAME

PAGE = (ROOT / "docs" / "boss-quest.md").read_text(encoding="utf-8")


def test_every_entry_says_where_it_comes_from() -> None:
    for file in FILES:
        for section in tomllib.loads((FOLDER / file).read_text(encoding="utf-8")).values():
            for entry in section if isinstance(section, list) else [section]:
                assert entry["flag"] in FLAGS


def test_printed_totals() -> None:
    base = [spell for spell in CONTENT.spells if not spell.expansion]
    assert sum(spell.copies for spell in base if not spell.dark) == 16
    assert sum(spell.copies for spell in base if spell.dark) == 7
    assert [boss.numbers[0] for boss in CONTENT.bosses] == list(range(14, 22))
    assert [weapon.numbers[0] for weapon in CONTENT.weapons] == list(range(1, 8))


def test_the_pack_of_the_page_plays() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    pack = Pack("jackpot.toml", found[1])
    content = GAME.content([pack])
    assert content.spells[-1].word == effects.BOSS_UP | 1 << effects.KEYS | effects.LASTING
    Contract(GAME, 3, packs=[pack]).check(
        games=2, only=["choices", "status", "replay", "secrets", "speech", "ending"]
    )


def test_a_pack_corrects_an_entry() -> None:
    text = '[[boss]]\nid = "boss_14"\nhp = 13\nname = { fr = "Slime", en = "Slime" }\nflag = "printed"\n'
    content = GAME.content([Pack("mine.toml", text)])
    assert content.bosses[0].numbers == (13,)
    assert content.names["boss"][0]["fr"] == "Slime"
    assert GAME.content().bosses[0].numbers == (14,)


SPELL = """[[spell]]
id = "x"
class = "light"
copies = 1
name = { fr = "x", en = "x" }
text = { fr = "x", en = "x" }
duration = "lasting"
program = ["extra_key(1)"]
flag = "reconstructed"
"""


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("copies = 1", "copies = 100", "copies"),
        ("copies = 1", 'copies = "many"', "copies"),
        ("copies = 1\n", "", "copies"),
        ("extra_key(1)", "extra_key(9)", "program"),
        ('"extra_key(1)"', '"cancel(active)", "extra_key(1)"', "duration"),
        ('class = "light"', 'class = "grey"', "class"),
        ('class = "light"', 'class = "dark"', "class"),
        ('flag = "reconstructed"', 'flag = "guessed"', "flag"),
        ('name = { fr = "x", en = "x" }', 'name = "x"', "name"),
        ("[[spell]]", "[[spel]]", "spel"),
        ('flag = "reconstructed"', 'flag = "reconstructed"\ncolour = "red"', "colour"),
        ("[[spell]]", "[[spell", "mine.toml"),
        (SPELL, '[[boss]]\nid = "boss_99"\nhp = 9\nname = { fr = "x", en = "x" }\nflag = "printed"\n', "id"),
        (SPELL, "spell = 3", "spell"),
        ('["extra_key(1)"]', '[["extra_key(1)"]]', "program"),
        ('program = ["extra_key(1)"]\n', "", "program"),
        ('class = "light"', 'class = "light"\nclause = 4', "clause"),
    ],
)
def test_a_broken_pack_is_named(old: str, new: str, field: str) -> None:
    with pytest.raises(Mistake) as caught:
        GAME.content([Pack("mine.toml", SPELL.replace(old, new))])
    for lang in ("fr", "en"):
        said = caught.value.say(lang)
        assert "mine.toml" in said
        assert field in said
        assert "\n" not in said


def test_an_action_stands_alone_in_its_program() -> None:
    text = SPELL.replace('"extra_key(1)"', '"flip(potion)", "extra_key(1)"').replace("light", "dark")
    with pytest.raises(Mistake) as caught:
        GAME.content([Pack("mine.toml", text)])
    assert caught.value.say("fr").endswith("mais pas les deux (reçu : flip(potion), extra_key(1))")


SCENARIO = """title = "x"
game = "boss-quest"
seats = 2

[position]
boss = 18
hands = ["[R1] B2", "[G1] P2"]
"""


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"[G1] P2"', "7", "hands"),
        (', "[G1] P2"', "", "hands"),
        ('hands = ["[R1] B2", "[G1] P2"]', "", "hands"),
        ("boss = 18", "boss = 18\nvisited = [2]", "visited"),
        ("boss = 18", "boss = 18\nvisited = [-1]", "visited"),
        ("boss = 18", "boss = 18\nvisited = 0", "visited"),
        ("boss = 18", "boss = 18\nvisited = [0, 1]", "turn"),
        ("boss = 18", 'boss = 18\nkeys = ["many", 0]', "keys"),
        ("boss = 18", "boss = 18\nhearts = [4, 0]", "hearts"),
        ("boss = 18", "boss = 18\nbosses = [13]", "bosses"),
        ("boss = 18", 'boss = 18\nmarket = ["", "", "", "", "", "", ""]', "market"),
        ("boss = 18", 'boss = 18\nactive = [{ spell = "attack_up", amount = 1 }]', "seat"),
        ("boss = 18", 'boss = 18\nactive = [{ spell = "boss_up" }]', "amount"),
        ("boss = 18", 'boss = 18\nactive = [{ spell = "cancel" }]', "spell"),
        ("seats = 2", 'seats = 2\noptions = { expansions = "potions" }\n[x]\n', "x"),
        ('"[R1] B2"', '"[R1] B2 R1"', "position"),
    ],
)
def test_a_broken_position_is_named(old: str, new: str, field: str) -> None:
    with pytest.raises(Mistake) as caught:
        run_scenario(SCENARIO.replace(old, new))
    said = caught.value.say("en")
    assert field in said
    assert "\n" not in said
    assert "Error" not in said, "Python's own words are not ours"


def test_figures_of_the_page() -> None:
    s = GAME.prepare(2)
    GAME.begin(s, 1, 2, 3)
    figures = {
        "clauses": f"{len(GAME.rulebook('en').clauses)} clauses",
        "options": f"| options | {len(GAME.meta.options)} ",
        "actions": f"| actions | {GAME.verbs.size}, in {len(GAME.verbs.verbs)} verbs |",
        "state": f"| state | {GAME.State.SIZE} bytes, of which {GAME.State.MOVING_SIZE} move |",
        "observation": f"| observation | {len(GAME.observe(s, 0))} numbers |",
        "events": f"| events | {len(GAME.event_book.kinds)} kinds",
        "reasons": f"| reasons of refusal | {len(GAME.reasons) - 1},",
    }
    assert {name: figure for name, figure in figures.items() if figure not in PAGE} == {}


def test_the_state_is_small() -> None:
    assert GAME.State.SIZE <= 1160
    # Of these, some 75 remember the latest fight: the table says why it came out as it did.
    assert GAME.State.MOVING_SIZE <= 496
