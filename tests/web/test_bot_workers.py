"""Bots think in other processes: on a busy server less and less, but their answers are legal and in time. Clocks here are logical."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bagarre.bots import Budget, Thought
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Interpreted
from bagarre.match import Match
from bagarre.web import bot_workers
from bagarre.web.bot_thinking import Answer, Job, Load, Thinker, scripted_choice
from bagarre.web.bot_workers import GRACE, Asked, BotWorker, BotWorkers, Rations
from tests.patience import PATIENCE
from tests.web.house import LEDUC, run_still

HERE = "tests.web.test_bot_workers"
QUICK = 0.001
"""Seconds that the scripted player takes here."""


def broken(known: Any, seat: int, menu: Any, budget: Budget) -> Choice:
    raise RuntimeError("no idea")


def cheat(known: Any, seat: int, menu: Any, budget: Budget) -> Thought:
    return Thought(Choice(99, 99))


def question(kind: str = "search:5", seconds: float = 0.9) -> Job:
    match = Match(LEDUC, 2, seed=7)
    seat = match.deciders[0]
    return Job(
        1,
        LEDUC.package,
        kind,
        match.concealed(seat).to_bytes(),
        seat,
        tuple(match.legal(seat)),
        "s",
        seconds,
    )


# Who thinks for how long.


def asked_at(deadline: float, seconds: float = 0.9) -> Asked:
    return Asked(question(seconds=seconds), deadline, done=None)  # type: ignore[arg-type]


@given(
    st.lists(st.floats(0, 2), min_size=1, max_size=200),
    st.integers(1, 4),
)
def test_everybody_is_answered_in_time_as_long_as_the_scripted_player_could(
    arrivals: list[float], workers: int
) -> None:
    """Questions come at any time; each worker takes what it is given and a moment more. All answers are in time."""
    rations, budget = Rations(), 0.9
    coming = sorted(arrivals)
    free = [0.0] * workers
    answered: list[float] = []
    while coming or rations.waiting:
        k = min(range(workers), key=lambda i: free[i])
        now = max(free[k], min(coming) if coming and not rations.waiting else free[k])
        while coming and coming[0] <= now:
            rations.add(asked_at(coming.pop(0) + budget))
        asked = rations.next(now, workers)
        assert 0 <= asked.job.seconds <= budget
        free[k] = now + QUICK + asked.job.seconds
        answered.append(asked.deadline - free[k])
    assert len(answered) == len(arrivals)
    assert min(answered) >= 0


def test_alone_a_bot_has_all_its_time_but_a_margin() -> None:
    rations = Rations()
    rations.add(asked_at(10.9))
    assert rations.share(10.0, 1) == pytest.approx(0.54)
    rations.add(asked_at(10.9))
    assert rations.share(10.0, 1) == pytest.approx(0.27)
    assert rations.share(10.0, 2) == pytest.approx(0.54)
    assert rations.share(10.89, 1) == 0.0


class FakeLine:
    """A worker that answers on the loop's clock: scripted in a moment, and by itself after the time it was given and a bit."""

    def __init__(self, owner: BotWorkers, overrun: float) -> None:
        self.owner, self.overrun = owner, overrun
        self.asked: Asked | None = None
        self.given: list[float] = []
        self.cut = False

    @property
    def free(self) -> bool:
        return self.asked is None and not self.cut

    def write(self, job: Job | Load) -> None:
        assert isinstance(job, Job)
        self.given.append(job.seconds)
        loop, choice = asyncio.get_running_loop(), job.choices[0]
        loop.call_later(QUICK, self.take, Answer(job.number, choice, final=not job.seconds))
        if job.seconds:
            loop.call_later(
                QUICK + job.seconds * self.overrun, self.take, Answer(job.number, choice, final=True)
            )

    def take(self, answer: Answer) -> None:
        if self.asked is None or self.asked.job.number != answer.number or self.cut:
            return
        self.asked.stands = answer
        if answer.final:
            asked, self.asked = self.asked, None
            if not asked.done.done():
                asked.done.set_result(answer)
        self.owner.hand_out()

    def cut_off(self) -> None:
        self.cut = True
        asked, self.asked = self.asked, None
        if asked is not None and not asked.done.done():
            asked.done.cancel()
        self.owner.lost()


class FakeProcess:
    killed = 0

    def kill(self) -> None:
        self.killed += 1


def fake_workers(count: int, overrun: float) -> BotWorkers:
    workers = BotWorkers(count, compiles=False)
    workers._stopped, workers._hiring = False, True
    for _ in range(count):
        workers._hired.append(BotWorker(FakeProcess(), FakeLine(workers, overrun)))  # type: ignore[arg-type]
    return workers


async def ask(workers: BotWorkers, budget: float = 0.9, kind: str = "search:5") -> tuple[float, Answer]:
    """How long that took, and what was answered."""
    began, job = asyncio.get_running_loop().time(), question()
    answer = await workers.ask(LEDUC, kind, job.concealed, job.seat, list(job.choices), "s", budget)
    assert answer is not None
    assert answer.choice in job.choices
    return asyncio.get_running_loop().time() - began, answer


