"""What the coach of Battleworld says is true: odds of a raise, damage, plans that would do nothing."""

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bagarre.games.battleworld import odds, state
from bagarre.games.battleworld.frame import frame
from bagarre.games.battleworld.prospects import is_vain
from bagarre.games.battleworld.rules.tokens import ATTACK, HEAL, RECOVER_ENERGY, RECOVER_LIFE, RECOVER_REROLL
from bagarre.games.battleworld.view import view
from bagarre.kernel.coach import Legend
from bagarre.kernel.outcomes import outcomes

from .table import GAME, Table

BARE = {"power": 0, "reroll": 0}


def told(t: Table, seat: int, text: str, lang: str = "en") -> str:
    speech = GAME.speech(lang, ["Ada", "Bob"], t.content.names)
    coach = GAME.coach(GAME.concealed(t.s, seat), seat, speech)
    assert coach is not None
    return coach.consequence(GAME.verbs.read(text))


@pytest.mark.parametrize(
    ("attacker", "defender", "dice"),
    [("brute", "ram", (2, 9)), ("captain_pavise", "automaton", (1, 3)), ("regent", "brute", (1, 12))],
)
def test_the_chances_of_a_raise_are_those_of_all_its_outcomes(
    attacker: str, defender: str, dice: tuple[int, int]
) -> None:
    t = Table(
        {attacker: {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}},
        {defender: {"at": "C4", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", dice=dice)
    assert t.totals[0] < t.totals[1]
    shares, dealt, taken = dict.fromkeys(("ahead", "level", "behind"), Fraction(0)), Fraction(0), Fraction(0)
    for chance, results, after in outcomes(GAME, t.s, 0, GAME.verbs.read("raise")):
        s: Any = after
        lead = t.totals[0] + results[0] - t.totals[1]
        shares["ahead" if lead > 0 else "level" if lead == 0 else "behind"] += chance
        # With the last token spent nobody can go on: the wounds are those of the combat.
        dealt += chance * (t.s.life[4] - s.life[4])
        taken += chance * (t.s.life[0] - s.life[0])
    said = told(t, 0, "raise")
    if shares["ahead"] or shares["level"]:
        assert [int(number) for number in re.findall(r"(\d+)%", said)] == [
            round(100 * shares[how]) for how in ("ahead", "level", "behind")
        ]
    else:
        assert "still behind, for certain" in said
    shown = [f"{float(number):.1f}".removesuffix(".0") for number in (dealt, taken)]
    if shares["ahead"] or shares["level"]:
        assert f"wounds on average: {shown[0]} dealt, {shown[1]} taken" in said
    else:
        assert f"wounds on average: {shown[1]} taken" in said


@pytest.mark.rule("BW-ACT-4")
def test_an_attack_with_nobody_in_reach_is_said_to_wait() -> None:
    near = {"brute": {"at": "C3", "plan": "attack"}}
    far = {"captain_pavise": {"at": "A1", "plan": "attack"}, "regent": {"at": "E1", "plan": "attack"}}

    def moment(heroes: dict[str, Any], lang: str) -> str:
        t = Table(heroes, {"ram": {"at": "C4"}})
        coach = GAME.coach(GAME.concealed(t.s, 0), 0, GAME.speech(lang, ["Ada", "Bob"], t.content.names))
        assert coach is not None
        return coach.moment()

    assert "nobody within reach" not in moment(near, "en")
    assert moment(near | far, "en").endswith("nobody within reach, these attacks wait.")
    alone = dict(list(far.items())[:1])
    assert moment(near | alone, "fr").endswith("personne à portée, l’attaque attend.")


def test_while_a_rival_asks_who_helps_nobody_is_told_to_look_at_plans() -> None:
    attackers = {name: {"at": at, "plan": "attack"} for name, at in (("brute", "C3"), ("thunderer", "D4"))}
    t = Table(attackers, {"ram": {"at": "C4"}}).play("0: act 1", "0: attack 1")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    assert view(t.s, 1, speech)["stage"] == "supporting"
    coach = GAME.coach(GAME.concealed(t.s, 1), 1, speech)
    assert coach is not None
    assert coach.moment() == "The other side carries out a plan; then it is your turn again."


def test_yielding_says_the_wounds_that_follow() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}}, {"ram": {"at": "C4", **BARE}}
    )
    t.play("0: act 1", "0: attack 1", dice=(2, 9))
    assert "lose the combat: 3 wounds" in told(t, 0, "yield")
    life = t.of("brute")["life"]
    t.play("0: yield")
    assert t.of("brute")["life"] == life - 3


