"""Whatever is sent, the answer is a sentence: forms, messages, boards and gangs made of anything."""

from __future__ import annotations

import contextlib
import json
import logging
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.web.commands import COMMANDS, QUESTIONS
from bagarre.web.readers import read_json
from bagarre.web.settings import Limits
from tests.web.house import Live
from tests.web.test_wire import open_table

FEW, MANY, TIMES = 60, 2000, 10
"""Cases in a usual run, and under `make soak`, where each of so many runs begins elsewhere: one long run would mostly keep books."""
QUICKLY = settings(
    max_examples=FEW,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
LONG = settings(QUICKLY, max_examples=MANY)

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**63), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12), st.sampled_from(["open", "here", "leduc", "scripted", "4,7", "4,7 4,8", "T", "fr", "\x00", "…" * 300]),
)  # fmt: skip
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def table_of(*names: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of these fields, filled with anything."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, ANYTHING))


FORMS = table_of("game", "name", "title", "seats", "options", "packs", "clock", "aids", "start") | ANYTHING
PLAUSIBLE = st.fixed_dictionaries(
    {
        "game": st.just("leduc"),
        "seats": st.lists(st.sampled_from(["open", "here", "scripted"]), min_size=1, max_size=3),
    },
    optional={
        "options": table_of("raises"),
        "clock": SCALARS,
        "start": st.booleans(),
        "title": st.text(),
        "name": st.text(),
    },
)
MESSAGES = st.builds(
    lambda kind, rest: rest | {"type": kind},
    st.sampled_from([*COMMANDS, *QUESTIONS, "join", "nothing"]),
    table_of(
        "seat", "name", "bot", "choice", "seq", "text", "on", "yes", "before", "lang", "watcher", "id", "key"
    ),
)
BOARDS = st.fixed_dictionaries(
    {},
    optional={
        "sketch": table_of("name", "ground", "links", "doors", "pieces", "chairs", "bottles", "rest")
        | ANYTHING,
        "text": st.text(max_size=200) | ANYTHING,
        "file": ANYTHING,
    },
)
MEMBERS = table_of(
    "id", "letter", "flag", "name", "look", "strength", "dexterity", "speed", "constitution", "equipment"
)
GANGS = st.fixed_dictionaries(
    {}, optional={"sketch": st.fixed_dictionaries({"members": st.lists(MEMBERS, max_size=5)}, optional={"name": ANYTHING, "rest": ANYTHING}),
                  "text": st.text(max_size=200), "file": ANYTHING},
)  # fmt: skip


def check_form(http: httpx.Client, form: Any, caplog: pytest.LogCaptureFixture) -> None:
    answer = http.post("/api/tables", content=json.dumps(form), headers={"content-type": "application/json"})
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 422:
        assert "\n" not in answer.json()["message"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@QUICKLY
@given(form=FORMS | PLAUSIBLE)
def test_forms(http: httpx.Client, caplog: pytest.LogCaptureFixture, form: Any) -> None:
    check_form(http, form, caplog)


@pytest.mark.soak
@pytest.mark.parametrize("run", range(TIMES))
@LONG
@given(form=FORMS | PLAUSIBLE)
def test_many_forms(http: httpx.Client, caplog: pytest.LogCaptureFixture, form: Any, run: int) -> None:
    check_form(http, form, caplog)


MINE = ("challenge", "register", "session", "join", "name", "carry", "claim", "devices/x/remove", "passkey", "passkey/prove", "erase")  # fmt: skip
PROOFS = table_of(
    "purpose",
    "name",
    "public_key",
    "label",
    "challenge",
    "signature",
    "code",
    "device",
    "credential",
    "tables",
)


@QUICKLY
@given(what=st.sampled_from(MINE), asked=PROOFS | ANYTHING, shown=st.booleans())
def test_names_of_ones_own(
    http: httpx.Client, caplog: pytest.LogCaptureFixture, what: str, asked: Any, shown: bool
) -> None:
    headers = {"content-type": "application/json"} | ({"authorization": "Bearer x"} if shown else {})
    answer = http.post(f"/api/me/{what}", content=json.dumps(asked), headers=headers)
    assert answer.status_code in ((200, 401, 422) if what == "challenge" else (401, 422)), answer.text
    if answer.status_code != 200:
        assert "\n" not in answer.json()["message"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def check_messages(
    server: Live, http: httpx.Client, caplog: pytest.LogCaptureFixture, messages: list[dict[str, Any]]
) -> None:
    code, tokens = open_table(http, seats=("scripted",), start=True)
    wire = server.wire(code, *tokens)
    for message in messages:
        wire.socket.send(json.dumps(message))
    # It is still there, and still answers.
    wire.send(type="ping")
    wire.until("pong")
    wire.close()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], caplog.text


@settings(QUICKLY, max_examples=15)
@given(messages=st.lists(MESSAGES, max_size=25))
def test_messages(
    server: Live, http: httpx.Client, caplog: pytest.LogCaptureFixture, messages: list[dict[str, Any]]
) -> None:
    check_messages(server, http, caplog, messages)


@pytest.mark.soak
@pytest.mark.parametrize("run", range(TIMES))
@settings(LONG, max_examples=MANY // 12)
@given(messages=st.lists(MESSAGES, max_size=25))
def test_many_messages(
    server: Live,
    http: httpx.Client,
    caplog: pytest.LogCaptureFixture,
    messages: list[dict[str, Any]],
    run: int,
) -> None:
    check_messages(server, http, caplog, messages)


def check_page(page: str, asked: dict[str, Any]) -> None:
    game = find_game("baston")
    speech = game.speech("en", [], game.content().names)
    with contextlib.suppress(Mistake):
        answer = game.room(f"pages.{page}").answer(asked, speech)
        assert json.dumps(answer)
        assert "\n" not in answer.get("problem", {}).get("message", "")


@QUICKLY
@given(asked=BOARDS)
def test_boards(asked: dict[str, Any]) -> None:
    check_page("editor", asked)


@QUICKLY
@given(asked=GANGS)
def test_gangs(asked: dict[str, Any]) -> None:
    check_page("gang", asked)


@pytest.mark.soak
@pytest.mark.parametrize("run", range(TIMES))
@LONG
@given(asked=BOARDS)
def test_many_boards(asked: dict[str, Any], run: int) -> None:
    check_page("editor", asked)


@pytest.mark.soak
@pytest.mark.parametrize("run", range(TIMES))
@LONG
@given(asked=GANGS)
def test_many_gangs(asked: dict[str, Any], run: int) -> None:
    check_page("gang", asked)


@settings(QUICKLY, max_examples=500)
@given(
    text=st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | ANYTHING.map(lambda found: json.dumps(found).encode())
)
def test_json(text: bytes) -> None:
    with contextlib.suppress(Mistake):
        assert json.dumps(read_json(text, Limits())) is not None
