"""The companion of the real box: whole games with real dice and cards, what is asked, what is refused, going back."""

from __future__ import annotations

import ast
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bagarre.companion import (
    Asking,
    Question,
    ask,
    ask_again,
    ask_deal,
    begun,
    companion_of,
    is_open_to,
    needed_companion,
)
from bagarre.games import find_game, games
from bagarre.kernel.asking import TABLE
from bagarre.kernel.draws import Call, Draw
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.words import LANGUAGES, placeholders
from bagarre.match import Match
from tests.companion.real import RealGame, companioned, mystery, refused, told
from tests.house import leduc

RECORDS = Path(__file__).parent.parent / "records"
GAMES = ("boss-quest", "battleworld", "baston", "badass-force")
DRAWING = {"roll", "pick", "draw", "shuffle", "below"}


# Whole games.


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("boss-quest", 4, {}),
        ("boss-quest", 3, {"expansions": ["potions", "companions", "reaper"]}),
        ("boss-quest", 1, {"solo": True}),
        ("battleworld", 2, {}),
        ("battleworld", 2, {"team_mode": "random", "galactus_hunger": "d20"}),
        ("baston", 2, {"turns": 2, "size": 1}),
        ("baston", 3, {"turns": 1, "size": 1}),
        ("badass-force", 3, {}),
    ],
)
@pytest.mark.parametrize("seed", [1])
def test_a_whole_game_is_the_same_with_real_dice_and_cards(
    name: str, seats: int, options: dict[str, Any], seed: int
) -> None:
    real = RealGame(name, seats, seed, options)
    real.play(4000)
    for match, asking in companioned(real):
        assert all(answer.told or answer.question.asked.by for answer in asking.answers)
        there = real.match.position(len(match.steps) - 1)
        for seat in range(-1, seats):
            # What nobody has seen is only assumed; whatever somebody knows is as it was at the real table.
            here = match.game.concealed(match.state, seat)
            assert here.to_bytes() == match.game.concealed(there, seat).to_bytes()
    assert match.outcome == real.match.outcome is not None
    again = Match.loads(match.record())
    assert again.record() == match.record()
    assert again.packed == match.packed
    assert again.companion
    half = match.reopened(len(match.steps) // 2)
    assert Match.loads(half.record()).packed == half.packed


# What is asked.


def drawing_rules(game: Game) -> set[str]:
    """The rules of a game that draw, by their text."""
    found = set()
    for file in sorted((game.folder / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                called = {
                    call.func.id
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                if called & DRAWING:
                    found.add(node.name)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_draws_has_its_question(name: str) -> None:
    game = find_game(name)
    tree = ast.parse((game.folder / "companion.py").read_text(encoding="utf-8"))
    named = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert drawing_rules(game) <= named


def replayed(match: Match) -> list[Asking]:
    """Every choice of a game that drew something, asked again."""
    game, found = match.game, []
    for count, step in enumerate(match.steps):
        if not step.chance:
            continue
        if step.choice is None:
            before: Any = game.prepare(len(match.players), match.options, match.packs)
            asking = Asking(needed_companion(game), before, game.begin, assumed=step.chance)
        else:
            made = partial(game.apply, seat=step.seat, choice=step.choice)
            asking = Asking(needed_companion(game), match.position(count - 1), made, assumed=step.chance)
        found.append(told(asking, step, mystery(match, count)))
    return found


def other_draws() -> list[tuple[str, str, dict[str, Any], tuple[int, ...]]]:
    """Rare draws of BASTON that no short game meets: rule, key, what the rule has at hand, what can come."""
    dice = tuple(range(1, 9))
    return [
        ("beats", "jostle", {"mover": 0, "static": 1}, dice),
        ("champion", "push", {"best": 0, "other": 1}, dice),
        ("throw_tactically", "scatter", {"item": 1}, dice),
        ("throw_riders", "rider", {"rider": 1}, dice),
        ("cut", "cut", {"c": 0}, dice),
        ("reach_bottom", "facing", {"who": 0}, dice),
        ("grab", "hold", {"c": 0, "target": 1}, tuple(range(1, 21))),
        ("safe_place", "room", {"p": 40, "far": 1, "c": 0}, (0, 1)),
    ]


def every_question(name: str) -> list[tuple[Match, Any]]:
    files = {
        "boss-quest": ("all_dead", "last_round", "options-02", "solo_won", "solo_won_by_much"),
        "battleworld": ("base_destroyed", "elimination", "options-02", "options-04"),
        "baston": (
            "conceded",
            "loot",
            "loubards_out",
            "options-01",
            "options-03",
            "owner_out",
            "police",
            "turns",
        ),
        "badass-force": ("conceded", "options-01"),
    }[name]
    matches = [Match.load(RECORDS / name / f"{file}.jsonl") for file in files]
    found = [
        (match, answer.question)
        for match in matches
        for asking in replayed(match)
        for answer in asking.answers
    ]
    if name == "baston":
        match, room = matches[0], find_game(name).room("companion")
        for rule, key, here, possible in other_draws():
            asked = room.asked(Draw((Call(rule, here),), possible, match.state))
            assert asked.key == key
            assert [result.number for result in asked.results] == list(possible)
            found.append((match, Question(asked)))
        real = RealGame(name, 2, 5, {"characters": "random"})
        dealt = ask_deal(real.game, 2, real.options, chance=real.chance)
        found += [(real.match, answer.question) for answer in dealt.answers]
    if name == "boss-quest":
        found.append(looked_at())
    return found


def looked_at() -> tuple[Match, Any]:
    """The owl looks at the mystery spell."""
    for seed in range(40):
        real = RealGame("boss-quest", 3, seed, {"expansions": ["companions"]})
        real.play(400)
        for match, asking in companioned(real):
            for answer in asking.answers:
                if answer.question.asked.key == "mystery_looked_at":
                    return match, answer.question
    raise AssertionError("nobody looked")


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_is_a_question_in_both_languages(name: str) -> None:
    game, met = find_game(name), set()
    for match, question in every_question(name):
        met.add(question.asked.key)
        numbers = [result.number for result in question.asked.results]
        assert len(numbers) == len(set(numbers)) > 0
        said = {lang: question.say(match.speech(lang)) for lang in LANGUAGES}
        for lang in LANGUAGES:
            assert not placeholders(said[lang])
            assert len(said[lang]) > 8
            labels = [label for _, label in question.labels(match.speech(lang))]
            assert all(labels)
            assert len(labels) == len(numbers)
    assert met == set(game.words("fr").find("companion.asks"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_can_be_companioned(name: str) -> None:
    companion = companion_of(find_game(name))
    assert companion is not None
    assert companion.parts
    assert companion.yours
    for part in (*companion.parts, *companion.yours):
        assert set(part.title) == set(part.text) == set(LANGUAGES)


def test_a_game_without_a_companion_says_so() -> None:
    with pytest.raises(Mistake, match="no_companion"):
        needed_companion(leduc())


def test_nobody_looks_on_where_something_is_written_in_secret() -> None:
    real = RealGame("baston", 2, 1, {"size": 1, "turns": 1}, "scripted")
    real.play(40)
    alone = 0
    for count in range(1, len(real.match.steps) - 1):
        match, step = real.match.reopened(count), real.match.steps[count + 1]
        if not match.open_events(step):
            # An order, of which nobody else hears anything, also from the last one who writes.
            alone += match.deciders == [step.seat]
            assert not is_open_to(match, step.seat)
    assert alone > 0
    duel, _ = battleworld()
    assert is_open_to(duel, duel.deciders[0])


def test_all_games_of_the_house_have_one() -> None:
    assert {game.name for game in games().values() if companion_of(game) is not None} >= set(GAMES)


# Secrets.


def test_a_hidden_weapon_is_still_offered_and_refused_only_when_it_is_named() -> None:
    dealt = dealt_boss_quest()
    while dealt.question is not None and dealt.question.asked.key != "first_weapon":
        dealt.draw()
    assert dealt.question is not None
    hidden = [answer.result for answer in dealt.told if answer.question.asked.key == "hidden_weapon"]
    offered = {result.number for result in dealt.question.asked.results}
    # Were they missing, the list would tell who holds what.
    assert set(hidden) <= offered
    assert refused(dealt, hidden[0]).key == "companion_impossible"


def test_the_question_for_one_pair_of_eyes_names_its_seat() -> None:
    dealt = dealt_boss_quest()
    seats = []
    while dealt.question is not None:
        if dealt.question.seat != TABLE:
            seats.append(dealt.question.seat)
            assert not dealt.question.is_open
        dealt.draw()
    assert sorted(seats) == [0, 1, 2]


def test_the_mystery_spell_may_be_drawn_elsewhere() -> None:
    """It was assumed to be a spell of which the last card is drawn: then it is another one."""
    match = boss_quest()
    s: Any = match.state
    assumed = s.market[s.faces]
    s.spell_pile[assumed], s.spell_count = 0, s.spell_count - s.spell_pile[assumed]
    room = needed_companion(match.game).room
    asked_spell = type("Spell", (), {"key": "spell"})()
    others = room.make_room(s, asked_spell, assumed)
    assert others
    assert all(other.number != assumed for other in others)
    assert room.settle(s, [others[0].number])
    assert s.spell_pile[assumed] == 1
    assert room.make_room(s, type("Weapon", (), {"key": "weapon"})(), assumed) == []


@pytest.mark.parametrize("seen", [(99,), (-1,), (1, 2)])
def test_a_record_with_an_impossible_card_is_refused(seen: tuple[int, ...]) -> None:
    match = boss_quest()
    seat = match.deciders[0]
    with pytest.raises(Mistake, match="seen_impossible"):
        match.consider(seat, "visit", seen=seen)


# Mistakes and going back.


def dealt_boss_quest() -> Asking:
    return ask_deal(find_game("boss-quest"), 3, chance=random.Random(3))


def boss_quest() -> Match:
    dealt = dealt_boss_quest()
    while not dealt.is_done:
        dealt.draw()
    return begun(find_game("boss-quest"), ["Ada", "Blaise", "Carole"], dealt)


def battleworld() -> tuple[Match, Asking]:
    """A duel, as far as the first dice."""
    real = RealGame("battleworld", 2, 1)
    real.play(400)
    for match, _ in companioned(real):
        step = real.match.steps[len(match.steps)]
        assert step.choice is not None
        if len(step.chance) > 1:
            return match, ask(match, step.seat, step.choice)
    raise AssertionError("no dice were rolled")


def test_impossible_results_are_refused_and_change_nothing() -> None:
    match, asking = battleworld()
    assert asking.question is not None
    for result in (0, -1, asking.question.asked.sides + 1, 255):
        assert refused(asking, result).key == "companion_not_offered"
    before = match.record()
    asking.answer(1)
    assert match.record() == before


def test_what_has_happened_so_far_is_told_with_the_question() -> None:
    match, asking = battleworld()
    speech = match.speech("en")
    assert next(speech.event(event) for event in asking.happened()).endswith("!")
    before = len(asking.happened())
    asking.answer(1)
    assert len(asking.happened()) > before


def test_a_wrong_die_is_taken_out_again() -> None:
    match, asking = battleworld()
    first = asking.question
    asking.answer(3)
    assert asking.question is not None
    assert asking.question != first
    assert asking.back()
    assert asking.question == first
    assert asking.results == []
    assert not asking.back()
    asking.answer(2)
    while not asking.is_done:
        asking.answer(1)
    asking.play(match)
    assert match.steps[-1].chance[0] == 2


def test_a_wrong_die_is_corrected_after_the_choice() -> None:
    match, asking = battleworld()
    while not asking.is_done:
        asking.answer(1)
    asking.play(match)
    last, standing = match.steps[-1], match.state.copy()
    match.undo(by=last.seat)
    again = ask_again(match, last)
    assert again is not None
    assert again.results == list(last.chance[:-1])
    again.answer(1)
    while not again.is_done:
        again.answer(1)
    again.play(match)
    assert match.state == standing
    assert Match.loads(match.record()).record() == match.record()


def test_what_is_assumed_stays_when_a_wrong_card_is_corrected() -> None:
    real = RealGame("boss-quest", 3, 1)
    real.play(400)
    for match, asking in companioned(real):
        if match.steps[-1].choice is not None and any(not answer.told for answer in asking.answers):
            break
    else:
        raise AssertionError("no round was dealt")
    last = match.steps[-1]
    match.undo()
    again = ask_again(match, last)
    assert again is not None
    assert again.results == list(last.chance[: len(again.results)])


def test_nothing_is_reopened_where_nothing_was_asked() -> None:
    match = boss_quest()
    seat = match.deciders[0]
    asking = ask(match, seat, "visit")
    assert asking.is_done
    asking.play(match)
    last = match.steps[-1]
    match.undo()
    assert ask_again(match, last) is None


def test_bagarre_draws_for_those_who_ask() -> None:
    match = boss_quest()
    assert match.companion
    assert not match.is_over
    _, asking = battleworld()
    asking.draw()
    assert len(asking.results) == 1
    while not asking.is_done:
        asking.draw()
    with pytest.raises(Mistake, match="companion_nothing_asked"):
        asking.answer(1)


def test_a_card_that_is_turned_up_is_read_not_drawn() -> None:
    real = RealGame("boss-quest", 3, 1)
    real.play(400)
    for count, step in enumerate(real.match.steps[1:], start=1):
        assert step.choice is not None
        made = partial(real.game.apply, seat=step.seat, choice=step.choice)
        asking = Asking(needed_companion(real.game), real.match.position(count - 1), made)
        if asking.question is not None and asking.question.turned_up:
            assert asking.happened() == [], "what is only assumed is not told"
            with pytest.raises(Mistake, match="companion_turned_up"):
                asking.draw()
            return
    raise AssertionError("it was never turned up")


def test_an_illegal_choice_is_refused_before_anything_is_asked() -> None:
    match = boss_quest()
    other = next(seat for seat in range(3) if seat not in match.deciders)
    with pytest.raises(Mistake):
        ask(match, other, "equip 1")


def test_ordinary_records_are_written_as_before() -> None:
    """Only games of the real box need the newer format."""
    ordinary = Match("boss-quest", 2, seed=1).header()
    assert ordinary["bagarre"] == 2
    assert "companion" not in ordinary
    assert boss_quest().header()["bagarre"] == 3
