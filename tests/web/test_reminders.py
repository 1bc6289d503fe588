"""Reminders before a deadline of days, from a table that nobody has in memory: once, in time, and not for whoever is away. About 5 s."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from bagarre.web.database import TABLES
from tests.web.house import Live, asked, live
from tests.web.postbox import Postbox, postbox, until
from tests.web.test_notices import QUICK, add, two, watch

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("web"), **QUICK | {"idle": 0.2}) as running:
        yield running


@pytest.fixture
def box() -> Iterator[Postbox]:
    with postbox() as found:
        yield found


def waiting(server: Live, code: str) -> dict[str, Any]:
    (row,) = asked(server, select(TABLES.c.waiting).where(TABLES.c.code == code))
    told: dict[str, Any] = json.loads(row.waiting)
    return told


def wait_long(server: Live, code: str, left: float, away: float = 0.0) -> None:
    """As if so much time had passed that so many seconds are left of whoever is asked, not counting those that they are `away`."""
    until(lambda: code not in server.registry.tables)
    told = waiting(server, code)
    passed = max(told["deadlines"].values()) - time.time() - left
    told["since"] -= passed
    told["deadlines"] = {seat: at - passed + away for seat, at in told["deadlines"].items()}
    told["until"] -= passed if told["until"] else 0.0
    changed = update(TABLES).where(TABLES.c.code == code)
    asked(server, changed.values(waiting=json.dumps(told), changed=told["since"]))


def looked(server: Live) -> None:
    """The server has looked after all tables, from the beginning to the end, since now."""
    ours, looks = server.registry.notices, list[int]()
    look = ours.look_at_all

    async def counted() -> None:
        await look()
        looks.append(1)

    ours.look_at_all = counted
    until(lambda: len(looks) > 1)
    ours.look_at_all = look


@pytest.mark.parametrize(
    ("pace", "early", "late"),
    [
        ({"clock": int(DAY)}, 7 * HOUR, 5.5 * HOUR),
        ({"clock": int(7 * DAY)}, 13 * HOUR, 11 * HOUR),
        ({"total": int(3 * DAY), "clock": int(12 * HOUR)}, 13 * HOUR, 11 * HOUR),
    ],
    ids=["a day", "a week", "a total"],
)
def test_a_reminder_comes_once_in_time(
    server: Live, http: httpx.Client, box: Postbox, pace: dict[str, int], early: float, late: float
) -> None:
    code, tokens = two(http, **pace)
    watch(http, add(http, "hook", f"{box.base}/hook", wants=["soon"]), code, *tokens)
    wait_long(server, code, early)
    looked(server)
    assert box.got == [], "a fourth of the time, and twelve hours at most"
    wait_long(server, code, late)
    box.wait()
    told = json.loads(box.got[0][2])
    (mover,) = waiting(server, code)["asked"]
    assert (told["what"], told["seat"]) == ("soon", ("Ada", "Blaise")[mover])
    looked(server)
    assert len(box.got) == 1, "once"


def test_whoever_is_away_is_reminded_before_their_own_deadline(
    server: Live, http: httpx.Client, box: Postbox
) -> None:
    code, tokens = two(http, clock=int(DAY))
    watch(http, add(http, "hook", f"{box.base}/hook", wants=["soon"]), code, *tokens)
    # A day of vacation: their deadline moves, and so does the reminder.
    wait_long(server, code, 2 * HOUR, away=DAY)
    looked(server)
    assert box.got == []


def test_nobody_is_reminded_who_does_not_want_it_or_sleeps(
    server: Live, http: httpx.Client, box: Postbox
) -> None:
    code, tokens = two(http, clock=int(DAY))
    now = time.gmtime()
    minute = 60 * now.tm_hour + now.tm_min
    quiet = {"quiet_from": (minute - 5) % 1440, "quiet_to": (minute + 60) % 1440, "zone": "UTC"}
    asleep = add(http, "hook", f"{box.base}/asleep", wants=["soon"], **quiet)
    for mine in (asleep, add(http, "hook", f"{box.base}/other", wants=["over"])):
        watch(http, mine, code, *tokens)
    wait_long(server, code, 5 * HOUR)
    looked(server)
    assert box.got == []
    # Awake, and still before the deadline.
    changed = {"secret": asleep["secret"], "wants": ["soon"]}
    assert http.post(f"/api/notices/{asleep['id']}/wanted", json=changed).status_code == 200
    box.wait()
    assert [path for path, _, _ in box.got] == ["/asleep"]
