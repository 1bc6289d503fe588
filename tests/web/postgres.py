"""A PostgreSQL of the tests' own, on a socket in a folder, that can be killed and frozen."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class Postgres:
    """One PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        assert BINARIES is not None
        self.folder, self.data = folder, str(folder / "data")
        self.url = f"postgresql+asyncpg://bagarre@/bagarre?host={folder}"
        self._as_user: list[str] = []
        if os.getuid() == 0:
            # It does not run as root.
            if shutil.which("setpriv") is None:
                pytest.skip("needs a user for PostgreSQL")
            shutil.chown(folder, "postgres")
            self._as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self._run(
            "initdb", "-D", self.data, "-U", "bagarre", "-A", "trust", "-N", "--no-locale", "-E", "UTF8"
        )
        self.start()
        self._run("createdb", "-h", str(folder), "-U", "bagarre", "bagarre")

    def _run(self, program: str, *arguments: str) -> None:
        assert BINARIES is not None
        command = [*self._as_user, str(BINARIES / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, timeout=PATIENCE)

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def processes(self) -> list[int]:
        """The postmaster and its children."""
        first = int((Path(self.data) / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def signal(self, number: int) -> None:
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def kill(self) -> None:
        """With -9, all of it."""
        running = self.processes()
        self.signal(signal.SIGKILL)
        while any(_is_running(process) for process in running):
            time.sleep(0.02)
        # Where nobody buries the dead (a container without an init), their number still looks alive to the next one.
        for left in (Path(self.data) / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            left.unlink(missing_ok=True)

    def stop(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    if BINARIES is None or not Path("/proc/self").exists():
        pytest.skip("needs PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        postgres = Postgres(Path(name))
        try:
            yield postgres
        finally:
            postgres.stop()
