"""Chance is exactly uniform, scripted by the tray, kept by the journal, and the same in both modes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial
from typing import Any

import pytest

from bagarre.kernel import chance
from bagarre.kernel.chance import (
    TWO_32,
    WORD,
    Dice,
    below,
    draw,
    next_word,
    pick,
    roll,
    seed,
    seed_words,
    shuffle,
)
from bagarre.kernel.events import clear_journal
from bagarre.kernel.layout import Position, i1, layout
from bagarre.kernel.rule import Compiler


@layout(journal=16, events=1)
class Table(Position):
    pile: list[int] = i1(8)


def table(*script: int) -> Any:
    s = Table()
    seed(s, 1, 2, 3)
    s.tray[: len(script)] = script
    s.tray_length = len(script)
    return s


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    return (
        sum((count - expected) ** 2 / expected for count in counts.values())
        + (cells - len(counts)) * expected
    )


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 100])
def test_below_gives_each_result_to_the_same_number_of_words(n: int) -> None:
    """With words of 8 bits all can be tried: those that are not thrown away are shared out equally."""
    source = _scaled_below()
    results: Counter[int] = Counter()
    rejected = 0
    for word in range(256):
        words = iter([word, -1])
        result = source(words, n)
        if result is None:
            rejected += 1
        else:
            results[result] += 1
    assert set(results) == set(range(n))
    assert len(set(results.values())) == 1
    assert rejected == 256 % n


def _scaled_below() -> Any:
    """The source of `below` with words of 8 bits instead of 32; gives `None` for a word that is thrown away."""
    import inspect

    text = inspect.getsource(below).replace("@rule\n", "").replace(">> 32", ">> 8")
    text = text.replace("next_word(s)", "next(s)").replace("s: Any", "s")
    space: dict[str, Any] = {"WORD": 0xFF, "TWO_32": 1 << 8}
    exec(text, space)

    def run(words: Any, n: int) -> int | None:
        result = space["below"](words, n)
        # The second word is -1: it is taken only when the first was thrown away.
        return None if next(words, None) is None else int(result)

    return run


def test_next_word_is_sfc32() -> None:
    """Word by word as the published generator computes it, in unsigned 32-bit arithmetic."""
    import numpy as np

    dice = Dice()
    dice.rng = [1, 2, 3, 1]
    a, b, c, d = (np.array([x], np.uint32) for x in dice.rng)
    for _ in range(1000):
        word = a + b + d
        d = d + np.uint32(1)
        a = b ^ (b >> np.uint32(9))
        b = c + (c << np.uint32(3))
        c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + word
        assert next_word(dice) == int(word[0])
        assert dice.rng == [int(x[0]) for x in (a, b, c, d)]


def test_below_reaches_the_largest_range() -> None:
    dice = Dice()
    seed(dice, 9, 9, 9)
    n = (1 << 31) - 1
    assert all(0 <= below(dice, n) < n for _ in range(1000))
    assert WORD + 1 == TWO_32


@pytest.mark.parametrize("sides", [2, 6, 8, 10, 20])
def test_dice_are_fair(sides: int) -> None:
    s = table()
    counts: Counter[int] = Counter()
    for _ in range(500 * sides):
        s.journal_length = 0
        counts[roll(s, sides)] += 1
    assert set(counts) == set(range(1, sides + 1))
    # 99.9 % of fair dice stay below; the seed is fixed, so the test never wavers.
    assert chi_square(counts, sides) < sides - 1 + 4.5 * (2 * (sides - 1)) ** 0.5


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    s = table()
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(200 * factorial(4)):
        s.journal_length = 0
        s.pile[:4] = [0, 1, 2, 3]
        shuffle(s, s.pile, 4)
        counts[tuple(s.pile[:4])] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 52.6


def test_draw_takes_each_card_as_often_and_keeps_the_others() -> None:
    s = table()
    counts: Counter[int] = Counter()
    for _ in range(2000):
        s.journal_length = 0
        s.pile[:5] = [3, 1, 4, 0, 5]
        card = draw(s, s.pile, 5)
        counts[card] += 1
        assert sorted([card, *s.pile[:4]]) == [0, 1, 3, 4, 5]
    assert chi_square(counts, 5) < 18.5


def test_the_tray_comes_first_and_everything_is_noted() -> None:
    s = table(5, 2, 4, 7, 6, 5)
    s.pile[:4] = [7, 6, 5, 4]
    assert roll(s, 6) == 5
    assert pick(s, 3) == 2
    assert draw(s, s.pile, 4) == 4
    shuffle(s, s.pile, 3)
    assert s.pile[:3] == [7, 6, 5]
    assert s.journal[: s.journal_length] == [5, 2, 4, 7, 6, 5]
    assert s.chance_fault == 0
    roll(s, 6)
    assert s.journal_length == 7


@pytest.mark.parametrize(
    ("script", "ask"),
    [
        (7, lambda s: roll(s, 6)),
        (0, lambda s: roll(s, 6)),
        (3, lambda s: pick(s, 3)),
        (9, lambda s: draw(s, s.pile, 4)),
        (9, lambda s: shuffle(s, s.pile, 4)),
    ],
)
def test_an_impossible_script_is_a_fault(script: int, ask: Any) -> None:
    s = table(script)
    s.pile[:4] = [0, 1, 2, 3]
    ask(s)
    assert s.chance_fault == 1


def test_concealed_chance_tells_nothing() -> None:
    s = table(1, 2, 3)
    roll(s, 6)
    chance.conceal_chance(s)
    assert s == Table()


def test_seed_words_are_the_same_everywhere() -> None:
    # The first words of what `printf 'bagarre/7' | sha256sum` prints, little end first.
    assert seed_words("bagarre", 7) == (3155447736, 3737023904, 423704933)
    assert seed_words(1, 2) != seed_words(12)
    assert all(0 <= word <= WORD for word in seed_words("x"))


def test_modes_agree_bit_for_bit() -> None:
    import numpy as np

    compiler = Compiler({})
    asked: list[tuple[Any, int]] = [(roll, 6), (roll, 20), (pick, 3), (pick, 1), (roll, 127)]
    rules: tuple[Any, ...] = (roll, pick, draw, shuffle, seed)
    compiled = {function: compiler.compiled(function) for function in rules}
    s = Table()
    twin = np.zeros(1, Table.dtype())
    seed(s, 0xFFFFFFFF, 0x80000000, 12345)
    compiled[seed](twin[0], 0xFFFFFFFF, 0x80000000, 12345)
    for turn in range(300):
        s.journal_length = twin[0]["journal_length"] = 0
        function, n = asked[turn % len(asked)]
        assert function(s, n) == compiled[function](twin[0], n)
        if turn % 20 == 0:
            s.pile[:] = range(8)
            twin[0]["pile"][:] = range(8)
        shuffle(s, s.pile, 8)
        compiled[shuffle](twin[0], twin[0]["pile"], 8)
        assert draw(s, s.pile, 8) == compiled[draw](twin[0], twin[0]["pile"], 8)
        s.pile[7] = twin[0]["pile"][7] = 1
        assert s.to_bytes() == twin[0].tobytes()


def test_a_full_journal_counts_no_further() -> None:
    """Whoever imagines a world may draw more often than a byte can count; afterwards everything is erased."""
    s = table()
    for _ in range(300):
        roll(s, 6)
    assert s.journal_length == len(s.journal) + 1
    clear_journal(s)
    assert (s.journal_length, any(s.journal)) == (0, False)
