"""Play, simulate and study four French tabletop games.

What is named here is the public interface, and stays; `docs/api.md` goes through it. Each name is loaded when it is first used, so that
`import bagarre` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bagarre.bots import Budget, Player, Thought
    from bagarre.games import find_game
    from bagarre.kernel.errors import Mistake
    from bagarre.kernel.game import Game
    from bagarre.lab.simulate import simulate
    from bagarre.match import Match
    from bagarre.record import read_record
    from bagarre.scenario import run_scenario

__version__ = "0.1.0"
__all__ = [
    "Budget", "Game", "Match", "Mistake", "Player", "Thought", "find_game", "read_record", "run_scenario", "simulate",
]  # fmt: skip

_HOMES = {
    "Budget": "bots",
    "Game": "kernel.game",
    "Match": "match",
    "Mistake": "kernel.errors",
    "Player": "bots",
    "Thought": "bots",
    "find_game": "games",
    "read_record": "record",
    "run_scenario": "scenario",
    "simulate": "lab.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    if name == "Match" and find_spec("jinja2") is not None:
        found.picture = _picture
    return found


def _picture(match: Match, lang: str) -> str:
    """The board for a notebook, drawn by the web's templates."""
    drawn: str = import_module(f"{__name__}.web.still").still_frame(match, lang)
    return drawn


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
