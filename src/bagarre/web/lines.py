"""The line between the server and a helper process: whole objects, each with its length before it."""

from __future__ import annotations

import asyncio
import pickle
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, cast

LENGTH = struct.Struct("<I")


def packed(message: object) -> bytes:
    data = pickle.dumps(message, 5)
    return LENGTH.pack(len(data)) + data


class ServerEnd(asyncio.Protocol):
    """The server's end."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._came = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def write(self, order: object) -> None:
        if self._transport is not None:
            self._transport.write(packed(order))

    def data_received(self, data: bytes) -> None:
        self._came += data
        while len(self._came) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self._came)[0]
            if len(self._came) < end:
                return
            answer = pickle.loads(memoryview(self._came)[LENGTH.size : end])
            del self._came[:end]
            self.take(answer)

    def take(self, answer: Any) -> None:
        """A whole answer has come."""
        raise NotImplementedError


class WorkerEnd:
    """The end of a helper process."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, answer: object) -> None:
        self._stream.write(packed(answer))
        self._stream.flush()

    def orders(self) -> Iterator[bytes]:
        """What comes, until the server has left; still packed, for it may not be readable."""
        while head := self._stream.read(LENGTH.size):
            yield self._stream.read(*LENGTH.unpack(head))


@contextmanager
def worker_end(line: socket.socket) -> Iterator[WorkerEnd]:
    """In a helper process: its end of the line. A server that leaves in mid-answer ends it without a word."""
    with suppress(ConnectionError), line.makefile("rwb") as stream:
        yield WorkerEnd(stream)
