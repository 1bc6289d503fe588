"""At each clause the rules say where it comes from: the booklet, our reconstruction, our own design, a ruling of ours."""

from __future__ import annotations

import re
import tomllib

import httpx
import pytest

from bagarre.games import find_game
from bagarre.kernel.words import LANGUAGES
from bagarre.web.rulespage import SOURCES, rules_page, sources_of

GAMES = ("boss-quest", "badass-force", "battleworld", "baston")
KNOWN = {
    "boss-quest": {
        "BQ-FIGHT-1": "printed",
        "BQ-VISIT-15": "ruling",
        "BQ-REAP-5": "reconstructed",
        "BQ-R7": "ruling",
        "BQ-SOLO-1": "ours",
    },
    "badass-force": {
        "BF-TURN-4": "printed",
        "BF-CHARGE-5": "reconstructed",
        "BF-C-BUCK": "reconstructed",
        "BF-R5": "ruling",
    },
    "battleworld": {
        "BW-COMBAT-1": "printed",
        "BW-AUCTION-1": "ruling",
        "BW-GALACTUS-1": "reconstructed",
        "BW-THANOS-1": "reconstructed",
        "BW-R1": "ruling",
    },
    "baston": {
        "BA-TURN-1": "printed",
        "BA-HOLD-5": "ruling",
        "BA-DMG-1": "reconstructed",
        "BA-VP-1": "reconstructed",
        "BA-R97": "ruling",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_clause_says_where_it_comes_from(name: str, lang: str) -> None:
    game = find_game(name)
    sources = sources_of(game, lang)
    assert set(sources.values()) <= set(SOURCES)
    assert {clause: sources[clause] for clause in KNOWN[name]} == KNOWN[name]
    html = rules_page(game, lang).html
    told = dict(
        re.findall(
            r'id="([A-Z0-9-]+)"><a [^>]*>[^<]*</a> <small class="clause__source" data-source="(\w+)"', html
        )
    )
    assert told == sources
    clauses = re.findall(r'<li class="clause".*?</li>', html, re.DOTALL)
    assert not any("[reconstru" in clause for clause in clauses), "said once"


@pytest.mark.parametrize("name", GAMES)
def test_each_clause_is_listed_once(name: str) -> None:
    """Nothing is printed because nobody looked: the list names every clause, and no other."""
    game = find_game(name)
    families = tomllib.loads((game.folder / "rules.sources.toml").read_text(encoding="utf-8"))
    clauses = {clause for clause in game.rulebook("fr").clauses if not re.search(r"-R\d+$", clause)}
    listed = []
    for family, told in families.items():
        if isinstance(told, str):
            assert told in SOURCES
            listed += [clause for clause in clauses if clause.split("-")[1] == family]
            continue
        assert set(told) <= set(SOURCES)
        for part in " ".join(told.values()).split():
            first, _, last = part.partition("-")
            numbers = range(int(first), int(last or first) + 1)
            listed += [f"{game.meta.prefix}-{family}-{number}" for number in numbers]
    assert sorted(listed) == sorted(clauses)


def test_a_clause_that_says_it_is_reconstructed_is_listed_so() -> None:
    game = find_game("badass-force")
    marked = {name for name, one in game.rulebook("en").clauses.items() if "[reconstructed]" in one.text}
    assert marked
    assert {sources_of(game, "en")[name] for name in marked} == {"reconstructed"}


def test_both_languages_agree() -> None:
    for name in GAMES:
        french, english = (sources_of(find_game(name), lang) for lang in LANGUAGES)
        assert french == english


def test_the_page_explains_the_signs(http: httpx.Client) -> None:
    page = http.get("/rules/boss-quest", params={"lang": "en"}).text
    assert "the booklet is silent or unclear" in page
    assert "a variant that we made up" in page
    assert "reported by other players" not in page, "only what occurs in these rules"


def test_the_opening_keeps_its_words() -> None:
    for lang, mark in (("fr", "[reconstruit]"), ("en", "[reconstructed]")):
        assert mark in rules_page(find_game("badass-force"), lang).opening


@pytest.mark.parametrize("name", GAMES)
def test_no_two_examples_of_a_chapter_have_one_name(name: str) -> None:
    for lang in LANGUAGES:
        for chapter in rules_page(find_game(name), lang).chapters:
            titles = [trial.title for trial in chapter.trials]
            assert len(titles) == len(set(titles)), chapter.title
