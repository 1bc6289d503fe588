"""Whatever is counted is counted well: one point is “1 point”, in every sentence of the game and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bagarre.games.badass_force.frame import frame
from bagarre.kernel.words import LANGUAGES, placeholders
from bagarre.match import Match
from tests.games.badass_force.desk import GAME

COUNTED = {
    "en": r"(?<![\d.,/])1 (?:points|pts|charges|cards|heroes|players|squares|names|rivals|targets|opponents|kills)\b",
    "fr": r"(?<![\d.,/])[01] (?:points|pts|charges|cartes|joueurs|places|noms|rivaux|cibles|adversaires|morts)\b",
}
"""One of something in the plural; in French nothing is singular too."""

PEOPLE = {"seat", "player", "name"}
NEVER_ONE = {
    *(
        "board.where",
        "board.stage_last",
        "coach.goal",
        "coach.wins",
        "coach.wins_now",
        "coach.moment.near",
        "coach.moment.near_you",
        "table.goal",
        "why.target",
    ),
    *("scene.over", "scene.last_turn", "coach.known.open", "coach.named.open"),
}
"""Of these the number is the goal or close to it, at least ten; or the heroes that are possible, several."""


def miscounted(text: str, lang: str) -> list[str]:
    return re.findall(COUNTED[lang], text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_said_of_one(lang: str) -> None:
    words = GAME.words(lang)
    every = words.sentences()
    asked: dict[str, set[str]] = {}
    for key, sentence in every.items():
        # Of a sentence with two forms the game takes the one that its number asks for.
        whole = key.rpartition(".")[0]
        whole = whole if {f"{whole}.one", f"{whole}.other"} <= every.keys() else key
        asked.setdefault(whole, {"n"}).update(placeholders(sentence))
    said = {
        key: words.say(key, **{field: "Ada" if field in PEOPLE else 1 for field in fields})
        for key, fields in asked.items()
        if key not in NEVER_ONE
    }
    faults = [f"{key}: {text}" for key, text in said.items() if miscounted(text, lang)]
    assert faults == []


def strings(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for each in told.values():
            yield from strings(each)
    elif isinstance(told, list | tuple):
        for each in told:
            yield from strings(each)


@pytest.mark.parametrize("seed", [2, 5])
def test_what_the_coach_the_keys_and_the_log_say_in_whole_games(seed: int) -> None:
    options = {"target": "12", "edition": "mixed"}
    match = Match(GAME, ["A", "B", "C", "D"], options=options, seed=seed, kinds=["scripted"] * 4)
    faults: set[tuple[str, str]] = set()
    while not match.is_over:
        for seat in match.deciders:
            for lang in LANGUAGES:
                faults |= {(lang, text) for text in heard(match, seat, lang) if miscounted(text, lang)}
        match.let_play(match.deciders[0])
    assert faults == set()


def heard(match: Match, seat: int, lang: str) -> Iterator[str]:
    """All that one seat is told at one moment."""
    speech = match.speech(lang)
    known: Any = match.concealed(seat)
    coach = GAME.coach(known, seat, speech)
    assert coach is not None
    yield coach.moment()
    for choice in GAME.choices(known, seat):
        yield coach.consequence(choice)
        yield speech.choice(choice, known, seat)
    yield from strings(frame(GAME.view(known, seat, speech), seat, speech))
