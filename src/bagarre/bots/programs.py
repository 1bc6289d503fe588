"""A player that is a program in any language: asked in lines on its standard input, answering in lines on its standard output.

`program:./bot.js`, or with its interpreter `program:node bot.js`. One JSON text a line in, a choice a line out; `docs/programs.md` is the
whole protocol. The program is started when it is asked first and sees what its seat knows, nothing else.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from bagarre.bots.player import Budget, Thought
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

PROTOCOL = 1
SECONDS = 10.0
"""For a choice, when the budget says nothing."""
STARTING = 10.0
"""Seconds besides, for the first answer: a program may take a while to start."""
LONGEST = 10_000
"""Letters of an answer."""
LANG = "en"
Lines = queue.SimpleQueue[bytes | None]
"""Lines on their way from one thread to another; at the end, none."""


class ProgramFailed(Exception):
    """A program that ended, took too long, or said what is no choice."""


class ProgramTimeout(ProgramFailed):
    """A program that took too long."""


class ProgramPlayer:
    """One program at one table."""

    def __init__(self, game: Game, argument: str = "", seed: str = "") -> None:
        self.game, self.seed = game, seed
        self.command = command_of(argument)
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Lines = queue.SimpleQueue()
        self._answers: Lines = queue.SimpleQueue()
        self._last_words = b""
        self._asked = 0
        self._speech: Speech | None = None

    # What a player does.

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        speech = self._speak(known)
        self._start(known)
        self._asked += 1
        seconds = budget.seconds or SECONDS
        legal = [
            {"choice": self.game.verbs.write(choice), "words": speech.choice(choice, known, seat)}
            for choice in menu
        ]
        view = self.game.room("view").view(known, seat, speech)
        self._send(
            {
                "type": "choose",
                "id": self._asked,
                "seat": seat,
                "seconds": seconds,
                "legal": legal,
                "view": view,
            }
        )
        answer = self._answer(seconds + (STARTING if self._asked == 1 else 0.0))
        return Thought(self.game.verbs.read(answer))

    def told(self, seat: int, events: Sequence[Event]) -> None:
        """What happened; a program that has not been asked yet is not started for it."""
        if self._process is None or self._speech is None:
            return
        for event in events:
            values = {field.name: value for field, value in zip(event.kind.fields, event.values)}
            told = {"kind": event.kind.name, "text": self._speech.event(event), "clause": event.kind.clause}
            self._send({"type": "event", "seat": seat, "values": values} | told)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            end(self._process, self._lines)
            self._process = None

    # The program.

    def _speak(self, known: Position) -> Speech:
        if self._speech is None:
            names = [f"seat {seat}" for seat in range(known.seats)]
            self._speech = self.game.speech(LANG, names, self.game.content().names)
        return self._speech

    def _start(self, known: Position) -> None:
        if self._process is not None:
            return
        try:
            process = self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise ProgramFailed(str(error)) from None
        self._lines, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
        weakref.finalize(self, end, process, self._lines)
        threading.Thread(target=tell, args=(process.stdin, self._lines), daemon=True).start()
        threading.Thread(target=listen, args=(process.stdout, self._answers), daemon=True).start()
        threading.Thread(target=self._remember, args=(process.stderr,), daemon=True).start()
        self._send(
            {
                "type": "hello", "protocol": PROTOCOL, "game": self.game.name, "rules_version": self.game.meta.rules_version,
                "seats": known.seats, "seed": self.seed,
            }
        )  # fmt: skip

    def _remember(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                if line.strip():
                    self._last_words = line[:300]

    def _send(self, message: dict[str, Any]) -> None:
        """Written by a thread: a program that does not read must not keep anybody."""
        self._lines.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def _answer(self, seconds: float) -> str:
        try:
            line = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise ProgramTimeout(f"{seconds:g} s") from None
        if line is None:
            raise self._ended()
        text = line.decode("utf-8", "replace").strip()
        if text.startswith("{"):
            try:
                text = str(json.loads(text)["choice"])
            except (ValueError, KeyError, TypeError):
                raise ProgramFailed(text[:80]) from None
        return text[:LONGEST]

    def _ended(self) -> ProgramFailed:
        """Why the program is no longer there."""
        process, self._process = self._process, None
        assert process is not None
        code = end(process, self._lines)
        words = self._last_words.decode("utf-8", "replace").strip()
        return ProgramFailed(f"exit {code}{': ' if words else ''}{words}")


def command_of(argument: str) -> list[str]:
    """The command that starts a program: what stands behind `program:`.

    :raises Mistake: when there is no such program, or it may not be run.
    """
    try:
        words = shlex.split(argument)
    except ValueError:
        words = []
    if not words:
        raise Mistake("program_missing", program=argument or "program:")
    file = Path(words[0])
    if file.is_file() and not os.access(file, os.X_OK):
        raise Mistake("program_not_executable", program=words[0])
    found = str(file.resolve()) if file.is_file() else shutil.which(words[0])
    if found is None:
        raise Mistake("program_missing", program=words[0])
    return [found, *words[1:]]


def tell(stream: IO[bytes], lines: Lines) -> None:
    """Write what the program is to be told, line by line, until there is no more; it is over when the program does not read any longer."""
    with suppress(OSError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def listen(stream: IO[bytes], answers: Lines) -> None:
    """Take in what the program says, line by line, and that it is over."""
    with stream:
        while line := stream.readline(LONGEST):
            if line.strip():
                answers.put(line)
    answers.put(None)


def end(process: subprocess.Popen[bytes], lines: Lines) -> int:
    """End a process, and give its code. Its streams are closed by those who write and read them."""
    lines.put(None)
    try:
        return process.wait(timeout=0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
