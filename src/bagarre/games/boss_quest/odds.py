"""What a seat can count: the weapons it has not seen, and what asking for some of them may bring."""

from functools import lru_cache
from math import comb

from . import effects
from .choices import CARD_IDS
from .rules.fight import meets_conditions
from .rules.strength import attack_of, hidden_worth, visible_attack
from .state import COLORS, FIRST_POTION, HIDDEN, MINUS, NO_CARD, VALUES, State

BITS, LEAST = 32, 16
BASE = 1 << BITS
"""For counting draws: the width of a digit, and the least value of a card below zero."""


def unseen(s: State) -> list[int]:
    """Weapons in play that the reader sees nowhere: in the pile, or hidden at others."""
    seen = {*s.laid_card[: s.laid], *s.hidden[: s.seats], s.top, *s.bottom[: s.bottom_count]}
    weapons = [*range(s.colors * VALUES), *range(FIRST_POTION, FIRST_POTION + s.potions)]
    return [card for card in weapons if card not in seen]


def unseen_ids(s: State) -> list[str]:
    return [CARD_IDS[card] for card in unseen(s)]


def risks(s: State, seat: int) -> list[int]:
    """For each number of cards that can be asked for, the chance in per cent to pass the Boss, from what the reader knows.

    A potion counts as minus, for its reader chooses.
    """
    values: dict[int, int] = {}
    for card in unseen(s):
        worth = least_worth(s, card)
        values[worth] = values.get(worth, 0) + 1
    left = tuple(sorted(values.items()))
    margin, unknown, risk = s.hp - attack_of(s, seat), 0, []
    for card in _order(s):
        if card >= 0:
            margin -= least_worth(s, card)
        else:
            unknown += 1
        risk.append(_chance_above(left, unknown, margin))
    return risk


def told_risks(s: State, seat: int) -> list[int]:
    """As `risks`, as they are told: all or nothing is only what is certain, whatever a rounded chance says."""
    worths = sorted(least_worth(s, card) for card in unseen(s))
    low = high = attack_of(s, seat)
    unknown, told = 0, []
    for card, risk in zip(_order(s), risks(s, seat)):
        if card >= 0:
            low, high = low + least_worth(s, card), high + least_worth(s, card)
        else:
            unknown += 1
        lowest, highest = low + sum(worths[:unknown]), high + sum(worths[len(worths) - unknown :])
        told.append(100 if lowest > s.hp else 0 if highest <= s.hp else min(99, max(1, risk)))
    return told


def _order(s: State) -> list[int]:
    """The weapons that come next from the pile, HIDDEN where they are not known."""
    order = [s.top] if s.top != NO_CARD else []
    return [*order, *[HIDDEN] * min(4, s.loose), *s.bottom[: s.bottom_count]][:4]


def outs(s: State, seat: int) -> list[int]:
    """As `risks`, but for being out of the round, above the Boss or by a condition (BQ-FIGHT-2, BQ-FIGHT-3); empty while every active
    condition is met, for then there is nothing more to say."""
    asks = 0
    for k in range(s.active):
        asks |= s.spell_word[s.active_spell[k]] & effects.REQUIRES
    if s.hidden[seat] < 0 or meets_conditions(s, seat, asks):
        return []
    own = [
        s.hidden[seat],
        *(card for card, owner in zip(s.laid_card[: s.laid], s.laid_seat) if owner == seat),
    ]
    left = tuple((_color(card), least_worth(s, card)) for card in unseen(s))
    margin, unknown, out = s.hp - attack_of(s, seat), 0, []
    for card in _order(s):
        if card >= 0:
            margin -= least_worth(s, card)
            own.append(card)
        else:
            unknown += 1
        out.append(_chance_out(left, unknown, margin, tuple(sorted(_color(card) for card in own)), asks))
    return out


NO_COLOR = -1
"""Of a potion (BQ-POT-3)."""


