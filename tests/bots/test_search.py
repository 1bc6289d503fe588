"""The searching player: what it knows, what it counts, and that it plays any game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bagarre.bots import Budget, make_player, search
from bagarre.bots.levels import Settings, settings_of
from bagarre.bots.searching import BINDINGS, SearchPlayer
from bagarre.kernel.chance import Dice, seed
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.modes import Compiled, Interpreted, Mode
from bagarre.kernel.rule import Compiler
from bagarre.kernel.runner import WORLDS
from bagarre.lab.simulate import simulate
from bagarre.match import Match
from tests.house import game_named

GAMES = ["leduc", "morra", "boss-quest", "badass-force", "battleworld", "baston"]
OPTIONS: dict[str, dict[str, Any]] = {"baston": {"size": "1"}}


def game_of(name: str) -> Game:
    return Game("tests.web.morra") if name == "morra" else game_named(name)


def some_positions(game: Game, count: int, number: int) -> list[tuple[Position, int]]:
    """Positions of games played by scripted players, at which a seat has something to choose."""
    table = random.Random(f"{game.name}/{number}")
    match = Match(
        game,
        game.meta.players[0],
        seed=number,
        options=OPTIONS.get(game.name),
        kinds=["scripted"] * game.meta.players[0],
    )
    found: list[tuple[Position, int]] = []
    while not match.is_over and len(found) < count:
        seat = table.choice(match.deciders)
        if len(match.legal(seat)) > 1 and table.random() < 0.2:
            found.append((match.state.copy(), seat))
        match.let_play(seat)
    return found


class Thinking:
    """Lets a seat of a real state think by the driver, and gives everything that came of it."""

    def __init__(self, mode: Mode, simulations: int, candidates: int = 6) -> None:
        self.mode, self.game = mode, mode.game
        self.simulations, self.candidates = simulations, candidates

    def thought(self, s: Position, seat: int) -> tuple[int, bytes, bytes]:
        mode, game = self.mode, self.game
        record = make_player("search", game).record()  # type: ignore[attr-defined]
        record.simulations, record.candidates = self.simulations, self.candidates
        states, menus, dices = mode.pack([s] * WORLDS), mode.menus(2), mode.dices("thought")
        players = mode.pack([record] * game.prepare(game.meta.players[0], OPTIONS.get(game.name)).seats)
        mode.choices_at(states, menus, 0, seat)
        k = int(mode.driver(search.choose)(states, menus, dices, players))
        return k, as_bytes(players[seat]), as_bytes(dices[0])


def as_bytes(record: Any) -> bytes:
    return bytes(record.to_bytes()) if hasattr(record, "to_bytes") else bytes(record.tobytes())


@pytest.mark.parametrize("name", GAMES)
def test_a_thought_depends_on_what_the_seat_knows_alone(name: str) -> None:
    """Alike worlds, same dice, same thought: the choice, all that was counted, and the dice afterwards."""
    game = game_of(name)
    thinking = Thinking(Interpreted(game), simulations=8, candidates=3)
    alike = 0
    for number, (s, seat) in enumerate(some_positions(game, 3, 1)):
        world = game.imagined(game.concealed(s, seat), number, 2, 3)
        alike += world != s
        assert thinking.thought(s, seat) == thinking.thought(world, seat)
    assert alike or name == "battleworld"


@pytest.mark.parametrize("name", ["leduc", "morra"])
def test_both_modes_think_the_same(name: str) -> None:
    game = game_of(name)
    one, two = Thinking(Interpreted(game), 60), Thinking(Compiled(game), 60)
    for number in (1, 2, 3):
        for s, seat in some_positions(game, 2, number):
            assert one.thought(s, seat) == two.thought(s, seat)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES[2:])
def test_both_modes_think_the_same_in_the_games_of_the_house(name: str) -> None:
    game = game_of(name)
    one, two = Thinking(Interpreted(game), 24), Thinking(Compiled(game), 24)
    for number in (1, 2, 3):
        for s, seat in some_positions(game, 4, number):
            assert one.thought(s, seat) == two.thought(s, seat)


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_every_game(name: str) -> None:
    """Within a budget of play-outs, with values and errors for what it compared, and a choice of the menu."""
    game = game_of(name)
    player = SearchPlayer(game, seed="1")
    for s, seat in some_positions(game, 2, 5):
        menu = game.choices(s, seat)
        known = game.concealed(s, seat)
        kept = known.to_bytes()
        thought = player.think(known, seat, menu, Budget(simulations=6, seconds=60))
        assert thought.choice in menu
        assert thought.choice in thought.values or (name == "baston" and not thought.values)
        assert len(thought.values) != 1
        assert all(0 <= estimate.value <= 1 and estimate.error >= 0 for estimate in thought.values.values())
        assert known.to_bytes() == kept


def test_a_budget_of_time_is_kept_and_answered(leduc: Game) -> None:
    s, seat = some_positions(leduc, 1, 1)[0]
    thought = SearchPlayer(leduc).think(
        leduc.concealed(s, seat), seat, leduc.choices(s, seat), Budget(10**9, 0.01)
    )
    assert thought.choice in leduc.choices(s, seat)


def test_a_certain_win_is_taken(leduc: Game) -> None:
    """With a pair against a lone opponent, raising is worth more than folding."""
    report = simulate(leduc, ["search", "scripted"], games=300, seed=2, compiled=True)
    assert report.places.wins[0] > report.places.wins[1]


def test_simulations_agree_in_both_modes(leduc: Game) -> None:
    reports = [
        simulate(leduc, ["scripted", "search", "random"], games=20, seed=3, compiled=c).data()
        for c in (False, True)
    ]
    for report in reports:
        del report["speed"]
    assert reports[0] == reports[1]
    assert reports[0]["seats"][1]["kind"] == "search"


def test_it_sits_at_a_match(leduc: Game) -> None:
    match = Match(leduc, 2, seed=4, kinds=["search", "scripted"])
    while not match.is_over:
        match.let_play(match.deciders[0], Budget(simulations=10))
    assert match.outcome is not None


def test_settings_and_bindings(leduc: Game) -> None:
    assert settings_of(leduc) == Settings(
        simulations=200, horizon=1, candidates=32, doubt=1000, sight=1000, belief=1000
    )
    assert settings_of(game_named("badass-force")).horizon == 4
    assert leduc.runner("interpreted", BINDINGS).mode is leduc.runner("interpreted", BINDINGS).mode


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 8, 15, 16, 17, 10**6, 10**12 + 1, 2**62])
def test_square_roots(number: int) -> None:
    found = search.root(number)
    assert found * found <= number < (found + 1) * (found + 1)


def test_dropping_never_drops_the_base_line(leduc: Game) -> None:
    record = leduc.PlayerRecord()
    record.left, record.base = 3, 1
    record.compared, record.gains, record.seen = [1, 1, 1], [5, 0, -3], [2, 2, 2]
    search.drop_half(record)
    assert record.compared == [1, 1, 0]
    assert search.best(record) == 0
    record.gains[0] = -1
    assert search.best(record) == 1


def test_beliefs_of_badass_force_fit_what_is_known() -> None:
    """Believed worlds look to the seat exactly as the game does."""
    game = game_of("badass-force")
    believe = game.room("search").believe
    for number in (1, 2):
        for s, seat in some_positions(game, 4, number):
            known = game.concealed(s, seat)
            world = known.copy()
            seed(world, number, 2, 3)
            believe(world)
            assert game.status(world) == []
            assert game.concealed(world, seat) == known


def test_beliefs_of_boss_quest_fit_what_is_known() -> None:
    game = game_of("boss-quest")
    believe = game.room("search").believe
    for number in (1, 2):
        for s, seat in some_positions(game, 4, number):
            known = game.concealed(s, seat)
            world = known.copy()
            seed(world, number, 2, 3)
            believe(world)
            assert game.status(world) == []
            assert game.concealed(world, seat) == known


def test_a_guard_changes_nothing_where_a_game_has_no_moods(leduc: Game) -> None:
    thoughts = []
    for argument in ("5:guard=0", "5:guard=1000"):
        player = SearchPlayer(leduc, argument, seed="1")
        s, seat = some_positions(leduc, 1, 1)[0]
        thought = player.think(leduc.concealed(s, seat), seat, leduc.choices(s, seat), Budget(simulations=40))
        thoughts.append((thought, player.dice.to_bytes()))
    assert thoughts[0] == thoughts[1]


def test_dice_of_a_player_move_on(leduc: Game) -> None:
    player = SearchPlayer(leduc, seed="1")
    s, seat = some_positions(leduc, 1, 1)[0]
    before = Dice.to_bytes(player.dice)
    player.think(leduc.concealed(s, seat), seat, leduc.choices(s, seat), Budget(simulations=4))
    assert player.dice.to_bytes() != before


def test_sheets_that_do_not_depend_on_the_choice_are_written_once_for_all_candidates() -> None:
    """In the imagined world the others have handed in what their scripted players would write, and this seat has written its other
    sheets; the one under its pencil is as it was."""
    game = game_of("baston")
    found: list[tuple[Any, int]] = []
    match = Match(game, 2, seed=2, kinds=["scripted"] * 2)
    while len(found) < 8:
        seat = match.deciders[-1]
        s: Any = match.state
        if s.ask == game.room("rules.machine").Q_SHEETS:
            found.append((s.copy(), seat))
        match.let_play(seat)
    assert any(
        s.editable[c] != s.written[c] and c != s.page[seat]
        for s, seat in found
        for c in range(s.crowd)
        if s.seat_of[c] == seat
    ), "somebody has sheets left to write"
    mode = Interpreted(game)
    for s, seat in found:
        states = mode.pack([game.concealed(s, seat)] * WORLDS)
        seed(states[search.WORLD], 1, 2, 3)
        game.room("search").believe(states[search.WORLD])
        menus, dices = mode.menus(2), mode.dices("sheets")
        mode.choices_at(states, menus, 0, seat)
        mode.driver(search.settle)(states, menus, dices, 1, 2, 3)
        world = states[search.WORLD]
        assert world.writers == 1 << seat
        assert (world.page[seat], world.box[seat]) == (s.page[seat], s.box[seat])
        for c in range(s.crowd):
            if c == s.page[seat]:
                assert world.orders[c] == s.orders[c]
                assert world.written[c] == s.written[c]
            elif s.editable[c]:
                assert world.written[c] == s.editable[c]
                assert any(world.orders[c])


def test_nobody_hands_in_an_answer_of_which_parts_are_still_to_be_written() -> None:
    """Other sheets are written once in each imagined world, so handing in is compared only when there are none left: every one of the
    choices that a thought compares writes an order."""
    game = game_of("baston")
    match = Match(game, 2, seed=2, kinds=["scripted"] * 2)
    rules = game.room("rules.machine")
    state: Any = match.state
    while state.ask != rules.Q_SHEETS:
        match.let_play(match.deciders[0])
        state = match.state
    player = SearchPlayer(game, seed="1")
    thought = player.think(
        game.concealed(match.state, 0), 0, game.choices(match.state, 0), Budget(simulations=2, seconds=0.01)
    )
    verbs = {game.verbs.write(choice).split()[0] for choice in game.choices(match.state, 0)}
    assert {"commit", "sheet"} < verbs
    assert len(thought.values) > 1
    assert {choice.verb for choice in thought.values} == {thought.choice.verb}


@pytest.mark.parametrize("name", GAMES[2:])
def test_hooks_count_in_whole_numbers_when_compiled_too(name: str) -> None:
    """An unsigned byte, shifted and then mixed with signed numbers, would make a compiler count in floating point."""
    import numba

    game = game_of(name)
    room, state = game.room("search"), numba.typeof(game.compiled.states(1)).dtype
    for hook, given in (("clock", ()), ("standing", (numba.int64,)), ("trait", (numba.int64, numba.int64))):
        compiled = Compiler({}).compiled(getattr(room, hook))
        compiled.compile((state, *given))
        assert all(
            isinstance(made.signature.return_type, numba.types.Integer)
            for made in compiled.overloads.values()
        )
