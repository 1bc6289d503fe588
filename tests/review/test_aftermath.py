"""Why a choice is better, in figures of the game."""

from __future__ import annotations

import pytest

from bagarre.kernel.game import SPECTATOR
from bagarre.match import Match
from bagarre.review.aftermath import Figure, aftermath_room, figures_of, told_figures
from bagarre.review.appraiser import Appraiser
from bagarre.review.telling import speech_of
from tests.review.games import finished


@pytest.mark.parametrize("game", ["boss-quest", "badass-force", "battleworld", "baston"])
def test_every_figure_has_a_number_and_a_name_in_both_languages(game: str) -> None:
    match = Match(game, 3 if game == "badass-force" else 2, seed=1)
    room = aftermath_room(match.game)
    figures = [(0, name) for name in room.OF_SEAT] + [(SPECTATOR, name) for name in room.OF_TABLE]
    assert all(room.figure(match.state, seat, name) >= 0 for seat, name in figures)
    for lang in ("fr", "en"):
        told = told_figures(
            [Figure(seat, name, 1.04, 2.5) for seat, name in figures], 0, speech_of(match, lang)
        )
        assert told.count("2,5" if lang == "fr" else "2.5") == len(figures)


def test_what_clearly_differs_is_told_and_what_speaks_for_the_advice_comes_first() -> None:
    """The first and the last choice of a menu are often far apart: a weapon more, or a visit to the Magician."""
    match = finished("boss-quest", ("scripted", "scripted"), seed=3)
    appraiser = Appraiser(match.game, 2, "1", compiled=False)
    asked = [k for k, step in enumerate(match.steps[1:], 1) if step.choice is not None]
    found = []
    for moment in asked[:30]:
        s, seat = match.position(moment - 1), match.steps[moment].seat
        menu = match.game.choices(s, seat)
        if len(menu) < 3:
            continue
        assert figures_of(appraiser, s, seat, menu[:1], menu[:1], 4, "same") == (), "nothing differs"
        for one, other in ((menu[0], menu[-1]), (menu[-1], menu[0])):
            told = figures_of(appraiser, s, seat, [one], [other], 16, moment)
            found += [(seat, told)] if told else []
    assert found
    for seat, told in found:
        assert (told[0].best > told[0].made) == (told[0].seat == seat)
        assert len(told) <= 3
    sentence = told_figures(found[0][1], found[0][0], speech_of(match, "en"))
    assert sentence.startswith("That way, on the average at the end of the round: ")
    assert told_figures((), 0, speech_of(match, "en")) == ""


def test_what_speaks_against_the_advice_is_told_after_a_but() -> None:
    match = finished()
    speech = speech_of(match, "en")
    for_it, against = Figure(0, "keys", 1.0, 2.0), Figure(0, "hearts", 3.0, 2.0)
    assert " but hearts 2.0" in told_figures((for_it, against), 0, speech)
    assert " but " not in told_figures((for_it, Figure(1, "keys", 2.0, 1.0)), 0, speech)
