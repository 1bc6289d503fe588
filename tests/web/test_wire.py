"""The protocol: what a program at a table sends and is told."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bagarre.match import Match
from bagarre.record import ChoiceMade, read_record
from bagarre.web.guard import hash_token
from bagarre.web.replay import Replay
from bagarre.web.settings import sqlite_url
from bagarre.web.store import Stored
from tests.patience import PATIENCE
from tests.web.house import LEDUC, Live, Wire, live


def open_table(
    http: httpx.Client, game: str = "leduc", seats: tuple[str, ...] = ("open",), **more: Any
) -> tuple[str, list[str]]:
    answer = http.post("/api/tables", json={"game": game, "name": "Ada", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"], answer.json()["tokens"]


def two_people(
    server: Live, http: httpx.Client, game: str = "leduc", **more: Any
) -> tuple[str, list[str], Wire, Wire]:
    """A started table of Ada and Blaise."""
    code, tokens = open_table(http, game, **more)
    ada = server.wire(code, *tokens)
    ada.settle()
    blaise = server.wire(code)
    blaise.settle()
    blaise.send(type="sit", seat=1, name="Blaise")
    token = blaise.until("seated")["token"]
    ada.send(type="start")
    for wire in (ada, blaise):
        while wire.told.get("status") != "playing":
            wire.next()
        wire.settle()
    return code, [*tokens, token], ada, blaise


def play_out(*wires: Wire) -> None:
    """First legal choices until the game is over."""
    end = time.monotonic() + PATIENCE
    while any(wire.told.get("status") != "over" for wire in wires):
        assert time.monotonic() < end, "the game does not end"
        for wire in wires:
            wire.settle(0.05)
            if wire.told.get("legal"):
                wire.choose()


def test_a_whole_game_between_two_people(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    assert ada.told["view"]["seats"][0]["card"] in "JQKAW"
    assert ada.told["view"]["seats"][1]["card"] is None
    assert blaise.told["view"]["seats"][0]["card"] is None
    assert next(line["text"] for line in blaise.told["log"]) == "Ada reçoit une carte."
    play_out(ada, blaise)
    assert ada.told["outcome"]["ending"] in ("folds", "showdown")
    assert ada.told["outcome"]["ranks"] == blaise.told["outcome"]["ranks"]
    assert [line["n"] for line in ada.told["log"]] == list(range(1, len(ada.told["log"]) + 1))


def test_programs_play_through_the_same_gate(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("scripted", "random"), start=True)
    ada = server.wire(code, *tokens)
    while ada.wait_turn():
        assert ada.choose()["type"] == "accepted"
        ada.settle(0.05)
    assert ada.told["outcome"] is not None


def test_late_and_double_answers_are_refused_harmlessly(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    old = ada.told["seq"]
    assert ada.choose("call")["type"] == "accepted"
    answer = ada.ask(type="choose", choice="call", seq=old)
    assert (answer["type"], answer["code"]) == ("error", "late")
    before = ada.settle()["view"]
    answer = ada.ask(type="choose", choice="call", seq=ada.told["seq"])
    assert answer["code"] == "illegal_choice"
    assert answer["clause"] == "LE-BET-1"
    assert ada.settle()["view"] == before
    blaise.settle()
    assert blaise.choose("raise")["type"] == "accepted"


def test_a_choice_without_a_number_is_acknowledged_by_the_update(server: Live, http: httpx.Client) -> None:
    _, _, ada, _ = two_people(server, http)
    old = ada.told["seq"]
    ada.send(type="choose", choice="call", seq=old)
    told = ada.hold(lambda told: told["seq"] > old)
    assert not told["turn"]
    ada.settle()
    assert not any(message["type"] == "accepted" for message in ada.messages)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"type":"nonsense"}', "unknown_message"),
        ("[1,2]", "unknown_message"),
        ("not json", "unknown_message"),
        ('{"type":"choose"}', "malformed"),
        ('{"type":"choose","choice":"??","seq":0}', "late"),
        ('{"type":"sit","seat":99}', "no_seat"),
        ('{"type":"sit","seat":"x"}', "no_seat"),
        ('{"type":"why"}', "malformed"),
        ('{"type":"why","choice":"??"}', "invalid_choice"),
        ('{"type":"__init__"}', "unknown_message"),
        ("[" * 4000, "unknown_message"),
        ('{"type":"start"}', "started"),
        ('{"type":"agree","yes":true}', "late"),
        ('{"type":"rematch"}', "not_over"),
        ('{"type":"bot","seat":1,"bot":"hal"}', "no_bot"),
    ],
)
def test_bad_messages_get_a_code_and_disturb_nobody(
    server: Live, http: httpx.Client, text: str, code: str
) -> None:
    table, tokens = open_table(http, seats=("scripted",), start=True)
    ada = server.wire(table, *tokens)
    ada.settle()
    ada.socket.send(text)
    assert ada.until("error")["code"] == code
    assert ada.wait_turn()
    assert ada.choose()["type"] == "accepted"


def test_a_message_too_long_closes_the_connection(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    ada = server.wire(code, *tokens)
    ada.settle()
    ada.socket.send("x" * 20_000)
    with pytest.raises(ConnectionClosed):
        ada.until("error")


def test_the_first_message_must_name_a_table(server: Live) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
        socket.send('{"type":"choose"}')
        assert json.loads(socket.recv(3))["code"] == "join_first"
    wire = server.wire("NOPEX")
    assert wire.next()["code"] == "no_table"


def test_foreign_pages_are_kept_out(server: Live, http: httpx.Client) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin("https://evil.example"))
    assert (
        http.post(
            "/api/tables", json={"game": "leduc"}, headers={"origin": "https://evil.example"}
        ).status_code
        == 403
    )
    assert http.post("/play/leduc", headers={"origin": "null"}).status_code == 403


def test_too_many_messages_are_refused(tmp_path: Path) -> None:
    with (
        live(tmp_path, socket_rate=2.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        code, tokens = open_table(http)
        ada = server.wire(code, *tokens)
        for _ in range(30):
            ada.send(type="ping")
        answers = [ada.next()["type"] for _ in range(31)]
        assert answers.count("error") >= 20
    with (
        live(tmp_path, address_rate=20.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        answers = [
            http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).status_code for _ in range(8)
        ]
        assert answers[0] == 201
        assert 429 in answers
    with (
        live(tmp_path, address_rate=2.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        assert [http.get("/healthz").status_code for _ in range(20)].count(429) >= 10


@pytest.mark.parametrize("body", [b'{"game": 3}', b"[]", b"\xff{", b'{"game": "leduc", "seats": "open"}'])
def test_a_request_of_the_wrong_shape_is_told_in_one_line(http: httpx.Client, body: bytes) -> None:
    answer = http.post("/api/tables?lang=en", content=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "request"
    assert "\n" not in answer.json()["message"]


def test_spectators_see_the_public_view_and_cannot_play(server: Live, http: httpx.Client) -> None:
    code, _, ada, _ = two_people(server, http)
    watcher = server.wire(code, "forged-token-that-nobody-has")
    told = watcher.settle()
    assert told["eye"] == -1
    assert all(seat["card"] is None for seat in told["view"]["seats"])
    assert told["legal"] == []
    for message in (
        {"type": "choose", "choice": "call", "seq": told["seq"]},
        {"type": "chat", "text": "hop"},
        {"type": "undo"},
    ):
        assert watcher.ask(**message)["code"] in ("seated_only",)
    assert ada.choose("call")["type"] == "accepted"
    watcher.settle()
    assert watcher.told["log"][-1]["text"] == "Ada suit (1)."


def test_host_powers(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open", "open"))
    host, guest = server.wire(code, *tokens), server.wire(code)
    guest.settle()
    guest.send(type="sit", seat=1, name="  Ada\u202e<script>  ")
    assert guest.until("seated")["seat"] == 1
    host.settle()
    assert host.told["players"][1]["name"] == "Ada <script>"
    for message in (
        {"type": "start"},
        {"type": "bot", "seat": 2, "bot": "random"},
        {"type": "free", "seat": 0},
        {"type": "mute", "seat": 0, "on": True},
    ):
        assert guest.ask(**message)["code"] == "host_only"
    assert host.ask(type="start")["code"] == "free_seats"
    host.send(type="fill")
    host.send(type="start")
    while host.told.get("status") != "playing":
        host.next()
    host.send(type="mute", seat=1, on=True)
    host.ask(type="sit", seat=0)
    assert guest.ask(type="chat", text="bonjour")["code"] == "muted"
    # An absent player is replaced by a program and gets the seat back.
    host.send(type="bot", seat=1, bot="scripted")
    host.hold(lambda told: told["players"][1]["bot"])
    guest.hold(lambda told: told["players"][1]["bot"])
    guest.send(type="back", seat=1)
    guest.hold(lambda told: not told["players"][1]["bot"])
    host.send(type="free", seat=1)
    guest.hold(lambda told: told["seats"] == [])
    guest.hold(lambda told: told["view"]["seats"][1]["card"] is None)


def test_others_look_after_the_table_while_the_host_is_away(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open", "open"))
    host, guest = server.wire(code, *tokens), server.wire(code)
    guest.settle()
    guest.send(type="sit", seat=1, name="Blaise")
    guest.until("seated")
    host.close()
    guest.hold(lambda told: told["players"][0]["away"])
    # Nobody is thrown out or silenced meanwhile, and a spectator has no say.
    for message in ({"type": "free", "seat": 0}, {"type": "mute", "seat": 0, "on": True}):
        assert guest.ask(**message)["code"] == "host_only"
    assert server.wire(code).ask(type="fill")["code"] == "host_only"
    guest.send(type="fill")
    guest.send(type="start")
    guest.hold(lambda told: told.get("status") == "playing")
    guest.send(type="bot", seat=0, bot="scripted")
    guest.hold(lambda told: told["players"][0]["bot"])
    guest.send(type="back", seat=0)
    guest.hold(lambda told: not told["players"][0]["bot"])
    host = server.wire(code, *tokens)
    guest.hold(lambda told: not told["players"][0]["away"])
    assert guest.ask(type="bot", seat=0, bot="scripted")["code"] == "host_only"
    assert host.settle()["seats"] == [0]


def test_whoever_is_asked_sees_his_own_face(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, "badass-force", seats=("here", "here"), start=True)
    for seat, token in enumerate(tokens):
        told = server.wire(code, token, form="html").settle()
        assert told["awaited"] == [0, 1, 2]
        assert f'<use href="#{told["avatars"][seat]}"/>' in told["html"]["bar"]


def test_who_is_removed_is_told(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    ada.send(type="free", seat=1)
    assert blaise.until("error")["code"] == "removed"


def test_a_second_seat_on_a_device_has_a_curtain_from_the_start(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    device = server.wire(code, *tokens)
    device.settle()
    device.send(type="sit", seat=1, name="Blaise")
    device.send(type="start")
    told = device.hold(lambda told: told.get("handover"))
    assert told["handover"]["seat"] == 0
    assert all(seat["card"] is None for seat in told["view"]["seats"])


def test_a_finished_game_stays_as_it_ended(server: Live, http: httpx.Client) -> None:
    code, _tokens, ada, blaise = two_people(server, http)
    play_out(ada, blaise)
    record = http.get(f"/api/replays/{code}/record").text
    blaise.close()
    assert ada.ask(type="undo")["code"] == "nothing_to_undo"
    assert http.get(f"/api/replays/{code}/record").text == record
    last = http.get(f"/api/replays/{code}").json()["last"]
    answer = http.post(f"/api/replays/{code}/continue?lang=en", json={"moment": last, "seat": 0, "name": "A"})
    assert answer.status_code == 422
    assert answer.json()["message"] == "nothing follows this moment: the game is over there"
    assert (
        http.post(
            f"/api/replays/{code}/continue", json={"moment": last - 1, "seat": 0, "name": "A"}
        ).status_code
        == 201
    )


def test_what_is_not_text_disturbs_nobody(server: Live, http: httpx.Client) -> None:
    code, _tokens, ada, blaise = two_people(server, http)
    lines = len(ada.told["log"])
    ada.socket.send(b"\x00\xff")
    assert ada.until("error")["code"] == "unknown_message"
    nested = "[" * 300 + "]" * 300
    ada.socket.send(
        json.dumps({"type": "choose", "choice": "call", "seq": ada.told["seq"], "id": json.loads(nested)})
    )
    assert ada.until("error")["code"] == "unknown_message"
    assert len(blaise.settle()["log"]) == lines
    stranger = Wire(f"ws://127.0.0.1:{server.port}/ws", code, tokens=5)
    assert stranger.settle()["eye"] == -1


def test_names_are_told_apart_and_cleaned(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    host, guest = server.wire(code, *tokens), server.wire(code)
    guest.settle()
    guest.send(type="sit", seat=1, name="ada")
    guest.settle()
    host.settle()
    assert [player["name"] for player in host.told["players"]] == ["Ada", "ada 2"]
    assert guest.ask(type="rename", seat=0, name="x")["code"] == "not_your_seat"
    assert guest.ask(type="sit", seat=0, name="x")["code"] == "taken"


def test_chat_reaches_everyone_escaped_nowhere(server: Live, http: httpx.Client) -> None:
    code, _, ada, blaise = two_people(server, http)
    ada.send(type="chat", text="<img src=x onerror=alert(1)>")
    blaise.settle()
    (remark,) = blaise.told["chat"]
    assert remark == {"name": "Ada", "seat": 0, "text": "<img src=x onerror=alert(1)>", "at": remark["at"]}
    late = server.wire(code)
    assert late.settle()["chat"] == blaise.told["chat"]


def test_why_not_cites_the_clause(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    ada.send(type="why", choice="fold")
    answer = ada.until("why")
    assert (answer["reason"], answer["clause"]) == ("il n'y a rien à suivre", "LE-BET-4")
    blaise.send(type="lang", lang="en")
    blaise.send(type="why", choice="call")
    assert blaise.until("why")["reason"] == "it is not your turn"


def test_sealed_answers_over_the_wire(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http, "morra")
    count, seq = len(blaise.messages), blaise.told["seq"]
    ada.choose("show 1")
    ada.settle()
    ada.choose("call 3")
    blaise.settle()
    assert len(blaise.messages) == count
    assert blaise.told["seq"] == seq
    blaise.choose("show 2")
    blaise.settle()
    blaise.choose("call 2")
    ada.settle()
    assert [line["kind"] for line in ada.told["log"][-4:]] == ["reveals", "reveals", "scores", "begins"]


def test_hot_seat_hands_over(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("here",))
    assert len(tokens) == 2
    device = server.wire(code, *tokens)
    device.settle()
    device.send(type="start")
    told = device.settle()
    assert told["handover"] == {"seat": 0, "name": "Ada"}
    assert all(seat["card"] is None for seat in told["view"]["seats"])
    device.send(type="eye", seat=0)
    told = device.settle()
    assert told["view"]["seats"][0]["card"]
    assert told["handover"] is None
    device.choose("call")
    told = device.settle()
    assert told["handover"]["seat"] == 1
    assert all(seat["card"] is None for seat in told["view"]["seats"]), (
        "the curtain hides the first player's card"
    )
    device.send(type="eye", seat=1)
    assert device.settle()["view"]["seats"][1]["card"]


def test_the_clock_plays_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bagarre.web import opening

    monkeypatch.setattr(opening, "CLOCKS", (0, 1))
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        _, _, ada, blaise = two_people(server, http, clock=1)
        assert ada.told["clock"]["total"] == 1
        blaise.hold(lambda told: "Ada suit (1)." in [line["text"] for line in told["log"]])
        # Several at once: the window closes for all together.
        _, _, ada, blaise = two_people(server, http, "morra", clock=1)
        ada.choose("show 2")
        late = "timed_out"
        blaise.hold(lambda told: sum(line["kind"] != late for line in told["log"]) >= 3)
        told = [line["kind"] for line in blaise.told["log"]]
        assert [kind for kind in told if kind != late][1:3] == ["reveals", "reveals"]
        # The log says so, once nobody else owes an answer.
        assert late in told


def test_rematch_keeps_the_seats(server: Live, http: httpx.Client) -> None:
    code, tokens, ada, blaise = two_people(server, http)
    play_out(ada, blaise)
    ada.send(type="rematch")
    new = ada.until("moved")["table"]
    blaise.settle()
    assert blaise.told["next"] == new != code
    again = server.wire(new, tokens[1])
    assert again.settle()["seats"] == [1]


def test_replay_and_continue(server: Live, http: httpx.Client) -> None:
    code, _, ada, blaise = two_people(server, http)
    assert http.get(f"/api/replays/{code}").status_code == 404, "a running game keeps its secrets"
    assert http.get(f"/api/replays/{code}/record").status_code == 404
    play_out(ada, blaise)
    told = http.get(f"/api/replays/{code}?eye=-2").json()
    assert "Ada reçoit" in told["log"][0]["html"].replace("<b>", "").replace("</b>", "")
    open_cards = http.get(f"/api/replays/{code}/at/0?eye=-2").json()["html"]
    watched = http.get(f"/api/replays/{code}/at/0?eye=-1").json()["html"]
    assert open_cards.count("card--back") == 1
    assert watched.count("card--back") == 3
    assert http.get(f"/api/replays/{code}/at/999").status_code == 404
    record = http.get(f"/api/replays/{code}/record")
    assert record.headers["content-disposition"].endswith('.jsonl"')
    kept = http.post("/api/records", content=record.content)
    assert kept.status_code == 201, kept.text
    assert http.get(f"/api/replays/{kept.json()['code']}").json()["last"] == told["last"]
    assert http.post("/api/records", content=b"{}").status_code == 422
    answer = http.post(f"/api/replays/{code}/continue", json={"moment": 1, "seat": 1, "name": "Eve"}).json()
    eve = server.wire(answer["code"], *answer["tokens"])
    eve.settle()
    eve.send(type="fill")
    eve.send(type="start")
    while eve.told.get("status") != "playing":
        eve.next()
    eve.settle()
    assert [line["kind"] for line in eve.told["log"][:3]] == ["dealt", "dealt", "calls"]
    while eve.wait_turn():
        eve.choose()
        eve.settle(0.05)
    assert eve.told["outcome"]


def test_a_record_says_who_was_a_program(server: Live, http: httpx.Client) -> None:
    """From the beginning (`seats`), or standing in later, choice by choice."""
    code, tokens = open_table(http, seats=("open", "scripted"))
    ada, blaise = server.wire(code, *tokens), server.wire(code)
    for wire in (ada, blaise):
        wire.settle()
    blaise.send(type="sit", seat=1, name="Blaise")
    blaise.until("seated")
    ada.send(type="start")
    ada.hold(lambda told: told.get("status") == "playing")
    ada.wait_turn()
    ada.choose()
    blaise.wait_turn()
    blaise.choose()
    ada.send(type="bot", seat=1, bot="random")
    while ada.wait_turn():
        ada.choose()
        ada.settle(0.05)
    record = read_record(http.get(f"/api/replays/{code}/record").text)
    assert record.header.seats == ("human", "human", "scripted")
    choices = [line for line in record.lines if isinstance(line, ChoiceMade)]
    assert {line.bot for line in choices if line.seat != 1} == {""}
    mine = [line.bot for line in choices if line.seat == 1]
    assert mine[0] == ""
    assert set(mine[1:]) <= {"random"}


def test_a_game_of_older_rules_is_shown_as_far_as_it_follows(
    server: Live, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line that does not follow any more is told on the page, and the record is given out as it was."""
    match = Match(LEDUC, ["A", "B"], seed="7")
    match.play(0, "raise")
    header = match.header() | {"rules_version": LEDUC.meta.rules_version - 1}
    lines = [*match.lines, {"seat": 0, "choice": "fold"}]
    replay = Replay.of(Stored("x", "leduc", "t", "over", {}, header, 0, [], lines=lines), LEDUC)
    assert replay.last == 1
    assert replay.problem is not None
    assert "line 4" in replay.problem.say("en")
    assert [line.data() for line in read_record(replay.record()).lines] == lines
    code, _, ada, blaise = two_people(server, http)
    play_out(ada, blaise)
    monkeypatch.setattr("bagarre.web.replay.follow_as_far", lambda *_: (match, replay.problem))
    page = http.get(f"/r/{code}?lang=en").text
    assert "written under rules" in page
    assert page.count('class="notice"') == 1


