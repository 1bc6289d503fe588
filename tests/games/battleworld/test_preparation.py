"""Teams, board, set-up, cards (BW-TEAM, BW-BOARD, BW-SETUP, BW-CARD, BW-OPT)."""

from typing import Any

import pytest

from bagarre.kernel.errors import OptionError

from .table import GAME, Table

rule = pytest.mark.rule


def dealt(options: Any = None, dice: Any = ()) -> Any:
    return Table(options=options, dice=dice)


@rule("BW-TEAM-1", "BW-R5", "BW-R48")
def test_two_seats_heroes_and_villains() -> None:
    assert list(GAME.meta.players) == [2]
    t = dealt()
    assert t.facts["decider"] == "heroes"
    assert len(t.legal(0)) == 8  # any faction, whatever the seat


@rule("BW-TEAM-2", "BW-TEAM-3", "BW-TEAM-6", "BW-CARD-10")
def test_a_faction_each() -> None:
    t = dealt().play("0: faction 6")
    assert t.facts["heroes_roster"] == ["captain_pavise", "brute", "reactor", "thunderer"]
    assert t.why(1, "faction 6") == "BW-TEAM-3"
    t.play("1: faction 0", dice=(1,))
    assert t.facts["villains_roster"] == ["regent", "automaton", "borrower", "beguiler"]
    assert t.facts["initiative"] == "villains"


@rule("BW-TEAM-4", "BW-TEAM-5", "BW-TEAM-6")
def test_draft_goes_h_v_v_h_h_v_v_h() -> None:
    t = dealt({"team_mode": "draft"})
    order = []
    for card in (0, 4, 8, 12, 16, 20, 24):
        seat = t.s.decider
        order.append(seat)
        t.play(f"{seat}: draft {card}")
        assert t.why(t.s.decider, f"draft {card}") == "BW-TEAM-6"
    order.append(t.s.decider)
    assert order == [0, 1, 1, 0, 0, 1, 1, 0]
    t.play("0: draft 28")
    assert t.facts["heroes_roster"] == ["regent", "spinner", "steel_giant", "professor_elastic"]
    assert t.facts["villains_roster"] == ["master_of_metal", "marksman", "lookout", "captain_pavise"]


@rule("BW-TEAM-7", "BW-R6")
def test_limits_of_the_box_on_factions() -> None:
    t = dealt({"strict_physical": True})
    assert t.legal(0) == ["faction 4", "faction 5", "faction 6", "faction 7"]  # the blue ones
    t.play("0: faction 4")
    assert t.why(1, "faction 0") == "BW-TEAM-7"  # printed on the same cards
    assert t.why(1, "faction 7") == "BW-TEAM-7"
    assert t.legal(1) == ["faction 1", "faction 2", "faction 3"]


@rule("BW-TEAM-7")
def test_limits_of_the_box_on_a_draft() -> None:
    t = dealt({"strict_physical": True, "team_mode": "draft"})
    t.play("0: draft 16")  # the first of the Mutineers shares its card with the first of the Iron Crown
    assert t.why(1, "draft 0") == "BW-TEAM-7"
    assert t.why(1, "draft 25") == "BW-TEAM-7"  # a D12, which the red dice do not have
    t.play("1: draft 1")
    assert t.why(1, "draft 9") == "BW-TEAM-7"  # a second D10 in one team
    assert t.why(1, "draft 8") == ""


@rule("BW-TEAM-7")
def test_a_strict_draft_never_gets_stuck() -> None:
    import random

    for number in range(60):
        toss = random.Random(number)
        t = dealt({"strict_physical": True, "team_mode": "draft"})
        while t.facts["stage"] == "drafting":
            seat = t.s.decider
            t.play(f"{seat}: {toss.choice(t.legal(seat))}")


@rule("BW-TEAM-8", "BW-COSMIC-1")
def test_entities_are_nobodys() -> None:
    names = {card.handle for card in GAME.content().cards}
    assert len(names) == 32
    assert not names & {"the_devourer", "the_patron", "the_herald", "the_wanderer"}
    assert len(GAME.content().entities) == 4


@rule("BW-TEAM-9")
def test_random_teams_by_class() -> None:
    content = GAME.content()
    dice = [card.figures["die"] for card in content.cards]
    assert [sum(d == n for d in dice) for n in (4, 6, 8)] == [7, 8, 8]
    assert sum(d >= 10 for d in dice) == 9
    for number in range(20):
        s: Any = GAME.prepare(2, {"team_mode": "random"})
        GAME.begin(s, number, 5, 7)
        assert len(set(s.card)) == 8
        for side in range(2):
            drawn = [dice[s.card[4 * side + i]] for i in range(4)]
            assert drawn[:3] == [4, 6, 8]
            assert drawn[3] in (10, 12)
    t = dealt({"team_mode": "random"}, dice=(0, 0, 7, 0, 0, 0, 0, 0))
    first = [card.handle for card in content.cards if card.figures["die"] == 4]
    assert t.facts["heroes_roster"][0] == first[0]
    assert t.facts["villains_roster"][0] == first[1]  # the first of those that are left


