"""At a table with a clock: who does not answer in time."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.kernel.menu import Choice
from bagarre.match import CAREFUL
from bagarre.record import ChoiceMade
from bagarre.web import opening
from bagarre.web.bot_workers import BotWorkers
from tests.patience import PATIENCE
from tests.web.house import live


@pytest.mark.rule("BF-R44", "BF-R45", "BF-DEN-11")
def test_a_bot_answers_in_time_but_a_window_is_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def choose(
        self: BotWorkers, game: Any, kind: str, known: bytes, seat: int, choices: list[Choice], *more: Any
    ) -> Choice:
        """A program that takes the last choice of its menu, and the first of a window: it denounces."""
        asked.append(seat)
        return choices[0] if game.verbs.write(choices[0]) == "denounce" else choices[-1]

    monkeypatch.setattr(opening, "CLOCKS", (0, 1))
    monkeypatch.setattr(BotWorkers, "choose", choose)
    options = {"first_player": "chosen", "first_seat": 1}
    wanted = {
        "game": "badass-force",
        "name": "Ada",
        "seats": ["random", "random"],
        "options": options,
        "clock": 1,
    }
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        told = http.post("/api/tables", json=wanted).json()
        ada = server.wire(told["code"], *told["tokens"])
        ada.settle()
        ada.send(type="start")
        # Nobody touches anything: a careful player places Ada's first character and chooses her action.
        ada.hold(lambda told: any(line["kind"] == "timed_out" for line in told["log"]))
        history = server.registry.tables[told["code"]].state.match.history
        made = [line.bot for line in history if isinstance(line, ChoiceMade) and line.seat == 0]
        assert made
        assert set(made) == {CAREFUL}
        assert 0 not in asked
        # In the first window that Ada is asked in she passes, although the program would denounce; the others do.
        ada.hold(
            lambda told: any(
                line["kind"] == "announces" and "Ada" not in line["text"] for line in told["log"]
            )
        )
        ada.hold(lambda told: told["log"][-1]["kind"] != "announces")
        assert not any(line["text"].startswith("Ada dénonce") for line in ada.told["log"])
        ada.close()
