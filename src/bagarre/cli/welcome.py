"""`bagarre` alone: in a terminal, choose a game and play; elsewhere, the help."""

import sys

import typer

from bagarre.cli.common import Say, open_console


def welcome(context: typer.Context, say: Say) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(context.get_help())
        return
    from bagarre.cli.games import show
    from bagarre.cli.opening import started
    from bagarre.cli.play import Session
    from bagarre.games import games

    found = list(games().values())
    show(found, say)
    names = ", ".join(str(k + 1) for k in range(len(found)))
    try:
        typed = input(say("welcome.ask", numbers=names)).strip()
    except EOFError:
        return
    if not typed:
        return
    chosen = found[int(typed) - 1].name if typed.isdecimal() and 1 <= int(typed) <= len(found) else typed
    Session(started(chosen, "", "", [], [], [], "", say), say, open_console()).run()
