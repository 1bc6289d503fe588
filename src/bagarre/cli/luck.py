"""`bagarre study luck GAME`: how much of a game is luck."""

import sys
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, open_console, whole
from bagarre.cli.measuring import MOST_GAMES


def add_luck(group: typer.Typer, say: Say) -> None:
    @group.command("luck", help=say("study.luck"))
    def luck(
        game: Annotated[str, game_argument(say)],
        games: Annotated[
            int,
            typer.Option(
                "--games", metavar="N", help=say("study.games"), parser=whole("games", 2, MOST_GAMES)
            ),
        ] = 10_000,
        player: Annotated[
            str, typer.Option("--player", metavar="SPEC", help=say("study.player"))
        ] = "scripted",
        seats: Annotated[str, typer.Option("--seats", metavar="N", help=say("study.seats"))] = "",
        outs: Annotated[
            int, typer.Option("--outs", metavar="N", help=say("study.outs"), parser=whole("outs", 1, 10_000))
        ] = 64,
        tosses: Annotated[
            int,
            typer.Option(
                "--tosses", metavar="N", help=say("study.tosses"), parser=whole("tosses", 0, 10_000)
            ),
        ] = 0,
        to_the_end: Annotated[bool, typer.Option("--to-the-end", help=say("study.to_the_end"))] = False,
        steady: Annotated[bool, typer.Option("--steady", help=say("study.steady"))] = False,
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        interpreted: Annotated[bool, typer.Option("--interpreted", help=say("simulate.interpreted"))] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.luck import measure_luck

        found = find_game(game)
        number = whole("seats", found.meta.players[0], found.meta.players[-1])(seats) if seats else 0
        with open_console(stderr=True).status(say("study.splitting", n=0)) as status:
            findings = measure_luck(
                found,
                games=games,
                seats=number,
                players=player,
                outs=outs,
                tosses=tosses,
                to_the_end=to_the_end,
                steady=steady,
                seed=seed,
                compiled=False if interpreted else None,
                progress=lambda n: status.update(say("study.splitting", n=n)),
            )
        sys.stdout.write(findings.markdown(say.lang) + "\n")
