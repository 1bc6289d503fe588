"""What somebody wants printed, and what of a game can be. This loads alone: what prints is an extra."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.printed import Part

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
INKS = ("colour", "black")


@dataclass(frozen=True)
class Wanted:
    """What somebody wants printed."""

    what: tuple[str, ...] = ()
    """Parts by name; all of the game's without any."""
    paper: str = "a4"
    lang: str = "fr"
    ink: str = "colour"
    deck: bool = False

    def checked(self, game: Game) -> Wanted:
        """With the parts named one by one.

        :raises Mistake: when there is no such part, paper or ink.
        """
        known = parts_of(game)
        if not known:
            raise Mistake("nothing_to_print", game=game.meta.title)
        for option, value, allowed in (
            ("--paper", self.paper, tuple(PAPERS)),
            ("--ink", self.ink, INKS),
            *(("--what", one, tuple(known)) for one in self.what),
        ):
            if value not in allowed:
                raise Mistake("option_value", option=option, value=value[:40], allowed=", ".join(allowed))
        chosen = tuple(name for name in known if not self.what or name in self.what)
        return Wanted(chosen, self.paper, self.lang, self.ink, self.deck)


def file_name(game: Game, wanted: Wanted) -> str:
    """What a PDF is called where it is kept: `baston-orders-a4-fr.pdf`."""
    part = f"-{wanted.what[0]}" if len(wanted.what) == 1 < len(parts_of(game)) else ""
    return f"{game.name}{part}-{wanted.paper}-{wanted.lang}.pdf"


def parts_of(game: Game) -> Mapping[str, Part]:
    """What of a game can be printed, by name; nothing when its folder has no `printed.py`."""
    if not (game.folder / "printed.py").is_file():
        return {}
    parts: Mapping[str, Part] = game.room("printed").PARTS
    return parts
