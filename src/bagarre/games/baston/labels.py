"""The names by which the log calls everything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bagarre.kernel.grammar import Name
from bagarre.kernel.speech import Names
from bagarre.kernel.words import LANGUAGES, words_in

from .choices import ORDERS
from .drawing import point_name
from .orderwords import order_words
from .rules.doors import KIND_SHIFT
from .rules.pieces import PIECE_SHIFT
from .state import (
    BOTTLE,
    DOOR,
    FOOTBALL,
    LOOT,
    PANE,
    PINBALL,
    ROW_BOOTS,
    SIDE,
    SNEAKER,
    TABLE,
    TELEPHONE,
    VIDEO,
    WINDOW,
)

if TYPE_CHECKING:
    from .content import Content


def named(noun: str, french: str, english: str) -> dict[str, str]:
    """A thing, and what noun it is."""
    return {"fr": Name(french, noun), "en": Name(english, noun)}


def orders_said() -> dict[str, dict[str, str]]:
    """Every order in words, in every language."""
    return {lang: order_words(words_in(Path(__file__).parent / "words", lang))[0] for lang in LANGUAGES}


def without_codes(names: Names) -> Names:
    """The same names, the orders in words alone: as a first brawl tells them."""
    said = orders_said()
    return {**names, "order": [{lang: said[lang][order] for lang in LANGUAGES} for order in ORDERS]}


def names_for_log(content: Content) -> Names:
    letters = [chr(65 + i) for i in range(26)] + ["?"] * 6
    plain = [{"fr": letter, "en": letter} for letter in letters]
    # A name that its owner gave comes before the one of the ready-made character.
    own = [
        f"{content.called[i]} ({letter})" if i in content.called else "" for i, letter in enumerate(letters)
    ]
    people = [{"fr": name or letter, "en": name or letter} for name, letter in zip(own, letters)]
    for figure in content.figures:
        people += [
            {lang: given or f"{name} ({letter})" for lang, name in figure.name.items()}
            for given, letter in zip(own, letters)
        ]
    items = [dict(name) for name in content.tables["item_names"]]
    items[BOTTLE : BOTTLE + 3] = [
        named("f", "canette", "bottle"),
        named("f", "canette brisée", "broken bottle"),
        named("f", "chaise", "chair"),
    ]
    items[LOOT] = named("m", "magot", "loot")
    in_hand = [named("m", "poing", "fist"), *items[1:]]
    pieces = [{"fr": "ce qui est là", "en": "what is there"}]
    words = {TABLE: ("f", "table T", "table T"), PINBALL: ("m", "flipper F", "pinball F")}
    words |= {FOOTBALL: ("m", "baby-foot K", "table football K"), VIDEO: ("m", "jeu vidéo V", "video game V")}
    for code in range(1, 5 * PIECE_SHIFT):
        noun, fr, en = words.get(code // PIECE_SHIFT, ("m", "", ""))
        pieces.append(named(noun, f"{fr}{code % PIECE_SHIFT}", f"{en}{code % PIECE_SHIFT}"))
    fixtures = []
    for code in range(5 * KIND_SHIFT):
        kind, label = divmod(code, KIND_SHIFT)
        door = f"D{label // 3}{('', 'a', 'b')[label % 3]}"
        french = {
            DOOR: f"porte {door}",
            WINDOW: f"fenêtre W{label}",
            PANE: f"paroi P{label}",
            TELEPHONE: "téléphone",
        }
        english = {
            DOOR: f"door {door}",
            WINDOW: f"window W{label}",
            PANE: f"pane P{label}",
            TELEPHONE: "telephone",
        }
        fixtures.append(named("m" if kind == TELEPHONE else "f", french.get(kind, ""), english.get(kind, "")))
    rows = [dict(name) for name in content.tables["row_names"]]
    for row in (SNEAKER, ROW_BOOTS):
        # What is on the feet says of itself nothing of a kick.
        rows[row] = {"fr": f"coup de pied en {rows[row]['fr']}", "en": f"{rows[row]['en']} kick"}
    said = orders_said()
    points = [point_name(p) for p in range(SIDE * SIDE)]
    return {
        "character": people,
        "ready": [figure.name for figure in content.figures],
        "look": [
            {"fr": str(look), "en": str(look)} for look in (0, *(figure.look for figure in content.figures))
        ],
        "letter": plain,
        "item": items,
        "weapon_in_hand": in_hand,
        "row": rows,
        "piece": pieces,
        "fixture": fixtures,
        "point": [{"fr": text, "en": text} for text in points],
        # With their printed codes for those who learn them.
        "order": [
            {lang: f"{said[lang][order]} ({'–' if order == '-' else order})" for lang in LANGUAGES}
            for order in ORDERS
        ],
        "box": [
            {
                "fr": f"{'l’action' if b & 1 else 'le mouvement'} du temps {b // 2 + 1}",
                "en": f"the {'action' if b & 1 else 'movement'} of beat {b // 2 + 1}",
            }
            for b in range(6)
        ],
    }
