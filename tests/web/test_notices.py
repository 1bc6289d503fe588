"""Being told of a game that one does not look at: by web push, webhook and e-mail, once, in one's language, and nothing secret."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from py_vapid import Vapid02
from sqlalchemy import func, select

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match
from bagarre.web import notices, receivers
from bagarre.web.database import RECEIVERS, WATCHED
from bagarre.web.delivery import Sender, checked_address, new_vapid
from bagarre.web.notices_text import Note, Occasion, note_of, occasions, publicly_asked, reminds
from bagarre.web.receivers import DISCORD, HOOK, JSON, MAIL, SLACK, Quiet, Receiver
from bagarre.web.store import BOT, HUMAN, OPEN, Seat, Stored, TakeBack, Waiting
from tests.patience import PATIENCE
from tests.web.devices import Device
from tests.web.house import Live, Wire, live, on_web
from tests.web.postbox import Browser, Letters, Postbox, postbox, until
from tests.web.postgres import Postgres, running_postgres
from tests.web.test_leaks import look_alike

QUICK: dict[str, Any] = {"notice_delay": 0.05, "notice_sweep": 0.1, "private_notices": True}


@pytest.fixture(scope="module")
def letters() -> Iterator[Letters]:
    server = Letters()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, letters: Letters) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("web")
    with live(folder, smtp=letters.url, mail_from="bagarre@example.org", **QUICK) as running:
        yield running


@pytest.fixture
def box() -> Iterator[Postbox]:
    with postbox() as found:
        yield found


def add(http: httpx.Client, kind: str, address: Any, **more: Any) -> dict[str, Any]:
    answer = http.post("/api/notices", json={"kind": kind, "address": address, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def watch(http: httpx.Client, mine: dict[str, Any], code: str, *tokens: str) -> None:
    asked = {"secret": mine["secret"], "tables": [{"code": code, "tokens": list(tokens)}]}
    assert http.post(f"/api/notices/{mine['id']}/tables", json=asked).json() == {"tables": 1}


def two(http: httpx.Client, **more: Any) -> tuple[str, list[str]]:
    """A table of two, both of whom are here."""
    asked = {"game": "leduc", "name": "Ada", "seats": ["here"], "names": ["Blaise"], "title": "Chez Ada", "start": True}  # fmt: skip
    told = http.post("/api/tables", json=asked | more).raise_for_status().json()
    return told["code"], told["tokens"]


def turn_of(wires: list[Wire]) -> int:
    for wire in wires:
        wire.settle(0.05)
    return next(seat for seat, wire in enumerate(wires) if wire.told.get("legal"))


def test_a_turn_is_told_once_and_only_the_browser_can_read_it(
    server: Live, http: httpx.Client, box: Postbox
) -> None:
    code, tokens = two(http)
    wires = [server.wire(code, token) for token in tokens]
    mover = turn_of(wires)
    browser = Browser(box)
    mine = add(http, "push", browser.subscription())
    watch(http, mine, code, tokens[1 - mover])
    # The other one chooses: now it is this one's turn.
    assert wires[mover].choose()["type"] == "accepted"
    (_, headers, body), *_ = box.wait()
    told = browser.read(body)
    assert told["title"] == "Leduc\u00a0: à vous de jouer"
    assert "Chez Ada" in told["body"]
    assert told["path"] == f"/t/{code}"
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
    assert int(headers["ttl"]) > 0
    token = headers["authorization"]
    key = http.get("/api/notices").json()["key"]
    assert f"k={key}" in token
    assert Vapid02.verify(token)
    assert b"Leduc" not in body
    assert all(token not in str(told) for token in tokens)
    # Nothing more is told of the same turn, however often one looks.
    time.sleep(0.4)
    assert len(box.got) == 1
    for wire in wires:
        wire.close()


def test_whoever_looks_is_not_told(server: Live, http: httpx.Client, box: Postbox) -> None:
    code, tokens = two(http)
    wires = [server.wire(code, token) for token in tokens]
    mover = turn_of(wires)
    page = server.wire(code, tokens[1 - mover], form="html")
    page.settle(0.05)
    browser = Browser(box)
    watch(http, add(http, "push", browser.subscription()), code, tokens[1 - mover])
    wires[mover].choose()
    wires[1 - mover].hold(lambda told: told.get("legal"))
    until(lambda: code not in server.registry.notices._timers)
    time.sleep(0.3)
    assert box.got == []
    # They turn to something else: now they are told.
    page.send(type="visible", on=False)
    box.wait()
    assert browser.told()[0]["title"].startswith("Leduc")
    for wire in (*wires, page):
        wire.close()


def test_a_take_back_a_full_table_and_the_end_are_told(
    server: Live, http: httpx.Client, box: Postbox
) -> None:
    asked = {"game": "leduc", "name": "Ada", "seats": ["open"], "title": "T"}
    told = http.post("/api/tables", json=asked).raise_for_status().json()
    code, tokens = told["code"], told["tokens"]
    mine = add(http, "hook", f"{box.base}/hook")
    watch(http, mine, code, *tokens)
    guest = server.wire(code)
    guest.settle(0.05)
    guest.send(type="sit", seat=1, name="Blaise")
    guest.until("seated")
    box.wait(1)
    assert json.loads(box.got[0][2])["what"] == "full"
    host = server.wire(code, *tokens)
    host.send(type="start")
    wires = [host, guest]
    mover = turn_of(wires)
    if mover == 0:
        host.choose()
        turn_of(wires)
    guest.choose()
    guest.settle(0.05)
    guest.send(type="undo")
    until(lambda: any(json.loads(body)["what"] == "back" for _, _, body in box.got))
    back = next(json.loads(body) for _, _, body in box.got if json.loads(body)["what"] == "back")
    assert back["title"] == "Leduc\u00a0: Blaise demande de reprendre un coup"
    host.send(type="agree", yes=False)
    while host.told.get("status") != "over":
        wires[turn_of(wires)].choose()
        for wire in wires:
            wire.settle(0.05)
    until(lambda: any(json.loads(body)["what"] == "over" for _, _, body in box.got))
    shown = json.loads(box.got[-1][2])
    assert shown["link"] == f"{server.base}/t/{code}"
    assert shown["seat"] == "Ada"
    for wire in wires:
        wire.close()


def test_letters_are_sent_to_those_who_agreed_and_stop_at_one_click(
    server: Live, http: httpx.Client, letters: Letters
) -> None:
    before = len(letters.got)
    code, tokens = two(http)
    made = add(http, "mail", "ada@example.org")
    assert made["confirmed"] is False
    watch(http, made, code, *tokens)
    assert http.post(f"/api/notices/{made['id']}/try", json={"secret": made["secret"]}).status_code == 422
    until(lambda: len(letters.got) > before)
    letter = email.message_from_string(letters.got[before], policy=email.policy.default)
    assert (letter["to"], letter["from"]) == ("ada@example.org", "bagarre@example.org")
    confirm = next(line for line in letter.get_content().split() if "/notices/confirm" in line)
    # A program that looks at links follows none.
    assert http.get(confirm).status_code == 200
    assert http.post(confirm + "x").status_code == 404
    assert not asyncio.run_coroutine_threadsafe(
        server.registry.notices.receivers.get(made["id"]), server.registry.notices._sweeper.get_loop()
    ).result().confirmed  # fmt: skip
    assert http.post(confirm).status_code == 200
    wires = [server.wire(code, token) for token in tokens]
    wires[turn_of(wires)].choose()
    until(lambda: len(letters.got) > before + 1)
    letter = email.message_from_string(letters.got[-1], policy=email.policy.default)
    assert letter["subject"] == "Leduc\u00a0: à vous de jouer"
    assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert http.post(letter["list-unsubscribe"].strip("<>")).status_code == 200
    proof = {"secret": made["secret"]}
    assert http.post(f"/api/notices/{made['id']}/known", json=proof).status_code == 404
    for wire in wires:
        wire.close()


def test_what_is_refused(server: Live, http: httpx.Client, box: Postbox) -> None:
    good = Browser(box).subscription()
    for kind, address in [
        ("push", {"endpoint": good["endpoint"]}), ("push", good | {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}), ("hook", "ftp://x"),
        ("hook", "http://user:secret@example.org/"), ("hook", ""), ("hook", "https://exa mple.org"), ("mail", "nobody"),
        ("mail", "a@b"), ("mail", "a@b@example.org"), ("mail", "=?utf-8?q?a=0ab?=@example.org"), ("mail", "a@example..org"),
        ("mail", "a\n@example.org"), ("mail", "a,b@example.org"), ("hook", {"a": 1}), ("push", []),
    ]:  # fmt: skip
        answer = http.post("/api/notices", json={"kind": kind, "address": address})
        assert (answer.status_code, len(answer.json()["message"].splitlines())) == (422, 1), address
    made = add(http, "hook", f"{box.base}/hook")
    for act in ("try", "stop", "known", "wanted", "tables"):
        wrong = {"secret": "guess", "tables": []}
        assert http.post(f"/api/notices/{made['id']}/{act}", json=wrong).status_code == 404
    # A seat whose token one does not have is nobody's to be told of.
    code, _ = two(http)
    asked = {"secret": made["secret"], "tables": [{"code": code, "tokens": ["x"]}]}
    assert http.post(f"/api/notices/{made['id']}/tables", json=asked).json() == {"tables": 0}


def test_a_device_that_is_gone_is_forgotten_and_one_that_is_away_is_tried_again(
    server: Live, http: httpx.Client, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.registry.notices.outbox, "_pauses", (0.01, 0.01))
    browser = Browser(box)
    made = add(http, "push", browser.subscription())
    proof = {"secret": made["secret"]}
    box.answers = [503, 429, 201]
    http.post(f"/api/notices/{made['id']}/try", json=proof)
    box.wait(3)
    assert {told["title"] for told in browser.told()} == {"Bagarre\u00a0: ça marche"}
    # A redirect leads nowhere.
    box.answers = [307]
    http.post(f"/api/notices/{made['id']}/try", json=proof)
    box.wait(4)
    assert all(path == "/push/1" for path, _, _ in box.got)
    box.answers = [410]
    http.post(f"/api/notices/{made['id']}/try", json=proof)
    until(lambda: http.post(f"/api/notices/{made['id']}/known", json=proof).status_code == 404)


def test_the_queue_is_bounded(tmp_path: Path) -> None:
    async def run() -> list[str]:
        counted: list[str] = []
        outbox = notices.Outbox(None, counted.append)  # type: ignore[arg-type]
        for _ in range(notices.QUEUE + 3):
            outbox.put(notices.Parcel(receiver(), None, None))  # type: ignore[arg-type]
        outbox.stop()
        return counted

    assert asyncio.run(run()) == ["dropped"] * 3


def test_whoever_keeps_a_name_is_told_of_games_of_all_their_devices(server: Live, box: Postbox) -> None:
    ada = Device(server.base)
    ada.register("Ada")
    made = add(ada.http, "hook", f"{box.base}/hook")
    asked = {"game": "leduc", "name": "Ada", "seats": ["open"]}
    table = ada.http.post("/api/tables", json=asked).json()
    wire = server.wire(table["code"], *table["tokens"], session=ada.session)
    wire.settle(0.05)
    guest = server.wire(table["code"])
    guest.settle(0.05)
    guest.send(type="sit", seat=1, name="Blaise")
    box.wait()
    assert json.loads(box.got[0][2])["what"] == "full"
    # Erased with the person.
    assert ada.erase().json() == {"erased": True}
    assert (
        ada.http.post(f"/api/notices/{made['id']}/known", json={"secret": made["secret"]}).status_code == 404
    )
    for one in (wire, guest):
        one.close()


# Hostile ones.


def count(server: Live, statement: Any) -> int:
    async def ask() -> int:
        async with server.registry.store.engine.connect() as connection:
            return int((await connection.execute(statement)).scalar_one())

    return asyncio.run_coroutine_threadsafe(ask(), server.registry.notices._sweeper.get_loop()).result()


def test_nobody_has_thousands_of_notes_sent_to_somebody_else(
    server: Live, http: httpx.Client, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receivers, "MOST_OF_SEAT", 3)
    monkeypatch.setattr(receivers, "MOST_EACH", 2)
    code, tokens = two(http)
    for _ in range(5):
        watch(http, add(http, "hook", f"{box.base}/victim"), code, *tokens)
    watched = select(func.count()).select_from(WATCHED).where(WATCHED.c.code == code)
    assert count(server, watched) == 3 * len(tokens)
    ada = Device(server.base)
    ada.register("Ada")
    for _ in range(4):
        add(ada.http, "hook", f"{box.base}/victim")
    mine = select(func.count()).select_from(RECEIVERS).where(RECEIVERS.c.person == ada.id)
    assert count(server, mine) == 2


def test_an_address_that_nobody_confirms_is_forgotten(
    server: Live, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    http.headers["x-forwarded-for"] = "192.0.2.7"
    made = add(http, "mail", "nobody@example.org")
    monkeypatch.setattr(receivers, "UNCONFIRMED", -1.0)
    add(http, "hook", "http://127.0.0.1:9/")
    assert http.post(f"/api/notices/{made['id']}/known", json={"secret": made["secret"]}).status_code == 404


def test_whoever_stopped_it_is_not_told_when_it_is_tried_again(
    server: Live, http: httpx.Client, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.registry.notices.outbox, "_pauses", (0.3,))
    code, tokens = two(http)
    wires = [server.wire(code, token) for token in tokens]
    stopped, left = (add(http, "hook", f"{box.base}/{name}") for name in ("stopped", "left"))
    mover = turn_of(wires)
    for one in (stopped, left):
        watch(http, one, code, tokens[1 - mover])
    box.answers = [503, 503]
    wires[mover].choose()
    box.wait(2)
    assert (
        http.post(f"/api/notices/{stopped['id']}/stop", json={"secret": stopped["secret"]}).status_code == 200
    )
    wires[1 - mover].send(type="free", seat=1 - mover)
    wires[1 - mover].settle(0.05)
    until(lambda: not server.registry.notices.outbox._later)
    time.sleep(0.2)
    assert len(box.got) == 2
    for wire in wires:
        wire.close()


def test_a_game_that_rests_is_not_played_again_for_nothing(
    server: Live, http: httpx.Client, box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody wants to be told, it is not their turn, or they sleep: every look would play all games once more."""
    code, tokens = two(http)
    wires = [server.wire(code, token) for token in tokens]
    mover = turn_of(wires)
    indifferent, other = (
        add(http, "hook", f"{box.base}/a", wants=["full"]),
        add(http, "hook", f"{box.base}/b"),
    )
    watch(http, indifferent, code, tokens[1 - mover])
    watch(http, other, code, tokens[mover])
    wires[mover].choose()
    turn_of(wires)
    for wire in wires:
        wire.close()
    ours = server.registry.notices

    async def is_news() -> bool:
        stored = await server.registry.store.glance(code)
        assert stored is not None
        return await ours._is_news(stored)

    def asked() -> bool:
        return asyncio.run_coroutine_threadsafe(is_news(), ours._sweeper.get_loop()).result()

    until(lambda: code not in ours._timers)
    assert not asked()
    late = add(http, "hook", f"{box.base}/c")
    watch(http, late, code, tokens[1 - mover])
    assert not asked(), "what was asked before"