def test_plans_that_would_do_nothing_are_marked() -> None:
    t = Table(
        {"brute": {"at": "C2", "wounds": 1}, "captain_pavise": {"at": "C1", "reroll": 0, "power": 0}},
        {"ram": {"at": "C6"}},
    )
    brute, captain = 0, 1
    assert is_vain(t.s, brute, ATTACK)
    assert not is_vain(t.s, brute, RECOVER_LIFE)
    assert is_vain(t.s, brute, RECOVER_REROLL)
    assert is_vain(t.s, captain, RECOVER_LIFE)
    assert not is_vain(t.s, captain, RECOVER_REROLL)
    assert not is_vain(t.s, captain, RECOVER_ENERGY)
    assert not is_vain(t.s, captain, HEAL)
    assert is_vain(t.s, brute, HEAL)


def test_a_guard_is_told_what_defending_and_not_defending_mean() -> None:
    t = Table(
        {
            "marksman": {"at": "C4", "plan": "attack", **BARE},
            "needle": {"at": "C5", "plan": "attack", **BARE},
        },
        {"ram": {"at": "D7", "plan": "guard", **BARE}},
    )
    t.play("0: act 1", "0: assault double_defence", "0: join")
    for lang in ("fr", "en"):
        for choice in ("guard 1", "unguarded"):
            assert told(t, 1, choice, lang).endswith(".")
    assert "5 points of resistance left" in told(t, 1, "unguarded")
    t.play("1: guard 1", dice=(1, 1, 9))
    assert "takes 3 wounds (life now: 4)" in told(t, 1, "strike 1")
    assert told(t, 1, "strike 2", "fr").endswith(".")


def test_wounds_of_a_wanderer_and_of_an_unguarded_module_are_counted_too() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", "power": 1, "reroll": 0}}, {"ram": {"at": "E7", **BARE}}
    )
    t.play("0: act 1", "0: assault energy", dice=(5,))
    assert odds.wounds_at_stake(t.s) == 3
    assert "you win (resistance lost by their module: 3)" in told(t, 0, "stop")


