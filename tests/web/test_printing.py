"""What is printed is read back: pages and their sizes, words, and that nothing is cut off or leaves the page."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from pypdf import PdfReader

from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Pack
from bagarre.web.printing.inks import Inks, shade
from bagarre.web.printing.press import PREVIEW, page_count, pdf, pictures
from bagarre.web.printing.wanted import PAPERS, Wanted, parts_of
from tests.cli.conftest import Command, command
from tests.patience import PATIENCE
from tests.web.house import Live

__all__ = ["command"]
GAMES = ("boss-quest", "badass-force", "battleworld", "baston")
BLANK = 4.0
"""Millimetres at the edge of the paper on which no printer prints."""
GANG = """
[[characters]]
id = "mado"
letter = "X"
look = 2
name = { fr = "Mado #let *la* $Pince$", en = "Mado #let *la* $Pince$" }
strength = 4
dexterity = 4
speed = 5
constitution = 3
equipment = ["knife"]
flag = "reconstructed"

[[gangs]]
name = { fr = "Les \\\\Zonards [1]", en = "The \\\\Zonards [1]" }
characters = ["mado"]
flag = "reconstructed"
"""


def text_of(sheets: bytes) -> str:
    read = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(sheets)).pages)
    return re.sub(r"\s+", " ", read)


def bare(text: str) -> str:
    """Without spaces: where a line breaks, a reader of PDF may see none."""
    return re.sub(r"\s+", "", text)


DAILY = {("a4", "fr"): GAMES[::2], ("letter", "en"): GAMES[1::2]}
"""What is printed whole every day; the rest in the long runs."""


@pytest.mark.parametrize(
    ("name", "paper", "lang"),
    [
        pytest.param(name, *how, marks=() if name in daily else pytest.mark.soak)
        for how, daily in DAILY.items()
        for name in GAMES
    ],
)
def test_everything_of_every_game(name: str, paper: str, lang: str) -> None:
    """No word of the house is cut off (`strict`), and every page has the size that was asked for."""
    game = find_game(name)
    sheets = pdf(game, Wanted(paper=paper, lang=lang), strict=True)
    pages = PdfReader(io.BytesIO(sheets)).pages
    assert len(pages) == page_count(sheets)
    width, height = PAPERS[paper]
    for page in pages:
        assert float(page.mediabox.width) == pytest.approx(width / 25.4 * 72, abs=0.5)
        assert float(page.mediabox.height) == pytest.approx(height / 25.4 * 72, abs=0.5)
    read = text_of(sheets)
    assert {"fr": "amateur", "en": "fan aid"}[lang] in read, "it says whose it is"
    for part in parts_of(game):
        assert game.words(lang).find(f"print.parts.{part}.name")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaves_the_page(name: str) -> None:
    """On the shorter paper, where there is the least room."""
    edge = int(BLANK / 25.4 * PREVIEW)
    for shown in pictures(find_game(name), Wanted(paper="letter", lang="en")):
        with Image.open(io.BytesIO(shown)) as picture:
            grey = picture.convert("L")
        wide, high = grey.size
        for band in (
            (0, 0, wide, edge),
            (0, high - edge, wide, high),
            (0, 0, edge, high),
            (wide - edge, 0, wide, high),
        ):
            assert grey.crop(band).getextrema() == (255, 255)
        assert any(dot < 64 for dot in grey.tobytes()), "a page has something on it"


def test_the_words_are_those_of_the_table() -> None:
    """One source: aids say what the aid beside the board says, cards what the packs say."""
    game = find_game("boss-quest")
    for lang in ("fr", "en"):
        read = text_of(pdf(game, Wanted(("aid",), lang=lang)))
        assert bare(game.words(lang).say("board.aid.fight.text")) in bare(read)
        cards = bare(text_of(pdf(game, Wanted(("cards",), lang=lang))))
        for spell in game.content().spells:
            assert bare(spell.names[lang]) in cards
            assert bare(spell.text[lang]) in cards


def test_the_board_is_as_large_as_it_says() -> None:
    """Points of 24 mm: the whole drawing of 836 units of 40 to a point, in pages with 5 mm to glue."""
    sheets = PdfReader(io.BytesIO(pdf(find_game("baston"), Wanted(("board",))))).pages
    assert len(sheets) == 6
    assert "24 mm" in sheets[0].extract_text()


def test_a_whole_deck_has_every_card() -> None:
    game = find_game("badass-force")
    one, all_ = (page_count(pdf(game, Wanted(("cards",), deck=deck))) for deck in (False, True))
    assert (one, all_) == (4, -(-(16 * 7 + 16 * 3) // 9))


def test_packs_of_ones_own_are_words_and_nothing_else() -> None:
    read = text_of(pdf(find_game("baston"), Wanted(("orders",)), [Pack("gang.toml", GANG)]))
    assert "MADO #LET *LA* $PINCE$" in read
    assert "Les \\Zonards [1]" in read
    with pytest.raises(Mistake):
        pdf(find_game("baston"), Wanted(("orders",)), [Pack("gang.toml", "[[gangs]]\nname = 3")])


def test_black_has_no_colour() -> None:
    for name in ("boss-quest", "badass-force"):
        for shown in pictures(find_game(name), Wanted(("aid",), ink="black")):
            with Image.open(io.BytesIO(shown)) as picture:
                red, green, blue = picture.convert("RGB").split()
            # Letters and lines of the house are warm black and brown.
            assert all(abs(a - b) < 48 for a, b in zip(red.tobytes(), blue.tobytes()))
            assert all(abs(a - b) < 48 for a, b in zip(red.tobytes(), green.tobytes()))


def test_what_is_not_there_is_told_in_one_line(command: Command, tmp_path: Path) -> None:
    assert "cards" in command("print", "boss-quest", "--what", "poster").complaint
    assert "a4, letter" in command("print", "boss-quest", "--paper", "a3").complaint
    assert "colour, black" in command("print", "boss-quest", "--ink", "gold").complaint
    assert "Leduc" in command("print", "leduc").complaint
    assert command("print", "boss-quest", "--what", "aid", "-o", str(tmp_path / "no" / "x.pdf")).complaint


def test_the_command(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "aid.pdf"
    answer = command(
        "print", "battleworld", "--what", "aid", "--paper", "letter", "--lang", "en", "-o", str(file)
    )
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("1 page: ")
    assert "The plans" in text_of(file.read_bytes()) or "THE PLANS" in text_of(file.read_bytes())
    listed = command("print", "baston", "--list").out
    assert all(part in listed for part in ("orders", "board", "tokens", "tables", "scenarios"))


# Colours.


def test_styles_become_plain_colours() -> None:
    css = """
    .board { --ink: light-dark(#102030, #fff); --g: red }
    .board .a { fill: var(--ink); stroke: color-mix(in srgb, #ff0000 50%, #0000ff) }
    .a[data-on="1"] > path { display: none }
    @media (max-width: 1px) { .a { fill: gold } }
    ::before, .a:hover { fill: lime }
    """
    symbols = '<svg><symbol id="s" viewBox="0 0 2 2"><path class="a" d="M0 0" d="M1 1"/></symbol></svg>'
    drawn = Inks(css, symbols, {"class": "board"}).picture(
        '<g class="a" data-on="1"><path d="M0 0"/></g><use href="#s" x="3"/><use href="#nowhere"/>', "0 0 9 9"
    )
    assert 'fill="#102030" stroke="#800080"' in drawn
    assert 'display="none"' in drawn
    assert "gold" not in drawn
    assert "lime" not in drawn
    assert "<use" not in drawn
    assert "var(" not in drawn
    assert shade("#ff0000") == "#4c4c4c"


# The server.


@pytest.fixture
def calm(server: Live) -> Iterator[httpx.Client]:
    """Sheets take their time on a busy machine."""
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as client:
        yield client


def test_the_page_and_its_sheets(calm: httpx.Client, server: Live) -> None:
    assert calm.get("/print").headers["location"] == "/print/boss-quest"
    page = calm.get("/print/boss-quest", params={"lang": "en"}).text
    assert "Player aids" in page
    assert '"/print/boss-quest/sheets.pdf"' in page
    asked = {"what": "aid", "paper": "letter", "lang": "en"}
    sheets = calm.get("/print/boss-quest/sheets.pdf", params=asked)
    assert sheets.headers["content-type"] == "application/pdf"
    assert sheets.headers["content-disposition"] == 'inline; filename="boss-quest-aid-letter-en.pdf"'
    assert "default-src 'none'" in sheets.headers["content-security-policy"]
    assert page_count(sheets.content) == 1
    assert calm.get("/print/boss-quest/aid/pages", params=asked).json() == {"pages": 1}
    shown = calm.get("/print/boss-quest/aid/1.png", params=asked)
    assert shown.headers["content-type"] == "image/png"
    assert calm.get("/print/boss-quest/aid/2.png", params=asked).status_code == 404


def test_sheets_are_made_elsewhere_and_kept(calm: httpx.Client, server: Live) -> None:
    """The server's own process makes none; what was made once is there for the next reader."""
    prints = server.app.state.server.prints
    asked = {"what": "aid", "lang": "fr", "ink": "black"}
    first = calm.get("/print/badass-force/sheets.pdf", params=asked).content
    assert prints.printers._all[0].process is not None
    made = len(prints.kept)
    prints.printers._all[0].end()
    assert calm.get("/print/badass-force/sheets.pdf", params=asked).content == first
    assert prints.printers._all[0].process is None, "nobody was asked"
    assert len(prints.kept) == made


def test_wrong_wishes_on_the_web(calm: httpx.Client) -> None:
    for address in (
        "/print/nogame",
        "/print/leduc",
        "/print/boss-quest?paper=a3",
        "/print/boss-quest/poster/1.png",
    ):
        answer = calm.get(address)
        assert answer.status_code == 404, address
        assert "Traceback" not in answer.text
    wrong = calm.post(
        "/api/games/baston/print", json={"what": ["orders"], "packs": [{"name": "x.toml", "text": "[board"}]}
    )
    assert wrong.status_code == 422
    assert "x.toml" in wrong.json()["message"]


def test_packs_on_the_web_are_kept_nowhere(calm: httpx.Client, server: Live) -> None:
    kept = dict(server.app.state.server.prints.kept)
    answer = calm.post(
        "/api/games/baston/print",
        params={"lang": "fr"},
        json={"what": ["orders"], "packs": [{"name": "gang.toml", "text": GANG}]},
    )
    assert "MADO" in text_of(answer.content)
    assert dict(server.app.state.server.prints.kept) == kept


def test_packs_on_the_web_are_looked_at_first(calm: httpx.Client, server: Live) -> None:
    kept = dict(server.app.state.server.prints.kept)
    own: dict[str, list[Any]] = {"what": ["orders"], "packs": [{"name": "gang.toml", "text": GANG}]}
    shown = calm.post("/api/games/baston/print/preview", json=own).json()
    assert dict(server.app.state.server.prints.kept) == kept
    assert shown["pages"] == len(shown["shown"]) > 0
    pages = [base64.b64decode(page.removeprefix("data:image/png;base64,")) for page in shown["shown"]]
    box = calm.get("/print/baston/orders/1.png", params={"what": "orders"}).content
    assert pages[0].startswith(b"\x89PNG")
    assert pages[0] != box, "the gang is in the picture"
    wrong = calm.post(
        "/api/games/baston/print/preview", json=own | {"packs": [{"name": "x.toml", "text": "[board"}]}
    )
    assert wrong.status_code == 422
    assert "x.toml" in wrong.json()["message"]
    many = calm.post("/api/games/baston/print/preview", json=own | {"packs": own["packs"] * 9})
    assert many.status_code == 422, "no more than a table takes"
