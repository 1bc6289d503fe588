"""`bagarre puzzles find GAME`: moments with one clearly best choice, found in games between programs; `check`: do the kept ones still hold?
`grade`: which levels solve them today?"""

import random
from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import (
    EXTRA,
    Say,
    game_argument,
    game_options,
    number_option,
    open_console,
    option_list,
    whole,
)
from bagarre.cli.measuring import (
    file_option,
    games_option,
    interpreted_flag,
    mode_of,
    seed_option,
    thought_option,
)

MOST = 10**6


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("puzzles.help"), no_args_is_help=True, rich_markup_mode="rich")
    app.add_typer(group, name="puzzles")

    @group.callback()
    def puzzles() -> None:
        """A group of its own."""

    add_find(group, say)
    add_check(group, say)
    add_grade(group, say)


def add_find(group: typer.Typer, say: Say) -> None:
    @group.command("find", help=say("puzzles.find"), context_settings=EXTRA)
    def find(
        context: typer.Context,
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "puzzles.games", 1, MOST)] = 100,
        most: Annotated[int, number_option(say, "most", "puzzles.most", 0, MOST)] = 0,
        seats: Annotated[int, number_option(say, "seats", "puzzles.seats", 0, 9)] = 0,
        option: Annotated[list[str] | None, option_list(say)] = None,
        within: Annotated[int, number_option(say, "within", "puzzles.within", 0, MOST)] = 0,
        alike: Annotated[int, number_option(say, "alike", "puzzles.alike", 0, MOST)] = 0,
        out: Annotated[str, file_option(say, "out", "puzzles.out", "FOLDER")] = "puzzles",
        seed: Annotated[str, seed_option(say)] = "1",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        thought: Annotated[int, thought_option(say)] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.puzzles import enough_alike, find_puzzles, keep

        played = find_game(game)
        if seats:
            whole("seats", played.meta.players[0], played.meta.players[-1])(str(seats))
        with open_console(stderr=True).status(say("puzzles.looking", games=0, found=0)) as status:
            found = 0
            for puzzle in find_puzzles(
                played,
                games=games,
                seats=seats,
                options=game_options(played, option or [], context.args),
                seed=seed,
                most=most,
                within=within,
                alike=enough_alike(Path(out), alike),
                compiled=mode_of(interpreted),
                simulations=thought or None,
                outs=thought,
                progress=lambda n, k: status.update(say("puzzles.looking", games=n, found=k)),
            ):
                keep(puzzle, Path(out))
                found += 1
        open_console().print(say("puzzles.kept", n=found, folder=out), markup=False, soft_wrap=True)


def add_check(group: typer.Typer, say: Say) -> None:
    @group.command("check", help=say("puzzles.check"))
    def check(
        game: Annotated[str, game_argument(say)],
        most: Annotated[int, number_option(say, "most", "puzzles.sample", 0, MOST)] = 0,
        seed: Annotated[str, seed_option(say)] = "1",
        drop: Annotated[bool, typer.Option("--drop", help=say("puzzles.drop"))] = False,
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        thought: Annotated[int, thought_option(say)] = 0,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.puzzles import check_puzzle
        from bagarre.puzzles import PuzzleFile, puzzles_of

        found = find_game(game)
        stock = list(puzzles_of(found.folder, found.name))
        if 0 < most < len(stock):
            stock = sorted(random.Random(seed).sample(stock, most), key=lambda one: one.number)
        fallen: list[PuzzleFile] = []
        console = open_console()
        with open_console(stderr=True).status("") as status:
            for n, one in enumerate(stock):
                status.update(say("puzzles.looking_again", n=n, of=len(stock), fallen=len(fallen)))
                again = check_puzzle(
                    one, compiled=mode_of(interpreted), simulations=thought or None, outs=thought
                )
                if again is None:
                    fallen.append(one)
                    console.print(say("puzzles.fallen", file=one.file.name), markup=False, soft_wrap=True)
                    if drop:
                        one.file.unlink()
        console.print(
            say("puzzles.hold", n=len(stock) - len(fallen), of=len(stock)), markup=False, soft_wrap=True
        )


def add_grade(group: typer.Typer, say: Say) -> None:
    @group.command("grade", help=say("puzzles.grade"))
    def grade(
        game: Annotated[str, game_argument(say)],
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.puzzles import grade_puzzle
        from bagarre.puzzles import puzzles_of

        found = find_game(game)
        stock = puzzles_of(found.folder, found.name)
        changed = 0
        with open_console(stderr=True).status("") as status:
            for n, one in enumerate(stock):
                status.update(say("puzzles.grading", n=n, of=len(stock)))
                changed += grade_puzzle(one, compiled=mode_of(interpreted))
        open_console().print(say("puzzles.graded", n=changed, of=len(stock)), markup=False, soft_wrap=True)
