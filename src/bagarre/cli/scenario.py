"""`bagarre scenario run FILE…`: positions, choices, dice, and what must follow."""

from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json
from bagarre.kernel.errors import Mistake


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("scenario.help"), no_args_is_help=False, rich_markup_mode="rich")
    app.add_typer(group, name="scenario")

    @group.callback()
    def scenario() -> None:
        """A group of its own, so that `run` stays a word of the command."""

    @group.command("run", help=say("scenario.run"))
    def run(
        files: Annotated[
            list[str], typer.Argument(metavar="FILE…", help=say("scenario.files"), show_default=False)
        ],
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.scenario import run_scenario

        results = [run_scenario(file) for file in scenario_files(files)]
        if as_json:
            print_json(
                [
                    {
                        "file": result.file,
                        "title": result.title,
                        "game": result.game.name,
                        "rules": result.rules,
                        "steps": result.steps,
                        "checks": result.checks,
                        "passed": result.passed,
                        "failures": result.say(say.lang),
                    }
                    for result in results
                ]
            )
        else:
            console = open_console()
            for result in results:
                mark = "[green]✓[/]" if result.passed else "[red]✗[/]"
                console.print(mark, result.title, f"[dim]{result.file}[/]", soft_wrap=True)
                for line in result.say(say.lang):
                    console.print(f"    {line}", markup=False, soft_wrap=True)
            failed = sum(not result.passed for result in results)
            console.print(say("scenario.summary", n=len(results), failed=failed))
        if not all(result.passed for result in results):
            raise typer.Exit(1)


def scenario_files(names: list[str]) -> list[Path]:
    """The files named, and all those of the folders named."""
    files = list[Path]()
    for name in names:
        if Path(name).is_dir():
            found = sorted(Path(name).rglob("*.toml"))
            if not found:
                raise Mistake("no_scenarios", folder=name)
            files += found
        else:
            files.append(Path(name))
    return files
