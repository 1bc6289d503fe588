"""A process of its own for work that may take too long, and the line to it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

Pipe = Any
"""One end of a pipe: its class is another one on Windows."""


class Child:
    """The process is started when something is asked of it, and ended when it does not answer. Threads of the server wait for it."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self._line: Pipe | None = None

    def start(self, target: Callable[..., None], *args: Any) -> Pipe:
        """Run the target with its end of the line first; gives ours."""
        line, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=target, args=(there, *args), daemon=True)
        self.process.start()
        there.close()
        self._line = line
        return line

    def end(self) -> None:
        process, self.process = self.process, None
        line, self._line = self._line, None
        if process is not None:
            process.kill()
        if line is not None:
            line.close()