def test_who_attacks_from_afar_and_yields_is_told_that_nothing_hurts() -> None:
    t = Table(
        {"queen_of_storms": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}},
        {"ram": {"at": "C5", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", dice=(1, 9))
    assert "without a wound" in told(t, 0, "yield")
    # What it costs all the same, and what a roll that cannot win would still save.
    assert hints(t)["yield"] == "no wound, as it stands; the other takes a victory token"
    assert hints(t)["raise"] == "still behind"
    life = t.of("queen_of_storms")["life"]
    t.play("0: yield")
    assert t.of("queen_of_storms")["life"] == life
    assert t.of("ram")["victory"] == 1


@pytest.mark.rule("BW-GALACTUS-4")
def test_attacking_the_clock_is_told_to_win_time() -> None:
    t = Table({"brute": {"at": "B4", "plan": "attack", **BARE}}, {"ram": {"at": "E7", **BARE}})
    t.play("0: act 1")
    assert "no energy to lose" in told(t, 0, "defy 1")
    t.s.energy = 3
    assert "puts off the end of the world" in told(t, 0, "defy 1")


@pytest.mark.parametrize(
    ("power", "reroll", "ask", "advice"),
    [
        (1, 1, "Behind by 7: raise, reroll or yield?", "Raise, reroll, or yield."),
        (1, 0, "Behind by 7: raise or yield?", "Raise by a die, or yield"),
        (0, 1, "Behind by 7: reroll or yield?", "Reroll, or yield."),
    ],
)
def test_whoever_is_behind_is_asked_only_for_what_is_possible(
    power: int, reroll: int, ask: str, advice: str
) -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": power, "reroll": reroll}},
        {"ram": {"at": "C4", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", dice=(2, 9))
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    coach = GAME.coach(GAME.concealed(t.s, 0), 0, speech)
    assert coach is not None
    assert advice in coach.moment()
    said = frame(view(t.s, 0, speech), 0, speech)
    assert said["ask"] == ask
    rerolls = {choice: words for choice, words in said["labels"].items() if choice.startswith("reroll")}
    assert [("2" in words) for words in rerolls.values()] == [bool(reroll)]
    # What is spent keeps its place among the keys, and says so.
    (group,) = said["groups"]
    assert group["choices"] == ["hold", "raise", "reroll 1", "yield"]
    assert group["steady"]
    assert said["hints"]["hold"] == "not while behind"
    assert (said["hints"]["raise"] == "no power left") == (not power)
    assert (said["hints"]["reroll 1"] == "green token spent") == (not reroll)


def test_whoever_is_ahead_without_power_is_not_told_to_raise() -> None:
    for power in (0, 1):
        t = Table(
            {"brute": {"at": "C3", "plan": "attack", "power": power, "reroll": 0}}, {"ram": {"at": "C4"}}
        )
        t.play("0: act 1", "0: attack 1", dice=(9, 2))
        assert ("raise again" in moment(t, 0)) == bool(power)


def test_an_attack_from_beyond_the_reach_of_its_target_says_that_nothing_comes_back() -> None:
    for square, safe in (("C3", False), ("C2", True)):
        t = Table({"ultron": {"at": square, "plan": "attack"}}, {"ram": {"at": "C4"}})
        t.play("0: act 1")
        assert ("no blow comes back" in told(t, 0, "attack 1")) == safe


def hints(t: Table, seat: int = 0) -> dict[str, str]:
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    return dict(frame(view(t.s, seat, speech), seat, speech)["hints"])


def test_a_roll_that_can_bring_nothing_is_said_to_bring_nothing() -> None:
    def fight(own: int, other: int) -> Table:
        t = Table(
            {"brute": {"at": "C3", "plan": "attack", "power": 1, "reroll": 1}},
            {"ram": {"at": "C4", "power": 1, "reroll": 0}},
        )
        return t.play("0: act 1", "0: attack 1", dice=(own, other))

    t = fight(12, 1)
    assert t.s.die[0] == 12
    assert hints(t)["reroll 1"] == "already the highest"
    assert told(t, 0, "reroll 1").endswith("rolling again can only give as much, or less.")
    # The other side has yielded: only one wound more counts now, and 12 against 4 would not give it.
    t = fight(5, 4).play("0: hold", "1: yield")
    assert hints(t)["reroll 1"] == "not one wound more"
    assert told(t, 0, "reroll 1").endswith("No result gives one wound more: nothing to gain.")
    assert hints(t)["raise"].startswith("+1 wound: ")


def test_a_move_begins_with_what_leads_forward() -> None:
    far = Table({"brute": {"at": "C3"}}, {"ram": {"at": "C7"}}, phase="planning")
    speech = GAME.speech("en", ["Ada", "Bob"], far.content.names)
    order = frame(view(far.s, 0, speech), 0, speech)["groups"][0]["choices"]
    ranks = [int(choice[-1]) for choice in order]
    assert ranks == sorted(ranks, reverse=True)
    coach = GAME.coach(GAME.concealed(far.s, 0), 0, speech)
    assert coach is not None
    assert isinstance(coach, Legend)
    assert "Fist" not in coach.signs(), "no rival comes in reach"


def moment(t: Table, seat: int, lang: str = "en") -> str:
    speech = GAME.speech(lang, ["Ada", "Bob"], t.content.names)
    coach = GAME.coach(GAME.concealed(t.s, seat), seat, speech)
    assert coach is not None
    return coach.moment()


@pytest.mark.rule("BW-DISTURB-1")
def test_a_plan_that_an_attack_does_not_disturb_is_not_said_to_be_lost() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}, "ram": {"at": "D3", "plan": "attack", **BARE}},
        {"spinner": {"at": "C4", "plan": "attack", **BARE}},
    )
    t.play("0: act 1")
    assert "will stand in spite of the attack" in told(t, 0, "attack 1")


@pytest.mark.rule("BW-REROLL-3")
def test_an_attacker_is_warned_of_the_defender_s_token_and_the_defender_told_of_it() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}},
        {"ram": {"at": "C4", "power": 1, "reroll": 1}},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    assert "Their green token can still make you reroll." in moment(t, 0)
    t.play("0: hold")
    assert "Your green token can also make them reroll." in moment(t, 1)


