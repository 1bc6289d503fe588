"""Playing a study: batches by number, on threads, processes or a Ray cluster, kept one by one."""

from __future__ import annotations

import gc
import json
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np

from bagarre.kernel.errors import Mistake
from bagarre.kernel.files import make_folder, replacing, write_atomically
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.simulate import play
from bagarre.lab.study.description import Cell, Study
from bagarre.lab.study.results import CellRows, Results, concatenated

DESCRIPTION = "study.json"
PLACES = ("threads", "processes", "ray")
BRIEF = 2.0
"""Seconds below which more is handed over at once the next time: what a killed study loses at most, or its last batches."""
MOST_AT_ONCE = 64
NEEDED = ("raylet", "gcs_server")
"""Processes without which a Ray cluster of this machine is none."""
LOOK = 1.0
"""Seconds between two looks whether a cluster is still there."""
Progress = Callable[[int, int, int], None]


def run(
    study: Study, folder: Path | None, workers: int, on: str, compiled: bool | None, progress: Progress
) -> Results:
    study.check()
    fast = fast_mode_available() if compiled is None else compiled
    if folder is not None:
        open_folder(folder, study)
    work = Workers(workers, on, fast)
    cells = [_run_cell(study, cell, folder, work, fast, progress) for cell in study.cells]
    return Results(study, cells)


def open_folder(folder: Path, study: Study) -> None:
    """Take a folder for this study; one that holds another is left alone."""
    file = folder / DESCRIPTION
    if file.exists():
        try:
            found = json.loads(file.read_text(encoding="utf-8"))["digest"]
        except (OSError, ValueError, KeyError, TypeError):
            raise Mistake("study_folder", folder=str(folder)) from None
        if found != study.digest:
            raise Mistake("study_other", folder=str(folder))
        return
    make_folder(folder)
    told = {"digest": study.digest, "game": study.game, "seed": study.seed}
    write_atomically(file, json.dumps(told, indent=1) + "\n")


