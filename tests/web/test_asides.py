"""Results name the clause that decided as a link, not as a code."""

from __future__ import annotations

from bagarre.kernel.words import LANGUAGES
from bagarre.web.optionpages import aside
from bagarre.web.pages import Pages
from tests.web.house import Live


def test_a_clause_beside_a_sentence() -> None:
    assert aside("3 personnages en vie, 1 module debout (BW-WIN-5)") == (
        "3 personnages en vie, 1 module debout",
        "BW-WIN-5",
    )
    assert aside("5 clefs (dont une PERFECT)") == ("5 clefs (dont une PERFECT)", "")


def test_the_end_of_a_game_links_its_clause(server: Live) -> None:
    pages: Pages = server.registry.pages
    said = "2 adversaires à terre (BW-WIN-5)"
    for lang in LANGUAGES:
        bar = pages.fragment(
            "bar.html", lang, game="battleworld", outcome={"ranks": [1, 2], "words": "", "scores": []}, names=["Ada", "Blaise"], results=[said, said], winner="", reader=-1, gave_up=False,
            headline="", avatars=[], groups=[], mine=False, next_code="", code="x",
        )  # fmt: skip
        assert "(BW-WIN-5)" not in bar
        assert 'href="/rules/battleworld#BW-WIN-5"' in bar