@pytest.mark.rule("BW-AUCTION-3")
def test_whoever_is_ahead_of_somebody_with_nothing_left_is_told_of_the_win() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}}, {"ram": {"at": "C4", **BARE}}
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    assert "nothing left to answer with" in moment(t, 0)
    assert "you win" in told(t, 0, "hold")


def test_the_end_that_is_near_is_announced() -> None:
    t = Table({"brute": {"at": "C3", "plan": "recover_life"}}, {"ram": {"at": "C6", **BARE}})
    t.s.energy = t.s.threshold - 1
    t.s.resistance[0] = t.s.resistance[1] = 0
    assert "Last turn" in moment(t, 0)
    assert "Your last module" in moment(t, 0)
    assert "Dernier tour" in moment(t, 0, "fr")


@pytest.mark.rule("BW-WIN-2", "BW-PLAN-7")
def test_the_last_module_is_told_while_it_can_still_be_guarded() -> None:
    whole = Table({"brute": {"at": "C2"}}, {"ram": {"at": "C6"}}, phase="planning")
    assert "last module" not in moment(whole, 0)
    left = {"energy": 0, "double_defence": 2, "heal": 0}
    t = Table({"brute": {"at": "C2"}}, {"ram": {"at": "C6"}}, phase="planning", heroes_modules=left)
    assert moment(t, 0).startswith("Your last module")
    t.play("0: move C1")
    assert moment(t, 0).startswith("Your last module")
    assert "plan guard" in t.legal(0)


@pytest.mark.rule("BW-DAMAGE-3")
def test_whoever_may_support_is_told_the_risk_and_whoever_attacks_without_power_is_warned() -> None:
    pair = {
        "bouncer": {"at": "D4", "plan": "attack", **BARE},
        "dowser": {"at": "C4", "plan": "attack", **BARE},
    }
    t = Table({"brute": {"at": "C3"}}, pair, initiative="villains")
    t.play("1: act 1")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    coach = GAME.coach(GAME.concealed(t.s, 1), 1, speech)
    assert coach is not None
    assert "no power (⚡) left to raise with; Hulk has some" in coach.moment()
    t.play("1: attack 1")
    assert "the defender chooses which attacker is wounded" in told(t, 1, "join")


HELPER = {4: "Daredevil", 5: "Luke Cage"}
"""Who helps whom in the tests of attacks together."""


def test_keys_of_attacks_tell_of_the_whole_fight_with_whoever_helps() -> None:
    pair = {
        "bouncer": {"at": "D4", "plan": "attack", **BARE},
        "dowser": {"at": "C4", "plan": "attack", **BARE},
    }
    t = Table({"brute": {"at": "C3"}}, pair, initiative="villains")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    hints = frame(view(t.s, 1, speech), 1, speech)["hints"]
    alone, both = (odds.odds_of_attack(t.s, 4, 0, 0, mask) for mask in (0, 0b10))
    assert both.dealt - both.taken > alone.dealt - alone.taken
    # Each leads with their own numbers, those of the rows of odds (alone or with help, whichever is better).
    for p in (4, 5):
        row = next(line for line in view(t.s, 1, speech)["odds"] if line["piece"] == p)
        assert row["together"] is not None
        best = max(row["together"], row, key=lambda found: found["dealt"] - found["taken"])
        helped = f", with {HELPER[p]}" if best is row["together"] else ""
        assert row["best"]["won"] == best["won"]
        assert hints[f"act {p - 3}"] == f"Hulk{helped}: won {round(100 * best['won'])}%"
    t.play("1: act 1")
    hints = frame(view(t.s, 1, speech), 1, speech)["hints"]
    won = f"with {HELPER[4]}: won {round(100 * both.won)}%"
    assert hints["attack 1"] == f"{won}, {losses(both.dealt, both.taken)}".partition(", you lose")[0]
    # Where the target may go down, that stands on the key: it is what wins.
    t.s.life[0], t.s.power[0] = 3, 0
    both = odds.odds_of_attack(t.s, 4, 0, 0, 0b10)
    hint = frame(view(t.s, 1, speech), 1, speech)["hints"]["attack 1"]
    won = f"with {HELPER[4]}: won {round(100 * both.won)}%"
    assert hint == f"{won}, down {round(100 * both.felled)}%"


