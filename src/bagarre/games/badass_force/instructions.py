"""The instructions of powers and weapons: the catalogue's primitive operations, one byte each.

A program is written in a pack as a list of short lines (`"target charged"`, `"if killed: keep"`); `content.py` turns each line into
instructions. An instruction is an operation with a small number; all pairs that exist are numbered in one row, so that a byte
holds one. docs/packs.md describes the words for authors of packs.
"""

from bagarre.kernel.rule import table

ENDS, DESIGNATES, HARMS, MOVES_CARDS, MOVES_CHARGES, HANDLES_WEAPONS, ACTS, GUARDS = range(8)
"""What an instruction is for: the end; choices and designations; harm; cards seen and moved; charges; weapons; other effects; conditions on
the next instruction."""

# Each operation with how many numbers it takes (0 … count-1).
_GROUPS = {
    ENDS: (("END", 1),),
    DESIGNATES: (
        ("TARGET", 5),          # a filter
        ("TARGET_OR_STOP", 5),  # a filter
        ("NEIGHBOURS", 1), ("OPPONENTS", 1), ("OTHERS", 1), ("ATTACKER", 1),
        ("DIRECTION", 1), ("NEXT", 1),
        ("NAME", 1),
        ("AMOUNT", 8),          # 1 … number
        ("AMOUNT_HELD", 8),     # 1 … number, at most what the target holds
        ("DESTINATION", 1),
    ),
    HARMS: (
        ("ATTACK", 8),          # 1 undefendable, plus twice the price of a dodge
        ("SLAY", 1), ("SLASH_HAND", 1), ("GUESS", 1),
    ),
    MOVES_CARDS: (
        ("PEEK", 1), ("SHOW", 1), ("REDEPLOY", 1), ("REDEPLOY_SELF", 1), ("REDEPLOY_DIFF", 1), ("REVIVE", 1),
    ),
    MOVES_CHARGES: (
        ("GAIN", 10),
        ("GIFT", 8),            # 0: the chosen amount
        ("DRAIN", 8),           # 0: all
        ("STEAL", 8), ("MOVE", 1),
        ("LOSE", 13), ("MARKER", 13),
    ),
    HANDLES_WEAPONS: (("NEW_WEAPON", 1), ("NEW_WEAPON_KEEP", 1), ("SWAP_WEAPONS", 1), ("SWAP_LOADED", 1), ("KEEP", 1)),
    ACTS: (
        ("ROLL_ARMORY", 1), ("FIRE", 1), ("CANCEL", 1), ("COPY_POWER", 1),
        ("ONE_OF", 8),          # a sum of the offers below
    ),
    GUARDS: (
        ("WHEN", 4),            # loaded, killed, cancelled, dodged
        ("WHEN_MARKER", 13),    # the marker stood there or beyond
        ("MAY", 1),
    ),
}  # fmt: skip
_SIZES = tuple(size for sizes in _GROUPS.values() for size in sizes)

OPERATIONS = tuple(name for name, _ in _SIZES)
(
    END, TARGET, TARGET_OR_STOP, NEIGHBOURS, OPPONENTS, OTHERS, ATTACKER, DIRECTION, NEXT, NAME, AMOUNT, AMOUNT_HELD,
    DESTINATION, ATTACK, SLAY, SLASH_HAND, GUESS, PEEK, SHOW, REDEPLOY, REDEPLOY_SELF, REDEPLOY_DIFF, REVIVE, GAIN, GIFT,
    DRAIN, STEAL, MOVE, LOSE, MARKER, NEW_WEAPON, NEW_WEAPON_KEEP, SWAP_WEAPONS, SWAP_LOADED, KEEP, ROLL_ARMORY, FIRE,
    CANCEL, COPY_POWER, ONE_OF, WHEN, WHEN_MARKER, MAY,
) = range(len(_SIZES))  # fmt: skip

ANY, NEIGHBOUR, CHARGED, AHEAD, HIGHEST = range(5)
"""Filters of a target: any opponent, a neighbour, one with a charge, one with more points, the one with most points."""
IF_LOADED, IF_KILLED, IF_CANCELLED, IF_DODGED = range(4)
OFFER_ARMORY, OFFER_NEW_WEAPON, OFFER_EXECUTE = 1, 2, 4
"""What `one_of` may offer."""

FIRST_BYTE = [sum(size for _, size in _SIZES[:i]) for i in range(len(_SIZES))]
"""The byte of each operation with the number 0."""
OPERATION = table(op for op, (_, size) in enumerate(_SIZES) for _ in range(size))
"""The operation of each byte."""
NUMBER = table(number for _, size in _SIZES for number in range(size))
"""The number of each byte."""
GROUP = table(group for group, sizes in _GROUPS.items() for _ in sizes)
"""The group of each operation."""

# What a box of an action asks for before it may be played (BF-ANN-4), in bits 3 to 5 of its first byte; bits 0 to 2 hold its cost.
NEEDS_CHARGED, NEEDS_AHEAD, NEEDS_DEAD = 8, 16, 32
# Against which kinds of attack a reaction helps (BF-DEF-2), in the same bits.
AGAINST_WEAPON, AGAINST_POWER = 8, 16
COST = 7


def byte(op: int, number: int = 0) -> int:
    """The byte of an instruction.

    :raises ValueError: when the operation does not take that number.
    """
    if not 0 <= number < _SIZES[op][1]:
        raise ValueError(f"{OPERATIONS[op]} takes 0 to {_SIZES[op][1] - 1}")
    return FIRST_BYTE[op] + number
