"""Chance: exact-uniform results from a small generator kept in the state.

Each draw first looks in the tray (scripted results: a rulebook's example, real dice, a replay) and each result is
written to the journal, which the log of a match keeps. So a record can be replayed without the generator. Beside each result stands
its chance, so that those who want trees can enumerate what could have come instead (`kernel/outcomes.py`).

The generator is sfc32: 32-bit words and masks only, so Python and Numba agree bit for bit.
"""

from __future__ import annotations

import hashlib
from typing import Any

from bagarre.kernel.layout import Record, erase, i8, record
from bagarre.kernel.rule import rule

WORD = 0xFFFFFFFF
TWO_32 = 1 << 32


@record
class Dice(Record):
    """A generator of its own, for players who toss a coin: what they draw leaves no trace in the game."""

    first: int = i8()
    """Unused: without it a compiler would take every state, which begins with its generator, for dice."""
    rng: list[int] = i8(4)


@rule
def next_word(s: Any) -> int:
    """The next 32 bits of the generator."""
    a, b, c, d = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
    word = (a + b + d) & WORD
    s.rng[3] = (d + 1) & WORD
    s.rng[0] = b ^ (b >> 9)
    s.rng[1] = (c + (c << 3)) & WORD
    s.rng[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    return word


@rule
def below(s: Any, n: int) -> int:
    """One of 0 … n-1, each with exactly the same chance, straight from the generator (n < 2³¹)."""
    product = next_word(s) * n
    low = product & WORD
    if low < n:
        # The few words that would favour some results are thrown away.
        threshold = (TWO_32 - n) % n
        while low < threshold:
            product = next_word(s) * n
            low = product & WORD
    return product >> 32


@rule
def seed(s: Any, a: int, b: int, c: int) -> None:
    """Start the generator from three 32-bit words."""
    s.rng[0] = a & WORD
    s.rng[1] = b & WORD
    s.rng[2] = c & WORD
    s.rng[3] = 1
    for _ in range(12):
        next_word(s)


@rule
def note(s: Any, result: int, bound: int, share: int = 1) -> None:
    """Write a result to the journal with its chance: `share` of `bound` cases (bound 0: not so simple, only in a deal)."""
    if s.journal_length < len(s.journal):
        s.journal[s.journal_length] = result
        s.journal_bound[s.journal_length] = bound
        s.journal_share[s.journal_length] = share
        s.journal_length += 1
    else:
        # Full, and no further: whoever imagines a world draws more than a byte can count.
        s.journal_length = len(s.journal) + 1


@rule
def scripted(s: Any) -> int:
    """The next result of the tray, or -1 when the tray is empty."""
    if s.tray_next >= s.tray_length:
        return -1
    result = s.tray[s.tray_next]
    s.tray_next += 1
    return result


@rule
def pick(s: Any, n: int) -> int:
    """One of 0 … n-1, each with the same chance."""
    result = scripted(s)
    if result >= n:
        s.chance_fault = 1
        result = 0
    if result < 0:
        result = below(s, n)
    note(s, result, n)
    return result


@rule
def roll(s: Any, sides: int) -> int:
    """One die: 1 … sides."""
    result = scripted(s)
    if result == 0 or result > sides:
        s.chance_fault = 1
        result = 1
    if result < 0:
        result = below(s, sides) + 1
    note(s, result, sides)
    return result


@rule
def draw(s: Any, pile: Any, count: int) -> int:
    """Take one of the first `count` cards of a face-down pile, each with the same chance, and close the gap.

    The pile's order means nothing: a shuffled pile is a set from which cards are drawn. The caller lowers its
    count by one. The journal and the tray hold the card itself, so scripts can name it.
    """
    card = scripted(s)
    place = -1
    if card >= 0:
        for i in range(count):
            if pile[i] == card:
                place = i
        if place < 0:
            s.chance_fault = 1
            place = 0
    else:
        place = below(s, count)
    card = pile[place]
    pile[place] = pile[count - 1]
    note(s, card, count)
    return card


@rule
def shuffle(s: Any, pile: Any, count: int) -> None:
    """Put the first `count` cards in a uniformly random order (the journal holds the cards in their new order)."""
    for i in range(count):
        card = scripted(s)
        place = -1
        if card >= 0:
            for j in range(i, count):
                if pile[j] == card:
                    place = j
            if place < 0:
                s.chance_fault = 1
                place = i
        else:
            place = i + below(s, count - i)
        card = pile[place]
        pile[place] = pile[i]
        pile[i] = card
        note(s, card, count - i)


@rule
def pick_kind(s: Any, counts: Any, total: int) -> int:
    """The kind of one of `total` cards that are alike within their kinds and counted by them, each card with the same chance. The caller notes it."""
    left = below(s, total)
    kind = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    return kind


@rule
def conceal_chance(s: Any) -> None:
    """Erase the generator, the script and the journal: they tell the future and the hidden past."""
    erase(s.rng)
    erase(s.tray)
    erase(s.journal)
    erase(s.journal_bound)
    erase(s.journal_share)
    s.tray_length = 0
    s.tray_next = 0
    s.journal_length = 0
    s.chance_fault = 0


def seed_words(*parts: object) -> tuple[int, int, int]:
    """Three words for `seed`, from anything printable: the same parts give the same words everywhere."""
    digest = hashlib.sha256("/".join(str(part) for part in parts).encode()).digest()
    return (
        int.from_bytes(digest[0:4], "little"),
        int.from_bytes(digest[4:8], "little"),
        int.from_bytes(digest[8:12], "little"),
    )
