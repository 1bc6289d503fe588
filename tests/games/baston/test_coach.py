"""The coach: no choice without its sentence, and its numbers are those of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bagarre.games.baston import outlook
from bagarre.games.baston.boardview import middle
from bagarre.games.baston.choices import ORDER, ORDER_KIND, ORDER_KINDS, ORDERS, VERBS
from bagarre.games.baston.forecast import forecast
from bagarre.games.baston.orderwords import lost_words
from bagarre.games.baston.reach import takeable, within_reach
from bagarre.games.baston.rules.doors import fixture_on, set_fixture
from bagarre.games.baston.rules.hits import ROW_OF
from bagarre.games.baston.rules.machine import Q_SHEETS
from bagarre.games.baston.rules.people import lift, put
from bagarre.games.baston.rules.taking import anything_to_take
from bagarre.games.baston.state import (
    CHAIN,
    CHAIR,
    CHAIR_HERE,
    DEALT,
    KNIFE,
    LEFT_ARM,
    NOBODY,
    NOTHING,
    OPEN,
    PARTS,
    TRUNK,
    State,
)
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import LANGUAGES
from tests.games.baston.table import CONTENT, GAME, Brawl, at, coach, man

ENOUGH = 4
"""How often each kind of choice is explained before it is taken as explained."""


class Listener:
    """Hears what is said of every kind of choice."""

    def __init__(self) -> None:
        self.verbs: Counter[int] = Counter()
        self.orders: Counter[int] = Counter()

    def new(self, choice: Choice) -> bool:
        if choice.verb == ORDER and self.orders[ORDER_KIND[choice.arg]] >= ENOUGH:
            return False
        return choice.verb == ORDER or self.verbs[choice.verb] < ENOUGH

    def hear(self, s: State, seat: int) -> None:
        wanted = [choice for choice in GAME.choices(s, seat) if self.new(choice)]
        for choice in wanted:
            self.verbs[choice.verb] += 1
            if choice.verb == ORDER:
                self.orders[ORDER_KIND[choice.arg]] += 1
        for lang in LANGUAGES if wanted else ():
            says = coach(s, seat, lang)
            for told in (says.goal(), says.moment(), *(says.consequence(choice) for choice in wanted)):
                assert told[-1] in ".?!", told
                assert not set("{}\n") & set(told), told
                assert len(told) < 400, told

    def play(self, s: State, seed: int, steps: int, *answers: str) -> None:
        """Whatever is asked is explained; the answers first, then chance decides."""
        chance, wanted = random.Random(seed), [VERBS.read(answer) for answer in answers]
        for _ in range(steps):
            if not GAME.deciders(s):
                return
            seat = chance.choice(GAME.deciders(s))
            self.hear(s, seat)
            menu = GAME.choices(s, seat)
            GAME.apply(s, seat, wanted.pop(0) if wanted and wanted[0] in menu else chance.choice(menu))


def dealt(seats: int, options: dict[str, Any]) -> State:
    s = GAME.prepare(seats, options)
    GAME.begin(s, 1, 2, 3)
    assert isinstance(s, State)
    return s


SIX = ["club", "chain", "razor", "knife", "knuckles", "club"]
FILMS: list[tuple[dict[str, Any], ...]] = [
    # Blows: with what, one or all, whom, where; a hold from behind, kept or let go; a trip; a vicious kick.
    (
        man("riton", "10,7", "-/CP", "-/CP", "M3/CP", facing=3),
        man("kraitneu", "10,8", seat=1, facing=7),
        man("le_chacal", "9,8", seat=1, facing=7),
    ),
    (man("bouldogue", "16,10", "-/CT", "P3/CT", "P3/CT", facing=3), man("dudule", "16,11", seat=1, facing=3)),
    (
        man("riton", "16,10", "-/CV", "-/CJ", "-/CB", facing=3),
        man("dudule", "16,11", "-/-", "M3/-", seat=1, facing=7),
    ),
    # Objects: taken, with too many in hand, thrown at people and to points, over somebody on the ground.
    (man("riton", "9,8", "-/PRE", "PRE/LAN", "PRE/BRI", facing=3, carries=SIX),),
    (
        man("fil_de_fer", "16,3", "-/LAN", "-/LAN", "-/LAN", facing=3, carries=["knife", "club", "bottle"]),
        man("bouldogue", "16,6", seat=1, facing=7, prone=True),
    ),
    (man("riton", "16,3", "S1/LAN", "-/LAN", facing=3, carries=["chair"]),),
    (man("riton", "16,3", "-/BRI", "BRI/CP", "M3/LAN", carries=["bottle", "bottle"], asks=True),),
    # Doors.
    (man("nenesse", "12,8", "M7/OUV", "-/FER", "-/OUV", facing=7),),
    (man("riton", "12,5", "-/FER", "-/OUV"),),
    # What takes longer.
    (man("riton", "8,14", "-/REN", "-/POU", "-/DES", facing=5),),
    (man("grobid", "16,4", "-/MET", "-/-", "-/MET", worn=["helmet"], carries=["leather_jacket"]),),
]


def test_every_verb_and_every_order_has_its_sentence_in_both_languages() -> None:
    listener = Listener()
    listener.play(
        dealt(2, {"characters": "choose", "size": 1}),
        1,
        30,
        "build",
        "strength 4",
        "dexterity 4",
        "speed 4",
        "buy club",
    )
    listener.play(dealt(2, {"scenario": "magot"}), 2, 120)
    for people in FILMS:
        for seed in range(6):
            listener.play(Brawl(*people, doors={"D4": "open"}).s, seed, 20, "next")
    thrown = Brawl(
        man("fil_de_fer", "16,3", "-/LAN", facing=3), man("bouldogue", "16,6", seat=1, facing=7, prone=True)
    )
    listener.play(thrown.s, 1, 7, "next", "throw knife", "aggressive", "towards 3", "aim trunk")
    robbed = Brawl(
        man("dudule", "16,4", "-/TAX", "-/-", facing=3),
        man("le_chacal", "16,5", seat=1, facing=3, fate="hs"),
        man("grobid", "1,1", seat=1),
    )
    listener.play(robbed.s, 1, 6, "next", "rob F")
    smashed = Brawl(man("riton", "12,8", "-/DES", facing=7))
    listener.play(smashed.s, 1, 3, "next")
    booth = Brawl(
        man("maurice", "18,16", "-/TEL", "-/-", facing=3),
        man("kraitneu", "9,11", seat=1),
        options={"scenario": "bigo"},
    )
    listener.play(booth.s, 1, 6)
    listener.play(dealt(2, {"scenario": "bigo"}), 1, 40, "sheet M", "box 2")
    assert [verb.name for verb in VERBS.verbs if not listener.verbs[verb.number]] == []
    assert [kind for kind in range(ORDER_KINDS) if not listener.orders[kind]] == []


def test_the_chances_told_are_those_of_the_rules() -> None:
    """Dudule faces Kraitneu: D20 + 3 must make 13, so eleven faces of twenty hit, and the film agrees with each of them."""
    people = (man("dudule", "10,7", "-/CP", facing=3), man("kraitneu", "10,8", seat=1, facing=7))
    told = outlook.blow(Brawl(*people).s, 0, 1, ROW_OF[NOTHING])
    assert (told.bonus, told.faces, told.percent, told.needed) == (3, 11, 55, 10)
    hits = [
        "hits" in Brawl(*people).film("with fist", "strike", "aim head", dice=[die], more=True).kinds
        for die in range(1, 21)
    ]
    assert hits.count(True) == told.faces
    assert hits.index(True) == told.needed - 1


def test_the_goal_of_a_brawl_names_the_points_that_come_with_every_blow() -> None:
    for scenario in ("first", "brawl"):
        s = dealt(2, {"scenario": scenario})
        assert "+1 par point de vie ôté à un rival, +8" in coach(s, 0, "fr").goal()
        assert "+1 for each point of life taken from a rival, +8" in coach(s, 0, "en").goal()
    assert "point de vie" not in coach(dealt(2, {"scenario": "tournee"}), 0, "fr").goal(), (
        "it scores nothing there"
    )


def test_the_coach_says_who_is_jostled_and_who_stands_with_the_back_turned() -> None:
    brawl = Brawl(
        man("riton", "14,14", facing=3),
        man("kraitneu", "13,13", seat=1, facing=5),
        man("dudule", "13,16", seat=1, facing=2),
        phase="program",
    ).film()
    says = coach(brawl.s, 0, "fr")
    assert "Plus fort, il bouscule Kraitneu." in says.consequence(VERBS.read("M8"))
    step = says.consequence(VERBS.read("M3"))
    assert "bouscule" not in step
    assert "Dudule est alors à portée, de dos" in step


def test_of_many_orders_the_plain_ones_come_first() -> None:
    s = (
        Brawl(man("riton", "14,14", facing=3), man("kraitneu", "14,15", seat=1, facing=7), phase="program")
        .film()
        .s
    )
    menu = GAME.choices(s, 0)
    first = [VERBS.write(choice) for choice in coach(s, 0, "fr").foremost(menu)]
    assert len(first) < 25 < len(menu)
    assert {"M1", "P1", "-", "commit"} <= set(first)
    assert not {"M1G", "C2", "PRE/LAN", "box 2"} & set(first)
    GAME.apply(s, 0, VERBS.read("-"))
    first = [VERBS.write(choice) for choice in coach(s, 0, "fr").foremost(GAME.choices(s, 0))]
    assert {"-", "CP", "CS"} <= set(first)
    assert "REN" not in first, "no table to overturn here"


@pytest.mark.rule("BA-BLOW-2")
def test_the_coach_says_what_is_between_him_and_a_man_in_front() -> None:
    """On the key, in the coach and in the warning on the sheet: a corner of the wall, an order that would be lost."""
    brawl = Brawl(
        man("riton", "14,13", facing=4), man("kraitneu", "15,14", seat=1, facing=7), phase="program"
    ).film()
    assert "corner of a wall" in coach(brawl.s, 0, "en").consequence(VERBS.read("-"))
    GAME.apply(brawl.s, 0, VERBS.read("-"))
    assert "the corner of a wall" in coach(brawl.s, 0, "en").consequence(VERBS.read("CP"))
    speech = GAME.speech("en", ["Ada", "Bob"], CONTENT.names)
    view = GAME.room("view").view(GAME.concealed(brawl.s, 0), 0, speech)
    assert GAME.room("frame").frame(view, 0, speech)["hints"]["CP"] == "a wall’s corner between them"


@pytest.mark.rule("BA-JOST-2")
def test_nobody_is_sent_through_a_man_of_his_own() -> None:
    """Neither by the coach nor by the order that is written for whoever leaves the rest to it."""
    brawl = Brawl(
        man("riton", "17,5", facing=3),
        man("dudule", "17,6", facing=3),
        man("kraitneu", "17,9", seat=1, facing=7),
        phase="program",
    ).film()
    brawl.s.page[0] = 0
    said = coach(brawl.s, 0, "fr").moment()
    assert "vers la droite, il se rapproche" not in said
    speech = GAME.speech("fr", ["Ada", "Bob"], CONTENT.names)
    view = GAME.room("view").view(GAME.concealed(brawl.s, 0), 0, speech)
    advised = GAME.room("frame").frame(view, 0, speech)["advised"]
    assert advised in view["sheet"]["pencil"]["stamps"]
    assert view["sheet"]["pencil"]["stamps"][advised]["meets"] is None


@pytest.mark.rule("BA-PROG-9")
def test_whoever_is_stunned_is_told_which_beats_are_lost() -> None:
    s = Brawl(man("riton", "16,5"), man("kraitneu", "1,1", seat=1)).s
    s.ask, s.writers, s.shown = Q_SHEETS, 1, 0
    s.page[0], s.box[0], s.stun[0], s.editable[0] = 0, 2, 1, 0b111100
    said = coach(s, 0, "en").moment()
    assert "beat 1 is lost. Riton, beat 2" in said
    assert "gets closer to Kraitneu" in said, "and what he can do in the beats that are left"
    s.box[0] = 4
    assert "lost" not in coach(s, 0, "en").moment()


@pytest.mark.parametrize(
    ("place", "facing", "said"),
    [
        ("13,15", 3, "un pas vers la droite, sans se tourner, et Kraitneu est à portée"),
        ("13,14", 3, "Kraitneu est à portée"),
        ("13,12", 3, "vers la gauche, il a Kraitneu à portée"),
        ("1,1", 3, "personne n’est à un pas"),
    ],
)
def test_the_first_box_says_how_a_rival_comes_to_stand_in_front(place: str, facing: int, said: str) -> None:
    s = (
        Brawl(man("riton", "13,13", facing=facing), man("kraitneu", place, seat=1, facing=7), phase="program")
        .film()
        .s
    )
    assert said in coach(s, 0, "fr").moment()


def test_no_step_is_advised_that_brings_a_friend_in_front_with_the_rival() -> None:
    beside = Brawl(
        man("riton", "16,13", facing=3),
        man("mimile", "15,14", facing=3),
        man("le_chacal", "16,14", seat=1, facing=7),
        phase="program",
    ).film()
    beside.s.page[0] = 0
    said = coach(beside.s, 0, "fr").moment()
    assert "Attendre, viser" not in said
    assert "est à portée" in said
    between = Brawl(
        man("riton", "16,14", facing=3),
        man("mimile", "15,15", facing=3),
        man("kraitneu", "17,15", facing=3),
        man("le_chacal", "16,15", seat=1, facing=7),
        phase="program",
    ).film()
    between.s.page[0] = 0
    assert "aussi un des vôtres" in coach(between.s, 0, "fr").moment()


def test_whoever_is_about_to_strike_a_friend_is_told_so() -> None:
    for seat, own in ((0, True), (1, False)):
        brawl = Brawl(
            man("riton", "16,13", "-/CP", facing=3),
            man("mimile", "16,14", seat=seat),
            man("kraitneu", "1,1", seat=1),
        ).film()
        brawl.go("with fist")
        assert ("one of your own: strike, or hold back" in coach(brawl.s, 0, "en").moment()) is own


def test_in_a_first_brawl_whoever_can_be_struck_hears_it_and_what_keeps_him_from_it() -> None:
    """BA-BLOW-3, BA-EXEC-2: a step aside before a blow, or after the first one of somebody faster."""
    s = dealt(2, {"scenario": "first"})
    mine, foe = (next(c for c in range(s.crowd) if s.seat_of[c] == seat) for seat in (0, 1))
    lift(s, foe)
    put(s, foe, s.at[mine] + 1)
    s.facing[mine], s.facing[foe], s.page[0] = 2, 6, mine
    assert "is in reach" in coach(s, 0, "en").moment(), "the first turn is about striking"
    s.turn = 2
    ranks = [s.by_rank[i] for i in range(s.crowd)]
    first = "strike first" if ranks.index(mine) < ranks.index(foe) else "acts before him"
    said = coach(s, 0, "en").moment()
    assert first in said
    assert "step aside" in said
    away, stay = (Choice(ORDER, ORDERS.index(code)) for code in ("M7", "-"))
    assert "no rival can strike him" in coach(s, 0, "en").consequence(away)
    assert "can strike him." in coach(s, 0, "en").consequence(stay)
    assert "no rival" not in coach(s, 0, "en").consequence(stay)
    # Another behind him is the danger that is easily overlooked.
    behind = next(c for c in range(s.crowd) if s.seat_of[c] == 1 and c != foe)
    lift(s, behind)
    put(s, behind, s.at[mine] - 1)
    s.facing[behind] = 2
    said = coach(s, 0, "en").moment()
    assert f"{coach(s, 0, 'en')._name(behind)} can strike him. Wait and strike" in said
    lift(s, behind)
    s.fate[behind] = 1
    s.stun[foe] = 1
    assert "step aside" not in coach(s, 0, "en").moment(), "he cannot strike now"


def test_a_step_does_not_turn_and_whoever_stood_still_chooses_where_to_strike() -> None:
    brawl = Brawl(
        man("riton", "13,13", facing=3), man("kraitneu", "13,14", seat=1, facing=7), phase="program"
    ).film()
    told = coach(brawl.s, 0, "en")
    assert "He still faces" in told.consequence(VERBS.read("M6"))
    assert "He still faces" not in told.consequence(VERBS.read("M6G"))
    brawl.go("-")
    assert "you will choose where" in coach(brawl.s, 0, "en").moment()
    mine, foe = (brawl.s.seat_of.index(seat) for seat in (0, 1))
    brawl.s.hp[foe][TRUNK] = 1
    punch = VERBS.read("CP")
    by_chance, aimed = (
        outlook.order(brawl.s, mine, ORDER_KIND[ORDERS.index("CP")], foe, best) for best in (False, True)
    )
    assert aimed.faces == by_chance.faces
    assert aimed.outs > by_chance.outs, "the trunk, and nothing else, is one blow away"
    said = coach(brawl.s, 0, "en").consequence(punch)
    assert f"{aimed.out}%" in said
    assert f"{by_chance.out}%" not in said
    assert "for the best place" in said


def test_the_coach_says_whose_sheet_is_still_empty() -> None:
    s = (
        Brawl(man("riton", "14,14"), man("dudule", "16,14"), man("kraitneu", "1,1", seat=1), phase="program")
        .film()
        .s
    )
    for number, empty in ((1, False), (1, True)):
        s.box[0] = -1
        s.written = [s.editable[c] for c in range(len(s.written))]
        s.written[number] = 0 if empty else s.editable[number]
        assert ("not yet for the others" in coach(s, 0, "en").moment()) is empty


def test_whoever_aims_hears_what_is_out_of_reach() -> None:
    """From behind no part is left out unexplained (BA-LOC-1): whatever has no key is named."""
    brawl = Brawl(man("dudule", "10,7", "-/CP", facing=3), man("kraitneu", "10,8", seat=1, facing=3)).film()
    brawl.go("with fist")
    brawl.go("strike")
    parts = outlook.beyond_reach(brawl.s, "part")
    offered = {VERBS.write(choice) for choice in GAME.choices(brawl.s, 0)}
    assert {f"aim {part}" for part in PARTS if part not in parts} <= offered
    assert ("Out of reach" in coach(brawl.s, 0, "en").moment()) == bool(parts)
    assert ("Hors d’atteinte" in coach(brawl.s, 0, "fr").moment()) == bool(parts)


@pytest.mark.rule("BA-WOUND-7")
def test_a_part_at_zero_is_said_to_have_nothing_left_to_lose() -> None:
    people = (
        man("dudule", "10,7", "-/CP", facing=3, carries=["knife"]),
        man("kraitneu", "10,8", seat=1, facing=7),
    )
    brawl = Brawl(*people).film()
    for answer in ("with knife", "strike"):
        brawl.go(answer)
    told = {}
    for life in (1, 0):
        brawl.s.hp[1][LEFT_ARM] = life
        told[life] = coach(brawl.s, 0, "en").consequence(VERBS.read("aim left_arm"))
    assert "has 1 life left: at zero he carries nothing heavy" in told[1]
    assert told[0].endswith("No life is left there to lose: the blow can only stun.")


@pytest.mark.rule("BA-WOUND-1")
def test_no_more_life_is_told_to_be_lost_than_is_left() -> None:
    s = Brawl(man("dudule", "10,7", facing=3, carries=["knife"]), man("kraitneu", "10,8", seat=1, facing=7)).s
    whole, scant, none = (_aimed_at_the_trunk(s, life) for life in (7, 1, 0))
    assert whole.wounds > scant.wounds > none.wounds == 0
    assert scant.wounds == scant.outs, "a wound takes the last point, and no more"


def _aimed_at_the_trunk(s: State, life: int) -> outlook.Outlook:
    s.hp[1][TRUNK] = life
    return outlook.blow(s, 0, 1, ROW_OF[KNIFE], TRUNK)


@pytest.mark.rule("BA-WOUND-2")
def test_the_chance_of_a_knock_out_is_that_of_the_tables() -> None:
    """Every face of the die, aimed at a trunk with little left: as often as the film knocks out."""
    for left in (1, 2, 3):
        people = (
            man("dudule", "10,7", "-/CP", facing=3, carries=["knife"]),
            man("kraitneu", "10,8", seat=1, facing=7, hp={"trunk": left}),
        )
        told = outlook.blow(Brawl(*people).s, 0, 1, ROW_OF[KNIFE], TRUNK)
        answers = ("with knife", "strike", "aim trunk")
        out = [
            "knocked_out" in Brawl(*people).film(*answers, dice=[die], more=True).kinds
            for die in range(1, 21)
        ]
        assert told.out == 5 * out.count(True)


def test_far_from_everybody_the_coach_names_the_step_and_in_the_last_turn_the_score() -> None:
    s = dealt(2, {"scenario": "first"})
    here = s.at[0]
    for other in range(s.crowd):
        if s.seat_of[other] == 1:
            s.fate[other] = 1
    lone = next(other for other in range(s.crowd) if s.seat_of[other] == 1)
    s.fate[lone] = 0
    lift(s, lone)
    put(s, lone, at("9,3"))
    assert s.at[0] == here
    running = coach(s, 0, "en").moment()
    assert "running 5 squares straight on brings him next to Le Chacal" in running
    assert "rests for all of beat 2" in running, "what a run costs is said before it (BA-RUN-6)"
    s.speed[0] = 2
    assert "gets closer to" in coach(s, 0, "en").moment(), "too slow to run (BA-PROG-7)"
    assert "Last turn" not in coach(s, 0, "en").moment()
    s.turn = s.turns
    for hurt, said in ((3, "you lead by"), (-40, "you must strike")):
        s.deeds[0][DEALT] = max(0, hurt)
        s.deeds[1][DEALT] = max(0, -hurt)
        assert said in coach(s, 0, "en").moment()
    assert "You score" not in coach(s, 0, "en").goal(), "after the first turn the goal is one line"


def test_what_is_written_for_those_who_act_earlier_is_reckoned_with() -> None:
    """A friend who goes away is not in front any more, and one who comes there is (BA-EXEC-2)."""
    for start, order, met in (
        ("16,14", "M3", False),
        ("16,14", "-", True),
        ("15,15", "M7", True),
        ("15,15", "-", False),
    ):
        brawl = Brawl(
            man("dudule", start, facing=3),
            man("riton", "16,13", facing=3),
            man("kraitneu", "1,1", seat=1),
            phase="program",
        ).film()
        s = brawl.s
        assert s.by_rank[0] == 0, "the faster acts first"
        s.orders[0][0], s.written[0] = ORDERS.index(order), 1
        found = forecast(s, 1, 1, ORDERS.index("CP"))
        assert ([target for target, _ in found.targets] == [0]) is met, (start, order)
    s.orders[1][0], s.written[1] = ORDERS.index("M3"), 1
    assert not forecast(s, 0, 1, ORDERS.index("CP")).targets, "whoever acts later is where he was"


def test_what_is_framed_is_what_can_be_taken() -> None:
    for place, facing in (("16,13", 3), ("16,13", 7), ("12,5", 1), ("9,9", 5)):
        for chair in (False, True):
            s = (
                Brawl(man("riton", place, facing=facing), man("kraitneu", "1,1", seat=1), phase="program")
                .film()
                .s
            )
            if chair:
                s.litter[at("16,12")] |= CHAIR_HERE
            assert bool(takeable(s, 0)) is anything_to_take(s, 0)
            if place == "16,13":
                assert (middle(at("16,12")) in within_reach(s, 0)["things"]) is (chair and facing == 7)


def test_a_throw_names_who_is_on_its_lines_and_a_friend_in_front_is_named_before_the_step() -> None:
    brawl = Brawl(
        man("riton", "16,10", facing=3, carries=["knife"]),
        man("mimile", "15,12", facing=3),
        man("le_chacal", "16,12", seat=1, facing=7),
        phase="program",
    ).film()
    s = brawl.s
    s.page[0] = 0
    says = coach(s, 0, "fr")
    told = says.consequence(Choice(ORDER, ORDERS.index("M3")))
    assert "Chacal est alors à portée" in told
    assert "Un des vôtres y est aussi\N{NO-BREAK SPACE}: Mimile" in told
    s.box[0] = 1
    s.hp[0][TRUNK] = 2
    told = coach(s, 0, "fr").consequence(Choice(ORDER, ORDERS.index("LAN")))
    assert "Vers la droite\N{NO-BREAK SPACE}: Le Chacal, touché par le cran d’arrêt dans 65" in told
    assert "à l’abri" not in coach(s, 0, "fr").moment()
    s.box[0] = 0
    assert "Riton n’a plus que 2 (tronc)" in coach(s, 0, "fr").moment()


def test_the_way_to_a_rival_is_the_one_on_which_nothing_is_shut() -> None:
    """Two windows side by side, one open: both ways are as long."""
    s = (
        Brawl(
            man("riton", "14,14", facing=3, carries=["club"]),
            man("le_chacal", "15,16", seat=1, facing=7),
            phase="program",
        )
        .film()
        .s
    )
    s.page[0] = 0
    set_fixture(s, fixture_on(s, at("14,14"), 4), OPEN)
    said = coach(s, 0, "fr").moment()
    assert "vers le bas, il se rapproche du Chacal" in said
    assert "par la fenêtre ouverte" in said
    s.box[0] = 1
    told = coach(s, 0, "fr").consequence(Choice(ORDER, ORDERS.index("LAN")))
    assert "ne blesse personne en vol" in told, "a club is no missile (BA-LAN-7)"


def test_a_chair_is_told_at_its_worth_beside_what_is_carried() -> None:
    brawl = Brawl(
        man("riton", "13,10", "-/PRE", facing=1, carries=["chain"]),
        man("le_chacal", "12,12", seat=1, facing=7),
    )
    brawl.s.litter[at("12,10")] |= CHAIR_HERE
    brawl.film()
    told = [coach(brawl.s, 0, "en").consequence(choice) for choice in GAME.choices(brawl.s, 0)]
    odds = [outlook.blow(brawl.s, 0, 1, ROW_OF[item]).wounds for item in (CHAIR, CHAIN)]
    worth = f"take {odds[0]:.1f} life on average from Le Chacal, against {odds[1]:.1f} with the chain."
    assert any(worth in sentence for sentence in told)


def test_a_full_sheet_says_what_its_triangle_warns_of() -> None:
    """Walking into somebody stronger, once more: the shortcut for it was what newcomers pressed."""
    brawl = Brawl(
        man("riton", "16,14", facing=3), man("le_chacal", "16,15", seat=1, facing=7), phase="program"
    ).film()
    s = brawl.s
    s.page[0], s.box[0] = 0, NOBODY
    codes = {code: number for number, code in enumerate(ORDERS)}
    for b, code in enumerate(("-", "CP", "M3", "CP", "-", "CP")):
        s.orders[0][b] = codes[code]
    s.written[0] = s.editable[0] = 63
    said = coach(s, 0, "fr").moment()
    assert "À relire" in said
    assert "2e temps" in said
    assert "Chacal" in said
    s.orders[0][2] = codes["-"]
    assert "À relire" not in coach(s, 0, "fr").moment()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_to_lose_an_order_has_its_reason(lang: str) -> None:
    reasons = lost_words(GAME.speech(lang, ["J1", "J2"], CONTENT.names).words)
    assert "lost_no_target" in reasons
    assert len(set(reasons.values())) == len(reasons)


@pytest.mark.parametrize(("turn", "left", "told"), [(3, 1, True), (2, 1, False), (3, 7, False)])
def test_a_rival_who_is_nearly_out_keeps_away_and_the_coach_says_how_he_is_caught(
    turn: int, left: int, told: bool
) -> None:
    s = dealt(2, {"scenario": "first"})
    mine = next(c for c in range(s.crowd) if s.seat_of[c] == 0)
    for c in range(s.crowd):
        if s.seat_of[c] == 1:
            s.hp[c][TRUNK] = left
    for c in (mine, *(c for c in range(s.crowd) if s.seat_of[c] == 0 and c != mine)):
        if c != mine:
            lift(s, c)
            s.fate[c] = 1
    lift(s, mine)
    put(s, mine, at("10,3"))
    s.turn, s.page[0] = turn, mine
    said = coach(s, 0, "en").moment()
    assert ("will probably back away again" in said) is told
