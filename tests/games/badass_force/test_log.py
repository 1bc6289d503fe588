"""The log alone: a reader who follows it knows everything that lies open on the table, and is never told what cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bagarre.games.badass_force.state import CAST, HIDDEN, MARKET, NONE, VENGEANCE, WEAPON_CARDS, State
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.events import Event
from tests.games.badass_force.desk import GAME, Desk, happened

TABLES = [
    (3, {}),
    (4, {"edition": "dvd", "self_overload": True}),
    (5, {"edition": "mixed", "dice": "wild", "rechoose_timing": "after_power"}),
    (6, {"edition": "mixed", "denounce_polling": "clockwise", "weapon_restart": "start_square"}),
    (4, {"edition": "dvd", "failed_defence": "absorbed", "dice": "wild", "target": "50"}),
]


class Reader:
    """Somebody who never looks at the table and only reads what is written of it."""

    def __init__(self, seats: int) -> None:
        self.seats = range(seats)
        self.weapon: dict[int, int] = {}
        self.charge: dict[int, int] = {}
        self.points = dict.fromkeys(self.seats, 0)
        self.vengeful: set[int] = set()
        self.dead: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.market: Counter[int] = Counter()
        self.discard: Counter[int] = Counter()
        self.deck = WEAPON_CARDS
        self.turn = NONE

    def read(self, event: Event) -> None:
        values: dict[str, Any] = {f.name: v for f, v in zip(event.kind.fields, event.values)}
        getattr(self, event.kind.name, lambda **_: None)(**values)

    # Weapons.

    def dealt(self, seat: int, weapon: int, n: int) -> None:
        self.weapon[seat], self.charge[seat] = weapon, n
        self.deck -= 1

    def on_market(self, weapon: int) -> None:
        self.market[weapon] += 1
        self.deck -= 1

    def reshuffles(self, n: int) -> None:
        assert self.deck == 0
        assert n == self.discard.total()
        self.deck, self.discard = n, Counter()

    def discards(self, seat: int, weapon: int) -> None:
        assert self.weapon.pop(seat) == weapon
        self.discard[weapon] += 1

    def takes(self, seat: int, weapon: int, n: int) -> None:
        assert self.market[weapon]
        self.market[weapon] -= 1
        self.weapon[seat], self.charge[seat] = weapon, n

    def keeps(self, seat: int, weapon: int) -> None:
        assert self.weapon[seat] == weapon

    executes = explodes = keeps

    def swaps(self, seat: int, target: int, charge: int, other: int) -> None:
        self.weapon[seat], self.weapon[target] = self.weapon[target], self.weapon[seat]
        self.charge[seat], self.charge[target] = charge, other

    # Charges.

    def more(self, seat: int, n: int, charge: int, **_: int) -> None:
        assert n > 0
        self.charge[seat] += n
        assert self.charge[seat] == charge

    charges = gains = receives = more

    def less(self, seat: int, n: int, charge: int) -> None:
        assert n > 0
        self.charge[seat] -= n
        assert self.charge[seat] == charge >= 0

    loses = pays = dodges = less

    def wastes(self, seat: int, n: int, charge: int) -> None:
        assert n > 0
        assert self.charge[seat] == charge

    def sets_marker(self, seat: int, charge: int) -> None:
        assert self.charge[seat] != charge
        self.charge[seat] = charge

    def jams(self, seat: int, n: int) -> None:
        assert self.charge[seat] == n > 0
        self.charge[seat] = 0

    # Points and characters.

    def turn_starts(self, seat: int) -> None:
        assert self.turn in (NONE, (seat - 1) % len(self.seats))
        self.turn = seat

    def cool_point(self, seat: int, total: int) -> None:
        assert self.vengeful
        assert seat not in self.vengeful
        self.scores(seat, 1, total)

    def scores(self, seat: int, n: int, total: int) -> None:
        self.points[seat] += n
        assert self.points[seat] == total

    def topples(self, seat: int, victim: int) -> None:
        assert all(self.points[victim] > self.points[other] for other in self.seats if other != victim)

    def dies(self, seat: int, character: int, **_: int) -> None:
        assert character not in self.dead[seat]
        self.dead[seat].add(character)

    perishes = dies

    def comes_back(self, seat: int, character: int) -> None:
        self.dead[seat].remove(character)

    revives = comes_back

    def avenges(self, seat: int) -> None:
        assert seat not in self.vengeful
        self.vengeful.add(seat)

    def returns(self, seat: int) -> None:
        assert seat in self.vengeful
        assert len(self.dead[seat]) >= CAST - 2
        self.dead[seat] = set()

    def wins(self, seat: int, n: int) -> None:
        assert n == self.points[seat] == max(self.points.values())

    ties = wins

    def agrees(self, s: State) -> None:
        assert s.lodge[0] != HIDDEN
        if s.lodge[0] == NONE:
            return
        assert [self.weapon[seat] for seat in self.seats] == s.weapon[: s.seats]
        assert [self.charge[seat] for seat in self.seats] == s.charge[: s.seats]
        assert [self.points[seat] for seat in self.seats] == s.points[: s.seats]
        assert self.vengeful == {seat for seat in self.seats if s.mode[seat] == VENGEANCE}
        dead = [
            {s.cast[place] for place in range(CAST) if s.cemetery[seat] >> place & 1} for seat in self.seats
        ]
        assert [self.dead[seat] for seat in self.seats] == dead
        assert +self.market == Counter(s.market[:MARKET])
        assert +self.discard == Counter({weapon: n for weapon, n in enumerate(s.discard) if n})
        assert self.deck == s.deck


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_reader_of_the_log_knows_the_table(seats: int, options: dict[str, Any]) -> None:
    for number in range(12):
        s: Any = GAME.prepare(seats, options, [])
        seed(s, *seed_words("log", number))
        GAME.begin(s)
        random, reader = Random(number), Reader(seats)
        while True:
            for event in GAME.events(s):
                reader.read(event)
            reader.agrees(s)
            deciders = GAME.deciders(s)
            if not deciders:
                break
            seat = random.choice(deciders)
            GAME.apply(s, seat, random.choice(GAME.choices(s, seat)))


@pytest.mark.rule("BF-ARMORY-5")
def test_two_reds_take_nothing_from_an_empty_weapon() -> None:
    desk = Desk({"weapon": "grenade", "charge": 0}, {}, {}, begun=True)
    events = desk.play("0: armory", chance=("red", "red"))
    assert happened(events, "rolls(seat=0", "receives(seat=1")
    assert not happened(events, "jams(")


@pytest.mark.rule("BF-CHARGE-4", "BF-OVER-3")
def test_a_charge_too_many_is_told() -> None:
    """A full marker stays where it is, and the log says so: own charge, dice, gifts to a stable weapon."""
    desk = Desk({"weapon": "minigun", "charge": 8}, {"weapon": "minigun", "charge": 7}, {}, begun=True)
    events = desk.play("0: armory", chance=("yellow", "yellow"))
    assert happened(
        events,
        "wastes(seat=0 n=2 charge=8",
        "receives(seat=1 giver=0 n=1 charge=8",
        "wastes(seat=1 n=1 charge=8",
    )
    assert happened(events, "turn_starts(seat=1", "wastes(seat=1 n=1 charge=8")


@pytest.mark.rule("BF-OVER-7", "BF-R39")
def test_a_marker_that_is_set_or_clamped_is_told() -> None:
    desk = Desk({"weapon": "couteau_survie", "charge": 3}, {}, {}, begun=True)
    desk.play("0: execute", "0: target 1")
    assert happened(
        desk.play("0: name jeanloup" if "name jeanloup" in desk.legal(0) else f"0: {desk.legal(0)[-1]}"),
        "keeps(seat=0",
        "sets_marker(seat=0 charge=0",
    )
    seats: tuple[dict[str, Any], ...] = (
        {"active": "jetlag", "weapon": "minigun", "charge": 7},
        {"weapon": "grenade", "charge": 1},
        {},
    )
    desk = Desk(
        *seats,
        casting=["vince", "stan", "caillou", "milana", "john", "ursula", "jetlag"],
        options={"edition": "mixed"},
        begun=True,
    )
    desk.play("0: announce jetlag", "1: pass", "2: pass")
    events = desk.play("0: target 1")
    assert happened(events, "swaps(seat=0 target=1 charge=3 other=1", "wastes(seat=0 n=4 charge=3")
