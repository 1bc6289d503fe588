"""Guards at the door: tokens of seats, token buckets, hosts and origins, names and texts that people type."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
import time
import unicodedata
from collections import OrderedDict
from urllib.parse import urlsplit

NAME_LENGTH = 24
TITLE_LENGTH = 48
CHAT_LENGTH = 500
ADDRESSES = 4096
"""Addresses remembered by the buckets."""

EVERYWHERE = ("0.0.0.0", "::")
"""What a server listens on that listens on every address of its machine."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # places and sizes on boards; no sheet and no script can be written in a page
        "img-src 'self' data:",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""The safety headers of every answer."""

CONSONANTS, VOWELS = "BCDFGJKLMNPRSTVZ", "AEIOU"
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of addresses: without those that are taken for each other."""
ADDRESS_LENGTH, LONGEST_SHORT, LONGEST_LINK = 16, 12, 300
"""Letters of an address; more than any short code has."""


def holds_nul(found: object) -> bool:
    """Is there a NUL in JSON that was read? Nothing that people type has one, and PostgreSQL keeps none."""
    if isinstance(found, str):
        return "\0" in found
    if isinstance(found, dict):
        return any(holds_nul(part) for pair in found.items() for part in pair)
    return isinstance(found, list) and any(map(holds_nul, found))


def new_short(length: int) -> str:
    """A code that can be said aloud, for a table that waits for players: KRAKO, BOXON…"""
    return "".join(secrets.choice(VOWELS if i % 2 else CONSONANTS) for i in range(length))


def new_address() -> str:
    """The address of a table: 80 random bits, so that whoever has it was given it."""
    return "".join(secrets.choice(LETTERS) for _ in range(ADDRESS_LENGTH))


def clean_address(text: str) -> str:
    """What a person typed or followed (an address, a short code, a whole link) as an address or a code."""
    path = text[:LONGEST_LINK].partition("#")[0].partition("?")[0].rstrip("/")
    plain = "".join(c for c in path.rpartition("/")[2].casefold() if c in LETTERS or c in "lo01")
    return plain if is_address(plain) else plain.upper()[:LONGEST_SHORT]


def is_address(text: str) -> bool:
    """Is that an address, and not a short code (or the five letters of a table of long ago)?"""
    return len(text) == ADDRESS_LENGTH


def new_token() -> str:
    """The secret of a seat: 144 random bits."""
    return secrets.token_urlsafe(18)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def same_token(token: str, stored: str) -> bool:
    return bool(stored) and secrets.compare_digest(hash_token(token), stored)


def banned_mark(address: str) -> str:
    """An address that is kept away, as a table stores it."""
    salt = secrets.token_hex(8)
    return f"{salt} {hash_token(salt + address)}"


def is_banned(address: str, mark: str) -> bool:
    salt, _, stored = mark.partition(" ")
    return same_token(salt + address, stored)


def clean_text(text: object, length: int) -> str:
    """One line, without control or direction characters, cut to length."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in str(text)[: 4 * length])
    return " ".join(plain.split())[:length].strip()


class Bucket:
    """A token bucket: `rate` a second for long, `burst` at once."""

    __slots__ = ("burst", "last", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.last = burst, time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < count:
            return False
        self.level -= count
        return True


def address_key(address: str) -> str:
    """What an address is counted as: whoever has an address of IPv6 has the other 2⁶⁴ of its network too."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


class Buckets:
    """A bucket for each address, the latest ones."""

    def __init__(self, rate: float, burst: float = 0.0) -> None:
        self.rate, self.burst = rate, burst or 4 * rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1.0) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.burst)
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(count)


class Backoff:
    """Whoever fails again and again waits twice as long each time. What happened long ago is forgotten."""

    def __init__(self, free: int, first: float, most: float = 600.0) -> None:
        self.free, self.first, self.most = free, first, most
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """For each address, the latest ones: how often it failed, and until when it waits."""

    def wait(self, address: str) -> float:
        """Seconds until that address may try again; 0 when it may."""
        return max(0.0, self._failed.get(address, (0, 0.0))[1] - time.monotonic())

    def missed(self, address: str) -> None:
        """It failed once more."""
        now = time.monotonic()
        times, until = self._failed.pop(address, (0, now))
        if now > until + self.most:
            times = 0
        pause = min(self.most, self.first * 2.0 ** min(times - self.free, 40)) if times >= self.free else 0.0
        self._failed[address] = times + 1, now + pause
        if len(self._failed) > ADDRESSES:
            self._failed.popitem(last=False)


def is_modest(value: object, depth: int, items: int) -> bool:
    """Has something that was read as JSON at most so many lists and tables inside each other, and so many items in all?"""
    level = [value]
    for _ in range(depth + 1):
        inside: list[object] = []
        for outer in level:
            if isinstance(outer, list | dict):
                items -= len(outer)
                if items < 0:
                    return False
                inside += outer.values() if isinstance(outer, dict) else outer
        if not inside:
            return True
        level = inside
    return False


def is_figures(name: str) -> bool:
    """Is that an address, and no name?"""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Hosts:
    """The names that this server answers to. A page of elsewhere whose name suddenly leads here (DNS rebinding) names another."""

    def __init__(self, host: str, origins: tuple[str, ...]) -> None:
        self.anywhere = host in EVERYWHERE
        name = socket.gethostname().casefold()
        here = {"localhost", "127.0.0.1", "::1"}
        listening = {name, f"{name}.local"} if self.anywhere else {host.casefold()}
        self.names = here | listening | {_hostname(origin) for origin in origins}
        self.origins = origins

    def serves(self, host: str) -> bool:
        """Is that `Host` ours? An address in figures needs no name to lead here, so any of this machine's will do."""
        name = _hostname(f"//{host}")
        if name in self.names:
            return True
        return self.anywhere and is_figures(name)

    def allows(self, origin: str, host: str) -> bool:
        """May a page of that origin talk to us? Programs send no origin; browsers always do."""
        if not origin:
            return True
        try:
            return origin in self.origins or urlsplit(origin).netloc == host
        except ValueError:
            return False


def _hostname(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").casefold()
    except ValueError:
        return ""
