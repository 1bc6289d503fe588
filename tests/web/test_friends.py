"""Friends: how two people become it, what only they see, and what nobody else learns. About 15 s."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from bagarre.web.database import CHALLENGES, FRIENDS, SEATS
from tests.web.devices import Device
from tests.web.house import Live, asked, live
from tests.web.postgres import running_postgres
from tests.web.test_identity import finished, opened
from tests.web.test_several import two


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("friends")) as running:
        yield running


def people(base: str, *names: str) -> list[Device]:
    devices = [Device(base) for _ in names]
    for device, name in zip(devices, names):
        device.register(name)
    return devices


def circle(device: Device) -> dict[str, Any]:
    told: dict[str, Any] = device.http.get("/api/me/friends").json()
    return told


def names(device: Device, part: str = "friends") -> list[str]:
    return [one["name"] for one in circle(device)[part]]


def befriend(giver: Device, taker: Device) -> None:
    code = giver.http.post("/api/me/friends/give").json()["code"]
    answer = taker.http.post("/api/me/friends/take", json={"code": code})
    assert answer.status_code == 200, answer.text


def shown(device: Device) -> list[str]:
    """The tables that somebody's friends show them."""
    return [one["code"] for one in device.http.get("/api/me/friends/tables?lang=en").json()["tables"]]


def test_a_link_makes_two_people_friends_once(server: Live) -> None:
    ada, bob, eve = people(server.base, "Ada", "Bob", "Eve")
    given = ada.http.post("/api/me/friends/give").json()
    assert given["link"].endswith(f"/me#friend-{given['code']}")
    look = {"code": given["code"].upper()}
    assert bob.http.post("/api/me/friends/look", json=look).json() == {"name": "Ada"}
    own = ada.http.post("/api/me/friends/take", json={"code": given["code"]}).json()
    assert own["code"] == "friend_self"
    assert bob.http.post("/api/me/friends/take", json={"code": given["code"]}).json() == {"friends": True}
    assert (names(ada), names(bob)) == (["Bob"], ["Ada"])
    late = eve.http.post("/api/me/friends/take?lang=en", json={"code": given["code"]})
    assert (late.status_code, late.json()["code"]) == (422, "friend_code")
    assert names(eve) == []
    # Either of them ends it, for both.
    ended = bob.http.post(f"/api/me/friends/{circle(bob)['friends'][0]['id']}/end")
    assert ended.status_code == 200
    assert (names(ada), names(bob)) == ([], [])


def test_a_link_runs_out_and_a_person_has_a_few_at_a_time(server: Live) -> None:
    ada, bob = people(server.base, "Ada", "Bob")
    codes = [ada.http.post("/api/me/friends/give").json()["code"] for _ in range(11)]

    def answer(code: str) -> str:
        return str(bob.http.post("/api/me/friends/look", json={"code": code}).json().get("code", ""))

    assert answer(codes[0]) == "friend_code", "the eleventh ended the first"
    assert answer(codes[1]) == ""
    asked(server, update(CHALLENGES).where(CHALLENGES.c.person == ada.id).values(expires=1.0))
    assert answer(codes[1]) == "friend_code"


