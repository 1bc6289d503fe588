"""A language model at the table, tried with the client of the official SDK."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from bagarre.games import games
from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.mcp.seats import MOST_TABLES, Seats
from bagarre.mcp.server import server
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from tests.house import ROOT
from tests.patience import PATIENCE

SETTINGS: dict[str, dict[str, Any]] = {
    "boss-quest": {"players": 3},
    "badass-force": {"players": 3, "options": {"max_turns": 4}},
    "battleworld": {"players": 2, "options": {"max_turns": 2}},
    "baston": {"players": 2, "options": {"size": 1, "turns": 2}},
}


def with_client(
    work: Callable[[Client], Awaitable[None]], lang: str = "en", seats: Seats | None = None
) -> None:
    async def run() -> None:
        async with Client(server(lang, seats)) as client:
            await asyncio.wait_for(work(client), PATIENCE)

    asyncio.run(run())


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool gives, as data."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found = result.structured_content
    assert found is not None
    return found["result"] if set(found) == {"result"} else found


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    text = result.content[0].text  # type: ignore[union-attr]
    assert "\n" not in text
    return str(text)


async def played(client: Client, game: str, dice: Random) -> Any:
    shown = await call(client, "new_game", game=game, opponents="random", **SETTINGS[game])
    for _ in range(400):
        if shown["over"]:
            break
        assert shown["your_turn"]
        assert shown["board"].strip()
        choice = dice.choice(shown["choices"])
        shown = await call(client, "play", table=shown["table"], choice=choice["choice"])
    return shown


@pytest.mark.parametrize("game", sorted(SETTINGS))
def test_a_whole_game(game: str) -> None:
    async def work(client: Client) -> None:
        shown = await played(client, game, Random(1))
        assert shown["over"]
        assert shown["result"]
        assert not shown["choices"]
        record = await call(client, "record", table=shown["table"])
        assert Match.loads(record).is_over
        story = await call(client, "log", table=shown["table"])
        assert any(line["clause"] for line in story)

    with_client(work)


def test_the_tools_are_told_in_both_languages() -> None:
    said = {}
    for lang in ("fr", "en"):

        async def work(client: Client, lang: str = lang) -> None:
            tools = (await client.list_tools()).tools
            said[lang] = {tool.name: tool.description for tool in tools}
            names = {game["game"] for game in await call(client, "list_games")}
            assert names == set(games())

        with_client(work, lang)
    assert set(said["fr"]) == {
        "list_games",
        "read_rules",
        "new_game",
        "look",
        "play",
        "log",
        "concede",
        "record",
    }
    assert all(said["fr"][name] != said["en"][name] for name in said["fr"])


def test_rules_by_clause_by_word_and_whole() -> None:
    async def work(client: Client) -> None:
        chapters = await call(client, "read_rules", game="boss-quest")
        first = chapters[0]["clauses"][0]
        (one,) = await call(client, "read_rules", game="boss-quest", clause=first.lower())
        assert one["clause"] == first
        assert len(await call(client, "read_rules", game="boss-quest", search="key")) > 2
        whole = await client.read_resource("bagarre://rules/boss-quest")
        assert first in whole.contents[0].text  # type: ignore[union-attr]
        alone = await client.read_resource(f"bagarre://rules/boss-quest/{first}")
        assert alone.contents[0].text == one["text"]  # type: ignore[union-attr]
        assert "BQ-NO-1" in await refused(client, "read_rules", game="boss-quest", clause="BQ-NO-1")
        with pytest.raises(MCPError):
            await client.read_resource("bagarre://rules/chess")
        prompt = await client.get_prompt("play_a_game", {"game": "baston"})
        assert "baston" in prompt.messages[0].content.text  # type: ignore[union-attr]

    with_client(work)


def test_a_name_cannot_speak_to_a_terminal() -> None:
    seats = Seats("en")
    table = seats.sit("boss-quest", name="\x1b[31m\nAda")["table"]
    assert seats._seat(table).match.players[0] == "[31m Ada"


def test_what_does_not_fit_is_one_line_that_names_it() -> None:
    async def work(client: Client) -> None:
        assert "chess" in await refused(client, "new_game", game="chess")
        for players in (9, 0, -3, 10**12):
            said = await refused(client, "new_game", game="boss-quest", players=players)
            assert str(players) in said
            assert "Boss Quest" in said
        assert "seat" in await refused(client, "new_game", game="boss-quest", players=3, seat=3)
        assert "opponents" in await refused(
            client, "new_game", game="boss-quest", players=3, opponents=["random"]
        )
        said = await refused(client, "new_game", game="boss-quest", opponents="os:system")
        assert "os:system" in said
        assert "search:3" in said
        assert "program" not in said
        assert "speed" in await refused(client, "new_game", game="boss-quest", options={"speed": 1})
        assert "table" in await refused(client, "look", table="nowhere")
        shown = await call(client, "new_game", game="boss-quest", players=3)
        assert "fly" in await refused(client, "play", table=shown["table"], choice="fly")
        assert "BQ-" in await refused(client, "play", table=shown["table"], choice="activate")
        assert "record" in await refused(client, "record", table=shown["table"])
        again = await call(client, "look", table=shown["table"])
        assert again["choices"] == shown["choices"]
        assert again["news"] == []

    with_client(work)


def test_nothing_leaves_that_the_seat_may_not_know() -> None:
    """All that is told of a world, and of another that looks alike to the seat, is the same."""
    seats = Seats("en")
    shown = seats.sit("badass-force", 3, 1, "random")
    seat = seats._tables[shown["table"]]
    dice = Random(3)
    for k in range(25):
        if seat.match.is_over:
            break
        told = json.dumps(seats.look(shown["table"]))
        true, game = seat.match.state, seat.match.game
        imagined = game.imagined(game.concealed(true, 1), k, 1, 2)
        # What was told of the last step stays; only what is hidden is another.
        imagined.events, imagined.event_count = true.events, true.event_count
        seat.match.state = imagined
        assert json.dumps(seats.look(shown["table"])) == told
        seat.match.state = true
        choice = dice.choice(seat.match.legal(1).notation())
        seats.play(shown["table"], choice)
        seats.look(shown["table"])


def test_giving_up_and_opponents_seat_by_seat() -> None:
    async def work(client: Client) -> None:
        shown = await call(
            client,
            "new_game",
            game="boss-quest",
            players=3,
            seat=1,
            opponents=["random", "scripted"],
            name="Ada",
        )
        assert "Ada" in shown["board"]
        assert shown["seat"] == 1
        shown = await call(client, "concede", table=shown["table"])
        assert shown["over"]

    with_client(work)


def test_old_tables_leave() -> None:
    seats = Seats("en")
    first = seats.sit("boss-quest", 2)["table"]
    for _ in range(MOST_TABLES):
        seats.sit("boss-quest", 2)
    with pytest.raises(Mistake, match="mcp_no_table"):
        seats.look(first)


def test_the_command_speaks_the_protocol() -> None:
    """`bagarre mcp` as a model's host starts it."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bagarre", "--lang", "en", "mcp"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )

    async def run() -> None:
        async with Client(stdio_client(parameters)) as client:
            shown = await call(client, "new_game", game="boss-quest", players=2)
            assert shown["your_turn"]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_missing_sdk_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "mcp" else real(name, *rest)
    )
    monkeypatch.delitem(sys.modules, "bagarre.mcp.server")
    with pytest.raises(Mistake) as missing:
        importlib.import_module("bagarre.mcp.server")
    assert missing.value.say("en") == "mcp is missing: pip install 'bagarre[mcp]'"
