"""`bagarre rules GAME`: the rules in our words, whole, searched, or one clause."""

from typing import Annotated, Any

import typer

from bagarre.cli.common import Say, game_argument, json_flag, open_console, print_json
from bagarre.kernel.errors import Mistake


def add(app: typer.Typer, say: Say) -> None:
    @app.command("rules", help=say("rules.help"))
    def rules(
        game: Annotated[str, game_argument(say)],
        search: Annotated[str, typer.Option("--search", metavar="WORDS", help=say("rules.search"))] = "",
        clause: Annotated[str, typer.Option("--clause", metavar="ID", help=say("rules.clause"))] = "",
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game

        found = find_game(game)
        book = found.rulebook(say.lang)
        if search or clause:
            clauses = [book.clauses[wanted(book, clause)]] if clause else book.search(search)
            if not clauses:
                raise Mistake("no_clause_found", words=search)
        else:
            clauses = list(book.clauses.values())
        if as_json:
            print_json([{"id": c.id, "section": c.section, "text": c.text} for c in clauses])
        elif search or clause:
            from bagarre.cli.drawing import clauses as listing

            open_console().print(listing(clauses))
        else:
            from rich.markdown import Markdown

            open_console().print(Markdown(book.text))


def wanted(book: Any, clause: str) -> str:
    """The id as the book spells it."""
    for known in book.clauses:
        if known.casefold() == clause.strip().casefold():
            return str(known)
    raise Mistake("unknown_clause", clause=clause)
