"""Which choices fill the chooser's own unstable weapon: from then on a charge from anybody else blows it up (BF-OVER-2)."""

from fractions import Fraction

from bagarre.kernel.menu import Choice
from bagarre.kernel.operations import innermost

from . import instructions as ins
from .briefs import program
from .choices import ANNOUNCE, DELIVER, GO_ARMORY, TAKE, TARGET, VERBS
from .operations import CHANGE, INSTRUCTION, MANNER, PROGRAM
from .rules.arsenal import KEEPING
from .rules.table import is_unstable, met_needs, playable_boxes, start_square, top_square
from .state import ASK_ACTION, ASK_TAKE, ASK_TARGET, ASK_TARGET_OR_STOP, CAST, MARKET, NONE, State
from .underway import under_way

NEVER, MAY, SURE = range(3)
TOLD = ("", "may_fill", "fills")
"""How the words call them."""
OTHER_WEAPON = {ins.NEW_WEAPON, ins.NEW_WEAPON_KEEP, ins.SWAP_WEAPONS, ins.SWAP_LOADED}
"""After these another weapon lies in front."""
AIMING = (ASK_TARGET, ASK_TARGET_OR_STOP)
DICE = 2
"""What the dice of the Armory bring at most."""


def filling(s: State, seat: int, choice: Choice) -> int:
    """Does the choice, when it works, fill the unstable weapon of that seat, or may it?"""
    if choice.verb == TAKE:
        return _taking(s, seat, choice.arg)
    room = top_square(s, s.weapon[seat]) - s.charge[seat]
    if room <= 0 or not is_unstable(s, s.weapon[seat]):
        return NEVER
    if choice.verb == GO_ARMORY:
        return MAY if room <= DICE else NEVER
    if choice.verb == DELIVER and choice.arg == seat:
        return MAY
    if choice.verb == TARGET:
        each, left = stealing(s)
        return SURE if 0 < left <= min(each, s.charge[choice.arg]) else NEVER
    if choice.verb == ANNOUNCE and s.ask == ASK_ACTION and s.place_of[choice.arg] != NONE:
        return _announcing(s, seat, s.place_of[choice.arg], room)
    return NEVER


def stealing(s: State) -> tuple[int, int]:
    """How many charges the program under way steals from each rival who is chosen, and how many more the thief's weapon holds once
    those chosen already have been robbed (BF-CHARGE-4); no charges where it steals none."""
    place = innermost(s, PROGRAM.number)
    if place < 0:
        return 0, 0
    running = under_way(s, place)[1]
    seat = running["seat"]
    each = next((number for op, number in program(s, running["instruction"]) if op == ins.STEAL), 0)
    robbed = [running["targets"] >> 3 * i & 7 for i in range(running["targeted"])]
    held = s.charge[seat] + sum(min(each, s.charge[other]) for other in robbed)
    return each, max(0, top_square(s, s.weapon[seat]) - held)


def blast(green: int, room: int) -> Fraction:
    """How likely the dice of the Armory, with so many green faces each, give an unstable weapon with this room a charge too many."""
    given = Fraction(6 - green, 6)
    return (1 - (1 - given) ** 2, given**2)[room] if room < DICE else Fraction(0)


def told_fillings(s: State, seat: int) -> dict[str, str]:
    """The choices of a turn that do, by notation, as the words call it."""
    if seat < 0 or s.ask not in (ASK_ACTION, ASK_TAKE, *AIMING) or not s.pending >> seat & 1:
        return {}
    if s.ask == ASK_TAKE:
        choices = [Choice(TAKE, s.market[slot]) for slot in range(MARKET) if s.market[slot] != NONE]
    elif s.ask in AIMING:
        choices = [Choice(TARGET, other) for other in range(s.seats) if other != seat]
    else:
        choices = [Choice(GO_ARMORY, 0), *(Choice(ANNOUNCE, s.cast[place]) for place in range(CAST))]
    found = {VERBS.write(choice): filling(s, seat, choice) for choice in choices}
    return {notation: TOLD[how] for notation, how in found.items() if how}


def _announcing(s: State, seat: int, place: int, room: int) -> int:
    boxes = playable_boxes(s, seat, place, met_needs(s, seat))
    found = {_power(s, place, box, room) for box in range(2) if boxes >> box & 1}
    # In Vengeance one of two powers is chosen.
    return found.pop() if len(found) == 1 else MAY if found else NEVER


def _power(s: State, place: int, box: int, room: int) -> int:
    at = s.boxes[s.cast[place]][box]
    does = list(program(s, 2 * at + 1))
    ops = {op for op, _ in does}
    if ops & OTHER_WEAPON:
        return NEVER
    room += s.code[2 * at] & ins.COST
    sure = sum(number for op, number in does if op == ins.GAIN)
    victims = sum(op in (ins.TARGET, ins.TARGET_OR_STOP) for op, _ in does)
    victims = s.seats - 1 if ins.OPPONENTS in ops else victims
    most = sure + sum((number or room) * victims for op, number in does if op == ins.STEAL)
    most += DICE if ins.ROLL_ARMORY in ops else 0
    if sure >= room:
        return MAY if ins.FIRE in ops else SURE
    return MAY if most >= room or ins.MOVE in ops else NEVER


def _taking(s: State, seat: int, weapon: int) -> int:
    """A weapon that keeps the charges of the one before may be full at once, or by what the same power brings."""
    change = innermost(s, CHANGE.number)
    if change < 0 or not is_unstable(s, weapon):
        return NEVER
    start = start_square(s, weapon) if s.restart_on_start else 0
    if s.frames[change][MANNER] == KEEPING:
        start = s.charge[seat]
        power = innermost(s, PROGRAM.number)
        if power >= 0:
            left = program(s, s.frames[power][INSTRUCTION])
            start += sum(number for op, number in left if op == ins.GAIN)
    return SURE if start >= top_square(s, weapon) else NEVER
