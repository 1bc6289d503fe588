"""Badass Force with the real box: what is asked of the table.

Everybody's cards stay in their hands; each player tells Bagarre, for nobody else's eyes, which character is in the Lodge and which one is placed. A bluff can only be refereed by
whoever knows the card.
"""

from bagarre.kernel.asking import Asked, Result, lot, one_of
from bagarre.kernel.draws import Draw

from .rules.arsenal import GREEN, RED, YELLOW
from .state import CAST, CHARACTERS, WEAPONS, State

PARTS = ("casting", "weapons", "lodge", "armory", "bluffs", "score")
YOURS = ("cards",)
BOTS = False
"""Somebody would have to look at a bot's cards."""


def asked(draw: Draw) -> Asked:
    """What the table is asked when a rule draws."""
    s, here = draw.state, draw.here
    match draw.rule:
        case "random_seven":
            chosen = draw.within("draw_casting")["chosen"]  # type: ignore[index]
            left = [c for c in range(CHARACTERS) if (s.available & ~chosen) >> c & 1]
            return one_of("casting", "character", left, n=("n", CAST - chosen.bit_count()))
        case "draw_weapon":
            return _weapon(draw)
        case "draw_character":
            return _character(draw)
        case "roll_colour":
            return _colour(s)
        case "begin_game":
            return lot("first", "seat", range(s.seats))
    raise LookupError(f"{draw.rule}: {sorted(here)}")


def _weapon(draw: Draw) -> Asked:
    s = draw.state
    weapons = tuple(
        Result(weapon, "weapon", weapon, s.unseen[weapon])
        for weapon in range(WEAPONS)
        if s.unseen[weapon] > 0
    )
    market = draw.within("refill_market")
    if market is not None:
        return Asked("market", weapons)
    return Asked("weapon", weapons, {"player": ("seat", draw.within("deal")["seat"])})  # type: ignore[index]


def _character(draw: Draw) -> Asked:
    """One of the seven: which of them are still in a hand is nobody else's business."""
    s = draw.state
    lodge = draw.within("draw_lodge")
    if lodge is not None:
        seat = lodge["seat"]
        return one_of("lodge", "character", sorted(s.cast), seat=seat, player=("seat", seat))
    seat = next(call.here["seat"] for call in draw.calls if "seat" in call.here)
    return one_of("lost", "character", sorted(s.cast), player=("seat", seat))


def _colour(s: State) -> Asked:
    """The dice of the Armory show colours; the rules count faces (BF-ARMORY-1)."""
    faces = ((GREEN, 1, s.green_faces), (YELLOW, 1 + s.green_faces, s.yellow_faces))
    red = 1 + s.green_faces + s.yellow_faces
    results = [
        Result(first, "colour", colour, count) for colour, first, count in (*faces, (RED, red, 7 - red))
    ]
    return Asked("armory", tuple(result for result in results if result.copies > 0))
