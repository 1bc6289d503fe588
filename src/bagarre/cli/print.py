"""`bagarre print GAME`: sheets, boards, aids and cards of a game as PDF."""

from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, list_of, open_console, pack_list, packs_of
from bagarre.kernel.errors import Mistake


def add(app: typer.Typer, say: Say) -> None:
    @app.command("print", help=say("print.help"))
    def print_(
        game: Annotated[str, game_argument(say)],
        what: Annotated[str, typer.Option("--what", metavar="PARTS", help=say("print.what"))] = "",
        paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help=say("print.paper"))] = "a4",
        ink: Annotated[str, typer.Option("--ink", metavar="colour|black", help=say("print.ink"))] = "colour",
        deck: Annotated[bool, typer.Option("--deck", help=say("print.deck"))] = False,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        out: Annotated[str, typer.Option("-o", "--out", metavar="FILE", help=say("print.out"))] = "",
        parts: Annotated[bool, typer.Option("--list", help=say("print.list"))] = False,
    ) -> None:
        from bagarre.games import find_game

        found = find_game(game)
        if parts:
            _list(found.name, say)
            return
        need_web()
        from bagarre.kernel.files import replacing
        from bagarre.web.printing.press import need_press, page_count, pdf
        from bagarre.web.printing.wanted import Wanted, file_name

        need_press()
        wanted = Wanted(tuple(list_of(what)), paper, say.lang, ink, deck).checked(found)
        sheets = pdf(found, wanted, packs_of(pack or []))
        file = Path(out or file_name(found, wanted))
        with replacing(file) as temporary:
            temporary.write_bytes(sheets)
        open_console().print(say("print.done", n=page_count(sheets), file=str(file)), markup=False)


def need_web() -> None:
    """:raises Mistake: when the drawings of the boards cannot be rendered here."""
    try:
        import fastapi  # noqa: F401
        import jinja2  # noqa: F401
    except ImportError:
        raise Mistake("extra_missing", package="jinja2", extra="print") from None


def _list(name: str, say: Say) -> None:
    """What of a game can be printed."""
    from bagarre.games import find_game

    game = find_game(name)
    names = list(game.room("printed").PARTS) if (game.folder / "printed.py").is_file() else []
    if not names:
        raise Mistake("nothing_to_print", game=game.meta.title)
    for one in names:
        words = game.words(say.lang)
        told = f"{words.say(f'print.parts.{one}.name')} ({words.say(f'print.parts.{one}.hint')})"
        open_console().print(f"{one:10} {told}", markup=False)
