"""`bagarre arena GAME A B …`: a tournament between any players, programs in any language among them."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import Say, decimal, game_argument, json_flag, option_list, pack_list, print_json
from bagarre.cli.measuring import (
    Counter,
    file_option,
    games_option,
    interval_option,
    keep_option,
    path_or_none,
    players_option,
    seed_option,
    table_settings,
    workers_option,
)

if TYPE_CHECKING:
    from bagarre.lab.arena import ArenaReport


def add(app: typer.Typer, say: Say) -> None:
    @app.command("arena", help=say("arena.help"))
    def arena(
        game: Annotated[str, game_argument(say)],
        specs: Annotated[
            list[str], typer.Argument(metavar="KIND…", help=say("arena.specs"), show_default=False)
        ],
        players: Annotated[int, players_option(say, "ladder.players")] = 0,
        games: Annotated[int, games_option(say, "arena.games")] = 200,
        interval: Annotated[float, interval_option(say)] = 50.0,
        seconds: Annotated[
            float,
            typer.Option(
                "--seconds", metavar="S", help=say("arena.seconds"), parser=decimal("seconds", 0.01, 3600.0)
            ),
        ] = 2.0,
        seed: Annotated[str, seed_option(say)] = "1",
        workers: Annotated[int, workers_option(say, "arena.workers")] = 1,
        records: Annotated[str, file_option(say, "records", "arena.records", "FOLDER")] = "",
        keep: Annotated[str, keep_option(say)] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.arena import tournament

        found = find_game(game)
        settings: dict[str, Any] = {
            "seats": players, "interval": interval, "most": games, "seconds": seconds, "seed": seed, "workers": workers,
            "records": path_or_none(records), "keep": path_or_none(keep), **table_settings(found, option, [], pack),
        }  # fmt: skip
        with Counter(say, "arena.playing") as counter:
            report = tournament(found, specs, progress=lambda now: counter.show(len(now.games)), **settings)
        if as_json:
            print_json(report.data())
        else:
            show(report, say)


def show(report: "ArenaReport", say: Say) -> None:
    """The table, and what went wrong under it."""
    from bagarre.lab.ladder import markdown

    print(markdown(report, say.lang))
    for number, counts in sorted(report.forfeits.items()):
        kinds = ", ".join(say(f"arena.kinds.{kind}", n=count) for kind, count in sorted(counts.items()))
        reasons = " · ".join(report.reasons.get(number, []))
        print(say("arena.forfeits", player=report.series.players[number], kinds=kinds, reasons=reasons))
