"""The coach of Boss Quest: what the others' spells of the round have done to whoever it talks to."""

from __future__ import annotations

import pytest

from tests.games.boss_quest.table import CONTENT, GAME, Table


def said(table: Table, seat: int) -> str:
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(GAME.concealed(table.s, seat), seat, speech)
    assert coach is not None
    return coach.moment()


def visit(market: list[str], *moves: str) -> Table:
    """Ann is at the Magician's turn; what she casts is said by the moves."""
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=market,
        mystery="last_turn",
    )
    return table.play("0: visit", "0: take 0", "0: activate", *moves)


@pytest.mark.rule("BQ-SPELL-1", "BQ-SPELL-3", "BQ-SPELL-4")
@pytest.mark.parametrize(
    ("spell", "moves", "told"),
    [
        ("attack_down", ["0: player 1", "0: amount 2"], "“Debuff” on you, from Ann: attack −2."),
        (
            "swap_hidden",
            ["0: player 2", "0: with 1"],
            "“Sleight of hand”, from Ann: your hidden weapon is another now.",
        ),
        (
            "exchange_weapon",
            ["0: player 1", "0: hidden"],
            "“Trade-in”, from Ann: one of your weapons is another now.",
        ),
    ],
)
def test_who_was_touched_by_a_spell_hears_of_it(spell: str, moves: list[str], told: str) -> None:
    table = visit([spell, "protect", "boss_up"], *moves)
    assert said(table, 1).startswith(told)
    assert "“" not in said(table, 0), "who cast it knows"
