"""The server of the Model Context Protocol: tools to find games, read rules, take a seat and play; the rules as resources."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeVar

from bagarre import __version__
from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import house_words
from bagarre.mcp.seats import Seats, Situation, Told

if find_spec("mcp") is None:
    raise Mistake("extra_missing", package="mcp", extra="mcp")

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError

P = ParamSpec("P")
R = TypeVar("R")


def server(lang: str = "en", seats: Seats | None = None) -> MCPServer[Any]:
    """A server that speaks French or English, with tables of its own."""
    words, held = house_words(lang), seats or Seats(lang)

    def say(key: str) -> str:
        return words.say(f"mcp.{key}")

    made = MCPServer[Any](
        "bagarre", title="Bagarre", instructions=say("instructions"), version=__version__, log_level="WARNING"
    )
    add_tools(made, held, say, lang)
    add_resources(made, held, say, lang)

    @made.prompt(description=say("prompt_help"))
    def play_a_game(game: str = "boss-quest") -> str:
        return words.say("mcp.prompt", game=game)

    return made


def told_as(error: type[Exception], lang: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A mistake becomes an error of the protocol: one line, for the model to read and do better."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except Mistake as mistake:
                raise error(" ".join(mistake.say(lang).split())) from None

        return called

    return decorate


def add_tools(made: MCPServer[Any], held: Seats, say: Callable[[str], str], lang: str) -> None:
    """Find a game, read its rules, sit down, look, play."""
    told = told_as(ToolError, lang)

    @made.tool(description=say("games"))
    def list_games() -> list[dict[str, Any]]:
        return held.games()

    @made.tool(description=say("rules"))
    @told
    def read_rules(game: str, clause: str = "", search: str = "") -> list[dict[str, Any]]:
        if clause or search:
            return [dict(found) for found in held.clauses(game, clause, search)]
        return held.contents(game)

    @made.tool(description=say("sit"))
    @told
    def new_game(
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponents: str | list[str] = "scripted",
        options: dict[str, Any] | None = None,
        name: str = "",
    ) -> Situation:
        return held.sit(game, players, seat, opponents, options, name)

    @made.tool(description=say("look"))
    @told
    def look(table: str) -> Situation:
        return held.look(table)

    @made.tool(description=say("play"))
    @told
    def play(table: str, choice: str) -> Situation:
        return held.play(table, choice)

    @made.tool(description=say("log"))
    @told
    def log(table: str) -> list[Told]:
        return held.log(table)

    @made.tool(description=say("concede"))
    @told
    def concede(table: str) -> Situation:
        return held.concede(table)

    @made.tool(description=say("record"))
    @told
    def record(table: str) -> str:
        return held.record(table)


def add_resources(made: MCPServer[Any], held: Seats, say: Callable[[str], str], lang: str) -> None:
    """The rules, whole or clause by clause."""
    told = told_as(ResourceNotFoundError, lang)

    @made.resource("bagarre://rules/{game}", mime_type="text/markdown", description=say("whole_rules"))
    @told
    def whole_rules(game: str) -> str:
        return held.book(game).text

    @made.resource("bagarre://rules/{game}/{clause}", mime_type="text/plain", description=say("one_rule"))
    @told
    def one_rule(game: str, clause: str) -> str:
        return held.clauses(game, clause)[0]["text"]
