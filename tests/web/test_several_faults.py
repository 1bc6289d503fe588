"""Two processes on one PostgreSQL, one of them killed, cut off or living by a wrong clock: nothing is lost, made twice, or told by the wrong one.

A few times in the usual tests; by the hundred under `make soak` (`docs/reliability.md` has the figures).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.web.leases import BEAT
from bagarre.web.settings import Settings
from tests.patience import PATIENCE
from tests.web.guests import Books, Party, told
from tests.web.house import Wire
from tests.web.postgres import Postgres, running_postgres
from tests.web.processes import Cable, Pair, Visitor, Witness, company, pair
from tests.web.test_soak_faults import times

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="kills processes and reads /proc"
)

BOSS_QUEST: tuple[str, list[str], dict[str, Any]] = ("boss-quest", ["scripted"], {})
TWO_PEOPLE: tuple[str, list[str], dict[str, Any]] = ("boss-quest", ["here"], {})
"""A game that is not over before anybody can be killed."""
Figures = Callable[[str, object], None]


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


def end(run: str, two: Pair, books: Books, figures: Figures) -> None:
    """Hold the books against the database."""
    books.audit(two.postgres.url)
    told(figures, run, books)
    books.check()
    assert not two.faults(), two.faults()[:5]


def kill_owners(count: int, two: Pair, people: Party, books: Books) -> None:
    """The owner of each table in turn; play must have gone on at the other process before it is started again."""
    dice = random.Random(21)
    for number in range(count):
        time.sleep(dice.uniform(0.0, 0.05))
        guest = people.guests[number % len(people.guests)]
        killed = two.kill_owner(guest)
        books.kills += 1
        books.longest = max(books.longest, people.go_on())
        two.servers[killed].start()


@pytest.mark.parametrize(
    ("count", "skew", "guests"),
    [
        pytest.param(2, 60.0, [TWO_PEOPLE], id="twice"),
        pytest.param(100, 0.0, [TWO_PEOPLE, BOSS_QUEST], id="by the hundred", marks=pytest.mark.soak),
        pytest.param(50, 60.0, [TWO_PEOPLE, BOSS_QUEST], id="a clock ahead", marks=pytest.mark.soak),
        pytest.param(50, -60.0, [TWO_PEOPLE, BOSS_QUEST], id="a clock behind", marks=pytest.mark.soak),
    ],
)
def test_the_owner_is_killed(
    count: int,
    skew: float,
    guests: list[tuple[str, list[str], dict[str, Any]]],
    tmp_path: Path,
    postgres: Postgres,
    record_property: Figures,
) -> None:
    """One of the two processes lives by a clock that is a minute off, in some of the runs."""
    books = Books()
    with pair(postgres, tmp_path, "boss-quest", skew=skew) as two:
        with company(two, books, *guests) as people:
            kill_owners(count if count < 10 else times(count), two, people, books)
        end(f"owner killed, clocks {skew:+.0f} s", two, books, record_property)


@pytest.mark.soak
def test_the_database_is_killed_under_two_processes(
    tmp_path: Path, postgres: Postgres, record_property: Figures
) -> None:
    dice, books = random.Random(22), Books()
    with pair(postgres, tmp_path, "boss-quest") as two:
        with company(two, books, TWO_PEOPLE, BOSS_QUEST) as people:
            for _ in range(times(50)):
                time.sleep(dice.uniform(0.0, 0.05))
                postgres.kill()
                books.kills += 1
                time.sleep(dice.choice((0.0, 0.5, Settings.lease + 1.0)))
                postgres.start()
                books.longest = max(books.longest, people.go_on())
        end("PostgreSQL killed under two", two, books, record_property)


def away(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status_code == 503


@pytest.mark.parametrize(
    "count", [pytest.param(1, id="once"), pytest.param(20, id="by the score", marks=pytest.mark.soak)]
)
def test_a_process_is_cut_off_from_the_database(
    count: int, tmp_path: Path, postgres: Postgres, record_property: Figures
) -> None:
    """The other one takes its tables; it tells nothing from before they do, and sends everybody away who comes."""
    books, cable = Books(), Cable(tmp_path / "cable", postgres)
    with pair(postgres, tmp_path, "boss-quest", cable=cable) as two:
        cut_off, other = two.ports
        with company(two, books, TWO_PEOPLE) as people:
            guest = people.guests[0]
            assert isinstance(guest, Visitor)
            for _ in range(count if count < 10 else times(count)):
                # The table is to be the one's that will be cut off.
                guest.ports = [cut_off]
                while two.owner(code := guest.code) != 0:
                    people.go_on()
                    if two.owner(guest.code) == 1:
                        two.servers[1].kill()
                        people.go_on()
                        two.servers[1].start()
                witness = Witness(cut_off, code)
                # A process hears of another one with its next beat, and sends its players there sooner then.
                time.sleep(2 * BEAT)
                cable.cut()
                books.kills += 1
                began = time.monotonic()
                guest.ports = [other]
                while guest.code == code and two.owner(code) == 0:
                    time.sleep(0.02)
                # By now another has it, or the game was over before.
                taken = time.monotonic()
                people.go_on()
                books.longest = max(books.longest, time.monotonic() - began)
                witness.join(PATIENCE)
                assert witness.closed == 1013
                assert all(moment < taken for moment in witness.heard) or guest.code != code, (
                    "nothing is told after another had it"
                )
                assert away(cut_off)
                late = Wire(f"ws://127.0.0.1:{cut_off}/ws", code)
                assert late.until("error")["code"] == "store_away"
                cable.mend()
                while away(cut_off):
                    time.sleep(0.05)
                guest.ports = two.ports
                people.go_on()
        end("cut off from the database", two, books, record_property)
    cable.close()
