"""The gang page's half on the server: gangs written as packs and read again, mistakes with the character and the field."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bagarre.games.baston.content import load
from bagarre.games.baston.figures import HEADS
from bagarre.games.baston.pages.gang import answer, context
from bagarre.kernel.pack import Pack
from tests.games.baston.table import CONTENT, GAME

SPEECH = {lang: GAME.speech(lang, [], CONTENT.names) for lang in ("fr", "en")}


def member(**changes: Any) -> dict[str, Any]:
    made = {
        "id": "",
        "letter": "",
        "flag": "",
        "name": {"fr": "Zoé", "en": "Zoé"},
        "look": 5,
        "equipment": {"chain": 1, "boots": 2},
    }
    return made | {"strength": 4, "dexterity": 5, "speed": 4, "constitution": 3} | changes


def gang(*members: dict[str, Any], rest: str = "") -> dict[str, Any]:
    return {"name": {"fr": "Les « Zonards »", "en": 'The "Zoners"'}, "members": list(members), "rest": rest}


def ask(lang: str = "fr", **asked: Any) -> dict[str, Any]:
    """The server's answer, as the page receives it."""
    found: dict[str, Any] = json.loads(json.dumps(answer(asked, SPEECH[lang])).replace("\\u00a0", " "))
    return found


def test_a_sound_gang_is_written_read_again_and_dealt() -> None:
    riton = member(
        name={"fr": "Riton", "en": "Riton"}, look=0, equipment={"leather_vest": 1, "leather_jacket": 1}
    )
    found = ask(sketch=gang(member(), riton))
    assert found["told"] == "Bande correcte : Les « Zonards », 2 loubards."
    assert ask("en", sketch=gang(member()))["told"] == 'A sound gang: The "Zoners", 1 bruiser.'
    assert ask(text=found["text"])["sketch"] == found["sketch"]
    # A newcomer called like a printed character does not replace him.
    assert [one["id"] for one in found["sketch"]["members"]] == ["zoe", "riton_2"]
    pack = (Pack("zonards.toml", found["text"]),)
    s = GAME.prepare(2, {"size": 2}, pack)
    speech = GAME.speech("fr", ["Léa", "Max"], load(pack).names)
    people = GAME.room("view").view(s, 0, speech)["characters"]
    assert [(p["short"], p["look"]) for p in people] == [
        ("Zoé", 5),
        ("Riton", 0),
        ("Dudule", 1),
        ("Grobid", 3),
    ]


@pytest.mark.parametrize(
    ("changes", "said", "field"),
    [
        ({"speed": 3}, "Zoé, caractéristiques : il faut répartir 16 points, pas 15", "points"),
        ({"speed": 8, "strength": 0}, "Zoé, Force : un nombre de 1 à 7 est attendu, reçu 0", "strength"),
        (
            {"constitution": 8, "strength": 1, "dexterity": 3},
            "Zoé, Constitution : un nombre de 1 à 7",
            "constitution",
        ),
        ({"equipment": {"razor": 2}}, "Zoé, Matériel : 8 points d’achat au plus (12 dépensés)", "equipment"),
        (
            {"equipment": {"leather_vest": 8}},
            "Zoé, Matériel : 8 points d’achat au plus (8 dépensés) et six objets",
            "equipment",
        ),
        ({"equipment": {"chair": 1}}, "Zoé, Matériel : « chair » n'est pas permis", "equipment"),
        ({"name": {"fr": " ", "en": ""}}, "Loubard 2, nom : champ manquant", "name"),
        ({"look": 14}, "Zoé, Allure : un nombre de 0 à 13 est attendu, reçu 14", "look"),
        ({"flag": "x"}, "Zoé, flag : « x » n'est pas permis", "flag"),
    ],
)
def test_mistakes_name_character_and_field(changes: dict[str, Any], said: str, field: str) -> None:
    problem = ask(sketch=gang(member(), member(**changes)))["problem"]
    assert problem["message"].startswith(said)
    assert (problem["member"], problem["field"]) == (1, field)


@pytest.mark.parametrize(
    "sketch", [None, 3, {}, {"members": [3]}, {"members": []}, gang(*[member()] * 5), gang(member(speed="x"))]
)
def test_what_is_no_gang(sketch: Any) -> None:
    assert "bande" in ask(sketch=sketch)["problem"]["message"]


def test_what_else_stands_in_the_file_is_kept() -> None:
    first = ask(sketch=gang(member()))["text"]
    text = (
        first
        + '\n[stun]\nflag = "reconstructed"\nA = [0, 0, 0, 0, 1, 1, 1, 2]\n'
        + first.replace('"zoe"', '"zaza"')
    )
    found = ask(text=text)["sketch"]
    content = load((Pack("x.toml", ask(sketch=found)["text"]),))
    assert [g.figures for g in content.gangs[:2]] == [["zoe"], ["zaza"]]
    assert content.tables["stun"][0][7] == 2
    assert "aucune bande" in ask(text="")["problem"]["message"]


def test_portraits_are_those_of_the_board() -> None:
    drawn = re.search(
        r"set heads = \(([\d, ]+)\)", (GAME.folder / "board" / "board.html").read_text(encoding="utf-8")
    )
    assert drawn
    assert tuple(map(int, drawn[1].split(","))) == HEADS
    assert [figure.look for figure in CONTENT.figures] == [look for look, _ in context(SPEECH["fr"])["heads"]]
