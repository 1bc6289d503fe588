"""What the server and its helper processes (bots that think, render workers) have in common."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import cache

YOUNG, RESTING = 0.25, 5.0
"""Seconds between two times that a busy server sets its objects aside, and that one at rest sees whether it is busy."""
ALL = 900.0
"""Seconds between two looks at everything: a pause of half a second for five hundred tables."""


def live_with_the_server() -> None:
    """In a worker: end when the server is gone, however it went."""
    server = multiprocessing.parent_process()
    assert server is not None
    # Ctrl-C in a terminal is meant for the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def give_way() -> None:
    """In a process whose work can wait: let all others go first. `BAGARRE_NICE` says by how much (15)."""
    if hasattr(os, "nice"):
        os.nice(int(os.environ.get("BAGARRE_NICE", "") or 15))


def rarely_collect() -> None:
    """Look for garbage among the youngest objects only: what was loaded before is not looked at, nor what has lasted."""
    gc.freeze()
    gc.set_threshold(4_000, 2, 2_000)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def give_memory_back() -> None:
    """Give memory that is free to the system, where the C library would keep it for later."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):
            _c_library().malloc_trim(0)


def memory_used() -> int:
    """Bytes of memory that this process holds; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


async def collect_in_passing(busy: Callable[[], bool]) -> None:
    """The collector of a server, for as long as it runs.

    Tables are many small objects that are replaced with every choice and are freed without a collector; when it looks at them all the
    same, that is a pause for everybody. So a busy server sets aside, unlooked at, what has lasted a moment. The few that do wait for
    the collector (closed connections, mostly) are found when it looks at everything.
    """
    looked = time.monotonic()
    while True:
        if busy():
            gc.freeze()
        if time.monotonic() > looked + ALL:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            looked = time.monotonic()
        await asyncio.sleep(YOUNG if busy() else RESTING)
