"""Users' packs: the example of docs/packs.md, corrections, room, and errors that name the place."""

import re
from typing import Any

import pytest

from bagarre.games.badass_force.content import CONDITIONS, NUMBERED, PLAIN
from bagarre.kernel.contract import INTERPRETED, Contract
from bagarre.kernel.errors import Mistake, OptionError
from bagarre.kernel.pack import Pack, shipped_pack
from bagarre.match import Match
from tests.games.badass_force.desk import GAME, VHS, Desk, happened
from tests.house import ROOT

DOC = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```toml\n(\[pack\].*?)```", DOC, re.DOTALL)[0]
STUNTS = Pack("stunts.toml", EXAMPLE)
CAST = [*VHS[:5], "c16", "c17"]


def refused(text: str, lang: str = "en") -> Any:
    with pytest.raises(Mistake) as caught:
        GAME.content([Pack("mine.toml", text)])
    return caught.value.say(lang)


def changed(old: Any, new: Any) -> Any:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.rule("BF-MIX-5", "BF-MIX-1")
def test_the_example_of_the_documentation_keeps_the_contract() -> None:
    report = Contract(GAME, 4, {"edition": "mixed"}, packs=[STUNTS]).check(games=2, seed=5, only=INTERPRETED)
    assert report.games == 2
    content = GAME.content([STUNTS])
    assert [c.id for c in content.characters[16:]] == ["gisele_cascade", "momo_merguez"]
    assert [w.id for w in content.weapons[16:]] == ["tarte_a_la_creme", "camion_citerne"]


def test_the_example_plays_as_it_says() -> None:
    desk = Desk(
        {"active": "c16", "weapon": "w17", "charge": 5},
        {"weapon": "grenade", "charge": 2},
        {},
        casting=CAST,
        packs=[STUNTS],
    )
    # The tanker on 6: an attack first, then 2 charges for everybody.
    desk.play("0: execute", "0: target 2", "2: pass")
    events = desk.play("2: place otto")
    assert happened(events, "receives(seat=1 giver=0 n=1 charge=3", "explodes(seat=1")
    pie = Desk(
        {"weapon": "w16", "charge": 1}, {"charge": 2, "active": "otto"}, {}, casting=CAST, packs=[STUNTS]
    )
    events = pie.play("0: execute", "0: target 1")
    assert happened(events, "peeks(seat=0 target=1 character=2", "loses(seat=1 n=1", "keeps(seat=0")
    assert pie.charge[0] == 0
    assert pie.sees(0)["active"][1] == "otto"
    momo = Desk({"charge": 1, "weapon": "minigun"}, {"charge": 2}, {}, {}, casting=CAST, packs=[STUNTS])
    momo.play("0: announce c17", "1: pass", "2: pass", "3: pass")
    assert momo.legal(0) == ["target 1", "target 3"]
    momo.play("0: target 1")
    assert momo.legal(1) == ["dodge", "endure"]
    momo.play("1: endure")
    assert momo.legal(1) == ["pass", "announce c16"]
    red = Desk(
        {"charge": 5, "weapon": "minigun"}, {"mode": "vengeance"}, {}, {}, casting=CAST, packs=[STUNTS]
    )
    red.play("0: execute", "0: target 1", "0: target 2", "1: announce c16")
    events = red.play("0: pass", "2: pass", "3: pass")
    assert happened(events, "cancels(seat=1", "loses(seat=0 n=2")


def test_a_match_with_a_pack_can_be_replayed_elsewhere() -> None:
    match = Match(GAME, ["A", "B", "C"], options={"edition": "mixed"}, packs=[STUNTS], seed=3)
    while not match.is_over:
        seat = match.deciders[0]
        match.play(seat, match.legal(seat)[len(match.steps) % len(match.legal(seat))])
        if len(match.steps) > 120:
            break
    again = Match.loads(match.record())
    assert again.state == match.state
    assert again.content.characters[16].id == "gisele_cascade"


@pytest.mark.rule("BF-EDITION-3")
def test_a_card_can_be_corrected() -> None:
    vhs = shipped_pack(GAME.folder / "content" / "vhs.toml").text
    card = vhs[vhs.index("[[character]]") : vhs.index("[[character]]", 300 + vhs.index("[[character]]"))]
    pack = '[pack]\nformat = 1\nid = "fix"\nname = { fr = "x", en = "x" }\n' + card.replace(
        "cost = 2", "cost = 1", 1
    ).replace('flag = "reconstructed"', 'flag = "printed"')
    content = GAME.content([Pack("fix.toml", pack)])
    assert len(content.characters) == 16
    assert content.characters[0].flag == "printed"
    desk = Desk({"weapon": "minigun"}, {}, {}, packs=[Pack("fix.toml", pack)])
    assert "announce buck" in desk.legal(0)


