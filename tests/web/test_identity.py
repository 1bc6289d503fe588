"""A name of one's own: what a device proves, what it opens, how it is carried, exported and erased. About 8 s."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import pytest
from sqlalchemy import insert, select, update
from websockets.exceptions import ConnectionClosed

from bagarre.web import belongings
from bagarre.web.database import (
    CHALLENGES,
    CHAT,
    DEVICES,
    LEAGUE,
    PEOPLE,
    RECEIVERS,
    RESULTS,
    SEATS,
    SESSIONS,
    TABLES,
)
from bagarre.web.guard import hash_token
from bagarre.web.identity_store import Identities
from bagarre.web.writer import StoreAway
from tests.web.devices import Device, packed
from tests.web.house import Live, asked, live
from tests.web.postgres import running_postgres
from tests.web.test_several import two


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("identity")) as running:
        yield running


def opened(device: Device, **more: Any) -> dict[str, Any]:
    new = {"game": "leduc", "name": "Ada", "seats": ["open"]} | more
    told: dict[str, Any] = device.http.post("/api/tables", json=new).json()
    return told


def owners(server: Live, code: str) -> list[str]:
    return [
        row.person
        for row in asked(server, select(SEATS.c.person).where(SEATS.c.code == code).order_by(SEATS.c.seat))
    ]


def test_a_device_is_known_again_by_its_signature_alone(server: Live) -> None:
    ada = Device(server.base)
    told = ada.register("  Ada\n Lovelace ")
    assert told["name"] == "Ada Lovelace"
    again = ada.prove().json()
    assert again["id"] == told["id"]
    assert again["session"] != told["session"]
    assert ada.http.get("/api/me").json()["devices"][0]["label"] == "Essai"
    # Nothing is given to a browser that it would send by itself.
    assert "set-cookie" not in ada.prove().headers


def test_what_was_signed_for_something_else_proves_nothing(server: Live) -> None:
    ada, eve = Device(server.base), Device(server.base)
    ada.register("Ada")

    def refused(**changes: str) -> str:
        proof = {"device": ada.device, **ada.proof("prove", ada.device)} | changes
        answer = ada.http.post("/api/me/session", json=proof)
        assert answer.status_code == 422
        return str(answer.json()["code"])

    assert refused(**eve.proof("prove", ada.device)) == "identity_proof"
    assert refused(**ada.proof("prove", ada.device, origin="https://elsewhere.example")) == "identity_proof"
    assert refused(**ada.proof("prove", "another")) == "identity_proof"
    assert refused(**ada.proof("erase", ada.device)) == "identity_late"
    assert refused(signature="é") == "identity_proof"
    assert refused(signature="") == "identity_proof"
    used = {"device": ada.device, **ada.proof("prove", ada.device)}
    assert ada.http.post("/api/me/session", json=used).status_code == 200
    assert ada.http.post("/api/me/session", json=used).json()["code"] == "identity_late"
    late = ada.proof("prove", ada.device)
    asked(
        server,
        update(CHALLENGES).where(CHALLENGES.c.nonce == hash_token(late["challenge"])).values(expires=1.0),
    )
    assert refused(**late) == "identity_late"


@pytest.mark.parametrize("key", ["", "é", "AAAA", "A" * 122])
def test_a_key_that_is_none_is_refused_in_one_line(server: Live, key: str) -> None:
    eve = Device(server.base)
    answer = eve.http.post(
        "/api/me/register", json={"name": "Eve", "public_key": key, **eve.proof("register", "Eve")}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "identity_key")
    assert "\n" not in answer.json()["message"]


def test_a_session_ends(server: Live) -> None:
    ada = Device(server.base)
    ada.register("Ada")
    asked(server, update(SESSIONS).where(SESSIONS.c.person == ada.id).values(expires=1.0))
    answer = ada.http.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "nobody")
    ada.become(ada.prove())
    assert ada.http.get("/api/me").status_code == 200
    assert Device(server.base).http.post("/api/me/export").status_code == 401


def test_seats_are_found_on_every_device(server: Live) -> None:
    ada, phone = Device(server.base), Device(server.base)
    ada.register("Ada")
    table = opened(ada)
    wire = server.wire(table["code"], *table["tokens"], session=ada.session)
    assert wire.settle()["seats"] == [0]
    assert owners(server, table["code"]) == [ada.id, ""]
    phone.become(phone.join(ada.carry()))
    assert phone.id == ada.id
    other = server.wire(table["code"], session=phone.session)
    assert other.settle()["seats"] == [0]
    # A stranger without a token watches, whatever session they make up.
    assert server.wire(table["code"], session="x" * 40).settle()["seats"] == []
    assert server.wire(table["code"], session={"a": 1}).settle()["seats"] == []
    # Whoever sits down is tied at once.
    bob = Device(server.base)
    bob.register("Bob")
    sitting = server.wire(table["code"], session=bob.session)
    sitting.settle()
    sitting.send(type="sit", seat=1, name="Bob")
    sitting.until("seated")
    assert owners(server, table["code"]) == [ada.id, bob.id]
    # A seat that was given up opens no more.
    sitting.send(type="free", seat=1)
    sitting.settle()
    assert owners(server, table["code"]) == [ada.id, ""]
    assert server.wire(table["code"], session=bob.session).settle()["seats"] == []


def test_seats_of_before_are_claimed_with_their_tokens(server: Live) -> None:
    ada, eve = Device(server.base), Device(server.base)
    table = opened(ada)
    ada.register("Ada")
    eve.register("Eve")
    shown = {"tables": [{"code": table["code"], "tokens": table["tokens"]}]}
    assert eve.http.post(
        "/api/me/claim", json={"tables": [{"code": table["code"], "tokens": ["x" * 24]}]}
    ).json() == {"seats": 0}
    assert ada.http.post("/api/me/claim", json=shown).json() == {"seats": 1}
    # What is somebody's already is not taken over.
    assert eve.http.post("/api/me/claim", json=shown).json() == {"seats": 0}
    assert owners(server, table["code"]) == [ada.id, ""]
    # The table in memory did not know; giving the seat up frees it all the same.
    wire = server.wire(table["code"], session=ada.session)
    assert wire.settle()["seats"] == [0]
    wire.send(type="free", seat=0)
    wire.settle()
    assert owners(server, table["code"]) == ["", ""]


def test_a_code_works_once_and_not_for_long(server: Live) -> None:
    ada, phone, eve = (Device(server.base) for _ in range(3))
    ada.register("Ada")
    code = ada.carry()
    phone.become(phone.join(f"{code[:5]}-{code[5:]}".upper().lower().replace("-", "")))
    assert eve.join(code).json()["code"] == "identity_code"
    first, second = ada.carry(), ada.carry()
    assert eve.join(first).json()["code"] == "identity_code", "there is one at a time"
    asked(server, update(CHALLENGES).where(CHALLENGES.c.nonce == hash_token(second)).values(expires=1.0))
    assert eve.join(second).json()["code"] == "identity_code"


def test_whoever_guesses_codes_waits(tmp_path: Any) -> None:
    with live(tmp_path, wrong_codes=2) as server:
        eve = Device(server.base)
        said = [eve.join("aaaaaaaaaa").status_code for _ in range(4)]
        assert said[:2] == [422, 422]
        assert 429 in said


def test_a_device_that_is_removed_is_nobody_from_then_on(server: Live) -> None:
    ada, phone = Device(server.base), Device(server.base)
    ada.register("Ada")
    assert ada.http.post(f"/api/me/devices/{ada.device}/remove").json()["code"] == "identity_last"
    phone.become(phone.join(ada.carry()))
    stranger = Device(server.base)
    stranger.register("Eve")
    assert stranger.http.post(f"/api/me/devices/{phone.device}/remove").json()["code"] == "identity_not_yours"
    assert ada.http.post(f"/api/me/devices/{phone.device}/remove").status_code == 200
    assert phone.http.get("/api/me").status_code == 401
    assert phone.prove().json()["code"] == "identity_gone"
    assert ada.http.get("/api/me").status_code == 200


def test_a_removed_device_keeps_no_open_socket(tmp_path: Path) -> None:
    """Here at once; in another process at its next look."""
    with running_postgres() as postgres, two(tmp_path, postgres) as (first, second):
        ada, phone = Device(first.base), Device(first.base)
        ada.register("Ada")
        phone.become(phone.join(ada.carry()))
        tables = [opened(ada), opened(ada)]
        mine = first.wire(tables[0]["code"], *tables[0]["tokens"], session=ada.session)
        mine.settle()
        second.wire(tables[1]["code"], *tables[1]["tokens"], session=ada.session).settle()
        wires = [first.wire(tables[0]["code"], session=phone.session)]
        wires.append(second.wire(tables[1]["code"], session=phone.session))
        assert [wire.settle()["seats"] for wire in wires] == [[0], [0]]
        assert ada.http.post(f"/api/me/devices/{phone.device}/remove").status_code == 200
        for wire in wires:
            with pytest.raises(ConnectionClosed) as closed:
                wire.until("nothing of the kind")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        # Her own stays, and the other comes back as nobody.
        assert mine.settle()["seats"] == [0]
        assert first.wire(tables[0]["code"], session=phone.session).settle()["seats"] == []


def test_two_names_become_one_with_all_their_games(server: Live) -> None:
    ada, phone = Device(server.base), Device(server.base)
    ada.register("Ada")
    old = phone.register("Phone")
    table = opened(phone)
    server.wire(table["code"], *table["tokens"], session=phone.session).settle()
    phone.become(phone.join(ada.carry()))
    assert phone.id == ada.id
    assert owners(server, table["code"]) == [ada.id, ""]
    assert asked(server, select(PEOPLE).where(PEOPLE.c.id == old["id"])) == []
    assert len(ada.http.get("/api/me").json()["devices"]) == 2


def test_notices_results_and_deals_of_the_first_name_come_along(server: Live) -> None:
    ada, phone = Device(server.base), Device(server.base)
    ada.register("Ada")
    old = phone.register("Phone")["id"]
    told: dict[str, Any] = {
        "secret_hash": "", "kind": "hook", "address": "https://example.org", "form": "json", "lang": "fr", "wants": "[]", "quiet": "{}",
        "base": "", "confirmed": 1, "failures": 0, "created": 1.0, "person": old,
    }  # fmt: skip
    asked(server, insert(RECEIVERS).values(told | {"id": "come-along"}))
    for code, players in (("mine", [old]), ("ours", [old, ada.id])):
        named = json.dumps([f"person:{one}" for one in players])
        asked(server, insert(RESULTS).values(code=code, game="leduc", at=1.0, players=named, ranks="[1, 2]"))
    for day, person in (("2026-01-01", old), ("2026-01-02", old), ("2026-01-02", ada.id)):
        asked(server, insert(LEAGUE).values(day=day, game="leduc", person=person, code=person[:8]))
    phone.become(phone.join(ada.carry()))
    assert [row.person for row in asked(server, select(RECEIVERS).where(RECEIVERS.c.id == "come-along"))] == [
        ada.id
    ]
    results = {
        row.code: json.loads(row.players)
        for row in asked(server, select(RESULTS).where(RESULTS.c.code.in_(("mine", "ours"))))
    }
    assert results["mine"] == [f"person:{ada.id}"]
    # A game in which both names played keeps two players; the first is nobody any more.
    assert results["ours"][0].startswith("gone:")
    assert results["ours"][1] == f"person:{ada.id}"
    deals = {row.day: row.code for row in asked(server, select(LEAGUE).where(LEAGUE.c.person == ada.id))}
    assert deals == {"2026-01-01": old[:8], "2026-01-02": ada.id[:8]}
    assert asked(server, select(LEAGUE).where(LEAGUE.c.person == old)) == []


def finished(server: Live, ada: Device, bob: Device | None) -> dict[str, Any]:
    """A game that is over, between Ada and Bob or a bot."""
    table = opened(ada, seats=["open" if bob is not None else "random"])
    mine = server.wire(table["code"], *table["tokens"], session=ada.session)
    mine.settle()
    wires = [mine]
    if bob is not None:
        other = server.wire(table["code"], session=bob.session)
        other.settle()
        other.send(type="sit", seat=1, name="Bob")
        other.until("seated")
        wires.append(other)
        mine.send(type="chat", text="à bientôt")
    mine.send(type="start")
    for wire in wires:
        wire.hold(lambda told: told.get("status") != "lobby")
    mine.send(type="concede", seat=0)
    mine.hold(lambda told: told["status"] == "over")
    for wire in wires:
        wire.close()
    return table


def test_everything_of_mine_is_one_file(server: Live) -> None:
    ada, bob = Device(server.base), Device(server.base)
    ada.register("Ada")
    bob.register("Bob")
    table = finished(server, ada, bob)
    going = opened(ada, seats=["random"], start=True)
    server.wire(going["code"], *going["tokens"], session=ada.session).settle()
    answer = ada.http.post("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        told = json.loads(file.read("bagarre.json"))
        records = [name for name in file.namelist() if name.startswith("records/")]
        text = file.read(records[0]).decode()
    assert (told["name"], len(told["devices"]), len(told["games"])) == ("Ada", 1, 2)
    assert [remark["text"] for remark in told["remarks"]] == ["à bientôt"]
    # The record of a game that goes on would tell its secrets.
    assert len(records) == 1
    assert table["code"] in records[0]
    assert json.loads(text.splitlines()[0])["players"] == ["Ada", "Bob"]
    assert told["devices"][0]["public_key"] == ada.public_key


@pytest.mark.parametrize("in_memory", [True, False])
def test_erasing_leaves_the_others_their_games_without_my_name(server: Live, in_memory: bool) -> None:
    ada, bob = Device(server.base), Device(server.base)
    ada.register("Ada")
    bob.register("Bob")
    shared, alone, going = finished(server, ada, bob), finished(server, ada, None), opened(ada)
    # One that is in memory, and was claimed since.
    claimed = opened(ada, seats=["random"], start=True)
    shown = {"code": claimed["code"], "tokens": claimed["tokens"]}
    assert ada.http.post("/api/me/claim", json={"tables": [shown]}).json() == {"seats": 1}
    lobby = server.wire(going["code"], *going["tokens"], session=ada.session)
    lobby.settle()
    if not in_memory:
        server.registry.tables.pop(shared["code"], None)
        server.registry.tables.pop(alone["code"], None)
    before = bob.http.get(f"/api/replays/{shared['code']}/record").text
    assert "Ada" in before
    # A session alone erases nothing.
    assert (
        ada.http.post("/api/me/erase", json={"device": ada.device, **bob.proof("erase", ada.id)}).status_code
        == 422
    )
    assert ada.erase().json() == {"erased": True}
    after = bob.http.get(f"/api/replays/{shared['code']}/record").text
    assert "Ada" not in after
    assert json.loads(after.splitlines()[0])["players"] == ["Quelqu’un 1", "Bob"]
    assert bob.http.get(f"/api/replays/{shared['code']}/verify").json()["holds"]
    assert [row.text for row in asked(server, select(CHAT.c.text).where(CHAT.c.code == shared["code"]))] == [
        "…"
    ]
    assert (
        asked(
            server, select(TABLES).where(TABLES.c.code.in_([alone["code"], going["code"], claimed["code"]]))
        )
        == []
    )
    assert owners(server, shared["code"]) == ["", bob.id]
    assert asked(server, select(PEOPLE).where(PEOPLE.c.id == ada.id)) == []
    assert ada.http.get("/api/me").status_code == 401
    assert ada.prove().json()["code"] == "identity_gone"


def test_a_bot_plays_on_for_somebody_who_erased_themselves(server: Live) -> None:
    ada, bob = Device(server.base), Device(server.base)
    ada.register("Ada")
    bob.register("Bob")
    table = opened(ada)
    mine = server.wire(table["code"], *table["tokens"], session=ada.session)
    mine.settle()
    other = server.wire(table["code"], session=bob.session)
    other.settle()
    other.send(type="sit", seat=1, name="Bob")
    other.until("seated")
    mine.send(type="start")
    other.hold(lambda told: told["status"] == "playing")
    assert ada.erase().json() == {"erased": True}
    told = other.hold(lambda told: told["players"][0]["bot"])
    assert told["players"][0]["name"] == "Quelqu’un 1"
    assert other.wait_turn()
    # Her token opens nothing any more.
    assert server.wire(table["code"], *table["tokens"]).settle()["seats"] == []


def test_a_name_is_the_same_in_two_processes(tmp_path: Path) -> None:
    """Proved in one, used in the other; erased through the one that does not play the table."""
    with running_postgres() as postgres, two(tmp_path, postgres) as (first, second):
        ada, bob = Device(first.base), Device(second.base)
        ada.register("Ada")
        bob.register("Bob")
        table = opened(ada)
        wire = first.wire(table["code"], *table["tokens"], session=ada.session)
        assert wire.settle()["seats"] == [0]
        other = second.wire(table["code"], session=bob.session)
        other.settle()
        other.send(type="sit", seat=1, name="Bob")
        other.until("seated")
        wire.send(type="start")
        other.hold(lambda told: told["status"] == "playing")
        assert table["code"] in first.registry.tables
        ada.base = second.base
        ada.http.base_url, ada.http.headers["origin"] = second.base, second.base
        assert ada.prove().status_code == 200
        assert ada.erase().json() == {"erased": True}
        told = other.hold(lambda told: told["players"][0]["bot"])
        assert told["players"][0]["name"] == "Quelqu’un 1"
        assert owners(first, table["code"]) == ["", bob.id]


# Hostile ones.


def made(device: Device, credential: bytes, key: Any, uses: int = 0) -> Any:
    """A passkey as a program makes it that says whatever it likes."""
    asked = device.http.post("/api/me/passkey/options").json()["challenge"]
    client = {"type": "webauthn.create", "challenge": packed(asked.encode()), "origin": device.base}
    data = hashlib.sha256(b"127.0.0.1").digest() + bytes([0x41]) + uses.to_bytes(4) + bytes(16)
    data += len(credential).to_bytes(2) + credential + cbor2.dumps(key)
    response = {
        "clientDataJSON": packed(json.dumps(client).encode()),
        "attestationObject": packed(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
    }
    shown = {
        "id": packed(credential),
        "rawId": packed(credential),
        "type": "public-key",
        "response": response,
    }
    return device.http.post("/api/me/passkey", json={"challenge": asked, "credential": shown, "label": "P"})


def test_a_passkey_is_one_persons_and_nonsense_is_none(server: Live) -> None:
    ada, eve = Device(server.base), Device(server.base)
    ada.register("Ada")
    eve.register("Eve")
    point = eve.key.public_key().public_numbers()
    key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
    assert made(ada, b"credential of Ada", key, (1 << 32) - 1).status_code == 201
    # Whoever knows its name must not be able to stand in its owner's way.
    assert made(eve, b"credential of Ada", key).json()["code"] == "identity_proof"
    oddities: list[Any] = [[], 5, {}, {1: 2}, "x"]
    for nonsense in oddities:
        answer = made(eve, b"another", nonsense)
        assert (answer.status_code, answer.json()["code"]) == (422, "identity_proof"), nonsense
    uses = asked(
        server, select(DEVICES.c.uses).where(DEVICES.c.person == ada.id, DEVICES.c.kind == "passkey")
    )
    assert uses[0].uses == (1 << 31) - 1, "what every database can store"


def test_what_could_not_be_erased_is_erased_when_one_asks_again(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = Device(server.base), Device(server.base)
    ada.register("Ada")
    bob.register("Bob")
    table = opened(ada)
    mine, other = (
        server.wire(table["code"], *tokens, session=who.session)
        for who, tokens in ((ada, table["tokens"]), (bob, []))
    )
    for wire in (mine, other):
        wire.settle()
    other.send(type="sit", seat=1, name="Bob")
    other.until("seated")
    mine.send(type="chat", text="mes mots")
    other.hold(lambda told: told["chat"])
    with monkeypatch.context() as patch:

        class Away(Identities):
            def changing(self) -> Any:
                raise StoreAway

        patch.setattr(belongings, "Identities", Away)
        assert ada.erase().status_code == 503
    assert ada.erase().json() == {"erased": True}
    assert [row.text for row in asked(server, select(CHAT.c.text).where(CHAT.c.code == table["code"]))] == [
        "…"
    ]
    for wire in (mine, other):
        wire.close()
