"""Every sentence of the house and of every game, said with names that try its grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.kernel.grammar import FORMS, Name, elides, parts
from bagarre.kernel.words import LANGUAGES, Words, house_words, placeholders
from bagarre.lesson import find_lesson
from bagarre.match import Match

HOUSE = "house"
ALL = games()
WORDS = {HOUSE: house_words, **{name: game.words for name, game in ALL.items()}}

PERSONS = {
    "announcer", "asker", "character", "claimed", "denouncer", "entity", "fighter", "giver", "killer", "name", "names", "other", "seat", "target",
    "victim", "who", "whom", "faction", "ready",
}  # fmt: skip
THINGS = {"boss", "box", "companion", "fixture", "hidden", "item", "module", "piece", "potion", "weapon"}
ONE = {"boss", "companion", "fixture", "module", "piece"}
"""What the values of sentences are called; everything else is a number, a code or a whole sentence. Of some there is always one."""
NOT_NAMES = {
    ("battleworld", "events.rolls_two", "other"), ("badass-force", "board.where", "target"), ("badass-force", "board.hint.target", "target"),
    ("badass-force", "events.swaps", "other"),
}  # fmt: skip
"""Values that are called like a name and are numbers."""
LABELS = ("mistakes", "cli.usage", "options", "names", "pages", "table.builds", "table.called", "told.leader")
"""Where a name stands as it was typed, as a label."""

NAMES = {
    "fr": (
        "Ada",
        "Émile",
        "Yves",
        "Henri",
        "Hulk",
        "Blaise",
        "Le Chacal",
        "La Teigne",
        "L’Ange",
        "Les Bleus",
    ),
    "en": ("Ada", "Ursula", "James", "The Ram", "Blaise"),
}
NOUNS = {
    "fr": (
        Name("Arc", "m"),
        Name("Épée 4 (rouge)", "f"),
        Name("Hache", "f"),
        Name("Horloge", "f"),
        Name("Étoiles", "fp"),
        Name("Pistolets", "mp"),
    ),
    "en": (Name("Axe", "f"), Name("Unicorn", "m"), Name("Sword", "f"), Name("Twin pistols", "mp")),
}
BEGINS = re.compile(r"(?:^|[.!?:;…«“(—–·\n\"][\s\u00a0\u202f]*|[/,] ?)$")
"""Where a sentence, a part of it or an item of a list begins: there a name may keep the capital of its article."""


def sentences(lang: str) -> Iterator[tuple[str, str, str]]:
    for name, words in WORDS.items():
        for key, sentence in words(lang).sentences().items():
            if isinstance(sentence, str) and placeholders(sentence):
                yield name, key, sentence


def values_of(game: str, key: str, sentence: str, person: str, thing: Name) -> dict[str, Any]:
    values: dict[str, Any] = dict.fromkeys(placeholders(sentence), 2)
    for field in values:
        if (game, key, field) in NOT_NAMES:
            continue
        kind = kind_of(game, key) if field == "arg" else field
        if kind in PERSONS:
            values[field] = person
        elif kind in THINGS:
            values[field] = thing
        elif field == "state":
            values[field] = "ouvert(e)"
    return values


def kind_of(game: str, key: str) -> str:
    """What the argument of a choice is."""
    verbs = {verb.name: verb.kind for verb in ALL[game].verbs.verbs} if game in ALL else {}
    return verbs.get(key.removeprefix("choices."), "") if key.startswith("choices.") else ""


def said(words: Words, sentence: str, values: dict[str, Any]) -> str:
    return Words(words.lang, {"sentence": sentence}, "test").say("sentence", **values)


def french_faults(text: str, person: str, thing: Name) -> list[str]:
    faults = re.findall(r"\b(?:de|à) les? |\b(?:du|au|le|la|les) (?:le|la|les|l’)\b ?", text)
    for name in (person, str(thing), thing[0].lower() + thing[1:]):
        before = "de|le|la|que|ne|se|je|ce|me|te" if elides(name) else "d’|l’|qu’|n’|s’|j’|c’"
        faults += re.findall(rf"(?<!\w)(?:{before}) ?{re.escape(name)}", text)
    return faults


def capital_articles(text: str, person: str) -> list[str]:
    """The name's own article with a capital where no sentence begins."""
    if not re.match(r"(?:Le|La|Les|The) |L’", person):
        return []
    return [
        text for found in re.finditer(re.escape(person), text) if not BEGINS.search(text[: found.start()])
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_with_names_that_try_its_grammar(lang: str) -> None:
    faults = []
    for game, key, sentence in sentences(lang):
        if key.startswith(LABELS):
            continue
        for person in NAMES[lang]:
            for thing in NOUNS[lang]:
                text = said(WORDS[game](lang), sentence, values_of(game, key, sentence, person, thing))
                wrong = capital_articles(text, person)
                if lang == "fr":
                    wrong += french_faults(text, person, thing)
                else:
                    wrong += re.findall(
                        r"\ba (?:axe|Axe|Ada)\b|\ban (?:unicorn|sword|twin|Sword)\b|’s’|\bthe the\b", text
                    )
                faults += [f"{game} {key}: {text!r} ({found!r})" for found in wrong]
    assert sorted(set(faults)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_leave_grammar_to_the_grammar(lang: str) -> None:
    """No article, preposition or possessive is written by hand before or after a name, and verbs agree with things."""
    by_hand = (
        r"(?<!\w)(?:[Dd]e|[DdLl]’|[Àà]|[Ll]es?|[Ll]a|[Dd]u|[Aa]u|[Uu]ne?|[Qq]ue) ?\{(\w+)\}"
        if lang == "fr"
        else r"\b[Aa]n? \{(\w+)\}|\{(\w+)\}[’']s"
    )
    faults = []
    for game, key, sentence in sentences(lang):
        if key.startswith(LABELS):
            continue
        for found in re.finditer(by_hand, sentence):
            field = next(group for group in found.groups() if group)
            if field in PERSONS | THINGS and (game, key, field) not in NOT_NAMES:
                faults.append(f"{game} {key}: {sentence}")
        for field in re.findall(r"(?:^|[.!?] )\{(\w+)(?:\.(?:Le|Un|The|A))?\} [a-zéê’]", sentence):
            if field in THINGS - ONE and f"{{{field}:" not in sentence:
                faults.append(f"{game} {key}: the verb agrees with nothing: {sentence}")
    assert faults == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_ask_only_for_forms_that_there_are(lang: str) -> None:
    for game, key, sentence in sentences(lang):
        for part in parts(sentence) or ():
            assert not part.form or part.form.lower() in FORMS[lang], (game, key, sentence)
            assert (
                part.agreement in ("", "e") or part.agreement[0] == "=" or part.agreement.count("|") in (1, 3)
            ), (game, key, sentence)


def test_what_pages_fill_in_themselves_asks_for_no_form() -> None:
    """Sentences that a script fills in know no grammar."""
    raw = (
        "web.table.curtain_title",
        "web.table.curtain_go",
        "web.table.back_title",
        "web.rules.found",
        "web.rules.found_one",
    )
    for lang in LANGUAGES:
        assert [key for key in raw if parts(str(house_words(lang).find(key)))] == []
        pages = [s for key, s in WORDS["baston"](lang).sentences().items() if key.startswith("pages.")]
        assert [text for text in pages if parts(text)] == []


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_nothing_is_left_to_agree_in_what_is_said(game: Game) -> None:
    """« ouvert(e) » is for grammars, not for readers: every event of games that were played, in both languages."""
    for seed in range(2):
        match = Match(game, game.meta.players[0], seed=seed, kinds=["random"] * game.meta.players[0])
        for _ in range(400):
            if match.is_over:
                break
            match.let_play(match.deciders[0])
        for lang in LANGUAGES:
            for line, _ in match.log(-1, lang=lang):
                assert not re.search(r"\((?:e|s|es|x)\)|\{\w+", line), line


def test_a_door_is_open_in_the_feminine() -> None:
    lesson = find_lesson(games()["baston"], "4-door")
    match = lesson.start("Ada", "fr")
    while (act := lesson.act(match)) is not None:
        match.play(act.seat, act.right[0], lesson.chance(match), exact=False)
    assert "La porte D1a\xa0: ouverte." in [line for line, _ in match.log(0, lang="fr")]