def third_box(characters: Any, weapons: Any) -> Any:
    """A whole box made of copies of the two boxes' own entries under other ids."""
    text = '[pack]\nformat = 1\nid = "third"\nname = { fr = "x", en = "x" }\n'
    for box in ("vhs", "dvd"):
        source = shipped_pack(GAME.folder / "content" / f"{box}.toml").text
        entries = re.split(r"(?=^\[\[)", source, flags=re.MULTILINE)[1:]
        for kind, wanted in (("character", characters), ("weapon", weapons)):
            found = [entry.split("\n# ")[0] for entry in entries if entry.startswith(f"[[{kind}]]")]
            text += "".join(
                re.sub(r'^id = "', 'id = "other_', e, count=1, flags=re.MULTILINE) for e in found[:wanted]
            )
    return Pack("third.toml", text)


@pytest.mark.rule("BF-MIX-5")
def test_there_is_room_for_a_third_box() -> None:
    pack = third_box(4, 4)
    s: Any = GAME.prepare(6, {"edition": "mixed"}, [pack])
    assert s.available.bit_count() == 24
    alone = third_box(4, 4)
    s = GAME.prepare(4, {"edition": "own"}, [alone])
    assert s.available.bit_count() == 8
    GAME.begin(s, 1, 2, 3)
    assert all(character >= 16 for character in s.cast)
    with pytest.raises(Mistake, match="number"):
        GAME.content([third_box(5, 4)])


def test_own_cards_alone_must_be_enough() -> None:
    with pytest.raises(OptionError):
        GAME.prepare(3, {"edition": "own"}, [STUNTS])
    with pytest.raises(OptionError):
        GAME.prepare(3, {"edition": "own"})


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"target neighbour", "attack dodge 2"', '"atack"', "momo_merguez.normal.action"),
        ('"attack dodge 2"', '"attack dodge 9"', "does"),
        ('"redeploy self", "gain 1"', '"gain 12"', "does"),
        ('"redeploy self", "gain 1"', '"gain lots"', "does"),
        ('"redeploy self", "gain 1"', '"attack"', "does"),
        ('"redeploy self", "gain 1"', '"cancel"', "does"),
        ('"target", "peek"', '"target charged", "peek"', "tarte_a_la_creme"),
        ('"target", "peek"', '"target", "execute"', "tarte_a_la_creme"),
        ('"target", "peek"', '"target", "guess"', "name … guess"),
        ('"target", "peek"', '"target", "gift amount"', "amount … gift amount"),
        ('"target", "peek"', '"target", "amount 2", "move"', "destination … move"),
        ('"target", "peek"', '"next", "peek"', "direction … next"),
        ('"target", "peek"', "".join(17 * ['"gain 1", ']) + '"target", "peek"', "16"),
        ('does = ["redeploy self", "gain 1"]', 'cost = 1\ndoes = ["copy"]', "cost"),
        ('"if marker 6: target"', '"if moon 6: target"', "camion_citerne"),
        ('"if marker 6: target"', '"if marker 60: target"', "camion_citerne"),
        ('class = "assassin"', 'class = "hero"', "class"),
        ('flag = "reconstructed"', 'flag = "sure"', "flag"),
        ("trigger = 5", "trigger = 9", "trigger"),
        ("cost = 1", "cost = 40", "cost"),
        ("cost = 1", "prize = 1", "prize"),
        ('against = ["power"]', 'against = ["words"]', "against"),
        ("format = 1", "format = 9", "format"),
        ('name = { fr = "Momo Merguez", en = "Momo Merguez" }', 'name = "Momo"', "name"),
        (
            '[character.vengeance.action]\ntitle = { fr = "Tournée',
            '[character.vengeance.other]\ntitle = { fr = "Tournée',
            "other",
        ),
    ],
)
def test_errors_name_the_file_the_entry_and_the_field(old: Any, new: Any, place: Any) -> None:
    for lang in ("fr", "en"):
        line = refused(changed(old, new), lang)
        assert "mine.toml" in line
        assert place in line
        assert "\n" not in line


def test_unreadable_files_are_refused_in_one_line() -> None:
    assert "mine.toml" in refused("[pack\n")
    assert "mine.toml" in refused("[cards]\nx = 1\n")


def test_the_documentation_names_every_word() -> None:
    for word in {line.split(" ")[0] for line in PLAIN} | set(NUMBERED):
        assert f"`{word}" in DOC, word
    for condition in CONDITIONS:
        assert f"`{condition}:`" in DOC, condition