def test_coming_back_catches_up_from_the_last_line(server: Live, http: httpx.Client) -> None:
    code, tokens, ada, blaise = two_people(server, http)
    told = blaise.told["told"]
    blaise.close()
    ada.settle()
    assert next(p for p in ada.told["players"] if p["away"])["name"] == "Blaise"
    ada.choose("raise")
    again = server.wire(code, tokens[1], told=told)
    news = again.settle()
    assert [line["n"] for line in news["log"]] == [told + 1]
    assert [choice["choice"] for choice in news["legal"]] == ["fold", "call", "raise"]


def test_tokens_are_stored_as_hashes_and_never_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.sqlite3"
    with (
        live(tmp_path, database=sqlite_url(file)) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        _, tokens, ada, _ = two_people(server, http)
        ada.choose("call")
    rows = sqlite3.connect(file).execute("select token_hash from seats").fetchall()
    assert [row[0] for row in rows] == [hash_token(token) for token in tokens]
    dump = "\n".join(sqlite3.connect(file).iterdump())
    for token in tokens:
        assert token not in dump
        assert token not in caplog.text


def test_the_serving_process_never_compiles(tmp_path: Path) -> None:
    """Numba is not even imported where tables are served; programs think elsewhere."""
    script = f"""
import sys, httpx, pathlib
from tests.web.house import live
if __name__ == "__main__":
    with live(pathlib.Path({str(tmp_path)!r})) as server, httpx.Client(base_url=server.base, timeout={PATIENCE}) as http:
        opened = http.post("/api/tables", json={{"game": "leduc", "name": "A", "seats": ["scripted"], "start": True}}).json()
        wire = server.wire(opened["code"], *opened["tokens"])
        while wire.wait_turn():
            wire.choose()
            wire.settle(0.05)
    assert "numba" not in sys.modules, "numba was imported"
    print("fine")
"""
    file = tmp_path / "serve_once.py"
    file.write_text(script)
    done = subprocess.run(
        [sys.executable, file],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={"PYTHONPATH": ".", "PATH": "/usr/bin"},
    )
    assert done.stdout.strip().endswith("fine"), done.stderr


def test_a_program_that_fails_gets_a_legal_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:

        async def nothing(*_: Any) -> None:
            return None

        monkeypatch.setattr(server.registry.bot_workers, "choose", nothing)
        code, tokens = open_table(http, seats=("scripted",), start=True)
        ada = server.wire(code, *tokens)
        while ada.wait_turn():
            ada.choose()
            ada.settle(0.05)
        assert ada.told["outcome"]
