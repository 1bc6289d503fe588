"""The log alone: a reader who follows it knows everything that lies open on the table, and is never told what cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bagarre.games.boss_quest.effects import LASTING, SWAP_COMPANIONS, action_of
from bagarre.games.boss_quest.state import (
    BOX,
    CHAIN,
    COMPANIONS,
    FINISHED,
    GHOST,
    GONE,
    KNIGHT,
    NO_CARD,
    REAPER,
    RESERVE,
    TAKE,
    TURN,
    USE,
    State,
)
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.events import Event
from tests.games.boss_quest.table import GAME, Table

ALL = ["potions", "companions", "reaper"]
TABLES = [
    (2, {"expansions": ALL}),
    (3, {"expansions": ALL, "exchange_return": "bottom"}),
    (4, {}),
    (5, {"expansions": ALL, "companion_swap": "permanent", "flip_spell": "instant"}),
    (6, {"expansions": ALL}),
    (1, {"solo": True}),
]


class Reader:
    """Somebody who never looks at the table and only reads what is written of it."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.seats = range(s.seats)
        self.words = s.spell_word
        self.keys = dict.fromkeys(self.seats, 0)
        self.hearts = dict.fromkeys(self.seats, 3)
        self.role = dict.fromkeys(self.seats, KNIGHT)
        self.round = self.hp = self.boss = self.asked = 0
        self.fought: set[int] = set()
        self.visited: set[int] = set()
        self.market: Counter[int] = Counter()
        self.mystery = False
        self.taken = self.replaced = NO_CARD
        self.active: Counter[int] = Counter()
        self.hands: Counter[tuple[int, int]] = Counter()
        self.home = {c: RESERVE if s.home[c] == RESERVE else BOX for c in range(COMPANIONS)}
        self.place = dict(self.home)
        self.reading: dict[int, int] = {}
        self.over = False
        self.is_fought = False

    def read(self, event: Event) -> None:
        assert not self.over or event.kind.name in ("wins_game", "no_winner"), "nothing happens after the end"
        values: dict[str, Any] = {f.name: v for f, v in zip(event.kind.fields, event.values)}
        getattr(self, event.kind.name, lambda **_: None)(**values)

    # The round.

    def armourer(self, seat: int) -> None:
        assert self.role[seat] != GONE

    def companion_dealt(self, seat: int, companion: int) -> None:
        self.home[companion] = self.place[companion] = seat

    def bosses_shuffled(self) -> None:
        assert len(self.fought) == 8
        self.fought = set()

    def reaper_comes(self) -> None:
        assert GHOST in self.role.values()

    def round_begins(self, n: int, boss: int, hp: int) -> None:
        assert n == self.round + 1
        assert boss not in self.fought
        self.round, self.boss, self.hp = n, boss, hp
        if boss < 8:
            self.fought.add(boss)
        self.visited, self.market, self.active = set(), Counter(), Counter()
        self.hands, self.reading, self.is_fought = Counter(), {}, False

    def spell_laid(self, slot: int, spell: int) -> None:
        self.market[spell] += 1
        if self.replaced != NO_CARD:
            self.market[self.replaced] -= 1
            assert self.market[self.replaced] >= 0
            self.replaced = NO_CARD

    def mystery_laid(self, spell: int) -> None:
        self.mystery = True
        self.replaced = NO_CARD

    def weapons_dealt(self, seat: int, weapon: int, hidden: int) -> None:
        self.hands[seat, weapon] += 1

    # Turns.

    def equips(self, seat: int, count: int) -> None:
        assert seat not in self.visited
        self.asked = count

    def receives(self, seat: int, weapon: int) -> None:
        self.hands[seat, weapon] += 1
        self.asked -= 1

    def exchanges(self, seat: int, weapon: int) -> None:
        self.hands[seat, weapon] -= 1
        self.reading.pop(weapon, None)
        self.asked = 1

    def reads(self, seat: int, weapon: int, reading: int) -> None:
        self.reading[weapon] = reading

    def turns_potion(self, seat: int, weapon: int, reading: int) -> None:
        assert self.hands[seat, weapon] == 1
        assert reading == -self.reading[weapon]
        self.reading[weapon] = reading

    def visits(self, seat: int) -> None:
        assert seat not in self.visited
        self.visited.add(seat)

    def repeats(self, seat: int) -> None:
        assert seat in self.visited

    def replaces(self, seat: int, spell: int) -> None:
        # What is laid next tells whether it was the mystery spell.
        self.replaced = spell

    def takes(self, seat: int, spell: int) -> None:
        assert self.market[spell]
        self.taken = spell

    def takes_mystery(self, seat: int) -> None:
        assert self.mystery
        self.taken = NO_CARD

    def uses(self, seat: int, spell: int) -> None:
        if self.taken == NO_CARD:
            self.mystery = False
        else:
            assert self.taken == spell
            self.market[spell] -= 1

    discards = fizzles = uses

    def activates(self, seat: int, spell: int) -> None:
        self.uses(seat, spell)
        if self.words[spell] & LASTING:
            self.active[spell] += 1

    def league(self, spell: int) -> None:
        assert self.market[spell]
        self.market[spell] -= 1

    league_fails = league

    def league_activates(self, spell: int) -> None:
        self.league(spell)
        if self.words[spell] & LASTING:
            self.active[spell] += 1

    def cancels(self, spell: int) -> None:
        assert self.active[spell]
        self.active[spell] -= 1

    def cancels_at(self, spell: int, seat: int) -> None:
        self.cancels(spell)

    def boss_changes(self, change: int, hp: int) -> None:
        self.hp += change
        assert self.hp == hp

    def last_turn_begins(self) -> None:
        assert any(seat not in self.visited and self.role[seat] != GONE for seat in self.seats)

    def companions_swapped(self, companion: int, second: int) -> None:
        self.place[companion], self.place[second] = self.place[second], self.place[companion]
        if not any(action_of(w) == SWAP_COMPANIONS and w & LASTING for w in self.words):
            self.home = dict(self.place)

    def companion_goes(self, companion: int, seat: int) -> None:
        assert self.place[companion] != seat
        self.place[companion] = seat

    def companion_reserved(self, companion: int) -> None:
        assert self.place[companion] != RESERVE
        self.place[companion] = RESERVE
        if self.is_fought:
            self.home[companion] = RESERVE

    def companions_back(self) -> None:
        assert self.place != self.home
        assert self.is_fought
        self.place = dict(self.home)

    # The fight and after.

    def fight_begins(self, boss: int, hp: int) -> None:
        assert (boss, hp) == (self.boss, self.hp)
        self.is_fought = True

    def loses(self, seat: int, lost: int, **_: int) -> None:
        self.hearts[seat] -= lost
        assert self.hearts[seat] >= 0

    passes_limit = strikes = loses

    def gains(self, seat: int, n: int) -> None:
        assert not n or self.role[seat] == KNIGHT
        self.keys[seat] += n

    makes_perfect = wins_round = gains

    def becomes_ghost(self, seat: int) -> None:
        assert self.hearts[seat] == 0
        self.role[seat] = GHOST

    def takes_life(self, seat: int) -> None:
        self.role[seat], self.hearts[seat] = KNIGHT, 3

    def becomes_reaper(self, seat: int) -> None:
        assert REAPER not in self.role.values()
        self.role[seat], self.hearts[seat], self.keys[seat] = REAPER, 0, 0

    def eliminated(self, seat: int) -> None:
        assert self.hearts[seat] == 0
        assert self.role[seat] != GONE
        self.role[seat] = GONE

    def mystery_shown(self, spell: int) -> None:
        assert self.mystery
        self.mystery = False

    def wins_game(self, **_: int) -> None:
        self.over = True

    no_winner = wins_game

    def agrees(self, s: State) -> None:
        assert (self.round, self.boss, self.hp) == (s.round, s.boss, s.hp)
        assert list(self.keys.values()) == s.keys[: s.seats]
        assert list(self.hearts.values()) == s.hearts[: s.seats]
        assert list(self.role.values()) == s.role[: s.seats]
        assert self.visited == {seat for seat in self.seats if s.visited[seat]}
        assert +self.market == Counter(spell for spell in s.market[: s.faces] if spell != NO_CARD)
        assert self.mystery == (s.market[s.faces] != NO_CARD)
        assert self.place == dict(enumerate(s.place))
        laid = Counter((seat, card) for seat, card in zip(s.laid_seat[: s.laid], s.laid_card))
        assert +self.hands == laid
        if s.phase in (TURN, TAKE, USE, CHAIN, FINISHED):
            assert +self.active == Counter(s.active_spell[: s.active])
            assert self.asked == 0
        assert self.over == (s.phase == FINISHED)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_reader_of_the_log_knows_the_table(seats: int, options: dict[str, Any]) -> None:
    for number in range(12):
        s: Any = GAME.prepare(seats, options, [])
        seed(s, *seed_words("log", number))
        reader = Reader(s)
        GAME.begin(s)
        random = Random(number)
        while True:
            for event in GAME.events(s):
                reader.read(event)
            reader.agrees(s)
            deciders = GAME.deciders(s)
            if not deciders:
                break
            GAME.apply(s, deciders[0], random.choice(GAME.choices(s, deciders[0])))


