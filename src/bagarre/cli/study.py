"""`bagarre study`: what many games between programs say about a game."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from bagarre.cli.bands import add_bands
from bagarre.cli.common import (
    Say,
    game_argument,
    game_options,
    list_of,
    open_console,
    option_list,
    pack_list,
    packs_of,
    whole,
)
from bagarre.cli.luck import add_luck
from bagarre.cli.measuring import MOST_GAMES
from bagarre.kernel.errors import Mistake


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("study.help"), no_args_is_help=False, rich_markup_mode="rich")
    app.add_typer(group, name="study")

    @group.callback()
    def study() -> None:
        """A group of its own."""

    for add_command in (
        add_balance, add_run, add_compare, add_rulings, add_clauses, add_beliefs, add_luck, add_bands, add_tune,
    ):  # fmt: skip
        add_command(group, say)


# What several of them take.


def games_option(say: Say) -> Any:
    return typer.Option("--games", metavar="N", help=say("study.games"), parser=whole("games", 2, MOST_GAMES))


def deals_option(say: Say) -> Any:
    return typer.Option(
        "--deals", metavar="N", help=say("study.deals_help"), parser=whole("deals", 2, MOST_GAMES)
    )


def workers_option(say: Say) -> Any:
    return typer.Option("--workers", metavar="N", help=say("study.workers"), parser=whole("workers", 1, 256))


def interpreted_flag(say: Say) -> Any:
    return typer.Option("--interpreted", help=say("simulate.interpreted"))


# The commands.


def add_balance(group: typer.Typer, say: Say) -> None:
    @group.command("balance", help=say("study.balance"))
    def balance(
        game: Annotated[str, game_argument(say)],
        deals: Annotated[int, deals_option(say)] = 1000,
        player: Annotated[
            str, typer.Option("--player", metavar="SPEC", help=say("study.player"))
        ] = "scripted",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        players: Annotated[str, typer.Option("--players", metavar="N,…", help=say("study.players"))] = "",
        parts: Annotated[str, typer.Option("--parts", metavar="NAME,…", help=say("study.parts"))] = "",
        settings: Annotated[
            str, typer.Option("--settings", metavar="NAME,…", help=say("study.settings"))
        ] = "",
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        out: Annotated[str, typer.Option("--out", metavar="FOLDER", help=say("study.out"))] = "",
        workers: Annotated[int, workers_option(say)] = 1,
        on: Annotated[str, typer.Option("--on", metavar="PLACE", help=say("study.on"))] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        svg: Annotated[str, typer.Option("--svg", metavar="FILE", help=say("study.svg"))] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.balance import Request, measure_balance

        found = find_game(game)
        number = whole("players", found.meta.players[0], found.meta.players[-1])
        wanted = Request(
            found,
            deals,
            player,
            seed,
            tuple(number(text) for text in list_of(players)),
            tuple(list_of(parts)),
            tuple(packs_of(pack or [])),
            settings=tuple(list_of(settings)),
        )
        with Bar(say) as bar:
            findings = measure_balance(
                wanted, Path(out) if out else None, workers=workers, on=on,
                compiled=False if interpreted else None, progress=bar.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")
        if svg:
            keep_picture(findings.svg(say.lang), Path(svg), game)


def add_run(group: typer.Typer, say: Say) -> None:
    @group.command("run", help=say("study.run"))
    def run(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("study.file"), show_default=False)],
        out: Annotated[str, typer.Option("--out", metavar="FOLDER", help=say("study.out"))] = "",
        workers: Annotated[int, workers_option(say)] = 1,
        on: Annotated[str, typer.Option("--on", metavar="PLACE", help=say("study.on"))] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        html: Annotated[str, typer.Option("--html", metavar="FILE", help=say("study.html"))] = "",
        parquet: Annotated[str, typer.Option("--parquet", metavar="FILE", help=say("study.parquet"))] = "",
    ) -> None:
        from bagarre.lab.study import Study

        asked = Study.read(file)
        folder = Path(out) if out else Path(file).with_suffix(".study")
        with Bar(say) as bar:
            results = asked.run(
                folder, workers=workers, on=on, compiled=False if interpreted else None, progress=bar.show
            )
        keep_text(results.html(say.lang), Path(html) if html else folder / "report.html")
        results.save(Path(parquet) if parquet else folder / "games.parquet")
        open_console().print(say("study.kept", folder=folder), markup=False, soft_wrap=True)


def add_compare(group: typer.Typer, say: Say) -> None:
    @group.command("compare", help=say("study.compare"))
    def compare(
        game: Annotated[str, game_argument(say)],
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        option: Annotated[list[str] | None, option_list(say)] = None,
        deals: Annotated[int, deals_option(say)] = 1000,
        player: Annotated[
            str, typer.Option("--player", metavar="SPEC", help=say("study.player"))
        ] = "scripted",
        players: Annotated[str, typer.Option("--players", metavar="N,…", help=say("study.players"))] = "",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        workers: Annotated[int, workers_option(say)] = 1,
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        html: Annotated[str, typer.Option("--html", metavar="FILE", help=say("study.html"))] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study import Study, Variant
        from bagarre.lab.study.description import tables_of
        from bagarre.lab.study.rulings import Rulings

        found = find_game(game)
        number = whole("players", found.meta.players[0], found.meta.players[-1])
        numbers = [number(text) for text in list_of(players)] or [found.meta.players[0]]
        mine = Variant(
            "mine", tuple(game_options(found, option or [], []).items()), tuple(packs_of(pack or []))
        )
        if not mine.packs and not mine.options:
            raise Mistake("study_nothing")
        asked = Study(
            game, tables_of(found, player, numbers), (Variant("usual"), mine), deals=deals, seed=seed
        )
        with Bar(say) as bar:
            results = asked.run(workers=workers, compiled=False if interpreted else None, progress=bar.show)
        sys.stdout.write(Rulings(results, []).markdown(say.lang) + "\n")
        if html:
            keep_text(results.html(say.lang), Path(html))


def add_rulings(group: typer.Typer, say: Say) -> None:
    @group.command("rulings", help=say("study.rulings"))
    def rulings(
        game: Annotated[str, game_argument(say)],
        deals: Annotated[int, deals_option(say)] = 400,
        player: Annotated[
            str, typer.Option("--player", metavar="SPEC", help=say("study.player"))
        ] = "scripted",
        seats: Annotated[str, typer.Option("--seats", metavar="N", help=say("study.seats"))] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        workers: Annotated[int, workers_option(say)] = 1,
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.rulings import measure_rulings

        found = find_game(game)
        number = whole("seats", found.meta.players[0], found.meta.players[-1])
        count = number(seats) if seats else min(max(4, found.meta.players[0]), found.meta.players[-1])
        with Bar(say) as bar:
            told = measure_rulings(
                found, seats=count, player=player, deals=deals, seed=seed, workers=workers, progress=bar.show,
                base=game_options(found, option or [], []), compiled=False if interpreted else None,
            )  # fmt: skip
        sys.stdout.write(told.markdown(say.lang) + "\n")


def add_clauses(group: typer.Typer, say: Say) -> None:
    @group.command("clauses", help=say("study.clauses"))
    def clauses(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say)] = 2000,
        asked: Annotated[
            int,
            typer.Option(
                "--asked", metavar="N", help=say("study.asked"), parser=whole("asked", 1, MOST_GAMES)
            ),
        ] = 40,
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.clauses import measure_clauses

        with Bar(say) as bar:
            told = measure_clauses(
                find_game(game), games=games, asked=asked, seed=seed, compiled=False if interpreted else None,
                progress=lambda done, of: bar.show(0, done, of),
            )  # fmt: skip
        sys.stdout.write(told.markdown(say.lang) + "\n")


def add_beliefs(group: typer.Typer, say: Say) -> None:
    @group.command("beliefs", help=say("study.beliefs"))
    def beliefs(
        game: Annotated[str, game_argument(say)],
        questions: Annotated[
            int,
            typer.Option(
                "--questions", metavar="N", help=say("study.questions"), parser=whole("questions", 1, 10**8)
            ),
        ] = 100_000,
        players: Annotated[
            str, typer.Option("--players", metavar="SPEC,…", help=say("study.kinds"))
        ] = "scripted,noisy:20,search:3",
        seats: Annotated[str, typer.Option("--seats", metavar="N", help=say("study.seats"))] = "",
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        aids: Annotated[bool, typer.Option("--aids", help=say("study.aids"))] = False,
        svg: Annotated[str, typer.Option("--svg", metavar="FILE", help=say("study.svg"))] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.beliefs import measure_beliefs

        found = find_game(game)
        number = whole("seats", found.meta.players[0], found.meta.players[-1])(seats) if seats else 0
        with open_console(stderr=True).status(say("study.asking", n=0)) as status:
            findings = measure_beliefs(
                found,
                list_of(players),
                questions=questions,
                seats=number,
                seed=seed,
                aids=aids,
                progress=lambda n: status.update(say("study.asking", n=n)),
            )
        sys.stdout.write(findings.markdown(say.lang) + "\n")
        if svg:
            keep_picture(findings.svg(say.lang), Path(svg), game)


def add_tune(group: typer.Typer, say: Say) -> None:
    @group.command("tune", help=say("study.tune"))
    def tune(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("study.tune_file"), show_default=False)],
        out: Annotated[str, typer.Option("--out", metavar="FOLDER", help=say("study.tune_out"))] = "",
        workers: Annotated[int, workers_option(say)] = 1,
        on: Annotated[str, typer.Option("--on", metavar="PLACE", help=say("study.on"))] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.lab.study.tuning import Tuning
        from bagarre.lab.study.tuning import tune as find_figures

        tuning = Tuning.read(file)
        folder = Path(out) if out else Path(file).with_suffix(".tuning")
        with open_console(stderr=True).status(say("study.trying", n=0, most=tuning.trials)) as status:
            tuned = find_figures(
                tuning, folder, workers=workers, on=on, compiled=False if interpreted else None,
                progress=lambda n, most: status.update(say("study.trying", n=n, most=most)),
            )  # fmt: skip
        sys.stdout.write(tuned.markdown(say.lang) + "\n")
        open_console().print(say("study.tuned", file=folder / "tuned.toml"), markup=False, soft_wrap=True)


class Bar:
    """How far a study is, on the terminal: cell after cell, on the side of errors, so that what is printed stays clean."""

    def __init__(self, say: Say) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.say = say
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=open_console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self.task = self.progress.add_task(say("study.cell", n=1), total=None)

    def __enter__(self) -> "Bar":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def show(self, cell: int, deals: int, most: int) -> None:
        """That many deals of a cell are played, of at most so many."""
        self.progress.update(
            self.task, description=self.say("study.cell", n=cell + 1), completed=deals, total=most
        )


def keep_text(text: str, file: Path) -> None:
    """:raises Mistake: when the file cannot be written."""
    from bagarre.kernel.files import write_atomically

    write_atomically(file, text)


def keep_picture(text: str, file: Path, game: str) -> None:
    """Write the picture.

    :raises Mistake: when the study has none, or the file cannot be written.
    """
    if not text:
        raise Mistake("no_picture", game=game)
    keep_text(text, file)
