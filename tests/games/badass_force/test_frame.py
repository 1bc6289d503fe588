"""What the frame of the page says: the boxes in use, and short words for a crowded bar."""

from typing import Any

import pytest

from bagarre.match import Match
from tests.games.badass_force.desk import GAME, Desk
from tests.games.badass_force.test_packs import STUNTS


def framed(match: Any, seat: int = 0, lang: str = "en") -> Any:
    speech = GAME.speech(lang, match.players, match.content.names)
    view = GAME.view(match.concealed(seat), seat, speech)
    return GAME.room("frame").frame(view, seat, speech), view


@pytest.mark.parametrize(
    ("edition", "packs", "boxes", "mood"),
    [
        ("vhs", [], "VHS", "vhs"),
        ("dvd", [], "DVD", "dvd"),
        ("mixed", [], "VHS + DVD", "vhs"),
        ("dvd", [STUNTS], "DVD + your packs", "dvd"),
    ],
)
def test_while_the_casting_is_chosen_the_title_says_from_which_boxes(
    edition: Any, packs: Any, boxes: Any, mood: Any
) -> None:
    match = Match(
        GAME, ["A", "B", "C"], options={"edition": edition, "casting": "chosen"}, packs=packs, seed=1
    )
    said, view = framed(match)
    assert view["casting"] == []
    assert said["title"].startswith(f"{boxes} ·")
    assert said["mood"] == mood
    assert said["labels"]["cast vince" if edition == "dvd" else "cast buck"] in (
        "Vince Bitume",
        "Buck Torgnole",
    )


def test_heroes_to_put_in_front_are_named_without_a_verb() -> None:
    match = Match(GAME, ["A", "B", "C"], options={"edition": "vhs"}, seed=1)
    said, view = framed(match)
    assert said["title"].startswith("VHS ·")
    assert set(said["labels"].values()) == {card["name"] for card in view["casting"]}
    assert all(label.startswith("place ") for label in said["labels"])


def test_names_that_cannot_be_right_say_so_in_the_bar() -> None:
    desk = Desk({"active": "rocco"}, {"cemetery": ["otto"]}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    view = GAME.view(GAME.concealed(desk.s, 0), 0, speech)
    hints = GAME.room("frame").frame(view, 0, speech)["hints"]
    assert hints == {"name otto": "in the cemetery: in vain"}