@pytest.mark.rule("BQ-SPELL-10")
def test_the_last_visitor_calls_no_last_turn() -> None:
    """With nobody left in phase A the spell changes nothing, and nobody is told of a turn that does not come."""
    hands = ["[B2] R6", "[G7] P3", "[R1] B5"]
    table = Table(3, boss=20, hands=hands, market=["last_turn", "boss_up"], visited=[1, 2], turn=0)
    table.play("0: visit", "0: take 0", "0: activate")
    assert not any("last_turn_begins" in event for event in table.events)
    table = Table(3, boss=20, hands=hands, market=["last_turn", "boss_up"], visited=[1], turn=0)
    table.play("0: visit", "0: take 0", "0: activate")
    assert any("last_turn_begins" in event for event in table.events)


@pytest.mark.rule("BQ-REAP-2")
def test_the_reaper_comes_once_for_several_ghosts() -> None:
    hands = ["[B7] R7 G7", "[G6] P7 R6", "[R1] B5"]
    table = Table(
        3, {"expansions": ["reaper"]}, boss=15, hands=hands, hearts=[1, 1, 3], visited=[0, 1], turn=2
    )
    table.play("2: visit")
    assert [event.split("(")[0] for event in table.events if "ghost" in event or "reaper" in event] == [
        "becomes_ghost",
        "becomes_ghost",
        "reaper_comes",
    ]


