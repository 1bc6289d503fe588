"""What a sheet says of those who are jostled, of runs that do not go their whole way, and of throws: what the film then does."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.choices import ORDER, ORDERS
from bagarre.games.baston.frame import frame
from bagarre.games.baston.preview import preview
from bagarre.games.baston.state import State
from bagarre.games.baston.view import view
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import LANGUAGES
from tests.games.baston.table import CONTENT, GAME, Brawl, coach, man


def told(*people: dict[str, Any], order: str, box: int = 0, **position: Any) -> dict[str, list[Any]]:
    """What coach, key and preview say of an order of the first man's sheet, in each language."""
    s = Brawl(*people, phase="program", **position).film().s
    assert isinstance(s, State)
    s.page[0], s.box[0] = 0, box
    choice, said = Choice(ORDER, ORDERS.index(order)), {}
    for lang in LANGUAGES:
        known: Any = GAME.concealed(s, 0)
        speech = GAME.speech(lang, ["J1", "J2"], CONTENT.names)
        seen: Any = view(known, 0, speech)
        framed = frame(seen, 0, speech)
        key = f"{framed['labels'].get(order)}: {framed['hints'].get(order)}"
        said[lang] = [coach(s, 0, lang).consequence(choice), key, preview(known, 0, choice, speech)]
    return said


@pytest.mark.rule("BA-JOST-7", "BA-VP-3")
def test_whoever_can_be_pushed_off_the_board_is_said_to_be_and_what_it_brings() -> None:
    strong, weak = man("grobid", "2,5", facing=1), man("dudule", "1,5", seat=1)
    rest = man("mimile", "10,7", seat=1)
    off = told(strong, weak, rest, order="M1")
    assert "pushes Dudule off the board, out of play: +5\N{NO-BREAK SPACE}points" in off["en"][0].replace(
        " points", "\N{NO-BREAK SPACE}points"
    )
    assert "Il pousse Dudule hors du plateau, hors jeu\N{NO-BREAK SPACE}: +5" in off["fr"][0]
    assert "Dudule off the board, +5" in off["en"][1]
    assert "Dudule hors du plateau, +5" in off["fr"][1]
    shown = off["en"][2]
    assert shown["shove"]["clause"] == "BA-JOST-7"
    assert Brawl(strong | {"orders": ["M1/-"]}, weak, rest).film().one("pushed_off"), "and the film does it"
    # As strong as he is: the die decides.
    even = told(man("le_chacal", "2,5", facing=1), man("riton", "1,5", seat=1), rest, order="M1")
    assert "if he wins, Riton is off the board, +5 points (50%)" in even["en"][0]
    assert even["en"][2]["warnings"][0]["clause"] == "BA-JOST-7"


@pytest.mark.rule("BA-EXIT-1", "BA-VP-5")
def test_whoever_would_leave_the_board_is_told_what_it_costs() -> None:
    away = told(man("dudule", "1,5", facing=1), order="M1")
    assert "Leaves the board: out of play, −6 points!" in away["en"][0], (
        "his own and the four for being there"
    )
    assert "leaves the board, −6" in away["en"][1]
    assert "quitte le plateau, −6" in away["fr"][1]
    near = told(man("dudule", "2,5", facing=1), man("grobid", "3,5", seat=1, facing=1), order="M1")
    assert "could push him off" not in near["en"][0], "nobody is beside him there"
    edge = told(man("dudule", "1,5", facing=1), man("grobid", "2,5", seat=1, facing=1), order="-")
    assert "There Grobid could push him off the board" in edge["en"][0]


