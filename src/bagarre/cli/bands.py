"""`bagarre study bands GAME`: do the words for a score order our own levels?"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, open_console, whole


def add_bands(group: typer.Typer, say: Say) -> None:
    @group.command("bands", help=say("bands.help"))
    def bands(
        game: Annotated[str, game_argument(say)],
        games: Annotated[
            int,
            typer.Option("--games", metavar="N", help=say("study.games"), parser=whole("games", 1, 10_000)),
        ] = 20,
        seats: Annotated[str, typer.Option("--seats", metavar="N", help=say("study.seats"))] = "",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        out: Annotated[str, typer.Option("--out", metavar="FILE", help=say("bands.out"))] = "",
        interpreted: Annotated[bool, typer.Option("--interpreted", help=say("simulate.interpreted"))] = False,
        thought: Annotated[
            int,
            typer.Option(
                "--thought", metavar="N", help=say("review.thought"), parser=whole("thought", 0, 10**6)
            ),
        ] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.bands import measure_bands

        found = find_game(game)
        number = whole("seats", found.meta.players[0], found.meta.players[-1])(seats) if seats else 0
        with open_console(stderr=True).status(say("bands.judging", n=0)) as status:
            findings = measure_bands(
                found,
                games=games,
                seats=number,
                seed=seed,
                simulations=thought or None,
                compiled=False if interpreted else None,
                out=Path(out) if out else None,
                progress=lambda n: status.update(say("bands.judging", n=n)),
            )
        sys.stdout.write(findings.markdown(say.lang) + "\n")
