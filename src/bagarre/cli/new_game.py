"""`bagarre new-game NAME`: the skeleton of a game in a package of its own."""

from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, open_console


def add(app: typer.Typer, say: Say) -> None:
    @app.command("new-game", help=say("new_game.help"))
    def new_game(
        name: Annotated[str, typer.Argument(metavar="NAME", help=say("new_game.name"), show_default=False)],
        into: Annotated[
            Path, typer.Option("--into", metavar="FOLDER", help=say("new_game.into"), show_default=False)
        ] = Path(),
    ) -> None:
        from bagarre.games import games
        from bagarre.newgame import make_game

        known = games()
        made = make_game(name, into, known, [game.meta.prefix for game in known.values()])
        called = made.name.removeprefix("bagarre-")
        open_console().print(
            say("new_game.made", folder=str(made), command=f"bagarre play {called}"),
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
