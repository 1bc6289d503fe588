"""What a spell does, as one number: the primitives of its program, a few bits each.

A pack writes `program = ["modify_boss(+amount)", "extra_key(1)"]`; the rules read the word made of it. Primitives that act as long as
the spell lies on the table are bits of their own and combine freely; a spell has at most one `action`, done once.
"""

from bagarre.kernel.rule import rule

DARK = 1 << 0
"""Placed in front of one player (BQ-VISIT-10); a light spell lies beside the Boss (BQ-VISIT-9)."""
LASTING = 1 << 1
"""Stays on the table until the end of the round; otherwise it is discarded at once."""
BOSS_UP = 1 << 2
BOSS_DOWN = 1 << 3
ATTACK_UP = 1 << 4
ATTACK_DOWN = 1 << 5
REQUIRE = 6
"""First of five bits, one a colour (BQ-SPELL-12)."""
REQUIRE_PAIR = 1 << 11
REQUIRES = 0b111111 << REQUIRE
"""All conditions."""
PROTECT_ONE = 1 << 12
PROTECT_ALL = 1 << 13
KEYS = 14
"""First of two bits: extra keys of each winner (BQ-SPELL-15)."""
SECOND_WINS = 1 << 16
LAST_TURN = 1 << 17
ACTION = 18
"""First of three bits: one of the actions below."""

NO_ACTION, CANCEL_SPELL, SWAP_HIDDEN, EXCHANGE, FLIP, SWAP_COMPANIONS = range(6)

ASKS_AMOUNT = BOSS_UP | BOSS_DOWN | ATTACK_UP | ATTACK_DOWN
ASKS_PLAYER = ATTACK_UP | ATTACK_DOWN | PROTECT_ONE

WILD_COLORS, PEEK, CHAIN_VISIT, TIE_PRIORITY, OVER_SHIELD, REPLACE_MARKET = range(6)
"""Powers of companions."""
POWERS = ("wild_colors", "peek", "chain_visit", "tie_priority", "over_shield", "replace_market")


@rule
def action_of(word: int) -> int:
    """The action of a spell, NO_ACTION when it only lies there."""
    return (word >> ACTION) & 7


@rule
def asks_player(word: int) -> bool:
    """Does the caster name a player?"""
    action = action_of(word)
    return word & ASKS_PLAYER != 0 or action == SWAP_HIDDEN or action == EXCHANGE
