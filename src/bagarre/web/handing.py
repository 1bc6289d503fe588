"""Between processes of one machine: a socket itself is handed to the process that plays its table, so that nothing it carries passes twice.

Each process has a door, a socket of the machine under a name that nobody guesses and that is gone with its process (Linux: an abstract
name). Processes of another user, network or machine do not get in, and whoever cannot hand a socket over carries it (`hop.py`).

    giver    the request, with the socket                        both have it; neither reads
    taker    TAKEN: I am there, and have it
    giver    GO, and lets go of it                               from now on it is the taker's
    taker    reads the request as if it had come to it

A giver that hears no TAKEN in time goes away without GO, and keeps the socket; a taker that comes to itself afterwards sees that, and
drops it unread. So a process that hangs swallows nobody, and no socket is ever read by two.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import struct
import sys
from collections.abc import Awaitable, Callable

POSSIBLE = sys.platform == "linux"
TAKEN, GO = b"T", b"G"
PATIENCE = 1.0
"""Seconds in which a process of the same machine must have taken a socket."""
LONGEST = 64 << 10
"""Bytes of a request."""
CREDENTIALS = "3i"
"""Process, user and group at the other end, as Linux tells them."""
WAITING = 64
"""Sockets that may wait at a door; whoever comes when it is full carries what it brings."""

Taker = Callable[[socket.socket, bytes], Awaitable[None]]


class Door:
    """Where a process takes sockets from others."""

    def __init__(self, take: Taker) -> None:
        self._take = take
        self._listening: socket.socket | None = None
        self._lines: set[asyncio.Task[None]] = set()

    def open(self) -> str:
        """Gives the name for the others; empty where there are no such doors."""
        if not POSSIBLE:
            return ""
        name = f"bagarre-{secrets.token_hex(16)}"
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.setblocking(False)
        self._listening.bind(f"\0{name}")
        self._listening.listen(WAITING)
        asyncio.get_running_loop().add_reader(self._listening.fileno(), self._accept)
        return name

    def close(self) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening.fileno())
            self._listening.close()
            self._listening = None
        for line in self._lines:
            line.cancel()

    def _accept(self) -> None:
        assert self._listening is not None
        with contextlib.suppress(OSError):
            line, _ = self._listening.accept()
            line.setblocking(False)
            task = asyncio.create_task(self._serve(line))
            self._lines.add(task)
            task.add_done_callback(self._lines.discard)

    async def _serve(self, line: socket.socket) -> None:
        """One socket from another process."""
        handed: list[socket.socket] = []
        try:
            with line, contextlib.suppress(OSError):
                if not _is_ours(line):
                    return
                async with asyncio.timeout(PATIENCE):
                    await _readable(line)
                    request, descriptors, flags, _ = socket.recv_fds(line, LONGEST, 1)
                    handed = [socket.socket(fileno=descriptor) for descriptor in descriptors]
                    if flags or not request or not handed:
                        return
                    line.send(TAKEN)
                    await _readable(line)
                    if line.recv(len(GO)) != GO:
                        return
                await self._take(handed.pop(), request)
        finally:
            for one in handed:
                one.close()


async def hand_over(door: str, descriptor: int, request: bytes) -> bool:
    """Hand a socket to the process behind a door of this machine; was it taken? Whoever asks must not read from it meanwhile."""
    if not POSSIBLE or not door or len(request) > LONGEST:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
            line.setblocking(False)
            line.connect(f"\0{door}")
            if not _is_ours(line):
                return False
            socket.send_fds(line, [request], [descriptor])
            async with asyncio.timeout(PATIENCE):
                await _readable(line)
            if line.recv(len(TAKEN)) != TAKEN:
                return False
            line.send(GO)
            return True
    except OSError:
        # It is elsewhere, or is gone, or hangs.
        return False


def _is_ours(line: socket.socket) -> bool:
    """Is the process at the other end one of our own user?"""
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize(CREDENTIALS))
    _, user, _ = struct.unpack(CREDENTIALS, told)
    return bool(user == os.getuid())


async def _readable(line: socket.socket) -> None:
    """Until there is something to read, or nobody at the other end."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(line.fileno(), wake)
    try:
        await ready
    finally:
        loop.remove_reader(line.fileno())
