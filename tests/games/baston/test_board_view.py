"""What the browser's board draws from the view: the ground, leaves, aims, stamps and previews."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.baston.frame import codes, frame, labels
from bagarre.games.baston.preview import preview
from bagarre.games.baston.view import view
from bagarre.match import Match

GAME = find_game("baston")
SCENARIOS = ("brawl", "kraitneu", "magot", "stage", "bigo", "bourres", "tournee", "destroy")


def seen(match: Match, seat: int, lang: str = "fr") -> dict[str, Any]:
    return view(match.concealed(seat), seat, match.speech(lang))


def writing(**options: Any) -> Match:
    """A game in which the sheets are open."""
    match = Match(GAME, 2, options=options, seed=5)
    while seen(match, 0)["phase"] != "write":
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    return match


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_named_and_its_aims_are_told(scenario: str) -> None:
    match = Match(GAME, 2, options={"scenario": scenario}, seed=1)
    for lang in ("fr", "en"):
        speech = match.speech(lang)
        aims = seen(match, 0, lang)["aims"]
        assert aims["scenario"] == scenario
        assert speech.say(f"options.scenario.values.{scenario}") in frame(seen(match, 0, lang), 0, speech)["title"]
        assert all(speech.say(f"board.aim.{term['term']}") for side in aims["sides"] for term in side)
    assert (aims["loot"], aims["caller"] is not None, aims["police"]) == (scenario == "magot", scenario == "bigo", 6 * (scenario == "bourres"))


def test_the_ground_is_drawn_once_with_its_rooms() -> None:
    match = writing()
    board = seen(match, 0)["board"]
    assert "".join(board["rooms"]).count("w") == 16, "the toilets: three small rooms behind doors"
    assert "".join(board["rooms"]).count("s") == 12, "behind the bar, six rows of two"
    assert board["sign"][0] == 466, "in front of the double door"
    assert seen(match, 1)["board"] is board, "the same drawing for everybody"


def test_a_closed_leaf_spans_its_doorway_and_an_open_one_swings() -> None:
    leaves = {f["name"]: f["drawn"] for f in seen(writing(), 0)["fixtures"]}
    # The leaves of the double door: hinged at its two ends, swinging north.
    assert leaves["porte D1a"] == [426, 586, 0, 270]
    assert leaves["porte D1b"] == [506, 586, 180, 270]


def test_stamps_tell_what_the_second_round_would_find() -> None:
    match = writing(scenario="kraitneu")
    match.play(0, "-")
    pencil = seen(match, 0)["sheet"]["pencil"]
    assert pencil["round"] == 2
    assert pencil["stamps"]["CP"] == {"lost": True, "target": None, "percent": None}
    assert pencil["stamps"]["LAN"]["lost"] is False, "he carries a knife"
    assert seen(match, 1)["sheet"]["pencil"]["round"] == 1, "the other is still at his first box"


def test_a_preview_draws_its_way_on_the_page() -> None:
    match = writing(scenario="kraitneu")
    found = preview(match.concealed(0), 0, GAME.verbs.read("M1G"), match.speech("fr"))
    assert found is not None
    (x, y), end = found["line"][0], found["line"][-1]
    assert end == [x, y - 40]
    assert found["facing"] == 8


def test_every_order_has_words_and_a_stamp() -> None:
    speech = writing().speech("fr")
    assert codes(speech)["M6G"] == "marche vers 6, puis à gauche"
    assert codes(speech)["PRE/LAN"] == "prend, puis lance"
    assert labels(speech)["M6G"] == "↙ M6G"
    assert len(codes(speech)) == len(labels(speech)) == 131
