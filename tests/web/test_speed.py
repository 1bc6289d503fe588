"""How quickly bots play: the host's choice, and at once for whoever is alone with them."""

from __future__ import annotations

from functools import partial
from typing import Any

import httpx

from bagarre.web.pace import BITE
from bagarre.web.settings import Settings
from bagarre.web.tablestate import SPEEDS
from tests.web.house import Live
from tests.web.test_wire import open_table, two_people


def moved_on(seq: int, told: dict[str, Any]) -> bool:
    return bool(told["seq"] != seq)


def test_only_the_host_sets_the_speed_and_only_to_one_that_exists(server: Live, http: httpx.Client) -> None:
    code, _, ada, blaise = two_people(server, http)
    assert blaise.ask(type="speed", speed="calm")["code"] == "host_only"
    for wrong in ("slow", "", 3, None, ["calm"]):
        assert ada.ask(type="speed", speed=wrong)["code"] == "malformed"
    ada.send(type="speed", speed="at_once")
    html = server.wire(code, form="html")
    html.settle()
    assert server.registry.tables[code].state.speed == "at_once"


def test_a_speed_that_nobody_knows_any_more_is_the_usual_one(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("random",), start=True)
    server.wire(code, *tokens).settle()
    table = server.registry.tables[code]
    table.state.stored.settings["speed"] = "backwards"
    assert table.state.speed == "quick"


def test_nobody_hurries_other_people(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    for wire in (ada, blaise):
        assert wire.ask(type="hurry")["code"] == "not_alone"


def test_alone_with_bots_one_goes_on_to_the_next_question(server: Live, http: httpx.Client) -> None:
    """Bots are in haste until the one who hurried is asked, and no longer."""
    code, tokens = open_table(http, seats=("random", "random"), start=True)
    ada = server.wire(code, *tokens)
    ada.settle()
    table = server.registry.tables[code]
    while not table.state.match.is_over:
        if ada.told.get("legal"):
            seq = ada.told["seq"]
            ada.send(type="choose", choice=ada.told["legal"][0]["choice"], seq=seq)
            ada.hold(partial(moved_on, seq))
        elif ada.told["status"] == "playing":
            ada.send(type="hurry")
            ada.hold(lambda told: told.get("legal") or told["status"] == "over")
            assert table.state.hurried is None
            assert table.state.haste == 1.0
        else:
            break
    assert ada.told["status"] == "over"


def test_hurrying_when_there_is_nothing_to_skip_changes_nothing(server: Live, http: httpx.Client) -> None:
    """A page that shows late what happened may ask for it when its seat has been asked already."""
    code, tokens = open_table(http, seats=("random",), start=True)
    ada = server.wire(code, *tokens)
    ada.hold(lambda told: told.get("legal") or told.get("status") == "over")
    ada.send(type="hurry")
    ada.settle()
    assert server.registry.tables[code].state.hurried is None
    assert not [message for message in ada.messages if message["type"] == "error"]


def test_no_speed_lets_an_answer_leave_when_the_thought_is_done() -> None:
    """However quick, an answer leaves at a time that was drawn before: how long a bot thought would tell of its cards."""
    low, _ = Settings().bot_pace
    assert all(low * haste > BITE for haste in SPEEDS.values())