@rule("BW-TEAM-9", "BW-TEAM-10")
@pytest.mark.parametrize(
    "options",
    [
        {"team_mode": "random", "strict_physical": True},
        {"mirror": True, "team_mode": "draft"},
        {"mirror": True, "strict_physical": True},
    ],
)
def test_options_that_exclude_each_other(options: Any) -> None:
    with pytest.raises(OptionError) as error:
        GAME.prepare(2, options)
    for lang in ("fr", "en"):
        assert "\n" not in error.value.say(lang)


@rule("BW-TEAM-10", "BW-R64")
def test_mirror() -> None:
    t = dealt({"mirror": True, "leaders": True}).play("0: faction 6", dice=(0,))
    assert t.facts["villains_roster"] == t.facts["heroes_roster"]
    assert t.facts["heroes_leader"] == t.facts["villains_leader"] == "captain_pavise"
    t = dealt({"mirror": True, "team_mode": "random"})
    assert t.facts["villains_roster"] == t.facts["heroes_roster"]


@rule("BW-BOARD-1", "BW-BOARD-2", "BW-R1", "BW-R2")
def test_board_and_distance() -> None:
    from bagarre.games.battleworld.choices import SQUARES
    from bagarre.games.battleworld.rules.board import distance

    at = {name: number for number, name in enumerate(SQUARES)}
    assert len(SQUARES) == 35
    assert (SQUARES[0], SQUARES[4], SQUARES[30], SQUARES[34]) == ("A1", "E1", "A7", "E7")
    assert distance(at["A1"], at["B2"]) == 1
    assert distance(at["A1"], at["C2"]) == 2
    assert distance(at["A1"], at["E7"]) == 6
    assert distance(at["C3"], at["C3"]) == 0


@rule("BW-SETUP-1", "BW-SETUP-2")
def test_order_of_set_up() -> None:
    t = dealt({"base_modules": "2", "leaders": True, "team_mode": "draft"})
    seen = []
    while t.facts["stage"] != "activating":
        if t.facts["stage"] not in seen:
            seen.append(t.facts["stage"])
        seat = t.s.decider
        t.play(f"{seat}: {t.legal(seat)[0]}")
    assert [stage for stage in seen if stage != "planning_orders"] == [
        "drafting",
        "building",
        "naming_leaders",
        "deploying",
    ]


@rule("BW-SETUP-2", "BW-SETUP-9", "BW-R7")
@pytest.mark.parametrize("first", [0, 1])
def test_initiative_deploys_first(first: Any) -> None:
    t = dealt().play("0: faction 6")
    t.play("1: faction 0", dice=(first,))
    assert t.s.initiative == first
    assert t.s.decider == first
    row = "2" if first == 0 else "6"
    assert t.legal(first) == [f"deploy {column}{row}" for column in "ABCDE"]
    assert t.why(first, "deploy C4") == "BW-SETUP-9"
    t.play(f"{first}: deploy C{row}")
    assert t.s.decider == 1 - first
    other = "6" if first == 0 else "2"
    t.play(f"{1 - first}: deploy A{other}")
    assert t.why(first, f"deploy C{row}") == "BW-BOARD-3"


@rule("BW-SETUP-3", "BW-SETUP-4", "BW-SETUP-7", "BW-R3")
def test_three_modules() -> None:
    t = dealt({"deploy": "auto"}).play("0: faction 6", "1: faction 0")
    assert t.facts["heroes_squares"] == {"energy": "B1", "double_defence": "C1", "heal": "D1"}
    assert t.facts["villains_squares"] == {"energy": "D7", "double_defence": "C7", "heal": "B7"}
    assert set(t.facts["heroes_modules"].values()) == {5}


@rule("BW-SETUP-5")
def test_two_modules_are_chosen() -> None:
    t = dealt({"base_modules": "2", "deploy": "auto"}).play("0: faction 6")
    t.play("1: faction 0", dice=(1,))
    assert t.legal(1) == ["build energy+double_defence", "build energy+heal", "build double_defence+heal"]
    t.play("1: build double_defence+heal", "0: build energy+heal")
    assert t.facts["villains_squares"] == {"energy": "–", "double_defence": "D7", "heal": "B7"}
    assert t.facts["heroes_squares"] == {"energy": "B1", "double_defence": "–", "heal": "D1"}


