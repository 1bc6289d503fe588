"""What is done for whoever does not answer in time: a legal choice of a careful player, from what the seat knows."""

import random
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.baston.rules.machine import Q_SHEETS
from bagarre.games.boss_quest.odds import risks
from bagarre.kernel.chance import seed_words
from bagarre.match import CAREFUL, Match

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("boss-quest", 3, {"expansions": ["potions", "companions", "reaper"]}),
    ("battleworld", 2, {"second_cosmic": "beyonder", "leaders": True}),
    ("badass-force", 4, {}),
    ("baston", 2, {"scenario": "first"}),
    ("baston", 2, {}),
]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_the_careful_choice_is_legal_and_looks_at_nothing_hidden(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = find_game(name)
    careful, toss = game.room("careful").careful, random.Random(7)
    s = game.prepare(seats, options)
    game.begin(s, *seed_words(7, seats))
    for _ in range(250):
        asked = game.deciders(s)
        if not asked:
            break
        seat = asked[0]
        choices = game.choices(s, seat)
        known = game.concealed(s, seat)
        before = known.to_bytes()
        chosen = careful(known, seat, choices)
        assert chosen in choices
        assert known.to_bytes() == before
        game.apply(s, seat, chosen if toss.random() < 0.5 else toss.choice(choices))


def test_a_knight_without_risk_is_not_sent_to_the_magician() -> None:
    game = find_game("boss-quest")
    careful = game.room("careful").careful
    asked = 0
    for number in range(12):
        s: Any = game.prepare(3, {})
        game.begin(s, *seed_words(number, 3))
        seat = game.deciders(s)[0]
        known = game.concealed(s, seat)
        risk = risks(known, seat)
        chosen = game.verbs.write(careful(known, seat, game.choices(s, seat)))
        safe = max((count for count, chance in enumerate(risk, 1) if chance == 0), default=0)
        assert chosen == (f"equip {safe}" if safe else "visit")
        asked += safe > 0
    assert asked


def test_an_unfinished_sheet_is_written_to_its_end_before_it_is_handed_in() -> None:
    game = find_game("baston")
    careful = game.room("careful").careful
    s: Any = game.prepare(2, {"scenario": "first"})
    game.begin(s, *seed_words(3, 2))
    while game.deciders(s) and s.ask != Q_SHEETS:
        seat = game.deciders(s)[0]
        game.apply(s, seat, game.choices(s, seat)[0])
    seat = game.deciders(s)[0]
    said: list[str] = []
    while seat in game.deciders(s) and len(said) < 40 and s.ask == Q_SHEETS:
        choice = careful(game.concealed(s, seat), seat, game.choices(s, seat))
        said.append(game.verbs.write(choice))
        game.apply(s, seat, choice)
    assert said[-1] == "commit"
    assert len(said) == 13, "six boxes of each of the two, then the pencil"
    assert set(said) <= {"-", "CP", "LEV", "commit"}


def test_whoever_does_not_answer_in_time_neither_lies_nor_accuses() -> None:
    game = find_game("badass-force")
    careful, seen = game.room("careful").careful, set()
    for number in range(6):
        s: Any = game.prepare(4, {})
        game.begin(s, *seed_words(number, 4))
        toss = random.Random(number)
        for _ in range(120):
            if not game.deciders(s):
                break
            seat = game.deciders(s)[0]
            choices = game.choices(s, seat)
            verb, _, what = game.verbs.write(careful(game.concealed(s, seat), seat, choices)).partition(" ")
            seen.add(verb)
            assert verb != "denounce"
            if verb == "announce":
                assert game.verbs.read(f"announce {what}").arg == s.cast[s.active[seat]]
            game.apply(s, seat, toss.choice(choices))
    assert {"announce", "execute", "pass", "place", "armory"} <= seen


def test_the_log_says_that_the_time_was_up_and_a_record_keeps_it() -> None:
    match = Match("boss-quest", ["Ada", "Bob"], seed="1")
    seat = match.deciders[0]
    match.accept(match.consider(seat, match.legal(seat)[0], bot=CAREFUL))
    name = match.players[seat]
    assert match.log(lang="en")[-len(match.steps[-1].rows)][0] == (
        f"Time is up: the game chooses for {name} as a careful player would."
    )
    assert Match.loads(match.record()).log() == match.log()


def test_who_has_not_answered_among_several_is_not_told() -> None:
    match = Match("badass-force", ["Ada", "Bob", "Cid"], seed="1")
    assert len(match.deciders) > 1
    seat = match.deciders[0]
    match.accept(match.consider(seat, match.legal(seat)[0], bot=CAREFUL))
    assert match.steps[-1].rows == ()
