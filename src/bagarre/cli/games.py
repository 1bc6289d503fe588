"""`bagarre games [GAME]`: what can be played, and the options of one game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json
from bagarre.kernel.options import Number, Subset, Switch

if TYPE_CHECKING:
    from rich.text import Text


def add(app: typer.Typer, say: Say) -> None:
    @app.command("games", help=say("games.help"))
    def games(
        game: Annotated[str, typer.Argument(metavar="GAME", help=say("games.game"), show_default=False)] = "",
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.games import games as found

        if game:
            one = find_game(game)
            if as_json:
                print_json(described(one, say.lang))
            else:
                show_options(one, say)
        elif as_json:
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
    return {"kind": kind} | {
        name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()
    }


def show(games: list[Any], say: Say) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 1, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for game in games:
        table.add_row(Text(game.meta.name, "bold cyan"), title_of(game, say))
    console = open_console()
    console.print(table)
    if games:
        console.print(say("games.hint", game=games[0].name))


def title_of(game: Any, say: Say) -> "Text":
    """The title page of a game in two lines."""
    from rich.text import Text

    meta = game.meta
    least, most = meta.players[0], meta.players[-1]
    numbers = say(
        "games.numbers", players=f"{least}–{most}" if least < most else str(least), minutes=meta.minutes
    )
    draft = f"  {say('games.draft')}" if meta.stage == "draft" else ""
    return Text.assemble(
        (meta.title, "bold"), f"  {numbers}", (draft, "yellow"), f"\n{meta.tagline[say.lang]}"
    )


def show_options(game: Any, say: Say) -> None:
    """The options of one game: what is typed, the default, and what it means."""
    from rich.table import Table
    from rich.text import Text

    console = open_console()
    console.print(title_of(game, say), end="\n\n")
    if not game.meta.options:
        console.print(say("games.no_options"))
        return
    words = game.words(say.lang)
    table = Table(box=None, padding=(0, 2, 1, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for option in game.meta.options:
        told = words.find(f"options.{option.name}") or {}
        values, usual = allowed_values(option)
        line = say("games.option", values=values, default=usual)
        table.add_row(
            Text(option.name, "bold cyan"),
            f"{line}\n{told.get('label', option.name)}. {told.get('help', '')}",
        )
    console.print(table)
    console.print(say("games.options_hint", game=game.name, option=game.meta.options[0].name))


def allowed_values(option: Any) -> tuple[str, str]:
    """What may be typed for an option, and its default."""
    match option:
        case Switch(default=usual):
            return "on, off", "on" if usual else "off"
        case Number(default=usual, least=least, most=most):
            return f"{least}–{most}", "none" if usual is None else str(usual)
        case Subset():
            return ", ".join(("none", *option.values, "all")), ", ".join(option.default) or "none"
        case _:
            return ", ".join(option.values), option.default
