"""What the commands that play many games share: their options, and the settings made of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from bagarre.cli.common import Say, game_options, packs_of, whole

if TYPE_CHECKING:
    from bagarre.kernel.game import Game

MOST_GAMES, MOST_WORKERS = 1_000_000_000, 1024


# Options. The key is that of the sentence that explains one, where commands differ.


def games_option(say: Say, key: str, least: int = 1) -> Any:
    return typer.Option("--games", metavar="N", help=say(key), parser=whole("games", least, MOST_GAMES))


def workers_option(say: Say, key: str = "simulate.workers") -> Any:
    return typer.Option("--workers", metavar="N", help=say(key), parser=whole("workers", 1, MOST_WORKERS))


def players_option(say: Say, key: str) -> Any:
    return typer.Option("--players", metavar="N", help=say(key))


def seed_option(say: Say) -> Any:
    return typer.Option("--seed", metavar="SEED", help=say("simulate.seed"))


def interval_option(say: Say) -> Any:
    return typer.Option("--interval", metavar="ELO", min=1.0, help=say("ladder.interval"))


def keep_option(say: Say) -> Any:
    return typer.Option("--keep", metavar="FILE", help=say("match.keep"))


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


def mode_of(interpreted: bool) -> bool | None:
    """As the laboratory asks for it: not compiled, or compiled where that is possible."""
    return False if interpreted else None


def path_or_none(text: str) -> Path | None:
    return Path(text) if text else None
