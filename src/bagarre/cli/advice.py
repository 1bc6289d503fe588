"""`bagarre study advice GAME`: is what a review advises better when the game is played on?"""

import sys
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, number_option
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
    thought_option,
)


def add_advice(group: typer.Typer, say: Say) -> None:
    @group.command("advice", help=say("advice.help"))
    def advice(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "study.games", 1, 10_000)] = 10,
        lines: Annotated[int, number_option(say, "lines", "advice.lines", 2, 10_000)] = 20,
        player: Annotated[str, player_option(say)] = "search:4",
        seats: Annotated[str, seats_option(say)] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "bands.out")] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        thought: Annotated[int, thought_option(say)] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.advice import measure_advice

        found = find_game(game)
        with Counter(say, "bands.judging") as counter:
            findings = measure_advice(
                found, games=games, lines=lines, player=player, seats=seats_of(found, seats), seed=seed, simulations=thought or None,
                compiled=mode_of(interpreted), out=path_or_none(out), progress=counter.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")
