"""Taking back: at once where that is exact, otherwise with everybody's consent."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.patience import PATIENCE
from tests.web.house import Live, Wire, live
from tests.web.test_wire import two_people


def test_exact_undo_and_take_back_by_consent(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = two_people(server, http)
    before = ada.told["view"]
    ada.choose("raise")
    ada.settle()
    ada.send(type="undo")
    ada.settle()
    blaise.settle()
    assert ada.told["view"] == before
    assert ada.told["log"][-1]["text"] == "Ada reprend son coup."
    assert ada.told["undone"] == blaise.told["undone"] == [3]
    ada.choose("raise")
    blaise.settle()
    blaise.choose("call")
    ada.settle()
    ada.send(type="undo")
    blaise.settle()
    assert blaise.told["take_back"] == {
        "by": 0,
        "name": "Ada",
        "asked": True,
        "waits": [{"name": "Blaise", "away": False}],
    }
    blaise.send(type="agree", yes=True)
    ada.settle()
    blaise.settle()
    assert ada.told["view"] == before
    assert ada.told["log"][-1]["text"] == "Ada reprend 2 coups."
    assert ada.choose("call")["type"] == "accepted"


def asked_to_take_back(server: Live, http: httpx.Client) -> tuple[str, list[str], Wire, Wire]:
    """Ada asks Blaise whether she may take back."""
    code, tokens, ada, blaise = two_people(server, http)
    ada.choose("raise")
    blaise.settle()
    blaise.choose("call")
    ada.settle()
    ada.send(type="undo")
    blaise.hold(lambda told: told["take_back"])
    ada.hold(lambda told: told["take_back"])
    return code, tokens, ada, blaise


def test_a_refusal_stands_until_the_position_changes(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = asked_to_take_back(server, http)
    assert ada.ask(type="undo")["code"] == "asked_already"
    blaise.send(type="agree", yes=False)
    ended = ada.until("take_back_ended")
    assert (ended["why"], ended["name"]) == ("refused", "Blaise")
    assert ended["words"] == "Blaise n’est pas d’accord\N{NO-BREAK SPACE}: le coup n’est pas repris."
    ada.hold(lambda told: told["take_back"] is None)
    assert ada.ask(type="undo")["code"] == "refused_already"
    # Also when whoever refused is gone.
    blaise.close()
    ada.hold(lambda told: told["players"][1]["away"])
    assert ada.ask(type="undo")["code"] == "refused_already"
    assert ada.told["view"]["seats"][1]["paid"] == 3
    ada.choose(ada.settle()["legal"][0]["choice"])
    ada.send(type="undo")
    ada.hold(lambda told: told["take_back"] or any(line["kind"] == "take_back" for line in told["log"]))


def test_who_is_away_is_waited_for_and_the_asker_may_withdraw(server: Live, http: httpx.Client) -> None:
    code, tokens, ada, blaise = asked_to_take_back(server, http)
    blaise.close()
    told = ada.hold(lambda told: told["take_back"]["waits"] == [{"name": "Blaise", "away": True}])
    assert not told["take_back"]["asked"]
    assert told["view"]["seats"][1]["paid"] == 3
    again = server.wire(code, tokens[1])
    assert again.settle()["take_back"]["asked"]
    ada.send(type="agree", yes=False)
    assert again.until("take_back_ended")["why"] == "withdrawn"
    again.hold(lambda told: told["take_back"] is None)
    # Whoever withdrew may ask again.
    ada.send(type="undo")
    again.hold(lambda told: told["take_back"])


def test_playing_on_ends_a_request_to_take_back(server: Live, http: httpx.Client) -> None:
    _, _, ada, blaise = asked_to_take_back(server, http)
    mover, other = (ada, blaise) if ada.told["legal"] else (blaise, ada)
    assert mover.choose()["type"] == "accepted"
    assert other.until("take_back_ended")["why"] == "played"
    other.hold(lambda told: told["take_back"] is None)


def test_a_request_to_take_back_outlives_the_server(tmp_path: Path) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        code, tokens, _, _ = asked_to_take_back(server, http)
    with live(tmp_path) as server:
        blaise = server.wire(code, tokens[1])
        assert blaise.settle()["take_back"]["asked"]
        blaise.send(type="agree", yes=True)
        assert blaise.until("take_back_ended")["why"] == "done"
        blaise.hold(lambda told: told["take_back"] is None)
        assert blaise.told["log"][-1]["text"] == "Ada reprend 2 coups."


def test_no_taking_back_while_others_answer_in_secret(server: Live, http: httpx.Client) -> None:
    """Whether it is possible would tell whether somebody else has answered."""
    _, _, ada, blaise = two_people(server, http, "morra")
    ada.choose("show 1")
    ada.settle()
    assert ada.ask(type="undo")["code"] == "nothing_to_undo"
    blaise.choose("show 2")
    assert ada.ask(type="undo")["code"] == "nothing_to_undo"
    # Nor when one has answered all: the other may have begun.
    ada.settle()
    ada.choose("call 2")
    assert ada.ask(type="undo")["code"] == "nothing_to_undo"