@pytest.mark.rule("BW-TEAMUP-2")
def test_a_plan_to_attack_has_one_chance_on_its_key_and_in_its_row() -> None:
    """Also where another leads the attack: then both say who."""
    t = Table(
        {
            "brute": {"at": "C3", "plan": "attack", "activated": True, "victory": 2},
            "captain_pavise": {"at": "D3", "power": 0},
        },
        {"ram": {"at": "C4"}},
        phase="planning",
    )
    t.play("0: move D3")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    shown = view(t.s, 0, speech)
    best = shown["odds"][0]["best"]
    assert shown["pieces"][best["leader"]]["short"] == "Hulk"
    hint = frame(shown, 0, speech)["hints"]["plan attack"]
    assert hint.startswith("Juggernaut (Hulk leads): ")
    assert f"won {round(100 * best['won'])}%" in hint


@pytest.mark.parametrize(
    ("attacker", "at", "cost"), [("captain_pavise", "C6", "you lose ≈"), ("marksman", "C5", "no blow back")]
)
def test_targets_with_a_chance_come_first_and_hopeless_ones_last_marked_so(
    attacker: str, at: str, cost: str
) -> None:
    """Hand to hand and from beyond the target's reach; the number of a target stays the same in every turn."""
    t = Table(
        {attacker: {"at": at, "plan": "attack", **BARE}},
        {"ram": {"at": "C7", "power": 3, "victory": 2}, "spinner": {"at": "D6", **BARE, "life": 1}},
        villains_modules={"energy": 5},
    )
    t.play("0: act 1")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    shown = view(t.s, 0, speech)
    told = frame(shown, 0, speech)
    order = [line["choice"] for line in shown["odds"]]
    assert told["groups"] == [{"choices": order}]
    assert sorted(order) == sorted(t.legal(0))
    hopeless = [line["choice"] for line in shown["odds"] if line["best"]["won"] < 0.1]
    assert "attack 1" in hopeless
    assert len(hopeless) < len(order)
    assert hopeless == order[-len(hopeless) :]
    assert told["alarms"] == dict.fromkeys(hopeless, "almost hopeless:")
    assert cost in told["hints"]["attack 1"]
    assert [told["keys"][choice] for choice in ("attack 1", "attack 2")] == ["1", "2"]


def losses(dealt: float, taken: float) -> str:
    """What the keys of an attack on a character say."""
    told = f"removes ≈ {dealt:.1f} ♥, you lose ≈ {taken:.1f} ♥".replace(".0 ", " ")
    return told.replace("≈ ", "≈\u00a0").replace(" ♥", "\u00a0♥")


def test_plans_that_do_something_come_first_and_waiting_comes_last() -> None:
    t = Table(
        {"brute": {"at": "D1", "life": 2}}, {"ram": {"at": "C7"}}, phase="planning",
        heroes_modules={"heal": 5, "energy": 5, "double_defence": 5},
    )  # fmt: skip
    t.play("0: move D1")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    shown = view(t.s, 0, speech)
    order = frame(shown, 0, speech)["groups"][0]["choices"]
    vain = {plan["pick"]: plan["vain"] for plan in shown["question"]["plans"] or []}
    assert [vain[pick] for pick in order] == sorted(vain.values())
    assert order[-1] == "plan idle"
    assert sorted(order) == sorted(vain)


@pytest.mark.rule("BW-DEATH-1")
@pytest.mark.parametrize(("lang", "words"), [("en", "Hulk down!"), ("fr", "Hulk à terre\u00a0!")])
def test_whoever_would_go_down_is_named_before_the_combat_stops(lang: str, words: str) -> None:
    speech = GAME.speech(lang, ["Ada", "Bob"], Table({}, {}).content.names)
    for wounds in (0, 2):
        attacker = {"at": "C3", "plan": "attack", "power": 1, "reroll": 0, "wounds": wounds}
        t = Table({"brute": attacker}, {"ram": {"at": "C4", **BARE}})
        t.play("0: act 1", "0: attack 1", dice=(2, 9))
        doomed = odds.wounds_at_stake(t.s) >= t.s.life[0]
        assert doomed == (wounds > 0)
        shown = view(t.s, 0, speech)
        assert shown["combat"] is not None
        assert shown["combat"]["falls"] == (words if doomed else "")
        assert frame(shown, 0, speech)["alarms"].get("yield", "") == (words if doomed else "")
        assert told(t, 0, "yield", lang).startswith(words) == doomed
        assert (words in moment(t, 0, lang)) == doomed