@pytest.mark.rule("BQ-R21", "BQ-R63")
def test_a_reaper_who_will_not_come_is_not_announced() -> None:
    hands = ["[B7] R7 G7", "[G6] P3", "[R1] B5"]
    options = {"expansions": ["reaper"], "max_rounds": 1}
    table = Table(3, options, boss=15, hands=hands, hearts=[1, 3, 3], visited=[0, 1], turn=2)
    table.play("2: visit")
    assert any(event.startswith("becomes_ghost") for event in table.events)
    assert not any(event.startswith("reaper_comes") for event in table.events)


@pytest.mark.rule("BQ-NEXT-2")
def test_rounds_are_counted_beyond_127() -> None:
    for played in (126, 127, 128, 199, 200):
        table = Table(2, round=played, boss=20, hands=["[B2] R6", "[G7] P3"], visited=[1], turn=0, bosses=[])
        table.play("0: visit")
        assert any(event.startswith(f"round_begins(n={played + 1} ") for event in table.events)
        assert any(event.startswith("bosses_shuffled(") for event in table.events)


@pytest.mark.rule("BQ-COMP-16")
def test_a_cancelled_swap_tells_where_the_companions_are() -> None:
    table = Table(
        3, {"expansions": ["companions"]}, boss=20, hands=["[B2] R6", "[G7] P3", "[R1] B5"], market=["cancel"],
        companions=["fox", "owl", "hare"], turn=0,
        active=[{"spell": "swap_companions", "first": "fox", "second": "owl"}, {"spell": "swap_companions", "first": "owl", "second": "raven"}],
    )  # fmt: skip
    assert [table["companions"][seat] for seat in range(3)] == ["raven", "fox", "hare"]
    table.play("0: visit", "0: take 0", "0: activate", "0: cancel 0")
    told = [event for event in table.events if "companion" in event or "cancels" in event]
    assert told == [
        "cancels_at(spell=18 seat=0)",
        "companion_goes(companion=3 seat=0)",
        "companion_goes(companion=5 seat=1)",
    ]


def test_keys_beyond_the_goal_are_not_counted_of_it() -> None:
    for lang in ("fr", "en"):
        speech = GAME.speech(lang, ["Ada", "Bob"], GAME.content().names)
        assert "6" in speech.say("board.keys", n=6, goal=5)
        assert not any(word in speech.say("board.keys", n=6, goal=5).split() for word in ("sur", "of"))
