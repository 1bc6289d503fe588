"""What the server sends to addresses that strangers named: web push services and webhooks.

A name is resolved once, every address that it leads to must be public, and the connection goes to the address that was looked at, so that no name can lead
into the host's own network. No redirect is followed, little of an answer is read, and everything has a deadline.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0
"""In which all of it must be done, looking the name up included."""
LONGEST_URL, MOST_READ = 2000, 4096
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which it is worth trying again."""
GONE = frozenset({404, 410})
"""Answers that say that nobody listens there any more."""


UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is the internet: old forms of local and of IPv4 addresses are outside, whatever else they are called."""


class Unsafe(Exception):
    """An address that nothing is sent to."""


class Away(Exception):
    """Nobody answered, or not in time: it may be tried again."""


@dataclass(frozen=True)
class Target:
    """Where something is sent, looked at and found safe."""

    url: SplitResult
    address: str
    port: int


def parse(url: str, *, private: bool) -> SplitResult:
    """A URL that something may be sent to, as far as one can tell without looking its name up.

    :raises Unsafe: when it is another kind, holds a password, or names a port or host that is no such thing.
    """
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        raise Unsafe(url[:80]) from None
    wanted = ("https", "http") if private else ("https",)
    if (
        len(url) > LONGEST_URL
        or found.scheme not in wanted
        or not found.hostname
        or found.username is not None
        or port == 0
    ):
        raise Unsafe(url[:80])
    if any(ord(letter) < 33 or ord(letter) > 126 for letter in url):
        raise Unsafe(url[:80])
    with contextlib.suppress(ValueError):
        if not private and not is_public(found.hostname):
            raise Unsafe(found.hostname)
    return found


def is_public(address: str) -> bool:
    """Is that an address of the internet?

    :raises ValueError: when it is a name.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        # What IPv6 wraps around an address of IPv4 leads there.
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None or found in ipaddress.ip_network("64:ff9b::/96"):
            return inner is not None and found.ipv4_mapped is not None and is_public(str(inner))
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


def resolve(url: str, *, private: bool) -> Target:
    """:raises Unsafe: when any address of that name is not public.
    :raises Away: when the name leads nowhere.
    """
    found = parse(url, private=private)
    port = found.port or (443 if found.scheme == "https" else 80)
    try:
        rows = socket.getaddrinfo(found.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Away(found.hostname) from None
    addresses = [str(row[4][0]) for row in rows]
    if not addresses:
        raise Away(found.hostname)
    if not private and not all(is_public(address) for address in addresses):
        raise Unsafe(found.hostname)
    return Target(found, addresses[0], port)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Pinned(http.client.HTTPConnection):
    """A connection to the address that was looked at, whatever its name leads to now."""

    def __init__(self, target: Target, timeout: float) -> None:
        super().__init__(target.url.hostname or "", target.port, timeout=timeout)
        self._target = target

    def connect(self) -> None:
        plain = socket.create_connection((self._target.address, self._target.port), self.timeout)
        self.sock = plain
        if self._target.url.scheme == "https":
            self.sock = _tls().wrap_socket(plain, server_hostname=self._target.url.hostname)


def post(
    url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False, seconds: float = SECONDS
) -> int:
    """Send something; gives the status of the answer. For a thread of its own.

    :raises Unsafe: when nothing is sent there.
    :raises Away: when nobody answers in time.
    """
    begun = time.monotonic()
    target = resolve(url, private=private)
    seconds -= time.monotonic() - begun
    if seconds <= 0:
        raise Away("looking the name up took too long")
    connection = _Pinned(target, seconds / 2)
    # One that answers a byte at a time is ended all the same.
    end = threading.Timer(seconds, _cut, (connection,))
    end.daemon = True
    end.start()
    try:
        path = (target.url.path or "/") + (f"?{target.url.query}" if target.url.query else "")
        connection.request("POST", path, body, {"user-agent": "Bagarre", "connection": "close", **headers})
        answer = connection.getresponse()
        answer.read(MOST_READ)
        return answer.status
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise Away(type(problem).__name__) from None
    finally:
        end.cancel()
        connection.close()


def _cut(connection: http.client.HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
