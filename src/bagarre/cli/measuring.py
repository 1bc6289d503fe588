"""What the commands that play many games share: their options, and the settings made of them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from bagarre.cli.common import (
    Say,
    decimal,
    game_options,
    letters,
    list_of,
    number_option,
    open_console,
    packs_of,
    whole,
)

if TYPE_CHECKING:
    from rich.progress import Progress

    from bagarre.kernel.game import Game

MOST_GAMES, MOST_WORKERS, MOST_SEATS = 1_000_000_000, 1024, 99
NARROWEST, WIDEST = 1.0, 10_000.0
"""Elo points of an interval that may be asked for."""


# Options. The key is that of the sentence that explains one, where commands differ.


def games_option(say: Say, key: str, least: int = 1, most: int = MOST_GAMES) -> Any:
    return number_option(say, "games", key, least, most)


def workers_option(say: Say, key: str = "simulate.workers") -> Any:
    return number_option(say, "workers", key, 1, MOST_WORKERS)


def players_option(say: Say, key: str) -> Any:
    return number_option(say, "players", key, 0, MOST_SEATS)


def thought_option(say: Say) -> Any:
    return number_option(say, "thought", "review.thought", 0, 10**6)


def seats_option(say: Say) -> Any:
    """How many seats; `seats_of` reads it."""
    return typer.Option("--seats", metavar="N", help=say("study.seats"))


def numbers_option(say: Say) -> Any:
    """Several numbers of players; `numbers_of` reads them."""
    return typer.Option("--players", metavar="N,…", help=say("study.players"))


def player_option(say: Say) -> Any:
    return typer.Option("--player", metavar="SPEC", help=say("study.player"))


def seed_option(say: Say, key: str = "simulate.seed") -> Any:
    return typer.Option("--seed", metavar="SEED", help=say(key), parser=letters("seed"))


def interval_option(say: Say) -> Any:
    return typer.Option(
        "--interval",
        metavar="ELO",
        help=say("ladder.interval"),
        parser=decimal("interval", NARROWEST, WIDEST),
    )


def keep_option(say: Say) -> Any:
    return typer.Option("--keep", metavar="FILE", help=say("match.keep"))


def file_option(say: Say, name: str, key: str, metavar: str = "FILE") -> Any:
    """A file or folder to be written; none when it is empty."""
    return typer.Option(f"--{name}", metavar=metavar, help=say(key))


def interpreted_flag(say: Say) -> Any:
    return typer.Option("--interpreted", help=say("simulate.interpreted"))


# Settings.


def table_settings(
    game: "Game", option: list[str] | None, extra: Sequence[str], pack: list[str] | None
) -> dict[str, Any]:
    """The options and the packs of the game, as the laboratory takes them.

    :raises Mistake: when one cannot be read or does not exist.
    """
    return {"options": game_options(game, option or [], extra), "packs": packs_of(pack or [])}


def seats_of(game: "Game", text: str, usual: int = 0, option: str = "seats") -> int:
    """The seats that were asked for.

    :raises Mistake: when the game is not for so many.
    """
    return whole(option, game.meta.players[0], game.meta.players[-1])(text) if text else usual


def numbers_of(game: "Game", text: str, option: str = "players") -> tuple[int, ...]:
    """Several numbers of players.

    :raises Mistake: when the game is not for one of them.
    """
    return tuple(seats_of(game, part, option=option) for part in list_of(text))


def mode_of(interpreted: bool) -> bool | None:
    """As the laboratory asks for it: not compiled, or compiled where that is possible."""
    return False if interpreted else None


def path_or_none(text: str) -> Path | None:
    return Path(text) if text else None


class Counter:
    """How far something is, in one changing line on the side of errors, so that what is printed stays clean."""

    def __init__(self, say: Say, key: str, **values: Any) -> None:
        self.say, self.key, self.values = say, key, values
        self.status = open_console(stderr=True).status(say(key, n=0, **values))

    def __enter__(self) -> "Counter":
        self.status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.status.stop()

    def show(self, n: int) -> None:
        self.status.update(self.say(self.key, n=n, **self.values))


def progress_bar() -> "Progress":
    """A bar on the side of errors; none where nobody looks."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=open_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
