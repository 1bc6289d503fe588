"""The page of whoever hosts the server: behind a token; tables, load, errors, bans, and a line for everybody."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from bagarre.cli.serve import host_token_of
from bagarre.kernel.errors import Mistake
from bagarre.web import host_pages
from bagarre.web.host_desk import Announcement, network_of
from bagarre.web.host_log import HostLog, without_secrets
from bagarre.web.host_pages import Key
from bagarre.web.writer import StoreAway
from tests.patience import PATIENCE
from tests.web.house import Live, live
from tests.web.postgres import Postgres, running_postgres
from tests.web.test_wire import open_table

TOKEN = "a token that nobody guesses"
THERE = "203.0.113.7"


@pytest.fixture(scope="module", autouse=True)
def _impatient() -> Iterator[None]:
    """Nobody here waits for a wrong token."""
    patch = pytest.MonkeyPatch()
    patch.setattr(host_pages, "WRONG", 0.01)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("web"), host_token=TOKEN, idle_over=0.1) as running:
        yield running


@contextlib.contextmanager
def entered(server: Live) -> Iterator[httpx.Client]:
    english = {"accept-language": "en"}
    with httpx.Client(base_url=server.base, timeout=PATIENCE, follow_redirects=True, headers=english) as http:
        assert http.post("/host/enter", data={"token": TOKEN}).status_code == 200
        yield http


def test_a_server_without_a_token_has_no_such_page(tmp_path: Path) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        assert http.get("/host").status_code == 404
        assert http.post("/host/enter", data={"token": ""}).status_code == 404
        assert http.post("/host/ban", data={"address": THERE}).status_code == 404
        assert http.get("/api/host", headers={"authorization": "Bearer x"}).status_code == 404


def test_the_token_opens_it_and_a_cookie_stands_for_it(server: Live) -> None:
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        shut = http.get("/host")
        assert 'name="token"' in shut.text
        assert "ho-table" not in shut.text
        assert http.get("/host/now").status_code == 403
        for act in ("ban", "lift", "announce"):
            assert http.post(f"/host/{act}", data={"address": THERE}).status_code == 403
        wrong = http.post("/host/enter", data={"token": TOKEN[:-1]})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (403, False)
        opened = http.post("/host/enter", data={"token": TOKEN})
        assert opened.status_code == 303
        cookie = opened.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=strict", "max-age=3600", "path=/host"))
        assert TOKEN not in cookie
        shown = http.get("/host", headers={"accept-language": "en"})
        assert "ho-table" in shown.text
        assert TOKEN not in shown.text
        http.post("/host/leave")
        assert "ho-table" not in http.get("/host").text


def test_wrong_tokens_wait_longer_and_longer(tmp_path: Path) -> None:
    with (
        live(tmp_path, host_token=TOKEN) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        codes = [http.post("/host/enter", data={"token": f"no {i}"}).status_code for i in range(5)]
        assert codes == [403, 403, 403, 403, 429]
        # Not even the right one is looked at meanwhile; somebody else's is.
        assert http.post("/host/enter", data={"token": TOKEN}).status_code == 429
        other = {"x-forwarded-for": THERE}
        assert http.post("/host/enter", data={"token": TOKEN}, headers=other).status_code == 303
        bearer = {"authorization": f"Bearer {TOKEN}", "x-forwarded-for": "198.51.100.3"}
        assert http.get("/api/host", headers=bearer).json()["processes"]


def test_sessions_end_and_cannot_be_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    key = Key(TOKEN)
    session = key.session()
    assert key.holds(session)
    assert Key(TOKEN).holds(session), "another process knows it too"
    assert not Key(TOKEN + "!").holds(session)
    assert not key.holds("")
    assert not key.holds("9999999999.ab.cd")
    later = str(int(session.partition(".")[0]) + 1)
    assert not key.holds(later + session[len(later) :])
    over = time.time() + 3601
    monkeypatch.setattr(time, "time", lambda: over)
    assert not key.holds(session)


def test_tables_connections_and_errors_are_shown(server: Live) -> None:
    with entered(server) as http:
        code, tokens = open_table(http, title="<b>Chez Ada</b>")
        wire = server.wire(code, *tokens, comes_from=THERE)
        wire.settle()
        secret = "s3cretTokenThatIsLong"
        logging.getLogger("bagarre.web").error("a thing failed", extra={"table": code, "shown": secret})
        try:
            raise ValueError(secret)
        except ValueError:
            logging.getLogger("bagarre.web").exception("a request failed")
        page = http.get("/host").text
        assert "&lt;b&gt;Chez Ada" in page
        assert THERE in page
        assert f"a thing failed table={code[:4]}…" in page
        assert "ValueError test_host.py:" in page
        assert secret not in page
        told = http.get("/api/host", headers={"authorization": f"Bearer {TOKEN}"}).json()
        assert next(table for table in told["tables"] if table["code"] == code)["connections"] == 1
        assert told["counts"]["leduc"]["lobby"] >= 1
        assert told["processes"][0]["sockets"] >= 1
        assert "Chez Ada" in http.get("/host/now").text
        wire.close()


def test_an_address_is_kept_away_until_that_is_lifted(server: Live) -> None:
    with entered(server) as http:
        code, tokens = open_table(http)
        wire = server.wire(code, *tokens, comes_from=THERE)
        wire.settle()
        shown = http.post("/host/ban", data={"address": "203.0.113.0/24", "reason": "floods <us>"})
        assert "203.0.113.0/24" in shown.text
        assert "floods &lt;us&gt;" in shown.text
        with pytest.raises(ConnectionClosed):
            wire.until("nothing of that kind")
        assert wire.messages[-1]["code"] == "banned"
        banned = {"x-forwarded-for": THERE}
        assert http.get("/", headers=banned).status_code == 403
        assert http.get("/", headers={"x-forwarded-for": "203.0.114.1"}).status_code == 200
        # Whoever banned the own address can lift it.
        assert http.get("/host", headers=banned).status_code == 200
        http.post("/host/lift", data={"network": "203.0.113.0/24"})
        assert http.get("/", headers=banned).status_code == 200


@pytest.mark.parametrize(("typed", "network"), [(THERE, f"{THERE}/32"), ("10.1.2.3/8", "10.0.0.0/8"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), (f"::ffff:{THERE}", f"{THERE}/32")])  # fmt: skip
def test_what_can_be_kept_away(typed: str, network: str) -> None:
    assert str(network_of(typed)) == network


@pytest.mark.parametrize("typed", ["", "nowhere", "10.0.0.0/7", "::/0", "1.2.3.4/99"])
def test_what_cannot(server: Live, typed: str) -> None:
    with pytest.raises(Mistake):
        network_of(typed)
    with entered(server) as http:
        assert http.post("/host/ban", data={"address": typed}).status_code == 422
        assert server.registry.desk.bans == []


def test_a_line_for_everybody(server: Live) -> None:
    with entered(server) as http:
        code, tokens = open_table(http)
        wire = server.wire(code, *tokens, lang="en")
        wire.settle()
        http.post("/host/announce", data={"words_fr": "On ferme <à> 20 h", "words_en": "", "hours": "4"})
        assert wire.until("announcement")["words"] == "On ferme <à> 20 h", "there is no other language"
        for page in ("/", f"/t/{code}", "/rules"):
            assert "On ferme &lt;à&gt; 20 h" in http.get(page).text
        assert http.post("/host/announce", data={"words_fr": "x", "hours": "5"}).status_code == 422
        http.post("/host/announce", data={"hours": "1"})
        assert wire.until("announcement")["words"] == ""
        assert "On ferme" not in http.get("/").text
        wire.close()


def test_while_the_database_is_away_the_host_is_told_so(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> None:
        raise StoreAway

    monkeypatch.setattr(server.registry.desk, "ban", away)
    with entered(server) as http:
        answer = http.post("/host/ban", data={"address": THERE})
    assert answer.status_code == 503


def test_a_line_whose_time_is_over_is_not_shown() -> None:
    assert Announcement({"fr": "Bonjour"}, time.time() + 9).say("en") == "Bonjour"
    assert Announcement({"fr": "Bonjour", "en": "Hello"}, time.time() - 1).say("en") == ""


def test_lines_of_the_log_are_few_and_short() -> None:
    kept = HostLog()
    logger = logging.getLogger("tests.host")
    logger.addHandler(kept)
    logger.propagate = False
    for number in range(300):
        logger.warning("x y " * 200 + str(number))
    logger.warning("first\nsecond")
    assert len(kept.lines) == 200
    assert max(len(line.text) for line in kept.lines) == 240
    assert kept.lines[-1].text == "first"
    kept.handle(logging.makeLogRecord({"msg": "third", "table": "abc", "_ray_timestamp_ns": 1}))
    assert kept.lines[-1].text == "third table=abc", "what a library notes for itself is left out"
    assert without_secrets("at /t/abcdefghijkmnpqr?x=1") == "at /t/abcd…?x=1"


def test_tokens_are_read_from_a_file_and_are_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BAGARRE_HOST_TOKEN", raising=False)
    assert host_token_of("") == ""
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n", encoding="utf-8")
    assert host_token_of(str(file)) == TOKEN
    file.write_text("short", encoding="utf-8")
    with pytest.raises(Mistake, match="16"):
        host_token_of(str(file))
    with pytest.raises(Mistake):
        host_token_of(str(tmp_path / "nothing"))
    monkeypatch.setenv("BAGARRE_HOST_TOKEN", TOKEN)
    assert host_token_of("") == TOKEN


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


def test_all_processes_are_shown_and_obey(tmp_path: Path, postgres: Postgres) -> None:
    shared = {"database": postgres.url, "lease": 600.0, "render_workers": 0, "host_token": TOKEN, "idle_over": 0.1}  # fmt: skip
    with live(tmp_path, **shared) as first, live(tmp_path, **shared) as second, entered(first) as http:
        code, tokens = open_table(http)
        elsewhere = httpx.Client(base_url=second.base, timeout=PATIENCE)
        wire = second.wire(code, *tokens, comes_from=THERE)
        wire.settle()
        told = http.get("/api/host", headers={"authorization": f"Bearer {TOKEN}"}).json()
        assert len(told["processes"]) == 2
        assert sum(process["tables"] for process in told["processes"]) == 1
        assert told["addresses"] == [[THERE, 1]]
        http.post("/host/ban", data={"address": THERE})
        http.post("/host/announce", data={"words_en": "Back soon", "hours": "1"})
        # The other process looks now and then.
        end = time.monotonic() + PATIENCE
        while "Back soon" not in elsewhere.get("/").text and time.monotonic() < end:
            time.sleep(0.05)
        assert elsewhere.get("/", headers={"x-forwarded-for": THERE}).status_code == 403
        with pytest.raises(ConnectionClosed):
            wire.until("nothing of that kind")
        # A session opens the page of every process.
        elsewhere.cookies = http.cookies
        assert "ho-table" in elsewhere.get("/host").text
        elsewhere.close()