@pytest.mark.rule("BA-JOST-4", "BA-JOST-6", "BA-JOST-7", "BA-JOST-8", "BA-FALL-6")
def test_a_jostle_says_where_the_other_ends() -> None:
    strong = man("grobid", "16,5", facing=3)
    ahead = told(strong, man("dudule", "16,6", seat=1), order="M3")
    assert "Dudule is then in reach" in ahead["en"][0], "pushed straight on, he can be struck"
    over = told(man("grobid", "6,14", facing=5), man("dudule", "7,14", seat=1), order="M5")
    assert "over the edge" in over["en"][0]
    assert "Dudule over the edge" in over["en"][1]
    walled = told(man("grobid", "5,7", facing=1), man("dudule", "4,7", seat=1), order="M1")
    assert "no room behind Dudule: nobody moves" in walled["en"][0]
    assert "no room behind Dudule" in walled["en"][1]
    third = man("bouldogue", "16,7", seat=1)
    stuck = told(man("grobid", "16,5", facing=3), man("dudule", "16,6", seat=1), third, order="M3")
    assert "Somebody behind Dudule does not give way" in stuck["en"][0]
    down = told(man("dudule", "16,5", facing=3), man("grobid", "16,6", seat=1, prone=True), order="M3")
    assert "on the ground and gives way" in down["en"][0]


@pytest.mark.rule("BA-RUN-2", "BA-RUN-5")
def test_the_key_of_a_run_says_who_stops_it_and_where() -> None:
    runner, strong = man("dudule", "16,5", facing=3), man("grobid", "16,8", seat=1)
    stopped = told(runner, strong, order="C4")
    assert "Grobid stops him after 2 squares" in stopped["en"][1]
    assert "Grobid l’arrête après 2 cases" in stopped["fr"][1]
    assert "the run ends there" in stopped["en"][0]
    free = told(runner, strong, order="C2")
    assert "stops" not in free["en"][1]
    film = Brawl(runner | {"orders": ["C4/-"]}, strong).film()
    assert film["dudule"]["at"] == "16,7"
    beside = told(runner, man("grobid", "16,6", seat=1), order="C3")
    assert "Grobid stops him at once" in beside["en"][1]
    aside = told(man("kraitneu", "16,5", facing=3), man("dudule", "16,6", seat=1), order="C2")
    assert "jostles Dudule" in aside["en"][1]
    wall = told(man("dudule", "17,11", facing=1), order="C4")
    assert "bumps, stunned" in wall["en"][1]


@pytest.mark.rule("BA-LAN-7", "BA-LAN-8")
def test_a_throw_says_what_is_thrown_at_whom_and_what_it_does() -> None:
    thrower = man("riton", "16,10", facing=3, carries=["knife"])
    at = told(thrower, man("le_chacal", "16,12", seat=1, facing=7), order="LAN", box=1)
    assert at["en"][1].startswith("throw the flick knife: Le Chacal: 65%, −")
    assert at["fr"][1].startswith("lancer le cran d’arrêt: Le Chacal\N{NO-BREAK SPACE}: 65")
    assert "Le Chacal with the flick knife, hit in 65% of cases, 0." in at["en"][0]
    nobody = told(thrower, order="LAN", box=1)
    assert nobody["en"][1] == "throw the flick knife: nobody on the line"
    club = told(man("riton", "16,10", facing=3, carries=["club"]), order="LAN", box=1)
    assert "to a square, hurts nobody" in club["en"][1]
    bare = told(man("riton", "16,10", facing=3, carries=[]), order="LAN", box=1)
    assert "nothing to throw" in bare["en"][1]


@pytest.mark.rule("BA-LAN-8")
def test_in_the_film_each_missile_says_whom_it_may_hit() -> None:
    s = (
        Brawl(
            man("riton", "16,10", "-/LAN", facing=3, carries=["knife", "club"]),
            man("le_chacal", "16,12", seat=1, facing=7),
        )
        .film()
        .s
    )
    says = coach(s, 0, "en")
    knife, club = (says.consequence(GAME.verbs.read(f"throw {item}")) for item in ("knife", "club"))
    assert "the first on the line is Le Chacal: hit in 65% of cases" in knife
    assert "Le Chacal" not in club
