"""Battleworld with the real box: the dice are rolled at the table, the tokens are moved as Bagarre says. Nothing that is drawn is hidden."""

from bagarre.kernel.asking import Asked, Result, die, lot
from bagarre.kernel.draws import Draw
from bagarre.kernel.speech import Speech

from .rules.combat import principal
from .rules.preparation import in_class, is_taken
from .rules.tokens import entity_label, label
from .state import GALACTUS, State

PARTS = ("dice", "tokens", "teams", "initiative", "clock")
YOURS = ("figures",)
BOTS = True
ATTACK = 0


def asked(draw: Draw) -> Asked:
    """What the table is asked when a rule draws."""
    s, here = draw.state, draw.here
    match draw.rule:
        case "run_toss":
            return lot("toss", "seat", range(2))
        case "draw_from_class":
            return lot("drawn", "fighter", _of_class(s, here["number"]))
        case "throw":
            return _throw(draw)
        case "throw_support":
            p = ("fighter", label(s, here["p"]))
            return die("support", here["die"], fighter=p, n=("n", here["die"]))
        case "throw_entity":
            side = here["side"]
            entity = ("entity", entity_label(s, here["entity"]))
            return die("entity", s.die[side], entity=entity, n=("n", s.die[side]))
        case "run_clock":
            sides = s.entity_die[GALACTUS]
            return die("hunger", sides, entity=("entity", entity_label(s, GALACTUS)), n=("n", sides))
    raise LookupError(draw.rule)


def note(result: Result, speech: Speech) -> str:
    """The face of the initiative token that falls for a player."""
    return str(speech.name("side", result.value)) if result.kind == "seat" else ""


def _throw(draw: Draw) -> Asked:
    """The first die of a side, one that was bid, one that is rolled again, or the second of two (BW-COMBAT-4, BW-REROLL-7)."""
    s, here = draw.state, draw.here
    side, nth = here["side"], here["nth"]
    if "other" in here:
        key = "second"
    elif nth < s.rolls[side]:
        key = "again"
    elif nth > 0:
        key = "raise"
    else:
        key = "attack" if side == ATTACK else "defence"
    fighter = ("fighter", label(s, principal(s, side)))
    return die(key, s.die[side], fighter=fighter, n=("n", s.die[side]))


def _of_class(s: State, number: int) -> list[int]:
    """The names of the characters of a class that nobody has yet (BW-TEAM-9)."""
    return [
        card + 32 * s.naming
        for card in range(4 * s.faction_count)
        if in_class(s, card, number) and not is_taken(s, card)
    ]
