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
    "boss-quest": {"BQ-FIGHT-1": "printed", "BQ-R7": "ruling", "BQ-SOLO-1": "ours"},
    "badass-force": {
        "BF-TURN-1": "printed",
        "BF-CHARGE-5": "reconstructed",
        "BF-C-BUCK": "reconstructed",
        "BF-R5": "ruling",
    },
    "battleworld": {"BW-COMBAT-1": "printed", "BW-THANOS-1": "reconstructed", "BW-R1": "ruling"},
    "baston": {"BA-TURN-1": "printed", "BA-VP-1": "reconstructed", "BA-R97": "ruling"},
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
def test_the_list_of_sources_names_clauses_that_exist(name: str) -> None:
    game = find_game(name)
    told = tomllib.loads((game.folder / "rules.sources.toml").read_text(encoding="utf-8"))
    families = {clause.split("-")[1] for clause in game.rulebook("fr").clauses}
    assert set(told) <= families
    assert set(told.values()) <= set(SOURCES)


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
def test_no_two_examples_have_one_name(name: str) -> None:
    for lang in LANGUAGES:
        titles = [
            trial.title for chapter in rules_page(find_game(name), lang).chapters for trial in chapter.trials
        ]
        assert len(titles) == len(set(titles))
