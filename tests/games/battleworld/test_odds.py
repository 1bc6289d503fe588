"""Odds: exact opening rolls, expected damage, the next roll of an auction; the table in a terminal."""

from io import StringIO
from itertools import product
from typing import Any

import pytest
from rich.console import Console

from bagarre.games import find_game
from bagarre.games.battleworld import odds
from bagarre.games.battleworld.state import CHARACTER, COSMIC, MODULE

from .table import Table

GAME = find_game("battleworld")


def speech(t: Any, lang: str = "fr") -> Any:
    return GAME.speech(lang, ["Ada", "Blaise"], t.content.names)


def test_dice() -> None:
    assert odds.die(4) == (0, 0.25, 0.25, 0.25, 0.25)
    best, worst = odds.die(6, 1), odds.die(6, -1)
    assert best[6] == pytest.approx(11 / 36)
    assert worst[1] == pytest.approx(11 / 36)
    assert odds.die(10, 0, 2, 1)[21] == pytest.approx(0.1)
    assert sum(odds.added([odds.die(6), odds.die(8)])) == pytest.approx(1)


def test_opening_is_exact() -> None:
    t = Table(
        {
            "captain_pavise": {"at": "B3", "plan": "attack"},
            "brute": {"at": "D3", "plan": "attack", "victory": 2},
        },
        {"regent": {"at": "C4", "victory": 1}},
    )
    found = odds.chances_at_opening(odds.fight_of(t.s, 0, CHARACTER, 4, 0b10))
    rolls = list(product(range(1, 7), range(1, 13), range(1, 9)))
    ahead = sum(a + b > d + 1 for a, b, d in rolls) / len(rolls)
    level = sum(a + b == d + 1 for a, b, d in rolls) / len(rolls)
    assert found == pytest.approx((ahead, level, 1 - ahead - level))


def test_how_a_fight_ends_and_its_wounds_are_of_one_computation() -> None:
    """Ahead after the first roll, but only the other side can raise: the chance to win says so."""

    def fight(attack: int, defence: int) -> odds.Fight:
        t = Table(
            {"brute": {"at": "C3", "plan": "attack", "power": attack}},
            {"ram": {"at": "C4", "power": defence}},
        )
        return odds.fight_of(t.s, 0, CHARACTER, 4, 0)

    bare, poor = odds.outlook(fight(0, 0)), odds.outlook(fight(0, 3))
    assert (bare.won, bare.tied, bare.lost) == pytest.approx(odds.chances_at_opening(fight(0, 0)))
    assert odds.chances_at_opening(fight(0, 3)) == odds.chances_at_opening(fight(0, 0))
    assert poor.won < poor.lost
    assert poor.won + poor.tied + poor.lost == pytest.approx(1)
    # A win of the brute or of the ram inflicts three wounds, or more.
    for found in (bare, poor):
        assert 3 * found.won <= found.dealt
        assert 3 * found.lost <= found.taken


