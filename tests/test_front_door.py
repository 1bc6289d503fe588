"""What `bagarre` itself offers: the names of docs/api.md, games of other packages, boards in notebooks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import bagarre
from bagarre import games as house
from bagarre.games import GameLeftOut
from tests.house import ROOT
from tests.patience import PATIENCE


def test_every_public_name_is_there_and_on_the_page() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in bagarre.__all__:
        assert getattr(bagarre, name) is not None
        assert f"`{name}" in page, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = bagarre.nothing


def test_importing_it_costs_nothing() -> None:
    code = "import sys, bagarre; assert not {'numpy', 'numba', 'jinja2', 'bagarre.match'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Packages that say that they bring a game."""

    def install(*packages: str) -> None:
        entries = [EntryPoint(f"game{i}", package, house.GROUP) for i, package in enumerate(packages)]
        monkeypatch.setattr(house, "entry_points", lambda group: entries if group == house.GROUP else [])
        house.games.cache_clear()

    yield install
    house.games.cache_clear()


def test_a_game_of_another_package_is_found_like_ours(elsewhere: Any) -> None:
    elsewhere("bench.games.leduc")
    assert bagarre.find_game("leduc").meta.name == "leduc"
    match = bagarre.Match("leduc", ["Ada", "Blaise"], seed="1")
    assert match.deciders


def test_a_game_that_cannot_be_loaded_is_left_out_with_one_line(elsewhere: Any) -> None:
    elsewhere("no.such.package")
    with pytest.warns(GameLeftOut) as told:
        found = house.games()
    assert "boss-quest" in found
    for lang in ("fr", "en"):
        sentence = told[0].message.mistake.say(lang)  # type: ignore[union-attr]
        assert "no.such.package" in sentence
        assert len(sentence.splitlines()) == 1


def test_nobody_takes_the_name_of_a_game_that_is_there(elsewhere: Any) -> None:
    elsewhere("bagarre.games.baston")
    assert [name for name in house.games() if name == "baston"] == ["baston"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_notebook_shows_the_board_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("BAGARRE_LANG", lang)
    match = bagarre.Match("boss-quest", ["Ada", "Blaise"], seed="7")
    match.play(match.deciders[0], "equip 1")
    shown = match._repr_html_()
    assert "<iframe" in shown
    assert f"&lt;html lang=&quot;{lang}&quot;" in shown
    assert "http" not in shown.replace("http://www.w3.org", "")
    assert match.log(lang=lang)[-1][0].partition(" ")[2] in shown
    hidden = match.view(0)["seats"][0]["hidden"]
    assert hidden is not None
    assert match.view()["seats"][0]["hidden"] is None, "a notebook shows what everybody may know"
