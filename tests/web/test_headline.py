"""Who has won, in one line."""

from __future__ import annotations

import pytest

from bagarre.games import find_game
from bagarre.match import Outcome
from bagarre.steps import CONCEDED
from bagarre.web.headline import headline

NAMES = ("Ada", "Blaise", "Chloé")


def told(game: str, *ranks: int, ending: str = "sequel", lang: str = "en") -> str:
    """What the first of three reads."""
    return headline(find_game(game).meta, Outcome(ranks, (0, 0, 0), ending), NAMES, lang, 0)


@pytest.mark.rule("BF-END-5")
def test_after_a_perfect_tie_no_winner_is_declared() -> None:
    assert told("badass-force", 1, 1, 3) == "Nobody wins"
    assert told("badass-force", 1, 1, 3, ending="turn_limit", lang="fr") == "Personne ne gagne"


@pytest.mark.rule("BW-WIN-6", "BW-WIN-7")
def test_a_draw_of_two_is_won_by_nobody() -> None:
    end = Outcome((1, 1), (0, 0), "points")
    assert headline(find_game("battleworld").meta, end, NAMES[:2], "en", 0) == "Nobody wins"


@pytest.mark.parametrize("game", ["badass-force", "boss-quest"])
def test_nobody_knows_who_of_several_would_have_won(game: str) -> None:
    assert told(game, 1, 1, 3, ending=CONCEDED) == "The game was given up"
    assert told(game, 3, 1, 1, ending=CONCEDED, lang="fr") == "La partie est abandonnée"
    assert told(game, 2, 1, 3, ending=CONCEDED) == "Blaise wins"


def test_others_who_share_the_first_place_win_together() -> None:
    assert told("boss-quest", 1, 1, 3) == "Ada, Blaise win together"
    assert told("boss-quest", 2, 2, 2) == "Nobody wins"


def test_one_winner_is_named_or_told_so() -> None:
    assert told("badass-force", 1, 2, 3) == "You win!"
    assert told("badass-force", 2, 1, 3) == "Blaise wins"
