"""`bagarre study luck GAME`: how much of a game is luck; `bagarre study parts GAME`: how right the parts of a review are."""

import sys
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, list_of, number_option
from bagarre.cli.measuring import (
    Counter,
    file_option,
    games_option,
    interpreted_flag,
    mode_of,
    path_or_none,
    player_option,
    seats_of,
    seats_option,
    seed_option,
)


def add_luck(group: typer.Typer, say: Say) -> None:
    @group.command("luck", help=say("study.luck"))
    def luck(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "study.games", 2)] = 10_000,
        player: Annotated[str, player_option(say)] = "scripted",
        seats: Annotated[str, seats_option(say)] = "",
        outs: Annotated[int, number_option(say, "outs", "study.outs", 1, 10_000)] = 64,
        tosses: Annotated[int, number_option(say, "tosses", "study.tosses", 0, 10_000)] = 0,
        to_the_end: Annotated[bool, typer.Option("--to-the-end", help=say("study.to_the_end"))] = False,
        steady: Annotated[bool, typer.Option("--steady", help=say("study.steady"))] = False,
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "study.going_on")] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.luck import measure_luck

        found = find_game(game)
        with Counter(say, "study.splitting") as counter:
            findings = measure_luck(
                found, games=games, seats=seats_of(found, seats), players=player, outs=outs, tosses=tosses,
                to_the_end=to_the_end, steady=steady, seed=seed, compiled=mode_of(interpreted), out=path_or_none(out), progress=counter.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")


def add_parts(group: typer.Typer, say: Say) -> None:
    @group.command("parts", help=say("study.split_parts"))
    def parts(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "study.games", 2)] = 10_000,
        player: Annotated[
            str, typer.Option("--player", metavar="SPEC,…", help=say("study.sitting"))
        ] = "scripted",
        seats: Annotated[str, seats_option(say)] = "",
        outs: Annotated[int, number_option(say, "outs", "study.outs", 1, 10_000)] = 4,
        known: Annotated[bool, typer.Option("--known", help=say("study.known"))] = False,
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "study.going_on")] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.parts import measure_parts

        found = find_game(game)
        with Counter(say, "study.splitting") as counter:
            findings = measure_parts(
                found, games=games, players=list_of(player), seats=seats_of(found, seats), outs=outs, known=known, seed=seed,
                compiled=mode_of(interpreted), out=path_or_none(out), progress=counter.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")
