"""Players name their characters: in packs, in the terminal, before a table begins and while it plays (BA-CHAR-1, BA-CHAR-7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bagarre.games.baston.naming import FILE, names_of, renamed, slots
from bagarre.games.baston.state import ROW_BOOTS, SNEAKER
from bagarre.games.baston.terminal import commands
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Pack
from bagarre.match import Match
from tests.patience import PATIENCE
from tests.web.house import Live, live

NAMES = Pack("gang.toml", '[names]\nA = "Jojo la Science"\nD = "Œil-de-Lynx"\n')


def named(options: dict[str, object] | None = None, packs: tuple[Pack, ...] = (NAMES,)) -> Match:
    return Match(
        "baston",
        ["Ada", "Blaise"],
        options={"size": 2, "turns": 1, **(options or {})},
        packs=packs,
        seed="names",
    )


@pytest.mark.rule("BA-CHAR-1", "BA-CHAR-7")
@pytest.mark.parametrize("characters", ["ready", "choose", "random"])
def test_a_name_comes_before_that_of_the_ready_made_character(characters: str) -> None:
    match = named({"characters": characters})
    people = match.view(0, "fr")["characters"]
    assert [person["name"] for person in people][::3] == ["Jojo la Science (A)", "Œil-de-Lynx (D)"]
    assert people[0]["first"] == "Jojo la Science"
    usual = people[1]["name"]
    assert usual == "B" if characters != "ready" else usual.endswith(" (B)")
    if characters == "random":
        assert "Jojo la Science (A)" in " ".join(
            match.speech("fr").event(event) for event in match.events(match.steps[0], 0)
        )


def test_names_change_nothing_that_is_played() -> None:
    plain, called = named(packs=()), named()
    assert plain.state.to_bytes() == called.state.to_bytes()


@pytest.mark.parametrize(("text", "said"), [
    ('[names]\nZ = "Zoé"', "unknown field"),
    ('[names]\nA = ""', "a name is one line of 1 to 24"),
    ('[names]\nA = "' + "x" * 25 + '"', "a name is one line of 1 to 24"),
    ('[names]\nA = "a\\nb"', "a name is one line of 1 to 24"),
    ("[names]\nA = 3", "expected a text"),
    ("names = 3", "expected a table"),
])  # fmt: skip
def test_a_wrong_pack_of_names_is_told_in_one_line(text: str, said: str) -> None:
    with pytest.raises(Mistake) as error:
        named(packs=(Pack("n.toml", text),))
    assert said in error.value.say("en")
    assert "\n" not in error.value.say("fr")


def test_a_table_keeps_its_names_in_one_pack() -> None:
    packs = renamed((NAMES,), "A", 'Le "Gros"\u202e  Bill')
    packs = renamed(packs, "B", "Mado")
    assert [pack.name for pack in packs] == ["gang.toml", FILE]
    assert names_of(packs[1].root()) == {0: 'Le "Gros" Bill', 1: "Mado"}
    back = renamed(packs, "B", " ")
    assert names_of(back[1].root()) == {0: 'Le "Gros" Bill'}


def test_in_the_terminal_and_in_the_record(tmp_path: Path) -> None:
    match = named(packs=())
    speech = match.speech("en")
    said = commands(match.view(0, "en"), "name b Mado", match, 0, speech)
    assert str(said) == "B is called Mado."
    assert match.view(0, "en")["characters"][1]["name"] == "Mado (B)"
    assert speech.name("character", 1) == "Mado (B)"
    with pytest.raises(Mistake) as error:
        commands(match.view(0, "en"), "nommer D Zoé", match, 0, speech)
    assert error.value.say("en") == "“D” is none of your characters (A, B)"
    match.save(tmp_path / "game.jsonl")
    assert Match.load(tmp_path / "game.jsonl").view(1, "en")["characters"][1]["name"] == "Mado (B)"


@pytest.mark.rule("BA-SETUP-12")
def test_the_characters_of_two_sides_belong_to_nobody_before_they_are_dealt() -> None:
    match = Match("baston", ["Ada", "Blaise"], options={"scenario": "bigo"}, seed="sides")
    from bagarre.games import find_game

    game = find_game("baston")
    before = game.prepare(2, {"scenario": "bigo"})
    assert {slot.seat for slot in slots(before, game.content())} == {-1}  # type: ignore[arg-type]
    assert match.content.called == {}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("names")) as running:
        yield running


def test_every_player_names_his_own_before_the_game_begins(server: Live) -> None:
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        asked = {"game": "baston", "name": "Ada", "seats": ["open"], "options": {"size": 1}}
        opened = http.post("/api/tables", json=asked).json()
    ada = server.wire(opened["code"], *opened["tokens"])
    ada.settle()
    blaise = server.wire(opened["code"])
    blaise.settle()
    blaise.send(type="sit", seat=1, name="Blaise")
    blaise.until("seated")
    blaise.send(type="rename", seat=1, thing="B", name="Mado la Douce")
    blaise.settle()
    assert blaise.ask(type="rename", seat=1, thing="A", name="x")["code"] == "not_your_seat"
    assert blaise.ask(type="rename", seat=0, thing="A", name="x")["code"] == "not_your_seat"
    ada.send(type="rename", seat=0, thing="A", name="Jojo")
    ada.settle()
    ada.send(type="start")
    while ada.told.get("status") != "playing":
        ada.next()
    assert [person["name"] for person in ada.settle()["view"]["characters"]] == [
        "Jojo (A)",
        "Mado la Douce (B)",
    ]


@pytest.mark.rule("BA-CHAR-1", "BA-CHAR-7")
@pytest.mark.parametrize("options", [{"size": 1, "turns": 1}, {"scenario": "bigo"}], ids=["gangs", "sides"])
def test_a_character_is_named_while_the_game_is_played(tmp_path: Path, options: dict[str, object]) -> None:
    with live(tmp_path) as server:
        with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
            asked = {"game": "baston", "name": "Ada", "seats": ["open"], "options": options}
            opened = http.post("/api/tables", json=asked).json()
        ada, blaise = server.wire(opened["code"], *opened["tokens"]), server.wire(opened["code"])
        blaise.settle()
        blaise.send(type="sit", seat=1, name="Blaise")
        blaise.until("seated")
        ada.send(type="start")
        people = ada.hold(lambda told: told.get("status") == "playing" and told.get("view"))["view"][
            "characters"
        ]
        own = next(person["letter"] for person in people if person["seat"] == 0)
        other = next(person["letter"] for person in people if person["seat"] == 1)
        assert ada.ask(type="rename", seat=0, thing=other, name="x")["code"] == "not_your_seat"
        assert blaise.ask(type="rename", seat=1, thing=own, name="x")["code"] == "not_your_seat"
        ada.send(type="rename", seat=0, thing=own, name="Mado la Douce")
        for reader in (ada, blaise):
            reader.hold(lambda told: f"Mado la Douce ({own})" in str(told.get("view", {}).get("characters")))
            reader.close()
    # The name is stored with the game: another server tells it too.
    with live(tmp_path) as server:
        ada = server.wire(opened["code"], *opened["tokens"])
        ada.hold(lambda told: f"Mado la Douce ({own})" in str(told.get("view", {}).get("characters")))


@pytest.mark.rule("BA-CHAR-1")
def test_those_of_two_sides_are_named_once_they_are_dealt() -> None:
    match = Match("baston", ["Ada", "Blaise"], options={"scenario": "bigo"}, seed="sides")
    own = next(slot for slot in slots(match.state, match.content) if slot.seat == 0)  # type: ignore[arg-type]
    match.rename(own.letter, "Mado")
    assert f"Mado ({own.letter})" in str(match.view(1, "fr")["characters"])


def test_a_kick_is_called_a_kick() -> None:
    assert named().speech("fr").name("row", SNEAKER) == "coup de pied en basket"
    assert named().speech("en").name("row", ROW_BOOTS) == "boot kick"
