"""`bagarre study bands GAME`: do the words for a score order our own levels?"""

import sys
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument
from bagarre.cli.measuring import (
    Counter,
    file_option,
    games_option,
    interpreted_flag,
    mode_of,
    path_or_none,
    seats_of,
    seats_option,
    seed_option,
    thought_option,
)


def add_bands(group: typer.Typer, say: Say) -> None:
    @group.command("bands", help=say("bands.help"))
    def bands(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "study.games", 1, 10_000)] = 20,
        seats: Annotated[str, seats_option(say)] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "bands.out")] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        thought: Annotated[int, thought_option(say)] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.bands import measure_bands

        found = find_game(game)
        with Counter(say, "bands.judging") as counter:
            findings = measure_bands(
                found, games=games, seats=seats_of(found, seats), seed=seed, simulations=thought or None,
                compiled=mode_of(interpreted), out=path_or_none(out), progress=counter.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")
