"""Packs: the user's own characters, mistakes told in one line, names that know their article."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.battleworld.content import FOLDER
from bagarre.games.battleworld.programs import (
    IF_CHARACTER,
    IF_METAL,
    PER_WOUNDS,
    RESULT_BONUS,
    read_operation,
)
from bagarre.kernel.contract import Contract
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Entry, Pack
from bagarre.match import Match

from .table import Table

GAME = find_game("battleworld")
BOX = GAME.content()
BRUTE, CAPTAIN = (BOX.cards[BOX.card(handle)].id for handle in ("brute", "captain_pavise"))
SHADOWS, RAMPARTS, QUARTET = (BOX.factions[i].id for i in (5, 6, 7))
"""Ids of the box, looked up by neutral names."""
HEAD = '[pack]\nformat = 1\nid = "mine"\nname = { fr = "Le mien", en = "Mine" }\n'

GIANTS = (
    HEAD
    + """
[[faction]]
id = "giants"
instead_of = "SHADOWS"
flag = "reconstructed"
name = { fr = "Les Géants", en = "The Giants" }
colour = "blue"
leader = "giant_1"

[[power]]
id = "stomp"
flag = "reconstructed"
name = { fr = "Piétinement", en = "Stomp" }
does = ["result_bonus 2 if initiator", "gain_power 1 if won character", "set_reach 2"]
text = { fr = "Il piétine.", en = "He stomps." }
exact = { fr = "Il piétine.", en = "He stomps." }

[[order]]
id = "giants"
faction = "giants"
flag = "reconstructed"
name = { fr = "Debout", en = "Arise" }
moment = "planning"
does = ["gain_life 1"]
text = { fr = "Chaque membre gagne 1 vie.", en = "Each member gains 1 life." }
"""
    + "".join(
        f"""