def test_whoever_guesses_links_waits(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        (eve,) = people(server.base, "Eve")
        statuses = [
            eve.http.post("/api/me/friends/look", json={"code": f"nothing{n:03}"}).status_code
            for n in range(14)
        ]
        assert statuses[:10] == [422] * 10
        assert statuses[-1] == 429


def test_only_friends_see_a_table_for_friends(server: Live) -> None:
    ada, bob, eve = people(server.base, "Ada", "Bob", "Eve")
    before = eve.http.get("/?lang=en").text, eve.http.get("/api/me/friends/tables").content
    befriend(ada, bob)
    table = opened(ada, friends=True)
    assert shown(bob) == [table["code"]]
    told = bob.http.get("/api/me/friends/tables?lang=en").json()["tables"][0]
    assert told["told"] == "Ada is waiting: 1 seat free of 2"
    # A stranger with a name, one without, and the home page of everybody: as if there were none.
    assert shown(eve) == []
    assert (eve.http.get("/?lang=en").text, eve.http.get("/api/me/friends/tables").content) == before
    nobody = Device(server.base)
    assert nobody.http.get("/api/me/friends/tables").status_code == 401
    assert table["code"] not in bob.http.get("/").text
    # Ada's own device does not list it among her friends' tables either.
    assert shown(ada) == []
    # Not friends any more: not shown any more.
    ada.http.post(f"/api/me/friends/{circle(ada)['friends'][0]['id']}/end")
    assert shown(bob) == []


def test_a_host_changes_whom_a_table_is_shown_to(server: Live) -> None:
    ada, bob = people(server.base, "Ada", "Bob")
    befriend(ada, bob)
    table = opened(ada)
    stranger = server.wire(table["code"], *table["tokens"])
    assert stranger.ask(type="list", on=False, friends=True)["code"] == "friends_name"
    host = server.wire(table["code"], *table["tokens"], session=ada.session)
    host.settle()
    host.send(type="list", on=False, friends=True)
    host.settle()
    assert shown(bob) == [table["code"]]
    host.send(type="list", on=False)
    host.settle()
    assert shown(bob) == []
    host.send(type="list", on=False, friends=True)
    host.settle()
    # Whoever takes the host's place has friends of their own.
    guest = server.wire(table["code"], session=bob.session)
    guest.settle()
    guest.send(type="sit", seat=1, name="Bob")
    guest.until("seated")
    assert shown(bob) == []
    host.send(type="free", seat=0)
    host.settle()
    assert (shown(ada), shown(bob)) == ([], [])
    assert server.registry.tables[table["code"]].state.stored.settings["friends"] is False


def test_without_a_name_there_are_no_friends_to_show_a_table_to(server: Live) -> None:
    nobody = Device(server.base)
    body = {"game": "leduc", "seats": ["open"], "friends": True}
    answer = nobody.http.post("/api/tables?lang=en", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "friend_name")


def test_somebody_of_a_finished_game_is_asked_and_both_must_agree(server: Live) -> None:
    ada, bob = people(server.base, "Ada by her name", "Robert")
    table = finished(server, ada, bob)
    met = circle(ada)["met"]
    # By the name that he sat under: his own he has not told.
    assert [(one["code"], one["seat"], one["name"]) for one in met] == [(table["code"], 1, "Bob")]
    assert "Robert" not in json.dumps(circle(ada))
    ask = {"code": table["code"], "seat": 1}
    assert ada.http.post("/api/me/friends/ask", json=ask).json() == {"asked": True}
    assert (names(ada), names(ada, "asked"), names(ada, "met")) == ([], ["Bob"], [])
    assert (names(bob), names(bob, "asking")) == ([], ["Ada by her name"])
    assert bob.http.get("/api/me/friends/tables").json()["asking"] == 1
    # Nothing is shown before he says yes.
    opened(ada, friends=True)
    assert shown(bob) == []
    id = circle(bob)["asking"][0]["id"]
    assert ada.http.post(f"/api/me/friends/{id}/answer", json={"yes": True}).status_code == 422, (
        "nobody answers their own question"
    )
    assert bob.http.post(f"/api/me/friends/{id}/answer", json={"yes": True}).status_code == 200
    assert (names(ada), names(bob)) == (["Robert"], ["Ada by her name"])
    assert len(shown(bob)) == 1


def test_a_no_is_told_to_nobody_and_is_not_asked_again(server: Live) -> None:
    ada, bob = people(server.base, "Ada", "Bob")
    table = finished(server, ada, bob)
    ask = {"code": table["code"], "seat": 1}
    ada.http.post("/api/me/friends/ask", json=ask)
    before = circle(ada)
    bob.http.post(f"/api/me/friends/{circle(bob)['asking'][0]['id']}/answer", json={"yes": False})
    assert circle(ada) == before
    assert names(bob, "asking") == []
    assert ada.http.post("/api/me/friends/ask", json=ask).json()["code"] == "friend_nobody"
    # Asked anew after she withdrew, he is not bothered either.
    ada.http.post(f"/api/me/friends/{before['asked'][0]['id']}/end")
    ada.http.post("/api/me/friends/ask", json=ask)
    assert names(bob, "asking") == []
    # He may change his mind.
    assert bob.http.post("/api/me/friends/ask", json=ask | {"seat": 0}).status_code == 200
    assert (names(ada), names(bob)) == (["Bob"], ["Ada"])


def test_nobody_is_asked_who_did_not_play(server: Live) -> None:
    ada, bob, eve = people(server.base, "Ada", "Bob", "Eve")
    over, going = finished(server, ada, bob), opened(eve)
    guest = server.wire(going["code"], session=bob.session)
    guest.settle()
    guest.send(type="sit", seat=1, name="Bob")
    guest.until("seated")
    for code, seat in ((over["code"], 1), (going["code"], 1), ("nowhere", 0), (over["code"], 11)):
        answer = eve.http.post("/api/me/friends/ask", json={"code": code, "seat": seat})
        assert answer.json()["code"] == "friend_nobody"
    assert names(eve, "met") == []
    for path in ("nobody/end", "%27/end"):
        assert eve.http.post(f"/api/me/friends/{path}").json()["code"] == "friend_nobody"


def test_two_names_of_one_person_are_two_people_to_whoever_was_not_told(server: Live) -> None:
    ada, bob = people(server.base, "Ada", "Bob")
    first = finished(server, ada, bob)
    here = (SEATS.c.code == first["code"]) & (SEATS.c.seat == 1)
    asked(server, update(SEATS).where(here).values(name="Masked"))
    second = finished(server, ada, bob)
    assert sorted(names(ada, "met")) == ["Bob", "Masked"]
    ada.http.post("/api/me/friends/ask", json={"code": second["code"], "seat": 1})
    assert (names(ada, "asked"), names(ada, "met")) == (["Bob"], ["Masked"])
    ada.http.post("/api/me/friends/ask", json={"code": first["code"], "seat": 1})
    assert (names(ada, "asked"), names(ada, "met")) == (["Bob", "Masked"], [])
    assert names(bob, "asking") == ["Ada"]


def test_friends_are_exported_and_erased_and_come_along_to_another_name(server: Live) -> None:
    ada, bob, old = people(server.base, "Ada", "Bob", "Old")
    befriend(ada, bob)
    befriend(bob, old)
    with zipfile.ZipFile(io.BytesIO(bob.http.post("/api/me/export").content)) as file:
        told = json.loads(file.read("bagarre.json"))["friends"]
    assert sorted((one["name"], one["is"]) for one in told) == [("Ada", "friend"), ("Old", "friend")]
    old.become(old.join(ada.carry()))
    assert (names(bob), names(ada)) == (["Ada"], ["Bob"])
    ada.http.post("/api/me/friends/give")
    assert ada.erase().status_code == 200
    assert names(bob) == []
    about = (FRIENDS.c.person == ada.id) | (FRIENDS.c.friend == ada.id)
    assert asked(server, select(FRIENDS).where(about)) == []
    assert asked(server, select(CHALLENGES).where(CHALLENGES.c.person == ada.id)) == []


def test_friends_come_along_when_two_names_become_one(server: Live) -> None:
    ada, bob, phone = people(server.base, "Ada", "Bob", "Phone")
    befriend(phone, bob)
    phone.become(phone.join(ada.carry()))
    assert (names(ada), names(bob)) == (["Bob"], ["Ada"])


def test_two_processes_know_the_same_friends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_postgres() as postgres, two(tmp_path, postgres) as (first, second):
        ada, bob = people(first.base, "Ada", "Bob")
        befriend(ada, bob)
        table = opened(ada, friends=True)
        host = first.wire(table["code"], *table["tokens"], session=ada.session)
        host.settle()
        bob.http.base_url, bob.http.headers["origin"] = second.base, second.base
        assert shown(bob) == [table["code"]]
        # Also when it has waited for long: somebody is there, in the other process.
        monkeypatch.setattr("bagarre.web.open_tables.FRESH", 0.0)
        assert shown(bob) == [table["code"]]
