"""Set-up, characters, sheets and secrets (BA-SETUP, BA-CHAR, BA-EQUIP, BA-RANK, BA-PROG)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from bagarre.games.baston import scenario
from bagarre.games.baston.choices import ORDERS
from bagarre.games.baston.rules.geometry import upright_kind
from bagarre.games.baston.state import BOOTS, HELMET, PINBALL, SIDE, VIDEO, State
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Pack
from tests.games.baston.table import CONTENT, GAME, PEOPLE, Brawl, man


class Deal:
    """A game dealt from the start, with scripted chance when given."""

    def __init__(
        self, seats: int = 2, dice: list[int] | None = None, number: int = 0, **options: Any
    ) -> None:
        state = GAME.prepare(seats, options, (PEOPLE,))
        assert isinstance(state, State)
        self.s = state
        seed(self.s, *seed_words("deal", number))
        dice = dice or []
        self.s.tray[: len(dice)] = dice
        self.s.tray_length = len(dice)
        GAME.begin(self.s)
        assert self.s.chance_fault == 0
        self.s.tray, self.s.tray_length, self.s.tray_next = [0] * len(self.s.tray), 0, 0

    def play(self, *moves: str) -> Deal:
        for move in moves:
            seat, _, text = move.partition(":")
            choice = GAME.verbs.read(text)
            assert choice in GAME.choices(self.s, int(seat)), (move, self.menu(int(seat)))
            GAME.apply(self.s, int(seat), choice)
        return self

    def skip(self, *verbs: str) -> Deal:
        """Answer such questions with the first choice."""
        while (menu := self.menu(GAME.deciders(self.s)[0])) and menu[0].split()[0] in verbs:
            self.play(f"{GAME.deciders(self.s)[0]}:{menu[0]}")
        return self

    def menu(self, seat: int) -> list[str]:
        return [GAME.verbs.write(choice) for choice in GAME.choices(self.s, seat)]

    def why(self, seat: int, choice: str) -> str:
        reason = GAME.refusal(self.s, seat, GAME.verbs.read(choice))
        return reason.clause if reason else ""

    def __getitem__(self, name: str) -> Any:
        return scenario.facts(self.s, CONTENT)[name]


# Set-up.


@pytest.mark.rule("BA-SETUP-1", "BA-SETUP-11", "BA-SETUP-2", "BA-SETUP-10")
@pytest.mark.parametrize(
    ("seats", "options", "each"),
    [
        (2, {}, 4),
        (3, {}, 3),
        (4, {}, 3),
        (5, {}, 2),
        (6, {}, 2),
        (2, {"beginner": True}, 2),
        (6, {"beginner": True}, 1),
        (4, {"size": 1}, 1),
    ],
)
def test_sizes_of_gangs(seats: int, options: dict[str, Any], each: int) -> None:
    s = Deal(seats, **options).s
    assert [s.seat_of[: s.crowd].count(seat) for seat in range(seats)] == [each] * seats
    with pytest.raises(Mistake):
        GAME.prepare(7, {})


@pytest.mark.rule("BA-SETUP-2", "BA-SETUP-12")
@pytest.mark.parametrize(
    ("scenario", "seats", "each"),
    [
        ("kraitneu", 2, 2),
        ("magot", 2, 2),
        ("bigo", 2, 2),
        ("bigo", 3, None),
        ("destroy", 2, 2),
        ("first", 2, 2),
        ("first", 4, 1),
    ],
)
def test_a_first_game_has_two_each_in_every_scenario(scenario: str, seats: int, each: int | None) -> None:
    s = Deal(seats, scenario=scenario, beginner=True).s
    led = [s.seat_of[: s.crowd].count(seat) for seat in range(seats)]
    assert max(led) <= 2
    assert min(led) >= 1
    assert each is None or led == [each] * seats


@pytest.mark.rule("BA-SETUP-5", "BA-VP-1")
def test_the_first_brawl_is_two_against_two_for_six_turns_a_step_apart() -> None:
    deal = Deal(2, scenario="first")
    assert (deal.s.turns, deal.s.crowd, deal["turn"]) == (6, 4, 1)
    for home, guest in (("dudule", "kraitneu"), ("riton", "le_chacal")):
        (v, h), (w, k) = (map(int, deal[who]["at"].split(",")) for who in (home, guest))
        assert (v, abs(h - k)) == (w, 2)


@pytest.mark.rule("BA-SETUP-4", "BA-SETUP-8", "BA-SETUP-9", "BA-R2", "BA-SETUP-3")
def test_the_order_of_set_up() -> None:
    deal = Deal(2, size=1, dice=[0])
    told = [event.kind.name for event in GAME.events(deal.s)]
    assert told.index("ranked") < told.index("character") < told.index("placed")
    assert deal["by_speed"] == ["dudule", "kraitneu"]
    # The fastest chooses his facing first, then the next, in public; then turn 1 begins.
    assert GAME.deciders(deal.s) == [0]
    deal.play("0:face 3")
    assert GAME.deciders(deal.s) == [1]
    deal.play("1:face 7")
    assert deal["turn"] == 1
    for name in ("dudule", "kraitneu"):
        assert (deal[name]["prone"], deal[name]["stun"]) == (False, 0)
    assert deal["dudule"]["hp"] == [8, 8, 4, 2, 4]
    assert set(deal["doors"].values()) == {"closed"}


@pytest.mark.rule("BA-SETUP-5")
def test_a_scenario_may_fix_places_and_facings() -> None:
    deal = Deal(2, scenario="kraitneu")
    assert deal["dudule"]["at"] == "9,12"
    assert deal["riton"]["facing"] == 5
    assert deal["turn"] == 1
    open_facings = Deal(2, scenario="bigo")
    assert open_facings["maurice"]["facing"] == 3
    assert open_facings.menu(GAME.deciders(open_facings.s)[0])[0] == "face 1"


@pytest.mark.rule("BA-SETUP-6", "BA-SETUP-7", "BA-R1")
def test_random_placement() -> None:
    # Dudule (rank 1): a pinball, a video game, then a table top; Kraitneu: that same top, then the bar.
    deal = Deal(2, size=1, dice=[0, 4, 11, 5, 12, 9, 9, 9, 9, 6, 6])
    assert deal["dudule"]["at"] == "9,9"
    assert deal["kraitneu"]["at"] == "6,6"
    assert [event.kind.name for event in GAME.events(deal.s)].count("place_refused") == 3
    for number in range(40):
        s = Deal(6, number=number).s
        for c in range(s.crowd):
            assert upright_kind(s, s.at[c]) not in (PINBALL, VIDEO) or s.at[c] < 0


@pytest.mark.rule("BA-R97", "BA-CHAR-7")
def test_ready_made_gangs_are_dealt_by_lot() -> None:
    """Whole gangs change hands, with all they have; letters stay in player order, and every seat has every gang equally often."""
    led: list[tuple[str, ...]] = []
    for number in range(60):
        deal = Deal(3, number=number, size=2)
        s = deal.s
        assert [s.letter[c] for c in range(s.crowd)] == list(range(6))
        gangs = [CONTENT.figures[s.name[2 * seat] - 1].id for seat in range(3)]
        led.append(tuple(gangs))
        for c in range(s.crowd):
            figure = CONTENT.figures[s.name[c] - 1]
            assert [s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c]] == figure.stats
            worn = [item for item in (s.garment[c],) if item] + [BOOTS] * s.boots[c] + [HELMET] * s.helmet[c]
            assert sorted([*worn, *(item for item in s.carried[c] if item)]) == sorted(figure.equipment)
    assert len(set(led)) == 6
    for seat in range(3):
        assert min(Counter(gangs[seat] for gangs in led).values()) > 8


@pytest.mark.rule("BA-R99")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_small_gang_sends_those_who_are_named_first(size: int) -> None:
    s = Deal(3, size=size).s
    sent = {tuple(CONTENT.figures[s.name[size * seat + k] - 1].id for k in range(size)) for seat in range(3)}
    assert sent == {tuple(gang.figures[:size]) for gang in CONTENT.gangs}


@pytest.mark.rule("BA-R98")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_zones_of_the_loot_are_drawn_by_lot(seats: int) -> None:
    """Every seat has every zone equally often, no two have the same, and the owners place their gangs in it."""
    drawn: list[tuple[int, ...]] = []
    for number in range(90):
        deal = Deal(seats, number=number, scenario="magot")
        drawn.append(tuple(deal.s.zone_of[:seats]))
        told = [event for event in GAME.events(deal.s) if event.kind.name == "zone_drawn"]
        assert [event.values for event in told] == [(seat, zone + 1) for seat, zone in enumerate(drawn[-1])]
    assert set(drawn) == set(permutations(range(3), seats))
    for seat in range(seats):
        assert min(Counter(zones[seat] for zones in drawn).values()) > 20
    while deal.menu(first := GAME.deciders(deal.s)[0]) == ["next"]:
        deal.play(f"{first}:next")
    zone = [p - 1 for p in deal.s.zones[deal.s.zone_of[first]] if p]
    assert deal.menu(first) == [f"place {p // SIDE + 1},{p % SIDE + 1}" for p in sorted(zone)]


@pytest.mark.rule("BA-R97")
def test_gangs_that_somebody_brought_are_led_in_player_order() -> None:
    text = """
