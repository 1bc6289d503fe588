"""`bagarre study`: what many games between programs say about a game."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from bagarre.cli.advice import add_advice
from bagarre.cli.bands import add_bands
from bagarre.cli.common import (
    Say,
    game_argument,
    game_options,
    list_of,
    number_option,
    open_console,
    option_list,
    pack_list,
    packs_of,
)
from bagarre.cli.exploit import add_exploit
from bagarre.cli.luck import add_luck, add_parts
from bagarre.cli.measuring import (
    MOST_GAMES,
    Counter,
    file_option,
    games_option,
    interpreted_flag,
    mode_of,
    numbers_of,
    numbers_option,
    path_or_none,
    player_option,
    progress_bar,
    seats_of,
    seats_option,
    seed_option,
    table_settings,
    workers_option,
)
from bagarre.kernel.errors import Mistake

MOST_COUNTED = 10_000_000
"""Games in which clauses are counted."""


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("study.help"), no_args_is_help=False, rich_markup_mode="rich")
    app.add_typer(group, name="study")

    @group.callback()
    def study() -> None:
        """A group of its own."""

    for add_command in (
        add_balance, add_run, add_compare, add_rulings, add_clauses, add_beliefs, add_luck, add_parts, add_bands, add_advice, add_tune,
        add_exploit,
    ):  # fmt: skip
        add_command(group, say)


# What several of them take.


def deals_option(say: Say) -> Any:
    return number_option(say, "deals", "study.deals_help", 2, MOST_GAMES)


def on_option(say: Say) -> Any:
    return typer.Option("--on", metavar="PLACE", help=say("study.on"))


def out_option(say: Say) -> Any:
    return file_option(say, "out", "study.out", "FOLDER")


def how_to_run(workers: int, on: str, interpreted: bool, bar: "Bar") -> dict[str, Any]:
    """What `Study.run` takes besides its folder."""
    return {"workers": workers, "on": on, "compiled": mode_of(interpreted), "progress": bar.show}


# The commands.


def add_balance(group: typer.Typer, say: Say) -> None:
    @group.command("balance", help=say("study.balance"))
    def balance(
        game: Annotated[str, game_argument(say)],
        deals: Annotated[int, deals_option(say)] = 1000,
        player: Annotated[str, player_option(say)] = "scripted",
        seed: Annotated[str, seed_option(say)] = "1",
        players: Annotated[str, numbers_option(say)] = "",
        parts: Annotated[str, typer.Option("--parts", metavar="NAME,…", help=say("study.parts"))] = "",
        settings: Annotated[
            str, typer.Option("--settings", metavar="NAME,…", help=say("study.settings"))
        ] = "",
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        out: Annotated[str, out_option(say)] = "",
        workers: Annotated[int, workers_option(say, "study.workers")] = 1,
        on: Annotated[str, on_option(say)] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        svg: Annotated[str, file_option(say, "svg", "study.svg")] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.balance import Request, measure_balance

        found = find_game(game)
        wanted = Request(
            found, deals, player, seed, numbers_of(found, players), tuple(list_of(parts)), tuple(packs_of(pack or [])),
            settings=tuple(list_of(settings)),
        )  # fmt: skip
        with Bar(say) as bar:
            findings = measure_balance(wanted, path_or_none(out), **how_to_run(workers, on, interpreted, bar))
        sys.stdout.write(findings.markdown(say.lang) + "\n")
        if svg:
            keep_picture(findings.svg(say.lang), Path(svg), game)


def add_run(group: typer.Typer, say: Say) -> None:
    @group.command("run", help=say("study.run"))
    def run(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("study.file"), show_default=False)],
        out: Annotated[str, out_option(say)] = "",
        workers: Annotated[int, workers_option(say, "study.workers")] = 1,
        on: Annotated[str, on_option(say)] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        html: Annotated[str, file_option(say, "html", "study.html")] = "",
        parquet: Annotated[str, file_option(say, "parquet", "study.parquet")] = "",
    ) -> None:
        from bagarre.lab.study import Study

        asked = Study.read(file)
        folder = Path(out) if out else Path(file).with_suffix(".study")
        with Bar(say) as bar:
            results = asked.run(folder, **how_to_run(workers, on, interpreted, bar))
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
        player: Annotated[str, player_option(say)] = "scripted",
        players: Annotated[str, numbers_option(say)] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, out_option(say)] = "",
        workers: Annotated[int, workers_option(say, "study.workers")] = 1,
        on: Annotated[str, on_option(say)] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
        html: Annotated[str, file_option(say, "html", "study.html")] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study import Study, Variant
        from bagarre.lab.study.description import tables_of
        from bagarre.lab.study.rulings import Rulings

        found = find_game(game)
        numbers = numbers_of(found, players) or found.meta.players[:1]
        given = table_settings(found, option, [], pack)
        mine = Variant("mine", tuple(given["options"].items()), tuple(given["packs"]))
        if not mine.packs and not mine.options:
            raise Mistake("study_nothing")
        asked = Study(
            game, tables_of(found, player, numbers), (Variant("usual"), mine), deals=deals, seed=seed
        )
        with Bar(say) as bar:
            results = asked.run(path_or_none(out), **how_to_run(workers, on, interpreted, bar))
        sys.stdout.write(Rulings(results, []).markdown(say.lang) + "\n")
        if html:
            keep_text(results.html(say.lang), Path(html))


def add_rulings(group: typer.Typer, say: Say) -> None:
    @group.command("rulings", help=say("study.rulings"))
    def rulings(
        game: Annotated[str, game_argument(say)],
        deals: Annotated[int, deals_option(say)] = 400,
        player: Annotated[str, player_option(say)] = "scripted",
        seats: Annotated[str, seats_option(say)] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, out_option(say)] = "",
        workers: Annotated[int, workers_option(say, "study.workers")] = 1,
        on: Annotated[str, on_option(say)] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.rulings import measure_rulings

        found = find_game(game)
        usual = min(max(4, found.meta.players[0]), found.meta.players[-1])
        with Bar(say) as bar:
            told = measure_rulings(
                found, seats=seats_of(found, seats, usual), player=player, deals=deals, seed=seed,
                base=game_options(found, option or [], []), folder=path_or_none(out),
                **how_to_run(workers, on, interpreted, bar),
            )  # fmt: skip
        sys.stdout.write(told.markdown(say.lang) + "\n")


def add_clauses(group: typer.Typer, say: Say) -> None:
    @group.command("clauses", help=say("study.clauses"))
    def clauses(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option(say, "study.games", 2, MOST_COUNTED)] = 2000,
        asked: Annotated[int, number_option(say, "asked", "study.asked", 1, MOST_COUNTED)] = 40,
        seed: Annotated[str, seed_option(say)] = "1",
        out: Annotated[str, file_option(say, "out", "study.going_on")] = "",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.study.clauses import measure_clauses

        with Bar(say) as bar:
            told = measure_clauses(
                find_game(game), games=games, asked=asked, seed=seed, compiled=mode_of(interpreted),
                out=path_or_none(out), progress=lambda done, of: bar.show(0, done, of),
            )  # fmt: skip
        sys.stdout.write(told.markdown(say.lang) + "\n")


def add_beliefs(group: typer.Typer, say: Say) -> None:
    @group.command("beliefs", help=say("study.beliefs"))
    def beliefs(
        game: Annotated[str, game_argument(say)],
        questions: Annotated[int, number_option(say, "questions", "study.questions", 1, 10**8)] = 100_000,
        players: Annotated[
            str, typer.Option("--players", metavar="SPEC,…", help=say("study.kinds"))
        ] = "scripted,noisy:20,search:3",
        seats: Annotated[str, seats_option(say)] = "",
        seed: Annotated[str, seed_option(say)] = "1",
        aids: Annotated[bool, typer.Option("--aids", help=say("study.aids"))] = False,
        out: Annotated[str, file_option(say, "out", "study.going_on")] = "",
        svg: Annotated[str, file_option(say, "svg", "study.svg")] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.beliefs import measure_beliefs

        found = find_game(game)
        with Counter(say, "study.asking") as counter:
            findings = measure_beliefs(
                found, list_of(players), questions=questions, seats=seats_of(found, seats), seed=seed, aids=aids,
                out=path_or_none(out), progress=counter.show,
            )  # fmt: skip
        sys.stdout.write(findings.markdown(say.lang) + "\n")
        if svg:
            keep_picture(findings.svg(say.lang), Path(svg), game)


def add_tune(group: typer.Typer, say: Say) -> None:
    @group.command("tune", help=say("study.tune"))
    def tune(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("study.tune_file"), show_default=False)],
        out: Annotated[str, file_option(say, "out", "study.tune_out", "FOLDER")] = "",
        workers: Annotated[int, workers_option(say, "study.workers")] = 1,
        on: Annotated[str, on_option(say)] = "threads",
        interpreted: Annotated[bool, interpreted_flag(say)] = False,
    ) -> None:
        from bagarre.lab.study.tuning import Tuning
        from bagarre.lab.study.tuning import tune as find_figures

        tuning = Tuning.read(file)
        folder = Path(out) if out else Path(file).with_suffix(".tuning")
        with Counter(say, "study.trying", most=tuning.trials) as counter:
            tuned = find_figures(
                tuning, folder, workers=workers, on=on, compiled=mode_of(interpreted),
                progress=lambda n, most: counter.show(n),
            )  # fmt: skip
        sys.stdout.write(tuned.markdown(say.lang) + "\n")
        open_console().print(say("study.tuned", file=folder / "tuned.toml"), markup=False, soft_wrap=True)


class Bar:
    """How far a study is, on the terminal, cell after cell; what is printed stays clean."""

    def __init__(self, say: Say) -> None:
        self.say, self.progress = say, progress_bar()
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
