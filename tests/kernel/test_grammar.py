"""Articles, elision and agreement."""

from __future__ import annotations

import pickle

import pytest

from bagarre.kernel.errors import PackError
from bagarre.kernel.grammar import Name, agreeing, elides, filled, folded, form_of, listed
from bagarre.kernel.pack import Entry
from bagarre.kernel.words import Words, placeholders


@pytest.mark.parametrize(
    ("name", "le", "de", "a"),
    [
        ("Ada", "Ada", "d’Ada", "à Ada"),
        ("Blaise", "Blaise", "de Blaise", "à Blaise"),
        ("Émile", "Émile", "d’Émile", "à Émile"),
        ("Œdipe", "Œdipe", "d’Œdipe", "à Œdipe"),
        ("Yves", "Yves", "d’Yves", "à Yves"),
        ("Yann", "Yann", "de Yann", "à Yann"),
        ("Henri", "Henri", "d’Henri", "à Henri"),
        ("Harry", "Harry", "de Harry", "à Harry"),
        ("Wanda", "Wanda", "de Wanda", "à Wanda"),
        ("8 bits", "8 bits", "de 8 bits", "à 8 bits"),
        ("Le Chacal", "le Chacal", "du Chacal", "au Chacal"),
        ("le Chacal", "le Chacal", "du Chacal", "au Chacal"),
        ("La Teigne", "la Teigne", "de la Teigne", "à la Teigne"),
        ("L’Épieu", "l’Épieu", "de l’Épieu", "à l’Épieu"),
        ("L'Ange", "l’Ange", "de l’Ange", "à l’Ange"),
        ("Les Bleus", "les Bleus", "des Bleus", "aux Bleus"),
        ("Le Héros", "le Héros", "du Héros", "au Héros"),
        ("Lena", "Lena", "de Lena", "à Lena"),
        ("Le", "Le", "de Le", "à Le"),
        (Name("Grenade", "f"), "la grenade", "de la grenade", "à la grenade"),
        (Name("Arc à flèches", "m"), "l’arc à flèches", "de l’arc à flèches", "à l’arc à flèches"),
        (Name("Hache", "f"), "la hache", "de la hache", "à la hache"),
        (Name("Herse de fer", "f"), "la herse de fer", "de la herse de fer", "à la herse de fer"),
        (Name("Horloge", "f"), "l’horloge", "de l’horloge", "à l’horloge"),
        (Name("Minigun", "m"), "le minigun", "du minigun", "au minigun"),
        (
            Name("Étoiles de ninja", "fp"),
            "les étoiles de ninja",
            "des étoiles de ninja",
            "aux étoiles de ninja",
        ),
        (Name("TNT", "f"), "la TNT", "de la TNT", "à la TNT"),
        (Name("Ursula", "name f"), "Ursula", "d’Ursula", "à Ursula"),
    ],
)
def test_french_forms(name: str, le: str, de: str, a: str) -> None:
    assert [form_of(name, form, "fr") for form in ("le", "de", "a")] == [le, de, a]
    assert form_of(name, "Le", "fr") == le[0].upper() + le[1:]


@pytest.mark.parametrize(
    ("name", "the", "a", "s"),
    [
        ("Ada", "Ada", "Ada", "Ada’s"),
        ("The Ram", "the Ram", "the Ram", "the Ram’s"),
        ("James", "James", "James", "James’s"),
        ("Le Chacal", "Le Chacal", "Le Chacal", "Le Chacal’s"),
        (Name("Axe", "f"), "the axe", "an axe", "the axe’s"),
        (Name("Hour", "f"), "the hour", "an hour", "the hour’s"),
        (Name("Unicorn", "f"), "the unicorn", "a unicorn", "the unicorn’s"),
        (Name("8-bit knight", "m"), "the 8-bit knight", "an 8-bit knight", "the 8-bit knight’s"),
        (Name("Twin pistols", "mp"), "the twin pistols", "twin pistols", "the twin pistols’"),
    ],
)
def test_english_forms(name: str, the: str, a: str, s: str) -> None:
    assert [form_of(name, form, "en") for form in ("the", "a", "s")] == [the, a, s]


MUTE = """habit haleine haltère hameçon harmonie hélice herbe héroïne heure hiver homme honneur hôpital horloge hôtel huile huître humain hydre Hector Hélène
Hercule Homère Hugo yttrium Yvonne"""
ASPIRATED = """hache haddock haine hallebarde hamac hamster handicap hareng haricot harpon hasard haut héros hérisson hibou hippie hobbit hockey homard honte
hors-la-loi hublot huit hurlement hussard Hulk Harold Howard yaourt yéti ouistiti onze"""


