"""Players: found by their specs, asked alike everywhere, replaced when they fail."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from bagarre.bots import Budget, Seated, Thought, make_player, names_code, player_names, spec_of, specs
from bagarre.bots.house import filled_menu
from bagarre.cli.main import main
from bagarre.kernel import drivers
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.lab.simulate import simulate
from bagarre.match import Match
from tests.bots.test_search import some_positions
from tests.house import game_named


def last(known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Choice:
    """A player that is only a function."""
    return menu[-1]


def falls_over(known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Choice:
    raise ZeroDivisionError("oh")


def cheats(known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Choice:
    return Choice(99, 99)


class Diary:
    """A class of players: keeps what it was made with, and what it was told."""

    made: list[Diary] = []

    def __init__(self, game: Game, argument: str, seed: str) -> None:
        self.game, self.argument, self.seed = game, argument, seed
        self.events: list[str] = []
        Diary.made.append(self)

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        return Thought(menu[0], shares={menu[0]: 1.0}, reason="first")

    def told(self, seat: int, events: Sequence[Event]) -> None:
        self.events += [event.kind.name for event in events]


class Last:
    """A class of players as people write it first: it answers with a choice of the menu and no more."""

    def __init__(self, game: Game, argument: str, seed: str) -> None:
        pass

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Choice:
        return menu[-1]


HERE = "tests.bots.test_players"
no_player = 5


def asked(player: Any, game: Game) -> Thought:
    s = game.prepare(2)
    game.begin(s, 1, 2, 3)
    seat = game.deciders(s)[0]
    thought: Thought = make_player(player, game, "seed").think(
        game.concealed(s, seat), seat, game.choices(s, seat), Budget(simulations=10)
    )
    return thought


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "scripted",
        "scripted:1",
        "noisy:20",
        "search:1",
        "search:5",
        f"{HERE}:last",
        f"{HERE}:Diary",
        f"{HERE}:Diary:3",
        last,
    ],
)
def test_a_spec_makes_a_player(leduc: Game, spec: Any) -> None:
    s = leduc.prepare(2)
    leduc.begin(s, 1, 2, 3)
    assert asked(spec, leduc).choice in leduc.choices(s, leduc.deciders(s)[0])


def test_a_class_is_given_game_argument_and_seed(leduc: Game) -> None:
    make_player(f"{HERE}:Diary:deep", leduc, "a", 1)
    diary = Diary.made[-1]
    assert (diary.game, diary.argument, diary.seed) == (leduc, "deep", "a/1")


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("genius", "unknown_player"),
        ("", "unknown_player"),
        (":", "unknown_player"),
        ("scripted:9", "unknown_player"),
        ("random:1", "unknown_player"),
        ("search:0", "unknown_player"),
        ("search:6", "unknown_player"),
        ("search:expert", "unknown_player"),
        ("noisy", "unknown_player"),
        ("noisy:101", "unknown_player"),
        ("no.such.module:f", "player_fails"),
        (f"{HERE}:nobody", "player_fails"),
        (f"{HERE}:no_player", "player_useless"),
        (f"{HERE}:last:3", "unknown_player"),
        (f"{HERE}:Game", "player_fails"),
    ],
)
def test_a_wrong_spec_is_one_line_in_either_language(leduc: Game, spec: str, key: str) -> None:
    with pytest.raises(Mistake) as caught:
        make_player(spec, leduc)
    assert caught.value.key == key
    for lang in ("fr", "en"):
        assert "\n" not in caught.value.say(lang)


def test_players_of_other_packages_are_found_by_entry_point(
    leduc: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("diarist", f"{HERE}:Diary", specs.GROUP)
    monkeypatch.setattr(specs, "installed", lambda: {"diarist": point})
    assert player_names() == ["random", "scripted", "noisy", "search", "program", "diarist"]
    asked("diarist:7", leduc)
    assert Diary.made[-1].argument == "7"
    assert not names_code("diarist:7")
    assert names_code("diarists:7")


def test_names_of_players() -> None:
    assert spec_of("scripted") == "scripted"
    assert spec_of(last) == f"{HERE}:last"
    assert spec_of(lambda *given: given[2][0]).startswith(f"{HERE}:test_names_of_players")
    assert not names_code("scripted:1")
    assert names_code("os:system")


@pytest.mark.parametrize("player", [falls_over, cheats])
def test_a_player_that_fails_is_replaced_once(
    leduc: Game, player: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "bagarre.players"):
        match = Match(leduc, 2, seed=1, kinds=[player, player])
        while not match.is_over:
            match.let_play(match.deciders[0])
    twin = Match(leduc, 2, seed=1, kinds=["scripted", "scripted"])
    while not twin.is_over:
        twin.let_play(twin.deciders[0])
    assert [step.choice for step in match.steps] == [step.choice for step in twin.steps]
    lines = [record.args[0] for record in caplog.records if isinstance(record.args, tuple)]
    assert [line.values["seat"] for line in lines if isinstance(line, Mistake)] == [0, 1]


def test_the_stand_in_may_not_fail(leduc: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seated = Seated(falls_over, leduc, 0, "seed")
    monkeypatch.setattr(leduc.room("player"), "decide", lambda *given: 1 // 0)
    s = leduc.prepare(2)
    leduc.begin(s, 1, 2, 3)
    with pytest.raises(ZeroDivisionError):
        seated.think(leduc.concealed(s, 0), leduc.choices(s, 0))


def test_one_function_plays_in_simulation_and_match(leduc: Game) -> None:
    reports = [
        simulate(leduc, ["scripted", last], games=80, seed=5, **how).data()
        for how in (
            {"compiled": True},
            {"compiled": False},
            {"compiled": False, "workers": 2},
            {"compiled": True, "workers": 2},
        )
    ]
    by_spec = simulate(
        leduc, ["scripted", f"{HERE}:last"], games=80, seed=5, compiled=False, workers=2
    ).data()
    for report in (*reports, by_spec):
        del report["speed"]
    assert all(report == by_spec for report in reports)
    assert by_spec["seats"][1]["kind"] == f"{HERE}:last"
    match = Match(leduc, ["Ada", "Blaise"], seed=3, kinds=[last, "random"])
    assert match.kinds == [f"{HERE}:last", "random"]
    while not match.is_over:
        seat = match.deciders[0]
        offered = list(match.legal(seat))
        step = match.let_play(seat)
        assert seat == 1 or step.choice == offered[-1]
    assert '"seats": ["' + HERE + ':last", "random"]' in match.record().splitlines()[0]


def test_players_are_told_what_their_seat_may_know(leduc: Game) -> None:
    diary = Diary(leduc, "", "")
    match = Match(leduc, 2, seed=3, kinds=[diary, "scripted"])
    while not match.is_over:
        match.let_play(match.deciders[0])
    last_told = max(k for k, step in enumerate(match.steps) if step.seat == 0)
    assert diary.events == [
        event.kind.name for step in match.steps[:last_told] for event in match.events(step, 0)
    ]
    assert diary.events
    simulate(leduc, [f"{HERE}:Diary", "scripted"], games=3, seed=3, compiled=False)
    assert len(Diary.made[-1].events) > 3 or len(Diary.made[-2].events) > 3


def test_a_command_takes_a_program_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mybot7.py").write_text("def play(known, seat, menu, budget):\n    return menu[0]\n")
    monkeypatch.chdir(tmp_path)
    assert (
        main(["simulate", "boss-quest", "--seats", "mybot7:play,scripted", "--games", "3", "--interpreted"])
        == 0
    )
    assert "mybot7:play" in capsys.readouterr().out
    for lang in ("fr", "en"):
        assert main(["--lang", lang, "simulate", "boss-quest", "--seats", "mybot7:nobody,scripted"]) == 2
        told = capsys.readouterr().err
        assert "mybot7:nobody" in told
        assert told.count("\n") == 1


def test_a_record_cannot_make_us_import_a_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("boss-quest", 2, seed=3, kinds=["human", "antigravity:fly"])
    file = tmp_path / "game.jsonl"
    file.write_text(match.record(), encoding="utf-8")
    assert main(["--lang", "en", "play", "--resume", str(file)]) == 2
    assert "antigravity:fly" in capsys.readouterr().err
    import sys

    assert "antigravity" not in sys.modules


def test_the_terminal_tells_of_a_player_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mybot8.py").write_text("def play(known, seat, menu, budget):\n    return menu[1000]\n")
    monkeypatch.chdir(tmp_path)
    # As outside pytest, which keeps a log.
    monkeypatch.setattr(logging.getLogger("bagarre.players"), "propagate", False)
    arguments = ["simulate", "boss-quest", "--seats", "mybot8:play,scripted", "--games", "2", "--interpreted"]
    assert main(["--lang", "fr", *arguments]) == 0
    told = capsys.readouterr().err
    assert told == (
        "bagarre: le joueur « mybot8:play » a échoué au siège 0 (IndexError: list index out of range) ; le joueur scripté continue\n"
    )


def test_the_first_scripted_player_plays_on_unchanged() -> None:
    """Badass Force has a better one; the first still denounces alike, in action and in defence."""
    game = game_named("badass-force")
    room = game.room("player")
    met = {"scripted": 0, "scripted:1": 0}
    for number in (1, 2, 3):
        for s, seat in some_positions(game, 60, number):
            menu, known = game.choices(s, seat), game.concealed(s, seat)
            answers = []
            for spec, decide in (("scripted", room.decide), ("scripted:1", room.decide_first)):
                player = make_player(spec, game, number)
                answers.append(player.think(known.copy(), seat, menu, Budget()).choice)
                dice = make_player(spec, game, number).dice  # type: ignore[attr-defined]
                assert answers[-1] == menu[decide(known.copy(), seat, filled_menu(game, seat, menu), dice)]
                met[spec] += menu[0].verb == game.room("choices").DENOUNCE and answers[-1] == menu[0]
    assert met["scripted"] != met["scripted:1"]
    assert make_player("scripted:1", game).record().kind == drivers.FIRST  # type: ignore[attr-defined]


def test_a_class_may_answer_with_a_bare_choice() -> None:
    match = Match("boss-quest", 2, seed=1, kinds=[f"{HERE}:Last", "random"])
    for _ in range(8):
        match.let_play(match.deciders[0])
    program = match.program(0)
    assert not program.failed
