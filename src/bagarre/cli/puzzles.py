"""`bagarre puzzles find GAME`: moments with one clearly best choice, found in games between programs."""

from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, open_console, whole


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("puzzles.help"), no_args_is_help=True, rich_markup_mode="rich")
    app.add_typer(group, name="puzzles")

    @group.callback()
    def puzzles() -> None:
        """A group of its own."""

    @group.command("find", help=say("puzzles.find"))
    def find(
        game: Annotated[str, game_argument(say)],
        games: Annotated[
            int,
            typer.Option("--games", metavar="N", help=say("puzzles.games"), parser=whole("games", 1, 10**6)),
        ] = 100,
        most: Annotated[
            int, typer.Option("--most", metavar="N", help=say("puzzles.most"), parser=whole("most", 0, 10**6))
        ] = 0,
        out: Annotated[str, typer.Option("--out", metavar="FOLDER", help=say("puzzles.out"))] = "puzzles",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        interpreted: Annotated[bool, typer.Option("--interpreted", help=say("simulate.interpreted"))] = False,
        thought: Annotated[
            int,
            typer.Option(
                "--thought", metavar="N", help=say("review.thought"), parser=whole("thought", 0, 10**6)
            ),
        ] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.puzzles import find_puzzles, keep

        with open_console(stderr=True).status(say("puzzles.looking", games=0, found=0)) as status:
            found = 0
            for puzzle in find_puzzles(
                find_game(game),
                games=games,
                seed=seed,
                most=most,
                compiled=False if interpreted else None,
                simulations=thought or None,
                outs=thought,
                progress=lambda n, k: status.update(say("puzzles.looking", games=n, found=k)),
            ):
                keep(puzzle, Path(out))
                found += 1
        open_console().print(say("puzzles.kept", n=found, folder=out), markup=False, soft_wrap=True)