@rule("BW-SETUP-6")
def test_a_handicap_of_modules() -> None:
    t = dealt({"base_modules": "heroes_2", "deploy": "auto"}).play("0: faction 6", "1: faction 0")
    assert t.s.decider == 0
    t.play("0: build energy+heal")
    assert "–" in t.facts["heroes_modules"].values()
    assert "–" not in t.facts["villains_modules"].values()


@rule("BW-SETUP-8", "BW-COSMIC-2", "BW-R28")
def test_entities_on_the_board() -> None:
    t = dealt({"deploy": "auto", "second_cosmic": "thanos"}).play("0: faction 6", "1: faction 0")
    assert t.facts["energy"] == 0
    assert t.facts["wanderer_at"] == "E4"
    view = GAME.view(t.s, 0, GAME.speech("en", ["a", "b"], t.content.names))
    assert [(e["role"], e["square"]) for e in view["entities"]] == [("galactus", "A4"), ("thanos", "E4")]
    t = dealt({"deploy": "auto"}).play("0: faction 6", "1: faction 0")
    assert t.facts["wanderer_at"] == "–"


@rule("BW-SETUP-9")
def test_automatic_deployment() -> None:
    t = dealt({"deploy": "auto"}).play("0: faction 6", "1: faction 0")
    assert [t.of(name)["at"] for name in t.facts["heroes_roster"]] == ["A2", "B2", "D2", "E2"]
    assert [t.of(name)["at"] for name in t.facts["villains_roster"]] == ["E6", "D6", "B6", "A6"]


@rule("BW-SETUP-10", "BW-CARD-1", "BW-CARD-2", "BW-CARD-3", "BW-CARD-4", "BW-CARD-9")
def test_tokens_at_the_start() -> None:
    t = dealt({"deploy": "auto"}).play("0: faction 4", "1: faction 6")
    lynx = t.of("lynx")
    assert (lynx["life"], lynx["power"], lynx["reroll"], lynx["victory"]) == (5, 3, 1, 1)
    brute = t.of("brute")
    assert (brute["life"], brute["power"], brute["reroll"], brute["victory"]) == (5, 1, 1, 0)
    assert brute["plan"] == "none"
    assert t.s.card_die[t.s.card[5]] == 12


@rule(
    "BW-CARD-5",
    "BW-CARD-6",
    "BW-CARD-7",
    "BW-CARD-11",
    "BW-CARD-12",
    "BW-CARD-13",
    "BW-CARD-14",
    "BW-LEADER-1",
    "BW-PLAN-12",
)
def test_what_a_card_shows() -> None:
    t = Table(
        {"lynx": {"at": "C3", "plan": "attack"}, "queen_of_storms": {"at": "C2"}},
        {"automaton": {"at": "C4"}},
        dice=(),
    )
    view = GAME.view(t.s, 1, GAME.speech("en", ["a", "b"], t.content.names))
    lynx, storms = view["pieces"][0], view["pieces"][1]
    assert (lynx["strike"], lynx["attack"], lynx["flight"], lynx["metal"]) == (2, "melee", False, True)
    assert (storms["attack"], storms["flight"], storms["metal"]) == ("ranged", True, False)
    assert len(lynx["powers"]) == 2
    assert (lynx["plan"], lynx["fate"]) == ("attack", "pending")  # seen by the other side
    metal = {card.handle for card in t.content.cards if card.traits & 4}
    assert metal == {"lynx", "steel_giant", "automaton", "regent", "marksman", "needle", "reactor"}
    t.play("0: act 1", "0: attack 1", dice=(5, 4))
    combat = GAME.view(t.s, 1, GAME.speech("en", ["a", "b"], t.content.names))["combat"]
    assert (combat["attack"]["total"], combat["defence"]["total"]) == (6, 4)
    assert combat["attack"]["rolls"][0]["face"] == 5


@rule("BW-OPT-1")
def test_the_set_up_picture() -> None:
    t = dealt({"preset": "set_up_picture", "deploy": "auto"})
    assert t.facts["heroes_roster"][0] == "captain_pavise"
    assert t.facts["villains_roster"][0] == "regent"
    assert t.facts["villains_modules"] == {"energy": 5, "double_defence": 5, "heal": "–"}
    assert t.facts["heroes_modules"] == {"energy": 5, "double_defence": 5, "heal": 5}
    view = GAME.view(t.s, 0, GAME.speech("en", ["a", "b"], t.content.names))
    assert [e["role"] for e in view["entities"]] == ["galactus", "beyonder"]