def _run_cell(
    study: Study, cell: Cell, folder: Path | None, work: Workers, fast: bool, progress: Progress
) -> CellRows:
    """Batches in order until the intervals are narrow enough: what is decided depends on no worker's pace."""
    done: list[CellRows] = []
    count, games = study.batches(cell), 0
    while len(done) < count:
        ahead = range(len(done), min(len(done) + work.ahead, count))
        started = monotonic()
        played = list(_batches(study, cell, ahead, folder, work, fast))
        work.took(monotonic() - started)
        for rows in played:
            done.append(rows)
            games += len(rows.deals)
            progress(cell.number, games // study.rotations(cell), study.deals)
            if _is_sure(study, cell, done):
                return concatenated(done)
    return concatenated(done)


def _is_sure(study: Study, cell: Cell, done: Sequence[CellRows]) -> bool:
    if not study.until or len(done) * study.batch(cell) < 2 * FEWEST:
        return False
    found = Results(study, [concatenated(done)])
    return all(found.share(0, player).half <= study.until for player in range(len(cell.table)))


FEWEST = 32
"""Deals below which nobody is sure of an interval."""


def _batches(
    study: Study, cell: Cell, numbers: range, folder: Path | None, work: Workers, fast: bool
) -> Iterator[CellRows]:
    """The batches of these numbers, in order: those that are kept, and the others played."""
    files = [folder / f"cell-{cell.number:03d}-{n:06d}.npz" if folder is not None else None for n in numbers]
    kept = [_kept(file) for file in files]
    todo = [n for n, rows in zip(numbers, kept) if rows is None]
    played = work.each(study, cell.number, todo, fast)
    for file, old in zip(files, kept):
        rows = next(played) if old is None else old
        if old is None and file is not None:
            _keep(file, rows)
        yield rows


def _keep(file: Path, rows: CellRows) -> None:
    arrays: dict[str, Any] = rows.arrays()
    with replacing(file) as temporary, temporary.open("wb") as out:
        np.savez(out, **arrays)


def _kept(file: Path | None) -> CellRows | None:
    """What was played before; a file that is broken is played again."""
    if file is None or not file.exists():
        return None
    try:
        with np.load(file) as found:
            return CellRows(**{name: found[name] for name in CellRows.NAMES})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def play_batches(study: Study, number: int, batches: Sequence[int], fast: bool) -> list[CellRows]:
    """Some batches of a cell, handed over at once."""
    return [play_batch(study, number, batch, fast) for batch in batches]


def play_elsewhere(study: Study, number: int, batches: Sequence[int], fast: bool) -> list[CellRows]:
    """The same in a process that was started for it.

    joblib collects garbage in its processes every second. What is loaded is never garbage, and looking through it (compiled rules are many
    objects) cost as much as the games.
    """
    rows = play_batches(study, number, batches, fast)
    if not gc.get_freeze_count():
        gc.freeze()
    return rows


def play_batch(study: Study, number: int, batch: int, fast: bool) -> CellRows:
    """One batch, whoever plays it: some deals, each with everybody in every seat."""
    cell = study.cells[number]
    size = study.batch(cell)
    first = batch * size
    return play_deals(study, cell, first, min(size, study.deals - first), fast)


def play_deals(study: Study, cell: Cell, first: int, count: int, fast: bool) -> CellRows:
    """Those deals of a cell, each with everybody in every seat."""
    seats, mode = len(cell.table), "compiled" if fast else "interpreted"
    parts = []
    for rotation in range(study.rotations(cell)):
        played = play(study.found, study.plan(cell, rotation, mode), first, count)
        places = np.stack([played.ranks[:, (player + rotation) % seats] for player in range(seats)], axis=1)
        parts.append(
            CellRows(
                np.arange(first, first + count),
                np.full(count, rotation, np.int8),
                places,
                played.lengths,
                played.endings,
                played.tallies,
            )
        )
    return concatenated(parts)


class Workers:
    """Where batches are played.

    Handing something to a process costs more than playing a batch of quick players. So several are handed over at once, more of them as long as they take no time; what a
    batch holds depends on its number alone, whoever it is handed over with.
    """

    def __init__(self, count: int, on: str, fast: bool) -> None:
        place, far, address = on.partition("://")
        if place not in PLACES or (far and not (place == "ray" and address)):
            raise Mistake("option_value", option="on", value=on, allowed=", ".join((*PLACES, "ray://…")))
        self.count, self.place, self.address = count, place, address
        self.piece = 1
        """Batches that are handed over at once."""
        if place == "ray" and find_spec("ray") is None:
            raise Mistake("extra_missing", package="ray", extra="ray")
        if count > 1 and place != "ray" and find_spec("joblib") is None:
            raise Mistake("extra_missing", package="joblib", extra="lab")
        if place == "threads" and not fast:
            # Interpreted rules hold the lock: threads would wait for each other.
            self.place = "processes"

    @property
    def ahead(self) -> int:
        """Batches that are played before anybody looks at them: two pieces for everybody."""
        return 2 * self.count * self.piece

    def each(self, study: Study, cell: int, numbers: Sequence[int], fast: bool) -> Iterator[CellRows]:
        """The batches of these numbers, in order."""
        pieces = [numbers[i : i + self.piece] for i in range(0, len(numbers), self.piece)]
        for rows in self._played([(study, cell, piece, fast) for piece in pieces]):
            yield from rows

    def took(self, seconds: float) -> None:
        """Everybody's pieces took so long: when that is little, the next ones are larger. Threads and one process hand nothing over."""
        handed = self.place == "ray" or (self.place == "processes" and self.count > 1)
        if handed and seconds < BRIEF:
            self.piece = min(4 * self.piece, MOST_AT_ONCE)

    def _played(self, todo: Sequence[tuple[Any, ...]]) -> Iterator[list[CellRows]]:
        if self.place == "ray":
            return self._on_ray(todo)
        if self.count == 1 or len(todo) < 2:
            return (play_batches(*piece) for piece in todo)
        from joblib import Parallel, delayed

        threads = self.place == "threads"
        parallel = Parallel(self.count, backend="threading" if threads else "loky", return_as="generator")
        work = delayed(play_batches if threads else play_elsewhere)
        found: Iterator[list[CellRows]] = parallel(work(*piece) for piece in todo)
        return found

    def _on_ray(self, todo: Sequence[tuple[Any, ...]]) -> Iterator[list[CellRows]]:
        """A worker that dies is replaced, and what it was at is played again: a batch's number says all."""
        ray = self._ray()
        task = ray.remote(max_retries=-1)(play_elsewhere)
        with self._lost(ray):
            handed = [task.remote(*piece) for piece in todo]
        for ref in handed:
            with self._lost(ray):
                while not ray.wait([ref], timeout=LOOK)[0]:
                    self._look_after(ray)
                rows = ray.get(ref)
            yield rows

    @contextmanager
    def _lost(self, ray: Any) -> Iterator[None]:
        """Where the cluster itself dies, one line says so; what goes wrong inside a task stays what it is."""
        try:
            yield
        except ray.exceptions.RayTaskError:
            raise
        except (ray.exceptions.RayError, ConnectionError) as error:
            raise Mistake("ray_lost", address=self.cluster, problem=type(error).__name__) from None

    def _look_after(self, ray: Any) -> None:
        """Has a process died that the cluster of this machine needs? Ray ends ours soon afterwards, often before it says anything."""
        node = getattr(ray._private.worker, "_global_node", None)
        died = [name for name, _ in node.dead_processes() if name in NEEDED] if node is not None else []
        if died:
            raise Mistake("ray_lost", address=self.cluster, problem=", ".join(died))

    @property
    def cluster(self) -> str:
        return f"ray://{self.address}" if self.address else "ray"

    def _ray(self) -> Any:
        """Ray, with its cluster: that of the address, or one of this machine."""
        import ray

        if not ray.is_initialized():
            logging.getLogger("ray").setLevel(logging.ERROR)
            address = self.cluster if self.address else None
            try:
                with warnings.catch_warnings(action="ignore"):
                    ray.init(
                        address=address, num_cpus=None if address else self.count, log_to_driver=False, logging_level=logging.ERROR
                    )  # fmt: skip
            except Exception as error:
                problem = (str(error).strip() or type(error).__name__).splitlines()[0]
                raise Mistake("ray_away", address=self.cluster, problem=problem) from None
        return ray
