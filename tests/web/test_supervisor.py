"""`bagarre serve --processes`: started anew one after the other, and killed, while people play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.web.guests import Books, Guest, Party
from tests.web.postgres import running_postgres
from tests.web.test_crash import free_port

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]
SERVE = [
    sys.executable,
    "-m",
    "bagarre.cli.main",
    "--lang",
    "en",
    "serve",
    "--no-compile",
    "--processes",
    "2",
]


def servers(pid: int) -> set[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


def test_processes_are_renewed_and_replaced_while_people_play() -> None:
    books = Books()
    with running_postgres() as postgres:
        port = free_port()
        command = [*SERVE, "--port", str(port), "--database", postgres.url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            assert "http://127.0.0.1" in process.stdout.readline()
            first = servers(process.pid)
            assert len(first) == 2
            with Party(books, [Guest(books, port, "boss-quest", ["here"], 1)]) as people:
                process.send_signal(signal.SIGHUP)
                end = time.monotonic() + 10 * PATIENCE
                while servers(process.pid) & first:
                    assert time.monotonic() < end
                    people.go_on()
                os.kill(min(servers(process.pid)), signal.SIGKILL)
                books.longest = people.go_on()
        finally:
            process.terminate()
            assert process.wait(PATIENCE) == 0
        books.audit(postgres.url)
        books.check()
