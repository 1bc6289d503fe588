"""A NUL is part of nothing that people type, and PostgreSQL keeps none: it is refused in one line, wherever it comes. About 6 s."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.web.devices import Device
from tests.web.postgres import running_postgres
from tests.web.test_notices import turn_of
from tests.web.test_several import two

NUL = "a\0b"


def test_a_nul_is_refused_in_one_line_on_postgresql(tmp_path: Path) -> None:
    with running_postgres() as postgres, two(tmp_path, postgres) as (server, _):
        ada = Device(server.base)
        ada.register("Ada")

        def refused(answer: httpx.Response, *statuses: int) -> None:
            assert answer.status_code in statuses, (str(answer.url), answer.status_code, answer.text)
            assert answer.json()["message"]
            assert "\n" not in answer.json()["message"]

        http = ada.http
        for path in (
            "/api/tables/a%00b",
            "/api/replays/a%00b",
            "/api/replays/a%00b/record",
            "/api/me/games?skip=%00",
        ):
            refused(http.get(path), 404)
        for path in (
            "/api/me/devices/a%00b/remove",
            "/api/me/friends/a%00b/end",
            "/api/notices/a%00b/known",
        ):
            refused(http.post(path, json={"secret": "x"}), 404)
        bodies: list[tuple[str, dict[str, Any]]] = [
            ("/api/me/session", {"device": NUL, "challenge": "x", "signature": "x"}),
            ("/api/me/friends/ask", {"code": NUL, "seat": 0}),
            ("/api/me/claim", {"tables": [{"code": NUL, "tokens": [NUL]}]}),
            ("/api/mine", {"tables": [{"code": NUL, "tokens": []}]}),
            ("/api/records/file", {"codes": [NUL]}),
            ("/api/tables", {"game": "leduc", "name": NUL, "seats": ["open"]}),
        ]
        for path, body in bodies:
            refused(http.post(path, json=body), 422)
        assert "404" in http.get("/t/a%00b").text or http.get("/t/a%00b").status_code == 404
        # On a socket too: whoever names a choice so has said nothing, and the table goes on.
        table = http.post("/api/tables", json={"game": "leduc", "seats": ["here"], "start": True}).json()
        wires = [server.wire(table["code"], token) for token in table["tokens"]]
        mover = wires[turn_of(wires)]
        for message in (
            {"type": "chat", "text": NUL},
            {"type": "choose", "choice": "call", "seq": mover.told["seq"], "key": NUL},
        ):
            mover.send(**message)
            assert mover.until("error")["code"] == "unknown_message"
        assert mover.choose("call")["type"] == "accepted"
