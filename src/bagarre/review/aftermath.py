"""Why a choice is better: what comes of it and of the other one in the same imagined games, in figures of the game itself.

A game brings a room `aftermath` with the names of its figures: `OF_SEAT`, of which more is better, with `figure(s, seat, name)`, and `OF_TABLE`,
which are of nobody, with `figure(s, SPECTATOR, name)`. They are looked at where the play-outs stop that compare two choices: at the end
of the round, or of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import house_words
from bagarre.review.appraiser import Appraiser

CLEAR = 3.0
"""Standard errors by which a figure must differ to be told."""
LEAST = 0.2
"""And how much: less would look like nothing when it is rounded."""
TOLD = 3
"""Figures that are told, at most."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the game, on the average after what was chosen and after what is advised."""

    seat: int
    """Whose; -1 for the table's."""
    name: str
    made: float
    best: float


def aftermath_room(game: Game) -> Any:
    """The figures of a game; `None` for a game without any."""
    return game.room("aftermath") if (game.folder / "aftermath.py").is_file() else None


def figures_of(
    appraiser: Appraiser, s: Position, seat: int, made: Sequence[Choice], best: Sequence[Choice], pairs: int, salt: object
) -> tuple[Figure, ...]:  # fmt: skip
    """The figures that clearly differ, those first that speak for the better choice; none where no figure speaks for it."""
    room = aftermath_room(appraiser.game)
    if room is None:
        return ()
    keys = [(other, name) for name in room.OF_SEAT for other in range(appraiser.seats)]
    keys += [(SPECTATOR, name) for name in room.OF_TABLE]
    ends = [
        [
            [room.figure(end, whose, name) for whose, name in keys]
            for end in (appraiser.ending(s, seat, answer, salt=f"{salt}/{pair}") for answer in (made, best))
        ]
        for pair in range(max(2, pairs))
    ]
    found: list[tuple[bool, float, Figure]] = []
    for k, (whose, name) in enumerate(keys):
        one, other = ([both[which][k] for both in ends] for which in (0, 1))
        gains = [then - now for now, then in zip(one, other)]
        gain, error = fmean(gains), stdev(gains) / len(gains) ** 0.5
        if abs(gain) > max(LEAST, CLEAR * error):
            speaks = whose != SPECTATOR and (gain > 0) == (whose == seat)
            found.append(
                (speaks, abs(gain) / max(error, 1e-9), Figure(whose, name, fmean(one), fmean(other)))
            )
    if not any(speaks for speaks, *_ in found):
        return ()
    return tuple(figure for *_, figure in sorted(found, key=lambda one: (-one[0], -one[1]))[:TOLD])


def told_figures(figures: Sequence[Figure], seat: int, speech: Speech) -> str:
    """The figures in a sentence; nothing where there are none."""
    if not figures:
        return ""
    say = house_words(speech.lang).say
    # What becomes of oneself comes first.
    figures = sorted(figures, key=lambda one: one.seat != seat)

    def told(one: Figure) -> str:
        what, made, best = (
            speech.say(f"aftermath.{one.name}"),
            *(written(value, speech.lang) for value in (one.made, one.best)),
        )
        if one.seat in (seat, SPECTATOR):
            return say("review.figure", what=what, made=made, best=best)
        return say("review.figure_of", what=what, who=speech.name("seat", one.seat), made=made, best=best)

    speaking, against = (
        say("review.sheet_and").join(told(one) for one in figures if speaks(one, seat) is side)
        for side in (True, False)
    )
    joined = say("review.figures_but", figures=speaking, against=against) if against else speaking
    return say("review.figures", when=speech.say("aftermath.when"), figures=joined)


def speaks(one: Figure, seat: int) -> bool:
    """Does a figure speak for the better choice, or at least not against it?"""
    return one.seat == SPECTATOR or (one.best > one.made) == (one.seat == seat)


def written(value: float, lang: str) -> str:
    text = f"{value:.1f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text
