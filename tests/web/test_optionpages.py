"""What a house rule changes, as the page of a new table tells it: measured, in players' words, in step with `docs/rulings.md`."""

from __future__ import annotations

import httpx
import pytest

from bagarre.games import find_game
from bagarre.kernel.words import LANGUAGES
from bagarre.web.optionpages import effect_said, option_page
from tests.rulings import told, written

GAMES = ("boss-quest", "badass-force", "battleworld", "baston")


@pytest.mark.parametrize("name", GAMES)
def test_the_pages_read_what_was_measured(name: str) -> None:
    file = find_game(name).folder / "rulings.toml"
    assert file.read_text(encoding="utf-8") == written(*told()[name]), (
        "python -m tests.rulings writes it anew"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_most_house_rules_say_what_they_change(name: str, lang: str) -> None:
    rules = option_page(find_game(name), lang).rules
    silent = [rule.name for rule in rules if not rule.effect and rule.kind != "number"]
    assert silent == []
    assert not any("{" in rule.effect for rule in rules)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([0.0], "nothing changed."),
        ([0.3, 0.0, 0.1, 0.0, 0.1], "less than 1 game in 100 goes differently."),
        ([1.0, 0.0, 0.1, 0.0, 0.1], "1 game in 100 goes differently."),
        ([64.1, 0.4, 0.5, -2.9, 0.3], "64 games in 100 go differently, 3% fewer decisions."),
        ([64.1, 0.4, 0.5, -2.9, 3.3], "64 games in 100 go differently."),
        ([100.0, 0.4, 1.9, 0.9, 1.3], "no sure difference."),
        ([100.0, -20.4, 1.9, 9.9, 1.3], "10% more decisions, a seat wins 20 in 100 more or less often."),
    ],
)
def test_only_what_is_sure_is_told(row: list[float], said: str) -> None:
    assert effect_said(row, 100.0, "en") == said


def test_a_new_table_shows_it_and_groups_its_paces(http: httpx.Client) -> None:
    page = http.get("/new/badass-force?lang=en").text
    assert "Measured between bots:" in page
    assert "more decisions" in page
    assert page.count('name="pace-kind"') == 3
    # The name of the table is in plain sight, before what is folded away.
    assert page.index('name="title"') < page.index('<details class="fold')
