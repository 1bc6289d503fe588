"""Chances that hang together: the casting is uniform among the selections allowed, so the journal cannot note them one by one."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from .rules.turn import BALANCED, is_balanced
from .state import CAST, CHARACTERS, State


def next_results(s: State, drawn: Sequence[int]) -> dict[int, Fraction]:
    """What the next character of the casting can be, with its chance, after those drawn already (in ascending order, BF-R1)."""
    chosen = sum(1 << character for character in drawn)
    left = [c for c in range(max(drawn, default=-1) + 1, CHARACTERS) if s.available >> c & 1]
    ways: dict[int, int] = {}
    for rest in combinations(left, CAST - len(drawn)):
        casting = chosen | sum(1 << character for character in rest)
        if s.casting_mode != BALANCED or is_balanced(s, casting):
            ways[rest[0]] = ways.get(rest[0], 0) + 1
    return {character: Fraction(count, sum(ways.values())) for character, count in ways.items()}
