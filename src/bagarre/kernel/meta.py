"""What a game says of itself before anything heavy is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field

from bagarre.kernel.options import Option

HUMAN = "human"
"""The kind of a seat that a person plays; all other kinds are programs."""


@dataclass(frozen=True, slots=True)
class Meta:
    """The title page of a game."""

    name: str
    """Its name on the command line and in links: `boss-quest`."""
    title: str
    tagline: dict[str, str]
    """One sentence, in French and English."""
    authors: tuple[str, ...]
    publisher: str
    year: str
    players: range
    """The numbers of seats that the game takes."""
    minutes: int
    prefix: str
    """First letters of its clause ids: `BQ`."""
    rules_version: int
    """Moves only when play changes, with a line in the game's version history."""
    stage: str = field(default="stable", kw_only=True)
    """`draft` while clauses still lack their test; then `stable`."""
    menu_size: int
    """Room for the longest menu."""
    options: tuple[Option, ...] = ()
    longest: int = 5000
    """Decisions after which a random game is taken to be endless; the contract forbids reaching it."""
    concession: str = field(default="", kw_only=True)
    """The clause about giving up, when the rules have one; everybody may, in every game."""
    undecided: str = field(default="", kw_only=True)
    """The clause by which a first place that several share has no winner; without one they win together."""
    solo: tuple[tuple[str, str], ...] = field(default=())
    """Options that a game for one asks for, when the game has one: `(("solo", "on"),)`."""
    first_games: tuple[tuple[tuple[str, str], ...], ...] = field(default=(), kw_only=True)
    """Options of the first game, then of those after it, for the fewest players: the home page opens the next one after each game finished on that
    device, and the last of them until its coach is switched off."""
    first_minutes: int = field(default=0, kw_only=True)
    """About how long the first of these takes, where it is much shorter than a whole game."""
