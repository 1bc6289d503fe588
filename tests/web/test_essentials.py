"""The essentials of the rules: numbered steps that name their clauses, the same on the page and on paper."""

from __future__ import annotations

import io
import re
from html import unescape

import httpx
import pytest
from pypdf import PdfReader

from bagarre.games import find_game
from bagarre.kernel.words import LANGUAGES
from bagarre.web.essentials import essentials_of
from bagarre.web.printing.figures import row
from bagarre.web.printing.kit import GameKit, board_of
from bagarre.web.printing.press import pdf
from bagarre.web.printing.wanted import PAPERS, Wanted
from bagarre.web.rulespage import rules_page
from tests.web.test_printing import bare

GAMES = ("boss-quest", "badass-force", "battleworld", "baston")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_steps_are_few_and_their_clauses_exist(name: str, lang: str) -> None:
    game = find_game(name)
    clauses = game.rulebook(lang).clauses
    for part, told in essentials_of(game, lang).items():
        assert told.lead, part
        assert 3 <= len(told.steps) <= 5, part
        for step in told.steps:
            assert step.clauses, (part, step.name)
            assert not [clause for clause in step.clauses if clause not in clauses], (part, step.name)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_they_follow_the_chapters_of_the_book_and_each_has_its_figure(name: str, lang: str) -> None:
    game = find_game(name)
    told = essentials_of(game, lang)
    parts = [chapter.part for chapter in rules_page(game, lang).chapters]
    assert [part for part in parts if part in told] == list(told), "each once, in the order of the book"
    for part in told:
        assert "<svg" in board_of(game).picture("figure", lang, value=part), part


@pytest.mark.parametrize("name", GAMES)
def test_all_words_of_the_essentials_are_told(name: str) -> None:
    game = find_game(name)
    for lang in LANGUAGES:
        words = game.words(lang).find("essentials")
        counted = {part: len(told.steps) + 1 for part, told in essentials_of(game, lang).items()}
        assert {part: len(said) for part, said in words.items()} == counted


@pytest.mark.parametrize("name", GAMES)
def test_page_and_paper_tell_the_same(http: httpx.Client, name: str) -> None:
    page = http.get(f"/rules/{name}?lang=fr").text
    lists = "".join(re.findall(r'<ol class="book__steps">.*?</ol>', page))
    steps = re.findall(r"<li><b>(.*?)</b> <span>(.*?)</span>", lists)
    shown = [(unescape(name), unescape(text)) for name, text in steps]
    kit = GameKit(find_game(name), Wanted(("rules",)))
    printed = [step for chapter in kit.essentials()["chapters"] for step in chapter["steps"]]
    assert [text for _, text in shown] == [step["text"] for step in printed]
    assert [told.rstrip(".?!") for told, _ in shown] == [step["name"].rstrip(".?!") for step in printed]


@pytest.mark.parametrize(
    ("paper", "lang"),
    [
        ("a4", "fr"),
        ("letter", "en"),
        pytest.param("letter", "fr", marks=pytest.mark.soak),
        pytest.param("a4", "en", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_they_are_one_sheet_printed_on_both_sides(name: str, paper: str, lang: str) -> None:
    assert paper in PAPERS
    game = find_game(name)
    read = PdfReader(io.BytesIO(pdf(game, Wanted(("rules",), paper, lang), strict=True)))
    assert len(read.pages) == 2
    text = bare("".join(page.extract_text() for page in read.pages))
    for told in essentials_of(game, lang).values():
        assert bare(told.lead) in text
        assert not [step.text for step in told.steps if bare(step.text) not in text]


def test_a_row_of_drawings_is_one_drawing() -> None:
    body, box = row(
        '<span class="pic"><svg viewBox="0 0 48 66"/><b>→</b><span style="color:red"><svg style="width:56px;height:32px"/></span><i/></span>'
    )
    assert box.startswith("0 0 ")
    assert box.endswith(" 64")
    assert '<g style="color:red"><svg' in body
    assert 'viewBox="0 0 56 32"' in body, "a drawing of a given size is drawn at that size"
    assert 'y="16"' in body, "and stands in the middle of the row"
