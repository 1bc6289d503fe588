"""`bagarre ladder GAME`: all players against each other, and a table of how strong they are."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import (
    EXTRA,
    Say,
    game_argument,
    json_flag,
    list_of,
    open_console,
    option_list,
    pack_list,
    print_json,
)
from bagarre.cli.measuring import (
    games_option,
    interpreted_flag,
    interval_option,
    keep_option,
    mode_of,
    path_or_none,
    players_option,
    seed_option,
    table_settings,
    workers_option,
)

if TYPE_CHECKING:
    from bagarre.lab.ladder import LadderReport

MARK = "<!-- {name} -->"
"""Around what a command wrote into a page of the docs."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("ladder", help=say("ladder.help"), context_settings=EXTRA)
    def ladder(
        context: typer.Context,
        game: Annotated[str, game_argument(say)],
        specs: Annotated[str, typer.Option("--specs", metavar="KIND,…", help=say("ladder.specs"))] = "",
        players: Annotated[int, players_option(say, "ladder.players")] = 0,
        interval: Annotated[float, interval_option(say)] = 30.0,
        neighbours: Annotated[bool, typer.Option("--neighbours", help=say("ladder.neighbours"))] = False,
        games: Annotated[int, games_option(say, "ladder.games")] = 100_000,
        seed: Annotated[str, seed_option(say)] = "1",
        workers: Annotated[int, workers_option(say)] = 1,
        keep: Annotated[str, keep_option(say)] = "",
        join: Annotated[str, typer.Option("--join", metavar="FILE,…", help=say("ladder.join"))] = "",
        svg: Annotated[str, typer.Option("--svg", metavar="FILE", help=say("ladder.svg"))] = "",
        page: Annotated[str, typer.Option("--page", metavar="FILE", help=say("ladder.page"))] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab import joining
        from bagarre.lab import ladder as climbing

        def show(report: "LadderReport") -> None:
            if svg:
                keep_text(Path(svg), climbing.svg(report, say.lang))
            if page:
                name = "-".join([game, *map(str, report.tables)])
                put_into(Path(page), name, climbing.markdown(report, say.lang))
            if as_json:
                print_json(report.data())
            else:
                print(climbing.markdown(report, say.lang))

        found = find_game(game)
        if join:
            show(joining.join(found, [Path(file) for file in list_of(join)]))
            return
        settings: dict[str, Any] = {
            "seats": players, "interval": interval, "most": games, "duelling": neighbours, "seed": seed, "workers": workers,
            "compiled": mode_of(interpreted), "keep": path_or_none(keep), **table_settings(found, option, context.args, pack),
        }  # fmt: skip
        with open_console(stderr=True).status(say("match.preparing")) as status:

            def progress(report: "LadderReport", widest: float) -> None:
                status.update(say("ladder.standing", n=len(report.games), widest=f"{min(widest, 9999):.0f}"))

            report = climbing.climb(found, list_of(specs) or climbing.USUAL, progress=progress, **settings)
        show(report)


def keep_text(file: Path, text: str) -> None:
    from bagarre.kernel.files import write_atomically

    write_atomically(file, text)


def put_into(file: Path, name: str, text: str) -> None:
    """Write a table into a page, in the place of the one of that name, or at its end.

    :raises Mistake: when the page cannot be read or written.
    """
    from bagarre.kernel.pack import read_text

    begin, end = MARK.format(name=name), MARK.format(name=f"/{name}")
    old = read_text(file) if file.exists() else ""
    piece = f"{begin}\n{text}\n{end}"
    if begin in old and end in old:
        head, tail = old.split(begin)[0], old.split(end)[1]
        keep_text(file, head + piece + tail)
    else:
        keep_text(file, f"{old.rstrip()}\n\n{piece}\n" if old else f"{piece}\n")
