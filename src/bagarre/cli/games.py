"""`bagarre games`: what can be played."""

from typing import Annotated, Any

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json


def add(app: typer.Typer, say: Say) -> None:
    @app.command("games", help=say("games.help"))
    def games(as_json: Annotated[bool, json_flag(say)] = False) -> None:
        from bagarre.games import games as found

        if as_json:
            print_json([described(game, say.lang) for game in found().values()])
        else:
            show(list(found().values()), say)


def described(game: Any, lang: str) -> dict[str, Any]:
    """A game as a program reads it."""
    meta = game.meta
    return {
        "name": meta.name,
        "title": meta.title,
        "tagline": meta.tagline[lang],
        "authors": list(meta.authors),
        "publisher": meta.publisher,
        "year": meta.year,
        "players": [meta.players[0], meta.players[-1]],
        "solo": bool(meta.solo),
        "minutes": meta.minutes,
        "rules_version": meta.rules_version,
        "stage": meta.stage,
        "options": [described_option(option) for option in meta.options],
    }


def described_option(option: Any) -> dict[str, Any]:
    kind = type(option).__name__.lower()
    fields = {name: getattr(option, name) for name in option.__slots__}
    return {"kind": kind} | {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def show(games: list[Any], say: Say) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 1, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for game in games:
        meta = game.meta
        least, most = meta.players[0], meta.players[-1]
        numbers = say("games.numbers", players=f"{least}–{most}" if least < most else str(least), minutes=meta.minutes)
        name = Text(meta.name, "bold cyan")
        draft = f"  {say('games.draft')}" if meta.stage == "draft" else ""
        table.add_row(
            name, Text.assemble((meta.title, "bold"), f"  {numbers}", (draft, "yellow"), f"\n{meta.tagline[say.lang]}")
        )
    console = open_console()
    console.print(table)
    if games:
        console.print(say("games.hint", game=games[0].name))
