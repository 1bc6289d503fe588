"""The scripted opponent, and the worlds it may imagine."""

from __future__ import annotations

import random
from typing import Any

from bagarre.bots import Budget, make_player
from bagarre.games.boss_quest.player import decide
from bagarre.games.boss_quest.state import HIDDEN
from bagarre.kernel.chance import Dice, seed, seed_words

from .table import GAME, Table


def scripted(table: Table, seat: int, dice: Dice) -> str:
    menu = GAME.Menu()
    GAME.rules.choices(table.s, seat, menu)
    seen = GAME.concealed(table.s, seat)
    k = decide(seen, seat, menu, dice)
    assert seen == GAME.concealed(table.s, seat)
    return GAME.verbs.write((menu.verb[k], menu.arg[k]))


def winner_of_duel(number: int, options: dict[str, Any]) -> float:
    """What the scripted player scores against a random one."""
    table, coin, dice = Table.dealt(2, options, number), random.Random(number), Dice()
    seed(dice, *seed_words(number))
    me = number % 2
    while not table.over:
        seat = table.decider
        table.play(f"{seat}: {scripted(table, seat, dice) if seat == me else coin.choice(table.menu(seat))}")
    return GAME.scores(table.s)[me] / 60


def test_beats_the_random_player() -> None:
    every: list[dict[str, Any]] = [{}, {"expansions": "all"}]
    for options in every:
        assert sum(winner_of_duel(number, options) for number in range(25)) / 25 > 0.75


def test_stops_close_to_the_boss_and_goes_on_far_from_it() -> None:
    dice = Dice()
    seed(dice, 1, 2, 3)
    far = Table(
        3, boss=18, hands=["[B2] R3", "[G6] P3", "[B4] R2"], market=["attack_up", "protect", "boss_up"]
    )
    assert scripted(far, 0, dice).startswith("equip")
    close = Table(
        3, boss=18, hands=["[B7] R6 G4", "[G6] P3", "[B4] R2"], market=["attack_up", "protect", "boss_up"]
    )
    assert scripted(close, 0, dice) == "visit"


def test_uses_spells_for_and_against() -> None:
    dice = Dice()
    seed(dice, 1, 2, 3)
    # One short of a PERFECT: Power-up on oneself.
    table = Table(
        2,
        boss=18,
        hands=["[B7] R6 G4", "[G6] P3"],
        market=["attack_up", "require_blue", "boss_up"],
        mystery="cancel",
    )
    table.play("0: visit")
    for wanted in ("take 0", "activate", "player 0", "amount 1"):
        assert scripted(table, 0, dice) == wanted
        table.play(f"0: {wanted}")
    # Over by one, with rivals surely below: Malus on oneself.
    table = Table(
        2,
        boss=18,
        hands=["[B7] R6 G6", "[G2] P3"],
        market=["attack_down", "require_blue", "boss_down"],
        visited=[1],
    )
    table.play("0: visit")
    for wanted in ("take 0", "activate", "player 0", "amount 1"):
        assert scripted(table, 0, dice) == wanted
        table.play(f"0: {wanted}")


def test_imagined_worlds_respect_what_an_equip_tells() -> None:
    """Seat 0 equipped with 13 in sight against 15: the hidden weapon is a 1 or a 2."""
    table = Table(2, boss=15, hands=["[B2] R7 G6", "[G1] P1"])
    table.play("0: equip 1", chance=["R1"])
    seen = GAME.concealed(table.s, 1)
    hidden = {GAME.imagined(seen, *seed_words(n)).hidden[0] % 7 + 1 for n in range(60)}
    assert seen.hidden[0] == HIDDEN
    assert hidden == {1, 2}


def test_even_beginners_do_not_name_a_target_in_vain() -> None:
    """A shield for somebody else's heart, one's own attack raised beyond the Boss or lowered away from it: no narrow sight takes these in."""
    for spell, hands, wanted in (
        ("protect", ["[B7] R6 G4", "[G6] P3", "[B4] R2", "[R1] P2"], {"player 0"}),
        ("attack_up", ["[B7] R6 G5", "[G6] P3", "[B4] R2", "[R1] P2"], {"player 1", "player 2", "player 3"}),
        (
            "attack_down",
            ["[B7] R6 G4", "[G6] P3", "[B4] R2", "[R1] P2"],
            {"player 1", "player 2", "player 3"},
        ),
    ):
        table = Table(4, boss=18, hands=hands, market=[spell, "require_blue", "boss_up"], mystery="cancel")
        table.play("0: visit", "0: take 0", "0: activate")
        known, menu = GAME.concealed(table.s, 0), GAME.choices(table.s, 0)
        for level in "12":
            chosen = {
                GAME.verbs.write(
                    make_player(f"search:{level}", GAME, n).think(known, 0, menu, Budget()).choice
                )
                for n in range(12)
            }
            assert chosen <= wanted, (spell, level)