def test_h_is_mute_or_aspirated() -> None:
    assert [word for word in MUTE.split() if not elides(word)] == []
    assert [word for word in ASPIRATED.split() if elides(word)] == []


def test_agreement() -> None:
    doors, door, ada = Name("Portes", "fp"), Name("Porte D1", "f"), "Ada"
    assert [agreeing(x, "e", "fr") for x in (ada, door, doors, Name("Murs", "mp"))] == ["", "e", "es", "s"]
    assert [agreeing(x, "arrive|arrivent", "fr") for x in (ada, door, doors)] == [
        "arrive",
        "arrive",
        "arrivent",
    ]
    assert [agreeing(x, "beau|belle|beaux|belles", "fr") for x in (ada, door, doors)] == [
        "beau",
        "belle",
        "belles",
    ]
    assert [agreeing(n, "carte|cartes", "fr") for n in (0, 1, 2)] == ["carte", "carte", "cartes"]
    assert [agreeing(n, "card|cards", "en") for n in (0, 1, 2, -1)] == ["cards", "card", "cards", "card"]
    assert (
        filled("{door.Le} : {state:=door}.", {"door": door, "state": "fermé(e) et verrouillé(e)"}, "fr")
        == "La porte D1 : fermée et verrouillée."
    )
    assert agreeing("La Teigne", "e", "fr") == "e", "its own article tells"


def test_marks_stay_around_the_name() -> None:
    """The page prints players' names in bold."""
    assert form_of("\x01Le Chacal\x02", "de", "fr") == "du \x01Chacal\x02"
    assert form_of("\x01Ada\x02", "de", "fr") == "d’\x01Ada\x02"
    assert form_of("\x01le Chacal\x02", "Le", "fr") == "Le \x01Chacal\x02"
    assert form_of(Name("\x01hache\x02", "f"), "Un", "fr") == "Une \x01hache\x02"
    assert form_of("\x01ada\x02", "Le", "fr") == "\x01Ada\x02"


def test_sentences_ask_for_forms() -> None:
    words = Words("fr", {"turn": "Au tour {seat.de}, {n:carte|cartes} : {raw!r}."}, "test.toml")
    assert words.say("turn", seat="Ada", n=2, raw="x") == "Au tour d’Ada, cartes : 'x'."
    assert words.say("turn", seat="Le Chacal", n=1, raw="x") == "Au tour du Chacal, carte : 'x'."
    assert placeholders("{a.de} {b:x|y} {c:=d}") == {"a", "b", "c", "d"}


def test_the_same_text_may_be_two_nouns() -> None:
    """What was said once is kept, for the same noun only."""
    words = Words("fr", {"takes": "Ada prend {thing.le}."}, "test.toml")
    assert words.say("takes", thing=Name("Tour", "f")) == "Ada prend la tour."
    assert words.say("takes", thing=Name("Tour", "m")) == "Ada prend le tour."
    assert words.say("takes", thing="Tour") == "Ada prend Tour."


def test_lists_of_names() -> None:
    assert listed(["Ada"], "fr") == "Ada"
    assert listed(["Ada", "Blaise", "Carole"], "fr") == "Ada, Blaise et Carole"
    assert agreeing(listed(["Ada", "Blaise"], "en"), "wins|win", "en") == "win"
    assert form_of(listed(["Ada", "Le Chacal"], "fr"), "de", "fr") == "d’Ada et Le Chacal"
    assert listed([], "fr") == ""


def test_names_travel() -> None:
    name = pickle.loads(pickle.dumps(Name("Hache", "f")))
    assert (name, name.noun) == ("Hache", "f")


def test_packs_say_what_a_name_is() -> None:
    entry = Entry(
        "my.toml",
        "weapon",
        {"name": {"fr": "Hache", "en": "Axe", "is": "f"}, "odd": {"fr": "a", "en": "b", "is": "n"}},
    )
    assert form_of(entry.names()["fr"], "le", "fr") == "la hache"
    with pytest.raises(PackError) as error:
        entry.names("odd")
    assert "odd.is" in error.value.say("fr")


def test_search_folds_accents_and_ligatures() -> None:
    assert folded("L’ŒUVRE d’Élan") == "l'oeuvre d'elan"