[[characters]]
id = "zoe"
letter = "Z"
name = { fr = "Zoé", en = "Zoé" }
strength = 4
dexterity = 4
speed = 4
constitution = 4
equipment = []
flag = "reconstructed"

[[gangs]]
name = { fr = "À moi", en = "Mine" }
characters = ["zoe"]
flag = "reconstructed"
"""
    packs = (Pack("mine.toml", text),)
    content = GAME.content(packs)
    for number in range(8):
        s: Any = GAME.prepare(2, {"size": 1}, packs)
        GAME.begin(s, number, 2, 3)
        assert content.figures[s.name[0] - 1].id == "zoe"


@pytest.mark.rule("BA-SETUP-12", "BA-R82")
def test_sides_are_dealt_by_rank() -> None:
    deal = Deal(4, scenario="destroy")
    owners = {name: deal[name]["seat"] for name in ("fil_de_fer", "paulo_la_becane", "nenesse", "gros_louis")}
    assert owners == {"fil_de_fer": 0, "paulo_la_becane": 2, "nenesse": 0, "gros_louis": 2}
    assert {deal[name]["seat"] for name in ("riton", "grobid", "mimile", "maurice")} == {1, 3}


# Characters.


@pytest.mark.rule("BA-CHAR-1", "BA-CHAR-7")
def test_names_and_letters() -> None:
    s = Deal(3).s
    assert s.letter[:9] == list(range(9))
    cast = Deal(2, scenario="kraitneu")
    assert [chr(65 + cast.s.letter[c]) for c in range(6)] == ["A", "B", "C", "E", "F", "G"]
    chosen = Deal(2, characters="choose", size=1).play("0:ready 2", "1:ready 2")
    assert chosen.s.name[0] == chosen.s.name[1] == 3
    assert chosen.s.letter[:2] == [0, 1]


@pytest.mark.rule("BA-CHAR-2", "BA-CHAR-5", "BA-CHAR-6", "BA-CHAR-3")
def test_sixteen_points() -> None:
    deal = Deal(2, characters="choose", size=1).play("0:build")
    assert deal.menu(0) == [f"strength {n}" for n in range(1, 8)]
    deal.play("0:strength 1", "0:dexterity 1")
    assert deal.menu(0) == ["speed 7"]
    assert deal.why(0, "speed 6") == "BA-CHAR-2"
    eight = Deal(2, characters="choose", size=1, constitution_8=True).play(
        "0:build", "0:strength 1", "0:dexterity 1"
    )
    assert eight.menu(0) == ["speed 6", "speed 7"]
    eight.play("0:speed 6", "0:enough", "1:ready 0")
    assert eight["A"]["hp"] == [11, 12, 6, 4, 8]
    # They never change in play.
    brawl = Brawl(man("riton", "16,5", "M3/CP", hp={"head": 1}))
    before = brawl["riton"]["stats"]
    assert brawl.film()["riton"]["stats"] == before


@pytest.mark.rule("BA-EQUIP-1", "BA-EQUIP-3", "BA-R3", "BA-EQUIP-9", "BA-R78")
def test_purchases() -> None:
    deal = Deal(2, characters="choose", size=1).play("0:build", "0:strength 4", "0:dexterity 4", "0:speed 4")
    assert "buy bottle" not in deal.menu(0)
    for _ in range(6):
        deal.play("0:buy club")
    assert deal.why(0, "buy club") == "BA-EQUIP-9"
    deal.play("0:buy leather_vest", "0:enough", "1:ready 0")
    assert deal["A"]["carries"] == ["club"] * 6
    assert deal["A"]["worn"] == ["leather_vest"]
    both = Deal(2, characters="choose", size=1).play("0:build", "0:strength 4", "0:dexterity 4", "0:speed 4")
    both.play(
        "0:buy leather_vest", "0:buy leather_jacket", "0:buy boots", "0:buy boots", "0:enough", "1:ready 0"
    )
    assert both["A"]["worn"] == ["leather_jacket", "boots"]
    assert both["A"]["carries"] == ["boots", "leather_vest"]
    # Sneakers cost nothing and are no counter: without boots a kick uses their row.
    kick = Brawl(man("riton", "16,5", "-/CS", facing=3, worn=[]), man("le_chacal", "16,6", seat=1, facing=7))
    kick.film("strike", "aim trunk", dice=[20])
    assert kick.one("hits")["weapon"] == 11


@pytest.mark.rule("BA-RANK-1", "BA-RANK-2")
def test_ranks() -> None:
    ties = Deal(2, characters="choose", size=1).play("0:ready 5")
    GAME.apply(ties.s, 1, GAME.verbs.read("ready 5"))
    assert "rank_lot" in [event.kind.name for event in GAME.events(ties.s)]
    found = {
        tuple(Deal(2, characters="choose", size=1, number=n).play("0:ready 5", "1:ready 5").s.by_rank[:2])
        for n in range(20)
    }
    assert found == {(0, 1), (1, 0)}
    deal = Deal(2, scenario="kraitneu")
    assert deal["by_speed"] == ["dudule", "kraitneu", "riton", "le_chacal", "bouldogue", "grobid"]
    gap = Brawl(
        man("dudule", "16,3", fate="hs"),
        man("riton", "16,5", "M3/-"),
        man("le_chacal", "18,5", "M3/-", seat=1),
    ).film()
    assert gap["by_speed"][0] == "dudule"
    assert [event["who"] for event in gap.all("executes")] == ["riton", "le_chacal"]


# The sheets.


@pytest.mark.rule("BA-PROG-4", "BA-PROG-8")
def test_any_folly_may_be_written() -> None:
    brawl = Brawl(man("riton", "4,7", prone=True), phase="program").film()
    for order in ("M1", "S1", "F", "R1", "P3", "LEV", "TERG", "C2"):
        assert brawl.why(order) == ""
    second = brawl.go("M1")
    for order in (
        "CB",
        "CP",
        "CS",
        "CJ",
        "CT",
        "OUV",
        "FER",
        "PRE",
        "LAN",
        "BRI",
        "POU",
        "REN",
        "DES",
        "TAX",
        "MET",
    ):
        assert second.why(order) == ""
    assert second.why("CV") == "BA-PROG-7"
    assert second.why("TEL") == "BA-PROG-2"
    assert len(ORDERS) == 131


@pytest.mark.rule("BA-PROG-10", "BA-R71")
def test_an_empty_box_is_a_rest() -> None:
    brawl = Brawl(man("riton", "16,5"), phase="program").film("M3")
    brawl.go("commit")
    brawl.go("commit")
    assert brawl["riton"]["at"] == "16,6"
    lines = [line for line in brawl.all("sheet_line") if line["who"] == "riton"]
    assert [(line["first"], line["second"]) for line in lines] == [("M3", "-"), ("-", "-"), ("-", "-")]


@pytest.mark.rule("BA-PROG-5", "BA-PROG-3")
def test_the_pencil_and_the_eraser() -> None:
    brawl = Brawl(man("riton", "16,5"), phase="program").film("PRE/LAN")
    assert brawl["riton"]["orders"][0] == "PRE/LAN"
    brawl.go("box 1", "M6G")
    assert brawl["riton"]["orders"][0] == "M6G/-"
    brawl.go("CS", "box 1", "-", "box 2", "CV", "box 1", "M1")
    # The vicious kick no longer follows a rest.
    assert brawl["riton"]["orders"][0] == "M1/-"
    brawl.go("box 3", "C2", "TAX")
    assert brawl["riton"]["orders"] == ["M1/TAX", "-/-", "-/-"]
    with pytest.raises(Mistake):
        GAME.verbs.read("P3G")


@pytest.mark.rule("BA-EXEC-8")
def test_the_stunned_do_nothing() -> None:
    brawl = Brawl(man("riton", "16,5", "-/-", "M3/-", stun=1)).film()
    assert brawl["riton"]["at"] == "16,6"
    assert "sits_stunned" in brawl.kinds


@pytest.mark.rule("BA-R11", "BA-EXEC-1")
def test_sequence_by_sequence() -> None:
    sheets = [man("dudule", "16,5", facing=3), man("le_chacal", "16,8", seat=1)]
    brawl = Brawl(*sheets, options={"reveal": "sequence"}, phase="program").film(
        "M3", "-", "-", "-", "M3", "CS"
    )
    brawl.go("commit", "M1", "PRE", "commit")
    assert [line["sequence"] for line in brawl.all("sheet_line")] == [1, 1, 2, 2, 3, 3]
    stopped = Brawl(
        man("dudule", "16,5", facing=3),
        man("le_chacal", "16,6", seat=1, facing=7),
        options={"reveal": "sequence"},
        phase="program",
    ).film("-", "CS", "M7", "-", "-", "CP", "commit", "commit")
    seen = scenario.facts(GAME.concealed(stopped.s, 1), CONTENT)["dudule"]["orders"]
    assert seen == ["-/CS", "?/?", "?/?"]


@pytest.mark.rule("BA-R17")
def test_reprogramming_at_once() -> None:
    people = [
        man("riton", "16,5", "-/CP", facing=3),
        man("le_chacal", "16,6", "-/-", "M1/-", "M1/-", seat=1, facing=7, worn=[]),
    ]
    brawl = Brawl(*people, man("grobid", "18,5", "M3/-", seat=1), options={"reprogram": "immediate"})
    brawl.film("with club", "strike", "aim head", dice=[12])
    # Le Chacal had not acted: this sequence is the stunned one, and he rewrites before Grobid walks.
    assert GAME.deciders(brawl.s) == [1]
    assert brawl["grobid"]["at"] == "18,5"
    assert brawl["le_chacal"]["writable"] == [3, 4, 5, 6]
    brawl.go("box 3", "LEV", "commit")
    assert brawl["grobid"]["at"] == "18,6"
    assert "rewritten" in brawl.kinds


@pytest.mark.rule("BA-R72")
def test_effects_follow_the_clauses_not_the_owner() -> None:
    # During another's activation nobody but its owner is asked.
    brawl = Brawl(man("riton", "16,5", "-/CP", facing=3), man("dudule", "16,6", seat=1, facing=7)).film()
    asked = [GAME.deciders(brawl.s)]
    brawl.go("with chain")
    asked.append(GAME.deciders(brawl.s))
    assert asked == [[0], [0]]


@pytest.mark.rule("BA-R69")
def test_hidden_sheets() -> None:
    brawl = Brawl(
        man("riton", "16,5", "-/CP", facing=3),
        man("dudule", "16,6", seat=1, facing=7),
        options={"hidden_sheets": True},
    ).film()
    seen = scenario.facts(GAME.concealed(brawl.s, 1), CONTENT)
    assert seen["riton"]["stats"] == [0, 0, 0, 0]
    assert seen["riton"]["carries"] == []
    assert seen["riton"]["worn"] == ["leather_jacket", "boots"]
    assert seen["dudule"]["carries"] == ["knife", "knuckles"]
    # A weapon is known once it has been used; numbers of the roll stay the owner's.
    brawl.go("with chain", "strike", "aim head", dice=[1])
    known = scenario.facts(GAME.concealed(brawl.s, 1), CONTENT)
    assert known["riton"]["carries"] == ["chain"]
    rolls = [event for event in GAME.events(GAME.concealed(brawl.s, 1)) if event.kind.name == "to_hit"]
    assert rolls[0].values[4] is None
    opened = Brawl(man("riton", "16,5"))
    assert scenario.facts(GAME.concealed(opened.s, 1), CONTENT)["riton"]["stats"] == [4, 4, 5, 3]
