"""`bagarre match A B --game GAME`: is A stronger than B? Paired deals until that is clear."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import (
    EXTRA,
    Say,
    decimal,
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
    keep_option,
    mode_of,
    path_or_none,
    players_option,
    seed_option,
    table_settings,
    workers_option,
)
from bagarre.cli.simulate import with_level
from bagarre.kernel.errors import Mistake

if TYPE_CHECKING:
    from bagarre.lab.matches import AloneReport, MatchReport

FARTHEST = 2000.0
"""Points of Elo between two players: more is as good as always."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("match", help=say("match.help"), context_settings=EXTRA)
    def match(
        context: typer.Context,
        first: Annotated[str, typer.Argument(metavar="A", help=say("match.first"), show_default=False)],
        second: Annotated[str, typer.Argument(metavar="B", help=say("match.second"), show_default=False)],
        game: Annotated[str, typer.Option("--game", metavar="GAME", help=say("game"), show_default=False)],
        players: Annotated[int, players_option(say, "match.players")] = 0,
        elo: Annotated[str, typer.Option("--elo", metavar="LOW,HIGH", help=say("match.elo"))] = "0,20",
        alone: Annotated[bool, typer.Option("--alone", help=say("match.alone"))] = False,
        games: Annotated[int, games_option(say, "match.games")] = 20_000,
        seed: Annotated[str, seed_option(say)] = "1",
        workers: Annotated[int, workers_option(say)] = 1,
        keep: Annotated[str, keep_option(say)] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.matches import play_alone, play_match

        found = find_game(game)
        settings: dict[str, Any] = {
            "seats": players, "seed": seed, "workers": workers, "compiled": mode_of(interpreted),
            "keep": path_or_none(keep), **table_settings(found, option, context.args, pack),
        }  # fmt: skip
        limits = bounds(elo)
        with open_console(stderr=True).status(say("match.preparing")) as status:
            if alone:
                one = play_alone(
                    found, first, second, games=games, progress=lambda now: status.update(share(now, say)), **settings
                )  # fmt: skip
                data, told = one.data(), share(one, say)
            else:
                report = play_match(
                    found, first, second, elo=limits, most=games, progress=lambda now: status.update(standing(now, say)), **settings
                )  # fmt: skip
                data, told = report.data(), verdict(report, say)
        if as_json:
            print_json(data)
        else:
            print(told)


def bounds(text: str) -> tuple[float, float]:
    """:raises Mistake: when they are not two numbers."""
    try:
        low, high = (decimal("elo", -FARTHEST, FARTHEST)(part) for part in list_of(text))
    except ValueError:
        raise Mistake("option_value", option="elo", value=text, allowed="0,20") from None
    return low, high


def number(value: float, say: Say, digits: int = 0) -> str:
    from bagarre.lab.ladder import number_told

    return number_told(value, say.lang, digits)


def standing(report: "MatchReport", say: Say) -> str:
    """How it stands, in one line."""
    low, high = report.score.interval()
    return say(
        "match.standing",
        n=report.games,
        games=number(report.games, say),
        share=number(100 * report.score.mean, say, 1),
        low=number(100 * low, say, 1),
        high=number(100 * high, say, 1),
    )


def verdict(report: "MatchReport", say: Say) -> str:
    """The match in one line."""
    first, second = (with_level(spec, say) for spec in report.series.players)
    told = say(
        f"match.verdicts.{('open', 'stronger', 'not_stronger')[report.verdict]}", first=first, second=second
    )
    elo, low, high = (number(part, say) for part in report.elo)
    difference = say("match.difference", elo=elo, low=low, high=high)
    return f"{told} {standing(report, say)} {difference}"


def share(report: "AloneReport", say: Say) -> str:
    """How one fares among others, in one line."""
    first, second = (with_level(spec, say) for spec in report.series.players)
    return say(
        "match.share",
        n=report.games,
        games=number(report.games, say),
        first=first,
        second=second,
        share=number(100 * report.share, say, 1),
        half=number(100 * report.half, say, 1),
        fair=number(100 / report.seats, say, 1),
        elo=number(report.elo, say),
    )
