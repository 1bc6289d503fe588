"""`bagarre study balance GAME`: what many games between programs say about a game."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bagarre.cli.common import Say, game_argument, list_of, open_console, pack_list, packs_of, whole
from bagarre.cli.simulate import MOST_GAMES


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("study.help"), no_args_is_help=False, rich_markup_mode="rich")
    app.add_typer(group, name="study")
    games_option = typer.Option(
        "--games", metavar="N", help=say("study.games"), parser=whole("games", 2, MOST_GAMES)
    )

    @group.callback()
    def study() -> None:
        """A group of its own: other studies will stand beside `balance`."""

    @group.command("balance", help=say("study.balance"))
    def balance(
        game: Annotated[str, game_argument(say)],
        games: Annotated[int, games_option] = 1000,
        seed: Annotated[str, typer.Option("--seed", metavar="SEED", help=say("study.seed"))] = "1",
        players: Annotated[str, typer.Option("--players", metavar="N,…", help=say("study.players"))] = "",
        parts: Annotated[str, typer.Option("--parts", metavar="NAME,…", help=say("study.parts"))] = "",
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        svg: Annotated[str, typer.Option("--svg", metavar="FILE", help=say("study.svg"))] = "",
    ) -> None:
        from bagarre.games import find_game
        from bagarre.lab.balance import Request, measure

        found = find_game(game)
        number = whole("players", found.meta.players[0], found.meta.players[-1])
        wanted = Request(
            found,
            games,
            seed,
            tuple(number(text) for text in list_of(players)),
            tuple(list_of(parts)),
            tuple(packs_of(pack or [])),
        )
        with open_console(stderr=True).status(say("study.playing", n=0)) as status:
            done = 0

            def progress() -> None:
                nonlocal done
                done += 1
                status.update(say("study.playing", n=done))

            findings = measure(wanted, progress)
        sys.stdout.write(findings.markdown(say.lang) + "\n")
        if svg:
            keep_picture(findings.svg(say.lang), Path(svg), game)


def keep_picture(text: str, file: Path, game: str) -> None:
    """Write the picture.

    :raises Mistake: when the study has none, or the file cannot be written.
    """
    from bagarre.kernel.errors import Mistake
    from bagarre.kernel.files import replacing

    if not text:
        raise Mistake("no_picture", game=game)
    with replacing(file) as temporary:
        temporary.write_text(text, encoding="utf-8")