@pytest.mark.rule("BW-AUCTION-9")
@pytest.mark.parametrize(
    ("lang", "alarm", "hint"),
    [
        ("en", "Juggernaut: down 100%", "if they press on; otherwise 3 wounds"),
        ("fr", "Fléau\u00a0: à terre 100\u00a0%", "si l’autre insiste\u00a0; sinon 3 blessures"),
    ],
)
def test_yielding_says_who_may_still_be_put_down(lang: str, alarm: str, hint: str) -> None:
    """A margin of 9, 3 wounds of a life of 4: any raise puts him down, if there is one to make."""
    speech = GAME.speech(lang, ["Ada", "Bob"], Table({}, {}).content.names)
    for power in (0, 1):
        attacker = {"at": "C3", "plan": "attack", "power": power, "reroll": 0}
        t = Table({"brute": attacker}, {"ram": {"at": "C4", "power": 1, "reroll": 0, "wounds": 2}})
        t.play("0: act 1", "0: attack 1", *["0: hold"] * power, dice=(10, 1))
        told_of = frame(view(t.s, 1, speech), 1, speech)
        assert told_of["alarms"].get("yield", "") == (alarm if power else "")
        assert (told_of["hints"]["yield"] == hint) == bool(power)
        if power:
            t.play("1: yield")
            # Whoever presses on is told the same, not of a wound more.
            assert frame(view(t.s, 0, speech), 0, speech)["hints"]["raise"] == alarm


@pytest.mark.rule("BW-AUCTION-2")
def test_where_one_raise_is_not_enough_the_chance_with_all_of_them_is_told() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}},
        {"ram": {"at": "C4", "power": 3, "reroll": 0}},
    )
    t.play("0: act 1", "0: attack 1", dice=(12, 1))
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    hint = frame(view(t.s, 1, speech), 1, speech)["hints"]["raise"]
    dice = [sum(faces) for faces in product(range(1, 11), repeat=3)]
    chance = round(100 * sum(n > 11 for n in dice) / len(dice))
    assert hint == f"{chance}% ahead with 3 dice, before the answer"
    assert told(t, 1, "raise").endswith(f"With all 3 dice: {chance}% ahead.")


@pytest.mark.rule("BW-TEAMUP-2")
@pytest.mark.parametrize(
    ("foe", "keys"),
    [
        ({"at": "C3"}, ("won {b}% (without: {a}%), own attack spent (Hulk: {own}%)", "won {a}% (with: {b}%), own attack kept (Hulk: {own}%)")),
        ({"at": "C3", "life": 2, **BARE}, ("won {b}%, down {bd}% (without: {a}%, {ad}%), own attack spent", "won {a}%, down {ad}% (with: {b}%, {bd}%), own attack kept")),
    ],
)  # fmt: skip
def test_helping_and_staying_out_are_compared_on_both_keys(
    foe: dict[str, Any], keys: tuple[str, str]
) -> None:
    """With and without, by the computation of the key that chose the target, and what becomes of the helper's plan."""
    pair = {
        "bouncer": {"at": "D4", "plan": "attack", **BARE},
        "dowser": {"at": "C4", "plan": "attack", **BARE},
    }
    t = Table({"brute": foe}, pair, initiative="villains")
    alone, both = (odds.odds_of_attack(t.s, 4, 0, 0, mask) for mask in (0, 0b10))
    own = odds.odds_of_attack(t.s, 5, 0, 0, 0)
    t.play("1: act 1", "1: attack 1")
    shares = {"a": alone.won, "b": both.won, "ad": alone.felled, "bd": both.felled, "own": own.won}
    values = {name: round(100 * share) for name, share in shares.items()}
    assert values["b"] > values["a"]
    told_of = hints(t, 1)
    assert (told_of["join"], told_of["apart"]) == tuple(key.format(**values) for key in keys)
    # The coach tells what both bring and cost on average, and the risk before it is taken.
    assert f"won: {values['b']}%, " in told(t, 1, "join")
    assert f"won: {values['a']}%, " in told(t, 1, "apart")
    assert f"Its own attack is spent (Hulk: won {values['own']}%)." in told(t, 1, "join")
    assert "the defender chooses which attacker is wounded" in moment(t, 1)


