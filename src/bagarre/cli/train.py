"""`bagarre train GAME`: learn what the searching player knows of a game besides its rules."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, list_of, open_console, whole
from bagarre.cli.measuring import games_option


def add(app: typer.Typer, say: Say) -> None:
    @app.command("train", help=say("train.help"))
    def train(
        game: Annotated[str, game_argument(say)],
        part: Annotated[str, typer.Option("--part", metavar="PART", help=say("train.part"))] = "standing",
        games: Annotated[int, games_option(say, "train.games", 10)] = 1000,
        players: Annotated[
            str, typer.Option("--players", metavar="SPEC,…", help=say("train.kinds"))
        ] = "scripted",
        seats: Annotated[str, typer.Option("--seats", metavar="N,…", help=say("train.seats"))] = "",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("train.seed"))] = "1",
        out: Annotated[str, typer.Option("--out", metavar="FILE", help=say("train.out"))] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.kernel.errors import Mistake
        from bagarre.lab.beliefs import usual_seats
        from bagarre.lab.training import PARTS, keep, learn

        found = find_game(game)
        if part not in PARTS:
            raise Mistake("option_value", option="part", value=part, allowed=", ".join(PARTS))
        number = whole("seats", found.meta.players[0], found.meta.players[-1])
        tables = tuple(number(text) for text in list_of(seats)) or (usual_seats(found),)
        with open_console(stderr=True).status(say("train.playing", n=0)) as status:
            done = 0

            def progress() -> None:
                nonlocal done
                done += 1
                status.update(say("train.playing", n=done))

            lesson = learn(
                found, part, list_of(players), games=games, seats=tables, seed=seed, progress=progress
            )
        figures = {name: f"{getattr(lesson, name):.4f}" for name in ("loss", "before", "blank")}
        told = say("train.learned", game=found.meta.title, part=part, cases=lesson.cases, **figures)
        sys.stdout.write(f"{told}\nweights = {list(lesson.weights)}\n")
        if out != "-":
            file = Path(out) if out else found.folder / "search.toml"
            keep(lesson, file)
            sys.stdout.write(say("train.kept", file=file) + "\n")
