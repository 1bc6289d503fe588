"""What the server and its helper processes (programs that think, painters) have in common."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading


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


def rarely_collect() -> None:
    """Tables are many small lasting objects: collections of all of them would be pauses for everybody, of a few they are short."""
    gc.freeze()
    gc.set_threshold(20_000, 2, 2_000)