@pytest.mark.rule("BW-TEAMUP-2", "BW-GUARD-1")
def test_helping_against_a_guarded_module_counts_the_guard_that_its_target_s_key_counted() -> None:
    attackers = {"brute": {"at": "C6", "plan": "attack"}, "captain_pavise": {"at": "D6", "plan": "attack"}}
    guards = {
        "ram": {"at": "B7", "plan": "guard", **BARE},
        "automaton": {"at": "E6", "plan": "guard", "power": 2},
    }
    t = Table(attackers, guards)
    t.play("0: act 1")
    alone, both = (odds.odds_of_attack(t.s, 0, state.MODULE, 4, mask) for mask in (0, 0b10))
    t.play("0: assault double_defence")
    told_of = hints(t)
    assert told_of["join"].startswith(f"won {round(100 * both.won)}% (without: {round(100 * alone.won)}%)")
    assert told_of["apart"].startswith(f"won {round(100 * alone.won)}% (with: {round(100 * both.won)}%)")


@pytest.mark.rule("BW-GALACTUS-4")
def test_helping_against_a_clock_without_energy_tells_the_chance_to_win() -> None:
    pair = {
        "brute": {"at": "B4", "plan": "attack", **BARE},
        "captain_pavise": {"at": "A3", "plan": "attack", **BARE},
    }
    t = Table(pair, {"ram": {"at": "E7"}}, energy=0)
    t.play("0: act 1", "0: defy 1")
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    hints = frame(view(t.s, 0, speech), 0, speech)["hints"]
    alone, both = (odds.outlook(odds.declared(t.s, mask)) for mask in (0, 0b10))
    assert both.won > alone.won
    with_both, with_one = round(100 * both.won), round(100 * alone.won)
    assert hints["join"].startswith(f"won {with_both}% (without: {with_one}%)")
    assert hints["apart"].startswith(f"won {with_one}% (with: {with_both}%)")
    assert f"won: {with_both}%, you lose ≈" in told(t, 0, "join")


def heard(t: Table, seat: int, lang: str = "en") -> str:
    coach = GAME.coach(GAME.concealed(t.s, seat), seat, GAME.speech(lang, ["Ada", "Bob"], t.content.names))
    assert coach is not None
    return coach.moment()


@pytest.mark.rule("BW-WIN-4", "BW-WIN-7", "BW-SETUP-9")
def test_what_is_said_of_the_end_fits_the_game() -> None:
    """A later end helps whoever is behind where points decide; after the last turn nobody begins another; nobody is told to place who is placed."""
    near = {"brute": {"at": "B4", "plan": "attack"}}
    points: dict[str, Any] = {"options": {"galactus_result": "points"}}
    assert "helps whoever is behind" in told(
        Table(near, {"ram": {"at": "E7"}}, energy=3, **points), 0, "act 1"
    )
    assert "helps whoever" not in told(Table(near, {"ram": {"at": "E7"}}, energy=3), 0, "act 1")
    for energy, next_turn in ((3, True), (11, False)):
        t = Table(
            {"brute": {"at": "C2"}, "regent": {"at": "A2"}},
            {"ram": {"at": "E7"}},
            energy=energy,
            phase="planning",
            **points,
        )
        assert ("they begin the next" in heard(t, 0)) is next_turn
    for deploy, placed in (("auto", "stand in front"), ("manual", "place their characters")):
        t = Table(options={"deploy": deploy}).play("0: faction 4")
        assert placed in heard(t, 0)


def test_a_small_chance_on_a_key_says_in_what_the_attacker_is_the_weaker() -> None:
    def key(foe: int) -> str:
        lone = {"brute": {"at": "C3", "plan": "attack"}}
        t = Table(lone, {"ram": {"at": "C4", "power": foe}})
        speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
        return str(frame(view(t.s, 0, speech), 0, speech)["hints"]["act 1"])

    assert key(3).endswith("%, ⚡1 against ⚡3")
    assert key(0).endswith("%"), "where the chance is good, no reason is needed"