def _color(card: int) -> int:
    return card // VALUES if card < FIRST_POTION else NO_COLOR


@lru_cache(maxsize=512)
def _chance_out(
    left: tuple[tuple[int, int], ...], count: int, margin: int, own: tuple[int, ...], asks: int
) -> int:
    """Per cent of the ways to draw `count` of these cards (colour, value) that pass the margin or miss a condition."""
    colors = asks >> effects.REQUIRE & (1 << COLORS) - 1
    start, pair = 0, False
    for color in own:
        if color != NO_COLOR:
            pair, start = pair or bool(start >> color & 1), start | 1 << color
    # How many draws of so many cards come to a sum, a set of colours, a pair.
    ways = {(0, 0, start, pair): 1}
    for color, value in left:
        bit = 1 << color if color != NO_COLOR else 0
        for (drawn, total, seen, paired), n in list(ways.items()):
            if drawn < count:
                key = drawn + 1, total + value, seen | bit, paired or bool(seen & bit)
                ways[key] = ways.get(key, 0) + n
    whole = out = 0
    for (drawn, total, seen, paired), n in ways.items():
        if drawn == count:
            whole += n
            missed = colors & ~seen or (asks & effects.REQUIRE_PAIR and not paired)
            out += n if total > margin or missed else 0
    return round(100 * out / whole) if whole else 0


def passes(s: State, seat: int, more: int = 0) -> int:
    """Of the weapons that may be hidden there, how many in a hundred put the seat above the Boss, with so much more attack."""
    worths = [worth for card in unseen(s) if (worth := hidden_worth(s, card, MINUS)) <= s.most[seat]]
    margin = s.hp - visible_attack(s, seat) - more
    return round(100 * sum(worth > margin for worth in worths) / len(worths)) if worths else 0


def least_worth(s: State, card: int) -> int:
    return s.worth[card % VALUES] if card < FIRST_POTION else -s.potion_minus[card - FIRST_POTION]


@lru_cache(maxsize=4096)
def _chance_above(values: tuple[tuple[int, int], ...], count: int, margin: int) -> int:
    """Per cent of the ways to draw `count` of these cards (value, copies) whose sum is above the margin."""
    ways = _ways(values)[count]
    every = ways % (BASE - 1)
    above = (ways >> BITS * max(0, margin + 1 + LEAST * count)) % (BASE - 1)
    return round(100 * above / every) if every else 0


@lru_cache(maxsize=512)
def _ways(values: tuple[tuple[int, int], ...]) -> list[int]:
    """For each number of cards up to four, in how many ways each sum is drawn: one long number whose digits are those counts.

    The digit of a sum stands `LEAST` places higher for each card, as values may be negative. The sum of all digits is what is left
    by a division by the base minus one.
    """
    ways = [1, 0, 0, 0, 0]
    for value, copies in values:
        step = BITS * (value + LEAST)
        ways = [
            sum(
                comb(copies, more) * ways[drawn - more] << step * more
                for more in range(min(copies, drawn) + 1)
            )
            for drawn in range(5)
        ]
    return ways


def spread(s: State, seat: int, count: int) -> tuple[int, int]:
    """The smallest and the largest attack that asking for so many weapons may lead to; a potion counts as minus or as plus."""
    known = ([s.top] if s.top >= 0 else [])[:count]
    cards = [card for card in unseen(s) if card not in known]
    least = sorted(least_worth(s, card) for card in cards)
    most = sorted((most_worth(s, card) for card in cards), reverse=True)
    drawn = count - len(known)
    low = sum(least_worth(s, card) for card in known) + sum(least[:drawn])
    high = sum(most_worth(s, card) for card in known) + sum(most[:drawn])
    attack = attack_of(s, seat)
    return attack + low, attack + high


def most_worth(s: State, card: int) -> int:
    return s.worth[card % VALUES] if card < FIRST_POTION else s.potion_plus[card - FIRST_POTION]