[[character]]
id = "giant_{i}"
faction = "giants"
flag = "reconstructed"
name = {{ fr = "Le Géant {i}", en = "Giant {i}" }}
die = {die}
attack = "melee"
life = 6
power = 3
strike = 2
slots = 2
powers = ["stomp"]
"""
        for i, die in enumerate((4, 6, 8, 10), 1)
    )
).replace("SHADOWS", SHADOWS)


def test_a_correction_changes_only_what_it_gives() -> None:
    mine = Pack("mine.toml", HEAD + f'[[character]]\nid = "{BRUTE}"\nlife = 9\n')
    content, shipped = GAME.content([mine]), GAME.content()
    before, after = shipped.cards[shipped.card("brute")], content.cards[content.card("brute")]
    assert after.figures == {**before.figures, "life": 9}
    assert after.operations == before.operations


def test_tuning_stays_within_the_tokens_of_the_box() -> None:
    for number in range(8):
        figures = [card.figures for card in BOX.cards[4 * number : 4 * number + 4]]
        assert sum(figure["power"] for figure in figures) <= 13
        assert sum(figure["slots"] for figure in figures) <= 10
        assert len({figure["die"] for figure in figures}) == 4


def test_a_faction_of_ones_own() -> None:
    mine = Pack("giants.toml", GIANTS)
    t = Table(
        {"giant_1": {"at": "C3", "plan": "attack", "reroll": 0}},
        {"ram": {"at": "C5", "reroll": 0, "power": 0}, "lynx": {"at": "E7"}},
        packs=(mine,),
    )
    t.play("0: act 1", "0: attack 1", dice=(3, 2))
    assert t.totals == [5, 2]
    assert len(t.content.factions) == 8
    Contract(GAME, 2, {"leaders": True, "deploy": "auto"}, [mine]).check(
        games=2, seed=3, only=("choices", "refusals", "bytes", "status", "ending", "speech", "replay")
    )


def test_only_mine() -> None:
    two = GIANTS.replace('id = "mine"', 'id = "mine"\nonly_mine = true').replace(
        f'instead_of = "{SHADOWS}"\n', ""
    )
    two += (
        two[two.index("[[faction]]") :]
        .replace("giants", "dwarves")
        .replace("giant_", "dwarf_")
        .replace("stomp", "kick")
    )
    content = GAME.content([Pack("two.toml", two)])
    assert [faction.id for faction in content.factions] == ["giants", "dwarves"]
    match = Match(GAME, ["a", "b"], packs=[Pack("two.toml", two)], options={"deploy": "auto"}, seed=1)
    assert match.legal(0).notation() == ["faction 0", "faction 1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'[[character]]\nid = "{BRUTE}"\nlife = 0\n', f"character.{BRUTE}: life"),
        (f'[[character]]\nid = "{BRUTE}"\ndie = 5\n', f"character.{BRUTE}: die"),
        (f'[[character]]\nid = "{BRUTE}"\nliffe = 3\n', f"character.{BRUTE}: liffe"),
        (f'[[character]]\nid = "{BRUTE}"\npowers = ["nap"]\n', f"character.{BRUTE}: powers"),
        (f'[[character]]\nid = "fifth"\nfaction = "{RAMPARTS}"\n', "character.fifth: faction"),
        ('[[power]]\nid = "rage"\ndoes = ["result_bonus 9"]\n', "power.rage: does"),
        ('[[power]]\nid = "rage"\ndoes = ["dance"]\n', "power.rage: does"),
        ('[[power]]\nid = "rage"\ndoes = ["result_bonus 1 if friday"]\n', "power.rage: does"),
        (f'[[order]]\nid = "{QUARTET}"\nmoment = "step"\n', f"order.{QUARTET}: does"),
        (f'[[faction]]\nid = "{SHADOWS}"\nleader = "{BRUTE}"\n', f"faction.{SHADOWS}: leader"),
        ('[[faction]]\nid = "ninth"\nname = { fr = "x", en = "x" }\nflag = "printed"\n', "faction"),
        ('[[module]]\nid = "energy"\nresistance = 0\n', "module.energy: resistance"),
        (f'[[change]]\ncharacter = "{BRUTE}"\nlife = [4, 5]\n', "change.0: why"),
        ('[[change]]\ncharacter = "nobody"\nwhy = "x"\n', "change.0: character"),
        (f'[[change]]\ncharacter = "{BRUTE}"\nlife = [4, 6]\nwhy = "x"\n', "change.0: life"),
        (f'[[change]]\ncharacter = "{BRUTE}"\nlife = 5\nwhy = "x"\n', "change.0: life"),
        (f'[[change]]\ncharacter = "{CAPTAIN}"\nstrike = [2, 1]\nwhy = "x"\n', "change.0: strike"),
    ],
)
def test_mistakes_name_file_entry_and_field(text: str, said: Any) -> None:
    with pytest.raises(Mistake) as error:
        GAME.content([Pack("mine.toml", HEAD + text)])
    for lang in ("fr", "en"):
        line = error.value.say(lang)
        assert "mine.toml" in line
        assert all(part in line for part in said.split(": "))
        assert "\n" not in line


def test_a_program_as_a_row() -> None:
    entry = Entry("x", "power.x", {})
    row = read_operation(entry, "result_bonus 1 per_wounds 2")
    assert (row.kind, row.n, row.cost, row.how) == (RESULT_BONUS, 1, 2, PER_WOUNDS)
    assert read_operation(entry, "result_bonus 2 if metal").when == IF_METAL | IF_CHARACTER


def test_every_entry_of_the_box_says_where_it_comes_from() -> None:
    import tomllib

    box = tomllib.loads((FOLDER / "box.toml").read_text(encoding="utf-8"))
    for table in ("faction", "character", "power", "order", "module", "cosmic"):
        for entry in box[table]:
            assert entry["flag"] in ("printed", "reported", "reconstructed")
            assert set(entry.get("printed", [])) <= set(entry)
    assert len(box["character"]) == 32
    for faction in box["faction"]:
        team = [c for c in box["character"] if c["faction"] == faction["id"]]
        assert len({c["die"] for c in team}) == 4  # the dice of one colour
        assert sum(c["power"] for c in team) <= 13  # the tokens of the box
        assert sum(c["slots"] for c in team) <= 10


def test_printed_facts_stay() -> None:
    """What the rulebook prints of the characters, whatever is tuned."""
    content = GAME.content()

    def figures(handle: Any) -> Any:
        return content.cards[content.card(handle)].figures

    assert figures("captain_pavise")["die"] == 6
    assert figures("captain_pavise")["strike"] == 1
    assert figures("brute")["die"] >= 8
    assert figures("reactor")["die"] == 8
    assert figures("regent")["die"] == 8
    assert figures("automaton")["die"] == 10
    assert figures("lynx")["filled"] == 1
    assert len(content.cards[content.card("lynx")].operations) >= 2


def test_neutral_names_are_an_option() -> None:
    own = str(BOX.names["fighter"][BOX.card("captain_pavise")]["en"])
    for names, shown in (("neutral", "Captain Pavise"), ("box", own)):
        s = GAME.prepare(2, {"names": names, "preset": "set_up_picture", "deploy": "auto"})
        GAME.begin(s, 1, 2, 3)
        speech = GAME.speech("en", ["a", "b"], GAME.content().names)
        view = GAME.view(s, 0, speech)
        assert view["pieces"][0]["name"] == shown
        told = " ".join(speech.event(event) for event in GAME.events(s))
        assert shown in told
        assert shown in GAME.rulebook("en", {"names": names}).text


def test_other_peoples_names_live_only_in_the_pack() -> None:
    """Neither rules, words, scenarios nor code say a name of the box (clause ids and option values are the catalogue's)."""
    names = {str(name[lang]) for name in BOX.names["fighter"][:32] for lang in ("fr", "en")}
    for file in GAME.folder.rglob("*"):
        if file.suffix in (".py", ".md", ".toml") and file.parent.name != "content":
            text = file.read_text(encoding="utf-8")
            assert [name for name in sorted(names) if f" {name} " in text or f" {name}." in text] == [], file
