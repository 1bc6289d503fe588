"""Nothing leaks over the wire: two worlds that a seat cannot tell apart send it the same bytes, at every step of random games.

Written once for all games. In world A the game is really played; world B is imagined from what the seat knows, its secret numbers
changed everywhere. Both worlds are tables of the server; what their connections are sent is compared byte by byte, when
somebody arrives and after every choice that looks the same to the seat. Three kinds of leaks are planted and caught.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bagarre.games import games
from bagarre.kernel.events import EVERYONE
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match, Step
from bagarre.web import views
from bagarre.web.connection import DATA, HTML, Connection, dumps
from bagarre.web.livetable import LiveTable
from bagarre.web.registry import TableRegistry
from bagarre.web.seatview import known_to
from bagarre.web.store import HUMAN, PLAYING, Seat, Stored
from tests.web.house import LEDUC, MORRA, on_web, run_still, settings

STEPS = 60
"""Steps of each random game that are compared."""


class NoStore:
    """A store that keeps nothing: these tables live in memory."""

    async def append(self, *_: Any, **more: Any) -> None:
        pass

    async def note(self, *_: Any, **more: Any) -> None:
        pass


def seen_games() -> list[Game]:
    return [LEDUC, MORRA, *(game for game in games().values() if (game.folder / "view.py").is_file())]


def make_registry(folder: Path, game: Game, **changes: Any) -> TableRegistry:
    registry = TableRegistry(settings(folder, games={game.name: game}, **changes))
    registry.store = NoStore()  # type: ignore[assignment]
    return registry


def table_of(registry: TableRegistry, match: Match) -> LiveTable:
    """A table of that match, as the server would have it."""
    seats = [Seat(HUMAN, name, "", "x") for name in match.players]
    stored = Stored("TABLE", match.game.name, "T", PLAYING, {}, match.header(), 0, seats)
    table = LiveTable(registry, stored, first_seq=100)
    table.state.match = match
    for moment, step in enumerate(match.steps):
        table.state.story.tell(step, moment)
    return table


def copied(match: Match) -> Match:
    """The match once more, also when its position is an imagined one."""
    twin = match.reopened(len(match.steps) - 1)
    twin.state = match.state.copy()
    return twin


def look_alike(match: Match, eye: int, dice: random.Random) -> Match:
    """The same match in another world that this seat cannot tell from the true one."""
    game = match.game
    twin = copied(match)
    twin.state = game.imagined(game.concealed(match.state, eye), *(dice.getrandbits(32) for _ in range(3)))
    twin.steps = [disguised(step, game, eye, dice) for step in match.steps]
    return twin


def disguised(step: Step, game: Game, eye: int, dice: random.Random) -> Step:
    """The step with other secrets: every number that this seat may not know is changed."""
    secret = game.event_book.secret_columns()
    rows = []
    for row in step.rows:
        new = list(row)
        if row[1] != EVERYONE and (eye < 0 or not row[1] >> eye & 1):
            for column in range(6):
                if secret[row[0]] >> column & 1:
                    new[2 + column] = dice.randrange(0, 5)
        rows.append(tuple(new))
    return Step(step.seat, step.choice, step.chance, tuple(rows))


def arrive(table: LiveTable, eye: int, form: str, lang: str) -> Connection:
    async def nowhere(text: str) -> None:
        pass

    connection = Connection(nowhere, lang=lang, form=form)
    connection.eye, connection.seats = eye, [eye] if eye >= 0 else []
    table.connections.add(connection)
    table.state.here |= set(connection.seats)
    table.state.watched = True
    return connection


def told(table: LiveTable, connection: Connection) -> str:
    """The bytes that the connection would be sent now; empty when nothing."""
    table.views.changed()
    message = table.publisher.compose(connection)
    return "" if message is None else dumps(message)


def as_seen(match: Match, step: Step, eye: int) -> tuple[bytes, list[Any]]:
    """What a seat knows after a step: its concealed state and the events."""
    return known_to(match.game, match.state, eye).to_bytes(), [str(e) for e in match.events(step, eye)]


async def compare_worlds(registry: TableRegistry, game: Game, seed: int) -> tuple[int, int]:
    """Play a random game and compare; gives how many arrivals and how many choices were compared."""
    dice = random.Random(seed)
    seats = dice.choice([n for n in game.meta.players])
    match = Match(game, [f"P{i}" for i in range(seats)], seed=seed)
    arrivals = choices = 0
    forms = [DATA, HTML] if registry.boards[game.name].on_web else [DATA]
    for number in range(STEPS):
        if match.is_over:
            break
        actor = dice.choice(match.deciders)
        choice = dice.choice(list(match.legal(actor)))
        after = copied(match)
        step = after.play(actor, choice)
        eyes = [eye for eye in range(SPECTATOR, seats) if eye != actor]
        eye = eyes[number % len(eyes)]
        form, lang = forms[number % len(forms)], "fr" if number % 3 else "en"
        twin = look_alike(match, eye, dice)
        one, other = table_of(registry, match), table_of(registry, twin)
        connection, double = arrive(one, eye, form, lang), arrive(other, eye, form, lang)
        try:
            assert told(one, connection) == told(other, double), (
                f"{game.name}, step {number}: seat {eye} arrives"
            )
            arrivals += 1
            choices += await compare_choice(
                one, other, connection, double, actor, choice, as_seen(after, step, eye), dice
            )
        finally:
            await one.close()
            await other.close()
        match = after
    return arrivals, choices


async def compare_choice(
    one: LiveTable,
    other: LiveTable,
    connection: Connection,
    double: Connection,
    actor: int,
    choice: Any,
    seen: Any,
    dice: random.Random,
) -> int:
    """Somebody chooses in both worlds; when that looks the same to the seat, it is sent the same bytes."""
    eye = connection.eye
    assert other.state.match is not None
    if actor not in other.state.match.deciders:
        # In the other world the same seat has answered already: there nothing happens at all.
        if as_seen(other.state.match, Step(-1, None, (), ()), eye) != seen:
            return 0
    else:
        options = list(other.state.match.legal(actor))
        dice.shuffle(options)
        for option in [choice, *options][:6]:
            if option not in options:
                continue
            trial = copied(other.state.match)
            if as_seen(trial, trial.play(actor, option), eye) == seen:
                await other.play(actor, option)
                break
        else:
            return 0
    await one.play(actor, choice)
    first, second = told(one, connection), told(other, double)
    assert first == second, f"{one.state.game.name}: seat {eye} is told of {choice} by {actor}"
    return 1


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 10), marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", seen_games(), ids=lambda game: game.name)
def test_two_worlds_send_the_same_bytes(game: Game, seeds: range, tmp_path: Path) -> None:
    registry = make_registry(tmp_path, game)
    counts = [asyncio.run(compare_worlds(registry, game, seed)) for seed in seeds]
    assert sum(arrivals for arrivals, _ in counts) > 2 * len(seeds)
    assert sum(choices for _, choices in counts) > len(seeds)


def test_sealed_answers_say_nothing_to_others(tmp_path: Path) -> None:
    """A sealed answer sends the others no message at all, and moves no number of theirs."""

    async def play() -> None:
        registry = make_registry(tmp_path, MORRA)
        table = table_of(registry, Match(MORRA, ["A", "B", "C"], seed=1))
        connections = {
            eye: [arrive(table, eye, form, "fr") for form in (HTML, DATA)] for eye in (SPECTATOR, 1, 2)
        }
        assert all(told(table, connection) for watching in connections.values() for connection in watching)
        numbers = {eye: table.views.look(eye).seq for eye in connections}
        window = table.state.clock.window
        await table.play(0, "show 2")
        await table.play(0, "call 3")
        for eye, watching in connections.items():
            assert [told(table, connection) for connection in watching] == ["", ""]
            assert table.views.look(eye).seq == numbers[eye]
        assert table.state.clock.window == window or table.state.clock.window == window + 1
        await table.close()

    asyncio.run(play())


# Planted leaks: each must be caught.


def leaky_view(game: Game, state: Any, seat: int) -> Any:
    """The first leak: pages made from the true state."""
    return state.copy()


def leaky_number(self: views.SeatViews, seat: int) -> Any:
    """The second leak: a number that counts every choice, sealed ones too."""
    assert self.table.match is not None
    seen = self._seen.setdefault(seat, views.Seen(0))
    seen.seq = len(self.table.match.history)
    return seen


def leaky_events(self: Match, step: Step, seat: int = SPECTATOR) -> Any:
    """The third leak: the log tells every number to everybody."""
    from types import SimpleNamespace

    rows = SimpleNamespace(events=[list(row) for row in step.rows], event_count=len(step.rows))
    return self.game.events(rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "where", "name", "leak"),
    [
        (LEDUC, views, "known_to", leaky_view),
        (MORRA, views, "known_to", leaky_view),
        (MORRA, views.SeatViews, "look", leaky_number),
        (LEDUC, Match, "events", leaky_events),
    ],
    ids=["view", "sealed view", "number", "log"],
)
def test_planted_leaks_are_caught(
    game: Game, where: Any, name: str, leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, leak)
    registry = make_registry(tmp_path, game)

    def play() -> None:
        for seed in range(6):
            asyncio.run(compare_worlds(registry, game, seed))

    with pytest.raises(AssertionError, match="seat"):
        play()


def test_programs_answer_at_a_time_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a program thinks long or not at all, its answer is told at the time that was drawn."""
    monkeypatch.setattr(random, "uniform", lambda low, high: high)

    async def answer_time(thinking: float) -> float:
        registry = make_registry(tmp_path, LEDUC, bot_pace=(0.5, 0.6))

        class FixedBot:
            async def choose(
                self, game: Game, kind: str, known: bytes, seat: int, choices: Any, *_: Any
            ) -> Any:
                await asyncio.sleep(thinking)
                return choices[0]

        registry.bot_workers = FixedBot()  # type: ignore[assignment]
        table = table_of(registry, Match(LEDUC, ["A", "B"], seed=1))
        table.state.seats[0] = Seat("bot", "A", "scripted")
        arrive(table, 1, HTML, "fr")
        began = asyncio.get_running_loop().time()
        assert table.state.match is not None
        lines = len(table.state.match.history)
        table.pace.go_on()
        while len(table.state.match.history) == lines:
            await asyncio.sleep(0.002)
        took = asyncio.get_running_loop().time() - began
        await table.close()
        return took

    quick, slow = run_still(answer_time(0.0)), run_still(answer_time(0.4))
    assert quick == slow == pytest.approx(0.6, abs=0.005)


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_who_stayed_has_what_somebody_who_arrives_is_sent(game: Game, tmp_path: Path) -> None:
    """Parts that a connection has are not made again; two tabs of a seat that came at different times are both right."""
    registry = make_registry(tmp_path, game)

    async def play() -> int:
        dice = random.Random(8)
        seats = min(game.meta.players)
        match = Match(game, [f"P{i}" for i in range(seats)], seed=8)
        table = table_of(registry, match)
        stayed = {eye: [arrive(table, eye, HTML, "fr")] for eye in (SPECTATOR, 0)}
        compared = 0
        try:
            for number in range(40):
                if match.is_over:
                    break
                for eye, connections in stayed.items():
                    if number in (7, 15):
                        connections.append(arrive(table, eye, HTML, "fr"))
                    table.changed()
                    # Now the one, now the other is the first to look.
                    for connection in connections if number % 2 else reversed(connections):
                        table.publisher.compose(connection)
                    table.changed()
                    newcomer = arrive(table, eye, HTML, "fr")
                    table.publisher.compose(newcomer)
                    table.connections.discard(newcomer)
                    board = {
                        name: mark
                        for name, mark in newcomer.sent.items()
                        if name == "skeleton" or name.startswith("b-")
                    }
                    assert len(board) > 1
                    for connection in connections:
                        assert {name: connection.sent[name] for name in board} == board, (
                            f"step {number}, seat {eye}"
                        )
                        compared += 1
                seat = dice.choice(match.deciders)
                table.state.story.tell(
                    match.play(seat, dice.choice(list(match.legal(seat)))), len(match.steps) - 1
                )
        finally:
            await table.close()
        return compared

    assert asyncio.run(play()) > 3
