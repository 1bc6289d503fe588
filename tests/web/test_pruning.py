"""What belongs to nobody any more is removed: names without keys or games, receivers of nobody; and what has run out is found by an index. About 3 s."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text, update

from bagarre.web.database import DEVICES, FRIENDS, PEOPLE, RECEIVERS, WATCHED
from bagarre.web.identity_store import Identities
from bagarre.web.receivers import Receivers
from tests.patience import PATIENCE
from tests.web.devices import Device
from tests.web.house import Live, asked, live
from tests.web.test_friends import befriend
from tests.web.test_identity import opened

LONG_AGO = time.time() - 400 * 86_400.0


def done(server: Live, work: Any) -> Any:
    """Something asynchronous, in the server's own loop."""
    import asyncio

    return asyncio.run_coroutine_threadsafe(work, server.server.servers[0].get_loop()).result(60)


def people(server: Live) -> set[str]:
    return {row.id for row in asked(server, select(PEOPLE.c.id))}


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with live(tmp_path) as running:
        yield running


def test_names_that_nobody_uses_are_forgotten(server: Live) -> None:
    ada, idle, player, lost, new = (Device(server.base) for _ in range(5))
    for device, name in zip((ada, idle, player, lost, new), "AIPLN"):
        device.register(name)
    befriend(ada, idle)
    table = opened(player)
    server.wire(table["code"], *table["tokens"], session=player.session).settle()
    for device in (idle, player, lost):
        asked(server, update(PEOPLE).where(PEOPLE.c.id == device.id).values(created=LONG_AGO))
        asked(server, update(DEVICES).where(DEVICES.c.person == device.id).values(seen=LONG_AGO))
    asked(server, delete(DEVICES).where(DEVICES.c.person == lost.id))
    asked(server, delete(DEVICES).where(DEVICES.c.person == new.id))
    assert done(server, Identities(server.registry.store).prune(365 * 86_400.0)) == 2
    # Whoever has a game stays, and whoever was registered a moment ago.
    assert people(server) == {ada.id, player.id, new.id}
    assert asked(server, select(FRIENDS)) == []


def test_receivers_of_nobody_are_forgotten(server: Live) -> None:
    ada = Device(server.base)
    ada.register("Ada")
    table = opened(ada)
    row: dict[str, Any] = {
        "secret_hash": "", "kind": "hook", "address": "https://example.org", "form": "json", "lang": "fr", "wants": "[]", "quiet": "{}",
        "base": "", "confirmed": 1, "failures": 0, "created": LONG_AGO, "person": "",
    }  # fmt: skip
    from bagarre.web.database import SEATS

    ((held,),) = asked(
        server, select(SEATS.c.token_hash).where(SEATS.c.code == table["code"], SEATS.c.seat == 0)
    )
    seat = {"code": table["code"], "seat": 0, "since": LONG_AGO}
    for id, more, watched in (
        ("told", {}, held),
        ("left", {}, "another token"),
        ("idle", {}, ""),
        ("new", {"created": time.time()}, ""),
        ("hers", {"person": ada.id}, ""),
        ("gone", {"person": "nobody", "created": time.time()}, ""),
        ("asked", {"confirmed": 0, "person": ada.id}, ""),
    ):
        asked(server, insert(RECEIVERS).values(row | {"id": id} | more))
        if watched:
            asked(server, insert(WATCHED).values(seat | {"receiver": id, "token_hash": watched}))
    done(server, Receivers(server.registry.store).prune())
    assert {one.id for one in asked(server, select(RECEIVERS.c.id))} == {"told", "new", "hers"}
    assert {one.receiver for one in asked(server, select(WATCHED.c.receiver))} == {"told"}


def test_a_server_looks_for_them_by_itself(tmp_path: Path) -> None:
    with live(tmp_path) as server:
        lost = Device(server.base)
        lost.register("Lost")
        asked(server, update(PEOPLE).where(PEOPLE.c.id == lost.id).values(created=LONG_AGO))
        asked(server, delete(DEVICES).where(DEVICES.c.person == lost.id))
    with live(tmp_path, keep=86_400.0) as server:
        end = time.monotonic() + PATIENCE
        while people(server):
            assert time.monotonic() < end, "nobody looked"
            time.sleep(0.02)


@pytest.mark.parametrize("table", ["challenges", "sessions"])
def test_what_has_run_out_is_found_by_an_index(server: Live, table: str) -> None:
    plan = asked(server, text(f"EXPLAIN QUERY PLAN DELETE FROM {table} WHERE expires < 5"))
    assert any("USING INDEX" in str(row) or "USING COVERING INDEX" in str(row) for row in plan), plan