def test_expected_damage_without_tokens_is_exact() -> None:
    bare = {"power": 0, "reroll": 0}
    t = Table({"brute": {"at": "C3", "plan": "attack", **bare}}, {"ram": {"at": "C4", **bare}})
    found = odds.odds_of_attack(t.s, 0, CHARACTER, 4)
    rolls = list(product(range(1, 13), range(1, 11)))
    dealt = sum((3 + (a - d) // 10) for a, d in rolls if a > d) / len(rolls)
    taken = sum((3 + (d - a) // 10) for a, d in rolls if a < d) / len(rolls)
    assert found.dealt == pytest.approx(dealt)
    assert found.taken == pytest.approx(taken)


@pytest.mark.parametrize("life", [2, 3, 4, 5])
def test_the_chance_to_bring_somebody_down_is_exact_without_tokens(life: int) -> None:
    bare = {"power": 0, "reroll": 0}
    t = Table({"brute": {"at": "C3", "plan": "attack", **bare}}, {"ram": {"at": "C4", "life": life, **bare}})
    rolls = list(product(range(1, 13), range(1, 11)))
    down = sum(a > d and 3 + (a - d) // 10 >= life for a, d in rolls) / len(rolls)
    assert odds.odds_of_attack(t.s, 0, CHARACTER, 4).felled == pytest.approx(down)


def test_no_risk_at_a_distance() -> None:
    t = Table({"automaton": {"at": "C5", "plan": "attack"}}, {"brute": {"at": "C3"}})
    assert odds.odds_of_attack(t.s, 0, CHARACTER, 4).taken == 0


def test_tokens_help_the_one_who_has_them() -> None:
    def dealt(attack: Any, defence: Any) -> Any:
        t = Table(
            {"brute": {"at": "C3", "plan": "attack", "power": attack}},
            {"ram": {"at": "C4", "power": defence}},
        )
        return odds.odds_of_attack(t.s, 0, CHARACTER, 4)

    assert dealt(1, 0).dealt > dealt(0, 0).dealt > dealt(0, 3).dealt
    assert dealt(0, 3).taken > dealt(0, 0).taken


def test_modules_guards_and_entities() -> None:
    t = Table({"brute": {"at": "C6", "plan": "attack", "power": 0}}, {"ram": {"at": "E1"}})
    alone = odds.odds_of_attack(t.s, 0, MODULE, 3)
    assert (alone.won, alone.taken) == (1, 0)
    assert alone.dealt == pytest.approx(3 + 3 / 12)  # 10, 11 or 12 gives one more
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", "power": 0}},
        {"ram": {"at": "C7", "plan": "guard", "power": 0}},
    )
    guarded = odds.odds_of_attack(t.s, 0, MODULE, 3)
    rolls = list(product(range(1, 13), range(1, 11)))
    assert guarded.won == pytest.approx(sum(a > 2 * d for a, d in rolls) / len(rolls))
    t = Table({"brute": {"at": "B4", "plan": "attack", "power": 0, "wounds": 4}}, {"ram": {"at": "E1"}})
    cosmic = odds.odds_of_attack(t.s, 0, COSMIC, 0)
    assert cosmic.felled == 0
    rolls = list(product(range(1, 13), range(1, 21)))
    assert cosmic.won == pytest.approx(sum(a > d for a, d in rolls) / len(rolls))


def test_windows_tell_the_chances_of_each_roll() -> None:
    t = Table({"captain_pavise": {"at": "C3", "plan": "attack"}}, {"ram": {"at": "C4"}})
    t.play("0: act 1", "0: attack 1", dice=(2, 6))
    lines = {line["choice"]: line for line in GAME.view(t.s, 0, speech(t))["combat"]["choices"]}
    assert lines["raise"]["ahead"] == pytest.approx(2 / 6, abs=1e-3)  # 5 or 6
    assert lines["raise"]["level"] == pytest.approx(1 / 6, abs=1e-3)
    assert lines["reroll 1"]["ahead"] == 0
    assert set(lines) == {"raise", "reroll 1"}
    t.play("0: raise", dice=(5,))
    lines = {line["choice"]: line for line in GAME.view(t.s, 1, speech(t))["combat"]["choices"]}
    assert lines["reroll_initiator 1"]["ahead"] == pytest.approx(3 / 6, abs=1e-3)  # 1, 2 or 3 against 6 − 2


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_before_an_attack_the_table_tells_the_odds(lang: str) -> None:
    t = Table(
        {"captain_pavise": {"at": "C3", "plan": "attack"}, "brute": {"at": "D3", "plan": "attack"}},
        {"regent": {"at": "C4"}, "ram": {"at": "E7"}},
    )
    said = speech(t, lang)
    view = GAME.view(t.s, 0, said)
    assert {line["choice"] for line in view["odds"]} == {"attack 1"}
    t.play("0: act 1")
    view = GAME.view(t.s, 0, said)
    line = next(line for line in view["odds"] if line["choice"] == "attack 1")
    assert line["supporters"] == [1]
    assert line["together"]["won"] > line["won"]
    choice = next(c for c in GAME.choices(t.s, 0) if GAME.verbs.write(c) == "attack 1")
    assert "%" not in said.choice(choice, GAME.concealed(t.s, 0), 0)  # a table may play without aids


class Asked:
    """As much of a match as the commands of the terminal look at."""

    def __init__(self, t: Table) -> None:
        self.t = t

    def concealed(self, seat: int) -> object:
        return GAME.concealed(self.t.s, seat)


@pytest.mark.parametrize(
    ("lang", "word", "card"), [("fr", "chances", "carte bélier"), ("en", "odds", "card ram")]
)
def test_the_terminal_answers_odds_and_card(lang: str, word: Any, card: Any) -> None:
    t = Table(
        {"captain_pavise": {"at": "C3"}, "brute": {"at": "D3", "plan": "attack"}, "thunderer": {"at": "A1"}},
        {"regent": {"at": "C4"}, "ram": {"at": "E7"}},
        options={"names": "neutral"},
    )
    said = speech(t, lang)
    view, terminal = GAME.view(t.s, 0, said), GAME.room("terminal")

    def told(text: str) -> Any:
        console = Console(width=120, record=True, file=StringIO())
        console.print(terminal.commands(view, text, Asked(t), 0, said))
        return console.export_text()

    alone = odds.odds_of_attack(t.s, 1, CHARACTER, 4)
    both = told(word)
    assert both.count("→") == 2  # the Captain has planned nothing yet, but could
    assert f"{100 * alone.won:.0f} %" in told(f"{word} 2")
    assert "%" not in told(f"{word} 3")  # out of reach of everything
    ram = view["pieces"][5]
    assert ram["powers"][0]["name"] in told(card)
    assert "%" not in told(f"{card} of nowhere")
    assert terminal.commands(view, "attack 1", Asked(t), 0, said) is None


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_terminal_draws_every_stage(lang: str) -> None:
    import random

    from bagarre.match import Match

    match = Match(
        GAME,
        ["Ada", "Blaise"],
        options={"leaders": True, "team_mode": "draft", "second_cosmic": "thanos"},
        seed=4,
    )
    said = GAME.speech(lang, match.players, match.content.names)
    console = Console(width=90, file=StringIO())
    toss = random.Random(4)
    for step in range(220):
        if match.is_over:
            break
        seat = match.deciders[0]
        if step % 3 == 0:
            console.print(GAME.room("terminal").draw(GAME.view(match.state, seat, said), said))
        match.play(seat, toss.choice(list(match.legal(seat))))


def test_pressing_tells_the_chance_of_one_more_wound() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 1}}, {"ram": {"at": "C4", "power": 0, "reroll": 0}}
    )
    t.play("0: act 1", "0: attack 1", dice=(8, 4))
    t.play("0: hold")  # the other has nothing left and yields
    lines = {line["choice"]: line for line in GAME.view(t.s, 0, speech(t))["combat"]["choices"]}
    assert lines["raise"]["more"] == pytest.approx(7 / 12, abs=1e-3)  # 6 or more: a margin of 10
    assert lines["reroll 1"]["more"] == 0
    assert lines["reroll 1"]["ahead"] == pytest.approx(8 / 12, abs=1e-3)


@pytest.mark.parametrize(("energy", "hurts"), [(0, False), (9, True)])
def test_where_nothing_is_left_to_lose_no_roll_promises_a_wound(energy: int, hurts: bool) -> None:
    t = Table({"brute": {"at": "B4", "plan": "attack", "reroll": 0}}, {"ram": {"at": "E7"}}, energy=energy)
    t.play("0: act 1", "0: defy 1", dice=(12, 4))
    view = GAME.view(t.s, 0, speech(t))["combat"]
    assert (view["wounds"] > 0, view["to_next_wound"] is not None) == (hurts, hurts)
    t.play("0: hold")
    view = GAME.view(t.s, 0, speech(t))["combat"]
    assert view["pressing"]
    (raised,) = view["choices"]
    assert (raised["more"] > 0) is hurts
    coach = GAME.coach(t.s, 0, speech(t, "en"))
    assert coach is not None
    assert ("nothing more" in coach.moment()) is not hurts
