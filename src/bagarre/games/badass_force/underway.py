"""What is under way, outermost first, and whether anything still depends on what is asked."""

from bagarre.kernel.operations import STEP

from . import instructions as ins
from .briefs import program
from .operations import STACK
from .rules.claims import LIE, first_to_denounce
from .rules.table import clockwise
from .state import ASK_TAKE, State

PROGRAMS = ("power", "power", "reaction", "reaction", "execution")
"""What a program is, by its box."""
SCORING = frozenset(
    {ins.ATTACK, ins.SLAY, ins.SLASH_HAND, ins.GUESS, ins.GIFT, ins.MOVE, ins.ROLL_ARMORY, ins.FIRE}
    | {ins.COPY_POWER, ins.ONE_OF}
)
"""Instructions that may still bring somebody points."""


def under_way(s: State, place: int) -> tuple[str, dict[str, int]]:
    """What is under way at a place of the stack, and its registers by name."""
    operation = STACK.of_step(s.frames[place][STEP])
    registers = dict(zip(operation.registers, s.frames[place][1:]))
    return PROGRAMS[registers["box"]] if operation.name == "program" else operation.name, registers


def goes_before(s: State, seat: int, announcer: int) -> list[int]:
    """Whose denunciation counts rather than the seat's (BF-DEN-2); nobody's where each one is asked in turn (BF-R16)."""
    first = int(first_to_denounce(s, announcer))
    line = [int(clockwise(s, first, step)) for step in range(s.seats)]
    before = line[: line.index(seat)]
    return [] if s.polling_clockwise else [other for other in before if other != announcer]


def nothing_follows(s: State) -> bool:
    """Is a hero to be placed, or a weapon to be taken, with nothing after it that could bring points?"""
    below = [under_way(s, place) for place in range(s.depth - 1)]
    asker = under_way(s, s.depth - 1)[0] if below else ""
    if asker not in ("change", "placement"):
        return False
    # The only attack of a shot or a power has been carried out.
    struck = below[-1][0] == "attack"
    if struck and (asker == "change" or below[-2][1].get("targeted") != 1):
        return False
    kinds = [kind for kind, _ in below][: -1 if struck else None]
    if not set(kinds) <= {"turn", "claim", "power", "execution"}:
        return False
    if kinds[-1] == "claim":
        return below[-1][1]["verdict"] == LIE
    # A power may have fired the weapon: what it has still to do comes after the shot.
    running = [registers for kind, registers in below if kind in ("power", "execution")]
    return all(_harmless(s, each, int(struck and each is running[-1])) for each in running)


def _harmless(s: State, running: dict[str, int], done: int) -> bool:
    """Can nothing that the program has still to do bring points, after so many instructions?"""
    return not SCORING & {op for op, _ in list(program(s, running["instruction"]))[done:]}


def winners_now(s: State) -> list[int]:
    """Those who have most points, once somebody has reached the goal (BF-END-1, BF-END-3)."""
    best = max(s.points[: s.seats])
    return [seat for seat in range(s.seats) if s.points[seat] == best >= s.target]


def is_settled(s: State, seat: int) -> bool:
    """Does nothing depend on what the seat is asked: who wins, nor, between equals, whose charges are counted (BF-END-4)?"""
    if not s.pending >> seat & 1 or len(winners_now(s)) != 1 or not nothing_follows(s):
        return False
    equals = sum(s.points[other] == s.points[seat] for other in range(s.seats)) > 1
    return not (equals and s.ask == ASK_TAKE)
