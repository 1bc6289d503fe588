"""The server of the Model Context Protocol: tools to find games, read rules, take a seat and play; the rules as resources."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from bagarre import __version__
from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import house_words
from bagarre.mcp.seats import Seats, Situation, Told

if find_spec("mcp") is None:
    raise Mistake("extra_missing", package="mcp", extra="mcp")

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError


def server(lang: str = "en", seats: Seats | None = None) -> MCPServer[Any]:
    """A server that speaks French or English, with tables of its own."""
    words, held = house_words(lang), seats or Seats(lang)

    def say(key: str) -> str:
        return words.say(f"mcp.{key}")

    made = MCPServer[Any](
        "bagarre", title="Bagarre", instructions=say("instructions"), version=__version__, log_level="WARNING"
    )

    def told(mistake: Mistake) -> ToolError:
        """One line, for the model to read and do better."""
        return ToolError(" ".join(mistake.say(lang).split()))

    @made.tool(description=say("games"))
    def list_games() -> list[dict[str, Any]]:
        return held.games()

    @made.tool(description=say("rules"))
    def read_rules(game: str, clause: str = "", search: str = "") -> list[dict[str, Any]]:
        try:
            if clause or search:
                return [dict(found) for found in held.clauses(game, clause, search)]
            return held.contents(game)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("sit"))
    def new_game(
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponents: str | list[str] = "scripted",
        options: dict[str, Any] | None = None,
        name: str = "",
    ) -> Situation:
        try:
            return held.sit(game, players, seat, opponents, options, name)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("look"))
    def look(table: str) -> Situation:
        try:
            return held.look(table)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("play"))
    def play(table: str, choice: str) -> Situation:
        try:
            return held.play(table, choice)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("log"))
    def log(table: str) -> list[Told]:
        try:
            return held.log(table)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("concede"))
    def concede(table: str) -> Situation:
        try:
            return held.concede(table)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.tool(description=say("record"))
    def record(table: str) -> str:
        try:
            return held.record(table)
        except Mistake as mistake:
            raise told(mistake) from None

    @made.resource("bagarre://rules/{game}", mime_type="text/markdown", description=say("whole_rules"))
    def whole_rules(game: str) -> str:
        try:
            return held.book(game).text
        except Mistake as mistake:
            raise ResourceNotFoundError(mistake.say(lang)) from None

    @made.resource("bagarre://rules/{game}/{clause}", mime_type="text/plain", description=say("one_rule"))
    def one_rule(game: str, clause: str) -> str:
        try:
            return held.clauses(game, clause)[0]["text"]
        except Mistake as mistake:
            raise ResourceNotFoundError(mistake.say(lang)) from None

    @made.prompt(description=say("prompt_help"))
    def play_a_game(game: str = "boss-quest") -> str:
        return words.say("mcp.prompt", game=game)

    return made
