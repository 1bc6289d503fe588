"""`bagarre train GAME`: learn what the searching player knows of a game besides its rules."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, list_of
from bagarre.cli.measuring import Counter, file_option, games_option, numbers_of, seed_option
from bagarre.kernel.errors import Mistake

NOWHERE = "-"
MOST = 100_000
"""Games at a table: all their positions are held at once."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("train", help=say("train.help"))
    def train(
        game: Annotated[str, game_argument(say)],
        part: Annotated[str, typer.Option("--part", metavar="PART", help=say("train.part"))] = "standing",
        games: Annotated[int, games_option(say, "train.games", 10, MOST)] = 1000,
        players: Annotated[
            str, typer.Option("--players", metavar="SPEC,…", help=say("train.kinds"))
        ] = "scripted",
        seats: Annotated[str, typer.Option("--seats", metavar="N,…", help=say("train.seats"))] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "train.out")] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.driving import usual_seats
        from bagarre.lab.training import PARTS, around, bindings_for, keep, learn

        found = find_game(game)
        if part not in PARTS:
            raise Mistake("option_value", option="part", value=part, allowed=", ".join(PARTS))
        kinds, tables = list_of(players), numbers_of(found, seats, "seats") or (usual_seats(found),)
        file = Path(out) if out else found.folder / "search.toml"
        bindings_for(found, part)
        if out != NOWHERE:
            # Whether there is a place for it is known before a game is played.
            around(file, part)
        with Counter(say, "train.playing") as counter:
            lesson = learn(found, part, kinds, games=games, seats=tables, seed=seed, progress=counter.show)
        figures = {name: f"{getattr(lesson, name):.4f}" for name in ("loss", "before", "blank")}
        told = say("train.learned", game=found.meta.title, part=part, cases=lesson.cases, **figures)
        sys.stdout.write(f"{told}\nweights = {list(lesson.weights)}\n")
        if out != NOWHERE:
            keep(lesson, file)
            sys.stdout.write(say("train.kept", file=file) + "\n")
