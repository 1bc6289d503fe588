"""`bagarre simulate GAME`: many games between bots, and a table of what came of them."""

from contextlib import nullcontext
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
    mode_of,
    path_or_none,
    progress_bar,
    seed_option,
    table_settings,
    workers_option,
)
from bagarre.cli.opening import usual_seats

if TYPE_CHECKING:
    from rich.table import Table

    from bagarre.lab.simulate import Report


def add(app: typer.Typer, say: Say) -> None:
    @app.command("simulate", help=say("simulate.help"), context_settings=EXTRA)
    def simulate(
        context: typer.Context,
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "simulate.games")] = 1000,
        seats: Annotated[str, typer.Option("--seats", metavar="KIND,…", help=say("simulate.seats"))] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        workers: Annotated[int, workers_option(say)] = 1,
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        out: Annotated[str, typer.Option("--out", metavar="FILE", help=say("simulate.out"))] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game

        found = find_game(game)
        table = table_settings(found, option, context.args, pack)
        kinds = list_of(seats) or ["scripted"] * len(usual_seats(found, **table))
        settings = {
            "games": games, "seed": seed, "workers": workers, "compiled": mode_of(interpreted), **table,
        }  # fmt: skip
        report = watched(found, kinds, settings, path_or_none(out), say)
        if as_json:
            print_json(report.data())
        else:
            show(report, say)


def watched(game: Any, kinds: list[str], settings: dict[str, Any], out: Path | None, say: Say) -> "Report":
    """Simulate with a progress bar on the side of errors, so that what is printed stays clean."""
    from bagarre.lab.rows import written
    from bagarre.lab.simulate import simulate

    bar = progress_bar()
    rows = written(out, game, len(kinds)) if out else nullcontext()
    with rows as file, bar:
        task = bar.add_task(say("simulate.compiling"), total=None)

        def ready() -> None:
            bar.update(task, description=say("simulate.playing"), total=settings["games"])

        watchers = [file] if file is not None else []
        return simulate(
            game, kinds, **settings, watchers=watchers, ready=ready, progress=lambda n: bar.advance(task, n)
        )


def show(report: "Report", say: Say) -> None:
    from rich.text import Text

    from bagarre.cli.drawing import ACCENT

    console = open_console()
    places, tallies, games = report.places, report.tallies, report.lengths.games
    words = report.game.words(say.lang)

    def number(value: float, digits: int = 0) -> str:
        """Figures as the language writes them."""
        text = f"{value:,.{digits}f}"
        return text.translate(str.maketrans(",.", "\u202f,")) if say.lang == "fr" else text

    def percent(part: int, all_: int) -> str:
        return f"{number(100 * part / all_, 1)} %" if all_ else "–"

    title = say("simulate.summary", n=games, count=number(games), seed=report.seed)
    console.print(Text.assemble((report.game.meta.title, f"bold {ACCENT}"), f" · {title}\n"))

    seats = columns(say, "seat", "wins", "interval", "shared", "place")
    for seat, kind in enumerate(report.players):
        low, high = places.interval(seat)
        seats.add_row(
            f"{seat} {with_level(kind, say)}",
            percent(places.wins[seat], places.games),
            f"{number(100 * low, 1)}–{number(100 * high, 1)} %",
            percent(places.shared[seat], places.games),
            number(places.average(seat), 2),
        )
    console.print(seats)
    console.print()

    figures = columns(say, "figure", "mean", "share")
    lengths = f"{number(report.lengths.least)}–{number(report.lengths.most)}"
    figures.add_row(say("simulate.length"), number(report.lengths.average, 1), lengths)
    for k, name in enumerate(tallies.names):
        figures.add_row(
            words.say(f"stats.{name}"), number(tallies.sums[k] / games, 3), percent(tallies.seen[k], games)
        )
    console.print(figures)
    console.print()

    endings = columns(say, "ending", "games_share")
    for k, (name, count) in enumerate(report.endings.counts.items()):
        if count:
            endings.add_row(
                words.say(f"endings.{name}") if k else say("simulate.unfinished"), percent(count, games)
            )
    console.print(endings)
    console.print()
    mode = say("simulate.compiled" if report.compiled else "simulate.plain")
    speed = say("simulate.speed", speed=number(report.speed), seconds=number(report.seconds, 2), mode=mode)
    console.print(f"[dim]{speed}[/]")


def with_level(kind: str, say: Say) -> str:
    """A player as a table names it: its spec, and the word of its level."""
    from bagarre.bots import level_of

    level = level_of(kind)
    return f"{kind} ({level.word(say.lang)})" if level is not None else kind


def columns(say: Say, first: str, *others: str) -> "Table":
    """A table whose first column holds names and whose others hold figures."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(say(f"simulate.{first}"))
    for other in others:
        table.add_column(say(f"simulate.{other}"), justify="right")
    return table
