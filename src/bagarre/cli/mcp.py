"""`bagarre mcp`: a language model takes a seat, over standard input and output."""

import typer

from bagarre.cli.common import Say


def add(app: typer.Typer, say: Say) -> None:
    @app.command("mcp", help=say("mcp.help"))
    def mcp() -> None:
        from bagarre.mcp.server import server

        server(say.lang).run("stdio")