def test_nobody_has_many_letters_sent_to_somebody_else(server: Live, http: httpx.Client) -> None:
    said = []
    for number in range(4):
        http.headers["x-forwarded-for"] = f"192.0.2.{100 + number}"
        said.append(
            http.post(
                "/api/notices", json={"kind": "mail", "address": f"{'vV'[number % 2]}ictim@example.org"}
            ).status_code
        )
    assert said == [201, 201, 201, 429]


def test_a_letter_leads_to_no_server_that_a_stranger_named(tmp_path: Path, letters: Letters) -> None:
    with live(tmp_path, host="0.0.0.0", smtp=letters.url, mail_from="bagarre@example.org") as server:
        asked = {"kind": "mail", "address": "victim@example.org"}
        for host, status in (("198.51.100.6", 422), (f"127.0.0.1:{server.port}", 201)):
            answer = httpx.post(
                f"{server.base}/api/notices", json=asked, headers={"host": host}, timeout=PATIENCE
            )
            assert answer.status_code == status, host


def test_one_broken_table_does_not_end_the_looking(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, looks = server.registry.notices, list[int]()

    async def breaks() -> None:
        looks.append(1)
        raise KeyError

    monkeypatch.setattr(ours, "look_at_all", breaks)
    until(lambda: len(looks) > 2)


# Forms, quiet hours, occasions.


def receiver(kind: str = HOOK, form: str = JSON, **more: Any) -> Receiver:
    return Receiver("r", kind, "", form, "fr", ("turn",), Quiet(), "https://x.example", True, 0.0, **more)


def test_discord_and_slack_are_told_in_their_form_and_nobody_is_called() -> None:
    sender = Sender(new_vapid(), "seal")
    note = Note("turn", "Leduc : à vous", "@everyone <!channel> *x* [a](b)", "/t/abc")
    discord = sender.hook_body(receiver(form=DISCORD), note)
    assert discord["allowed_mentions"] == {"parse": []}
    assert "https://x.example/t/abc" in discord["content"]
    assert "\\*x\\* \\[a\\](b)" in discord["content"]
    slack = sender.hook_body(receiver(form=SLACK), note)
    assert "&lt;!channel&gt;" in slack["text"]
    assert sender.hook_body(receiver(), note)["stop"].startswith("https://x.example/notices/stop?r=r&s=")


@pytest.mark.parametrize(
    ("begin", "end", "hour", "holds"),
    [(22, 8, 23, True), (22, 8, 3, True), (22, 8, 12, False), (9, 17, 12, True), (9, 17, 18, False), (0, 0, 3, False)],
)  # fmt: skip
def test_quiet_hours_are_those_of_the_receiver(begin: int, end: int, hour: int, holds: bool) -> None:
    # Midnight of a winter's day in Paris.
    midnight = 1_700_002_800.0
    for zone, offset in (("Europe/Paris", 0), ("nowhere/at all", 60)):
        quiet = Quiet(60 * begin, 60 * end, zone, offset)
        assert quiet.holds(midnight + 3600 * hour) == holds


def test_nobody_is_told_in_quiet_hours_but_afterwards(server: Live, http: httpx.Client, box: Postbox) -> None:
    code, tokens = two(http)
    wires = [server.wire(code, token) for token in tokens]
    now = time.gmtime()
    minute = 60 * now.tm_hour + now.tm_min
    quiet = {"quiet_from": (minute - 5) % 1440, "quiet_to": (minute + 60) % 1440, "zone": "UTC"}
    made = add(http, "hook", f"{box.base}/hook", **quiet)
    watch(http, made, code, *tokens)
    wires[turn_of(wires)].choose()
    turn_of(wires)
    time.sleep(0.4)
    assert box.got == []
    changed = {"secret": made["secret"], "wants": ["turn"]}
    assert http.post(f"/api/notices/{made['id']}/wanted", json=changed).status_code == 200
    box.wait()
    assert json.loads(box.got[0][2])["what"] == "turn"
    for wire in wires:
        wire.close()


def stored(status: str, **more: Any) -> Stored:
    seats = [Seat(HUMAN, "Ada", "", "a"), Seat(HUMAN, "Blaise", "", "b"), Seat(BOT, "Robot", "random", "")]
    return Stored("code", "leduc", "T", status, {}, {}, 0, seats, **more)


def test_occasions() -> None:
    def told(table: Stored, now: float = 100.0) -> list[tuple[str, int]]:
        return [(one.what, one.seat) for one in occasions(table, table.waiting.asked or (), now, 50.0)]

    assert told(stored("playing", waiting=Waiting([1, 2], since=60.0))) == [("turn", 1)]
    back = Waiting([0], since=60.0, take_back=TakeBack(0, 1))
    assert told(stored("playing", waiting=back)) == [("turn", 0), ("back", 1)]
    assert told(stored("over")) == [("over", 0), ("over", 1)]
    assert told(stored("lobby")) == [("full", 0), ("full", 1)]
    waits = stored("lobby")
    waits.seats[1] = Seat(OPEN)
    assert told(waits) == []
    days = stored("playing", waiting=Waiting([0], since=0.0, until=86_400.0))
    assert told(days) == [("turn", 0)]
    assert told(days, 86_400.0 - 6 * 3600.0) == [("turn", 0), ("soon", 0)]
    assert not reminds(0.0, 60.0, 30.0), "nobody is reminded of a minute"
    assert not reminds(0.0, 86_400.0, 86_401.0)


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_a_note_tells_nothing_that_a_spectator_does_not_know(game: Game) -> None:
    """In two worlds that look the same to everybody who watches, every note is the same, letter by letter."""
    dice = random.Random(7)
    seats = game.meta.players[0] if game.meta.players[0] > 1 else 2
    match = Match(game, [f"P{seat}" for seat in range(seats)], seed="7")
    table = Stored(
        "code", game.name, "T", "playing", {}, {}, 0, [Seat(HUMAN, name) for name in match.players]
    )
    said = 0
    for _ in range(40):
        if match.is_over:
            break
        twin = look_alike(match, SPECTATOR, dice)
        told = [
            [
                note_of(occasion, table, game, world, lang)
                for lang in ("fr", "en")
                for occasion in occasions(table, publicly_asked(world), 0.0, 0.0)
            ]
            for world in (match, twin)
        ]
        assert told[0] == told[1]
        said += sum(len(note.body) > len("T") for note in told[0])
        mover = dice.choice(match.deciders)
        match.play(mover, dice.choice(list(match.legal(mover))))
    assert said or game.name in ("leduc", "morra"), "the question is in the text"


def test_notes_are_in_the_language_of_the_receiver(server: Live) -> None:
    game = server.registry.games["leduc"]
    for lang, words in (("fr", "Leduc\u00a0: à vous de jouer"), ("en", "Leduc: your turn")):
        assert note_of(Occasion("turn", 0, "", 0.0), stored("playing"), game, None, lang).title == words


def test_addresses_of_push_services_are_looked_at_too(box: Postbox) -> None:
    with pytest.raises(Mistake) as refused:
        checked_address("push", Browser(box).subscription(), private=False)
    assert refused.value.key == "notice_unsafe"
    assert checked_address(MAIL, " ada@example.org ", private=False) == "ada@example.org"


# Several processes.


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


def test_of_several_processes_one_tells_and_what_a_dead_one_left_is_told(
    tmp_path: Path, postgres: Postgres, box: Postbox
) -> None:
    shared = QUICK | {"database": postgres.url, "lease": 600.0, "render_workers": 0}
    with live(tmp_path, **shared) as second:
        with live(tmp_path, **shared | {"notice_delay": 600.0, "notice_sweep": 600.0}) as first:
            with httpx.Client(base_url=first.base, timeout=PATIENCE) as http:
                code, tokens = two(http)
                wires = [first.wire(code, token) for token in tokens]
                watch(http, add(http, "hook", f"{box.base}/hook"), code, *tokens)
                wires[turn_of(wires)].choose()
                turn_of(wires)
                for wire in wires:
                    wire.close()
            # The other process sees a table that is not its own.
            time.sleep(0.4)
            assert box.got == []
        # The first has ended without having told anybody.
        box.wait(1)
        time.sleep(0.4)
        assert [json.loads(body)["what"] for _, _, body in box.got] == ["turn"]
        with live(tmp_path, **shared):
            time.sleep(0.4)
            assert len(box.got) == 1, "what was told is not told again"
        assert second.registry.notices.active