@pytest.mark.parametrize("overrun", [0.5, 1.0, 1.2])
def test_a_busy_server_thinks_less_and_is_never_late(overrun: float) -> None:
    async def run() -> None:
        workers, dice = fake_workers(2, overrun), random.Random(3)

        async def table() -> None:
            for _ in range(8):
                await asyncio.sleep(dice.uniform(0, 1.5))
                took, answer = await ask(workers)
                assert took <= 0.9 + 1e-9
                assert answer.final or overrun > 1

        await asyncio.gather(*(table() for _ in range(200)))
        given = [seconds for worker in workers._hired for seconds in worker.line.given]  # type: ignore[attr-defined]
        assert len(given) == 1600
        assert min(given) < 0.02 < max(given) <= 0.541

    run_still(run())


def test_a_bot_that_does_not_stop_is_ended_and_what_stands_is_played(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        workers = fake_workers(1, 1000.0)
        worker = workers._hired[0]
        took, answer = await ask(workers)
        assert took == pytest.approx(0.9)
        assert not answer.final
        # The next one waits behind it, until it is ended; then the scripted player answers.
        took, answer = await ask(workers)
        assert took == pytest.approx(GRACE, abs=1.0)
        assert answer.choice == scripted_choice(question())
        assert worker.process.killed == 1  # type: ignore[attr-defined]

    run_still(run())
    assert "does not stop thinking" in caplog.text


def test_whoever_wants_the_whole_thought_waits_for_it() -> None:
    async def run() -> None:
        job = question()
        workers = fake_workers(1, 3.0)
        answer = await workers.ask(
            LEDUC, "search:5", job.concealed, job.seat, list(job.choices), "s", 0.9, whole=True
        )
        assert answer is not None
        assert answer.final
        assert asyncio.get_running_loop().time() > 0.9

    run_still(run())


def test_a_worker_that_ends_leaves_nobody_without_an_answer() -> None:
    async def run() -> None:
        workers = fake_workers(1, 1.0)
        waiting = asyncio.create_task(ask(workers))
        await asyncio.sleep(0.1)
        workers._hired[0].line.cut_off()
        took, answer = await waiting
        assert took == pytest.approx(0.1)
        assert answer.choice == scripted_choice(question())

    run_still(run())


# In a worker.


def test_the_scripted_answer_comes_first_and_the_bots_own_second() -> None:
    first, second = Thinker().answers(question())
    assert (first.choice, first.final) == (scripted_choice(question()), False)
    assert second.final
    assert second.values
    assert not second.problem


def test_no_time_means_the_scripted_answer() -> None:
    for job in (question(seconds=0.0), question("scripted")):
        (only,) = Thinker().answers(job)
        assert (only.choice, only.final) == (scripted_choice(job), True)


def test_plain_python_is_not_asked_in_a_hurry_and_compiled_search_is() -> None:
    thinker, hurried = Thinker(), question(seconds=0.1)
    *_, answer = thinker.answers(hurried)
    assert (answer.choice, dict(answer.values)) == (scripted_choice(hurried), {})
    thinker.compiled[LEDUC.package] = Interpreted(LEDUC)
    *_, answer = thinker.answers(hurried)
    assert answer.values


@pytest.mark.parametrize("name", ["broken", "cheat", "nobody"])
def test_a_bot_that_fails_is_stood_in_for(name: str) -> None:
    job = question(f"{HERE}:{name}")
    *_, answer = Thinker().answers(job)
    assert answer.final
    assert answer.choice == scripted_choice(job)
    assert answer.problem


def test_real_processes_answer_compile_and_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "NEXT_TRY", 0.01)

    async def run() -> None:
        workers = BotWorkers(1)
        workers.start()
        try:
            _, answer = await ask(workers, PATIENCE)
            assert answer.final
            assert answer.values
            first = workers._hired[0].process
            first.kill()
            while not workers._hired or workers._hired[0].process is first:
                await asyncio.sleep(0.02)
            _, answer = await ask(workers, PATIENCE, "scripted")
            assert answer.choice == scripted_choice(question("scripted"))
            while not workers._compiled[LEDUC.package]:
                await asyncio.sleep(0.02)
            _, answer = await ask(workers, PATIENCE)
            assert answer.values
        finally:
            workers.stop()

    asyncio.run(asyncio.wait_for(run(), 4 * PATIENCE))


def test_a_server_that_stops_while_a_process_begins_ends_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began: list[BotWorker] = []

    def begin(*parts: Any) -> BotWorker:
        began.append(BotWorker(*parts))
        return began[-1]

    monkeypatch.setattr(bot_workers, "BotWorker", begin)
    wrong: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        workers = BotWorkers(1)
        workers.start()
        while not began:
            await asyncio.sleep(0.001)
        workers.stop()
        # What the process had said before it was ended.
        began[0].line.ready.cancel()
        began[0].line.take(None)
        while not began[0].line.cut:
            await asyncio.sleep(0.001)
        began[0].process.join(PATIENCE)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert wrong == []
    assert not began[0].process.is_alive()
