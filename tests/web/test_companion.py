"""Tables of the real box: people say what came, each only what they may see, and correct it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.match import Match
from tests.web.house import Live, Wire, live


def real_table(
    server: Live, http: httpx.Client, game: str = "boss-quest", **more: Any
) -> tuple[str, Wire, Wire]:
    """Ada and Blaise, each with a device of their own, around a real box."""
    body = {"game": game, "name": "Ada", "seats": ["here"], "names": ["Blaise"], "companion": True} | more
    opened = http.post("/api/tables", json=body).raise_for_status().json()
    ada, blaise = (server.wire(opened["code"], token) for token in opened["tokens"])
    ada.hold(lambda told: told.get("status") == "lobby")
    blaise.hold(lambda told: told.get("status") == "lobby")
    ada.send(type="start")
    return opened["code"], ada, blaise


def asked(wire: Wire) -> dict[str, Any]:
    """What the table is asked, once it is."""
    question: dict[str, Any] = wire.hold(lambda told: (told.get("companion") or {}).get("asked"))["companion"]
    return question


def say_anything(wire: Wire) -> None:
    """Answer with the first result that the table believes."""
    question = wire.told["companion"]
    for result in question["results"]:
        answer = wire.ask(type="result", at=question["at"], number=result["number"])
        if answer["type"] == "accepted":
            wire.hold(lambda told: told["companion"].get("at") != question["at"])
            return
        assert answer["code"] == "companion_impossible"
    raise AssertionError(question["asked"])


def deal(ada: Wire, blaise: Wire) -> None:
    """Answer until the game has begun."""
    asked(ada)
    while ada.told["status"] == "lobby":
        blaise.hold(lambda told: told["companion"].get("at") == ada.told["companion"].get("at"))
        say_anything(ada if ada.told["companion"]["mine"] else blaise)
        ada.hold(lambda told: told["status"] != "lobby" or told["companion"]["at"] >= 1)
        ada.settle(0.01)


def test_everybody_is_asked_and_one_only_answers_a_secret(server: Live, http: httpx.Client) -> None:
    _, ada, blaise = real_table(server, http)
    first = asked(ada)
    assert first["asked"] == "Qui est l’Armurier\u00a0?"
    assert [result["words"] for result in first["results"]] == ["Ada", "Blaise"]
    assert first["draw"]
    assert first["mine"] is asked(blaise)["mine"] is True
    while ada.told["companion"]["private"] is None:
        say_anything(ada)
        ada.settle(0.01)
    secret = ada.told["companion"]
    blaise.hold(lambda told: told["companion"].get("at") == secret["at"])
    owner, other = (ada, blaise) if secret["mine"] else (blaise, ada)
    assert not other.told["companion"]["mine"]
    told = other.ask(type="result", at=secret["at"], number=secret["results"][0]["number"])
    assert told["code"] == "companion_not_yours"
    assert other.ask(type="draw", at=secret["at"])["code"] == "companion_not_yours"
    say_anything(owner)
    after = other.hold(lambda told: told["companion"]["at"] > secret["at"])["companion"]
    assert after["told"][-1] == "•"
    assert {result["number"] for result in after["results"]} == {
        result["number"] for result in secret["results"]
    }, "the list tells nothing of what was confided"


def test_a_game_to_its_end(server: Live, http: httpx.Client) -> None:
    code, ada, blaise = real_table(server, http, options={"max_rounds": 1})
    deal(ada, blaise)
    for _ in range(200):
        ada.settle(0.01)
        blaise.settle(0.01)
        if ada.told["status"] == "over":
            break
        wires = (ada, blaise)
        if ada.told["companion"]["asked"]:
            say_anything(next(wire for wire in wires if wire.told["companion"]["mine"]))
        else:
            wire = next(wire for wire in wires if wire.told.get("legal"))
            assert wire.choose()["type"] == "accepted"
    assert ada.told["outcome"]["ranks"]
    record = http.get(f"/api/replays/{code}/record").raise_for_status().text
    match = Match.loads(record)
    assert match.companion
    assert match.is_over
    assert match.record() == record
    replay = http.get(f"/r/{code}").raise_for_status().text
    assert "Ada" in replay


def test_a_shared_device_covers_a_hand_while_everybody_is_asked(server: Live, http: httpx.Client) -> None:
    body = {"game": "boss-quest", "name": "Ada", "seats": ["here"], "names": ["Blaise"], "companion": True}
    opened = http.post("/api/tables", json=body).raise_for_status().json()
    phone = server.wire(opened["code"], *opened["tokens"])
    phone.hold(lambda told: told.get("status") == "lobby")
    phone.send(type="start")
    assert not asked(phone)["covers"], "nobody has cards yet"
    while phone.told["status"] == "lobby":
        say_anything(phone)
        phone.settle(0.01)
    phone.send(type="eye", seat=phone.hold(lambda told: told.get("handover"))["handover"]["seat"])
    phone.hold(lambda told: told.get("legal"))
    assert phone.choose("equip 1")["type"] == "accepted"
    assert asked(phone)["covers"], "the hidden weapon of whoever asked is on the screen"
    own = server.wire(opened["code"], opened["tokens"][0])
    assert not asked(own)["covers"], "a device of one's own shows what one knows"


def dice(server: Live, http: httpx.Client) -> tuple[str, Wire, Wire]:
    """A duel as far as the toss of the token."""
    code, ada, blaise = real_table(server, http, "battleworld", options={"deploy": "auto"})
    for wire in (ada, blaise):
        wire.hold(lambda told: told.get("legal"))
        assert wire.choose()["type"] == "accepted"
    asked(ada)
    asked(blaise)
    return code, ada, blaise


def test_what_cannot_be_is_refused_in_one_line(server: Live, http: httpx.Client) -> None:
    code, ada, blaise = dice(server, http)
    at = ada.told["companion"]["at"]
    assert ada.ask(type="result", at=at, number=7)["code"] == "companion_not_offered"
    assert ada.ask(type="result", at=at + 1, number=0)["code"] == "late"
    for wrong in ({"number": "1", "at": at}, {"at": at}, {"number": True, "at": at}, {}):
        assert ada.ask(type="result", **wrong)["code"] in ("malformed", "late")
    watcher = server.wire(code)
    watcher.hold(lambda told: told.get("companion"))
    assert not watcher.told["companion"]["mine"]
    assert watcher.ask(type="result", at=at, number=0)["code"] == "seated_only"
    assert blaise.ask(type="result", at=at, number=1)["type"] == "accepted"
    assert ada.ask(type="result", at=at, number=1)["code"] == "companion_nothing_asked"


def test_a_choice_waits_for_its_result_and_can_be_left(server: Live, http: httpx.Client) -> None:
    code, ada, blaise = dice(server, http)
    match = server.registry.tables[code].state.match
    before = match.lines
    assert blaise.choose()["code"] == "companion_asked"
    assert ada.ask(type="correct")["type"] == "accepted"
    blaise.hold(lambda told: told["companion"]["asked"] is None)
    assert match.lines == before
    blaise.choose()
    assert asked(blaise)["asked"].startswith("On lance le jeton")


def test_a_wrong_result_is_corrected_after_the_choice(server: Live, http: httpx.Client) -> None:
    code, ada, blaise = dice(server, http)
    ada.ask(type="result", at=ada.told["companion"]["at"], number=0)
    ada.hold(lambda told: told["companion"]["asked"] is None)
    assert blaise.ask(type="correct")["type"] == "accepted"
    again = asked(ada)
    assert again["asked"].startswith("On lance le jeton")
    ada.ask(type="result", at=again["at"], number=1)
    table = server.registry.tables[code]
    chance = [line.get("chance") for line in table.state.match.lines if "chance" in line or "undo" in line]
    assert chance == [[0], None, [1]]


def test_bots_sit_only_where_no_card_is_hidden(server: Live, http: httpx.Client) -> None:
    body = {"game": "boss-quest", "seats": ["search:1"], "companion": True}
    answer = http.post("/api/tables?lang=en", json=body)
    assert answer.is_client_error
    assert "bot" in answer.text
    body["game"] = "battleworld"
    http.post("/api/tables", json=body).raise_for_status()
    _, ada, _ = real_table(server, http)
    assert ada.ask(type="fill")["code"] == "companion_bots"


def test_a_bot_plays_with_our_dice(server: Live, http: httpx.Client) -> None:
    body = {
        "game": "battleworld", "name": "Ada", "seats": ["search:1"], "companion": True, "start": True,
        "options": {"deploy": "auto"},
    }  # fmt: skip
    opened = http.post("/api/tables", json=body).raise_for_status().json()
    ada = server.wire(opened["code"], *opened["tokens"])
    for _ in range(6):
        ada.hold(lambda told: told.get("legal") or (told.get("companion") or {}).get("asked"))
        if ada.told["companion"]["asked"]:
            assert ada.told["companion"]["mine"]
            return
        ada.choose()
    raise AssertionError("nothing was asked")


def test_what_was_asked_is_asked_again_after_the_server_ended(tmp_path: Path) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base) as http:
        body = {"game": "boss-quest", "name": "Ada", "seats": ["here"], "companion": True}
        opened = http.post("/api/tables", json=body).raise_for_status().json()
        ada = server.wire(opened["code"], *opened["tokens"])
        ada.hold(lambda told: told.get("status") == "lobby")
        ada.send(type="start")
        asked(ada)
        ada.close()
    with live(tmp_path) as server:
        ada = server.wire(opened["code"], *opened["tokens"])
        ada.hold(lambda told: told.get("status") == "lobby")
        assert ada.told["companion"]["asked"] is None
        ada.send(type="start")
        assert asked(ada)["asked"].startswith("Qui est l’Armurier")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_tells_the_parts_of_every_game(http: httpx.Client, lang: str) -> None:
    page = http.get("/companion", headers={"accept-language": lang}).raise_for_status().text
    for name in ("boss-quest", "battleworld", "baston", "badass-force"):
        assert f"/new/{name}?companion" in page
    assert ("Le sort mystère" if lang == "fr" else "The mystery spell") in page


def test_a_shared_device_stays_on_the_table_until_somebody_has_a_secret(
    server: Live, http: httpx.Client
) -> None:
    body = {
        "game": "battleworld", "name": "Ada", "seats": ["here"], "names": ["Blaise"], "companion": True,
        "options": {"deploy": "auto"},
    }  # fmt: skip
    opened = http.post("/api/tables", json=body).raise_for_status().json()
    shared = server.wire(opened["code"], *opened["tokens"])
    shared.hold(lambda told: told.get("status") == "lobby")
    shared.send(type="start")
    for _ in range(2):
        shared.hold(lambda told: told.get("legal"))
        assert shared.told["handover"] is None
        assert shared.told["eye"] == server.registry.tables[opened["code"]].state.match.deciders[0]
        assert shared.choose()["type"] == "accepted"
        shared.settle(0.05)
    body = {"game": "boss-quest", "name": "Ada", "seats": ["here"], "names": ["Blaise"], "companion": True}
    opened = http.post("/api/tables", json=body).raise_for_status().json()
    shared = server.wire(opened["code"], *opened["tokens"])
    shared.hold(lambda told: told.get("status") == "lobby")
    shared.send(type="start")
    asked(shared)
    while shared.told["status"] == "lobby":
        say_anything(shared)
        shared.settle(0.02)
    shared.hold(lambda told: told.get("handover"))
    assert shared.told["eye"] == -1, "a hidden weapon is looked at by its owner only"
