"""Guards at the door: tokens of seats, token buckets, origins, names and texts that people type."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from urllib.parse import urlsplit

NAME_LENGTH = 24
TITLE_LENGTH = 48
CHAT_LENGTH = 500
MESSAGE_BYTES = 8192
"""A message of the socket is a choice or a line of chat."""
ADDRESSES = 4096
"""Addresses remembered by the buckets."""

CONSONANTS, VOWELS = "BCDFGJKLMNPRSTVZ", "AEIOU"


def new_code(length: int = 5) -> str:
    """A code that can be said aloud: KRAKO, BOXON…"""
    return "".join(secrets.choice(VOWELS if i % 2 else CONSONANTS) for i in range(length))


def clean_code(text: str) -> str:
    """What a person typed, as a code."""
    return "".join(c for c in text.upper() if "A" <= c <= "Z")[:12]


def new_token() -> str:
    """The secret of a seat: 144 random bits."""
    return secrets.token_urlsafe(18)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def same_token(token: str, stored: str) -> bool:
    return bool(stored) and secrets.compare_digest(hash_token(token), stored)


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


class Buckets:
    """A bucket for each address, the latest ones."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1.0) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, 4 * self.rate)
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(count)


def origin_allowed(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """May a page of that origin talk to us? Programs send no origin; browsers always do."""
    if not origin:
        return True
    try:
        return origin in allowed or (host is not None and urlsplit(origin).netloc == host)
    except ValueError:
        return False
