"""What a power does in a few words, read from its program: for cards and keys that have no room for the whole text."""

from collections.abc import Iterator
from itertools import pairwise

from bagarre.kernel.speech import Speech

from . import instructions as ins
from .state import State

SILENT = (
    *(ins.TARGET, ins.TARGET_OR_STOP, ins.NEIGHBOURS, ins.OPPONENTS, ins.OTHERS, ins.ATTACKER, ins.DIRECTION),
    *(ins.NEXT, ins.AMOUNT, ins.AMOUNT_HELD, ins.DESTINATION, ins.NAME, ins.WHEN, ins.WHEN_MARKER, ins.MAY),
    *(ins.LOSE, ins.MARKER, ins.KEEP),
)  # fmt: skip
"""Instructions that are part of another one's phrase."""
COUNTED = (ins.GAIN, ins.GIFT, ins.DRAIN, ins.STEAL)
"""Those whose number is said; without one they say that it is chosen, or all."""
AHEAD = {ins.ATTACK: "attack_ahead", ins.SLASH_HAND: "slash_ahead"}
"""Those that say that only somebody with more points can be their target: often there is nobody."""


def program(s: State, place: int) -> Iterator[tuple[int, int]]:
    """The instructions from a place of the code on."""
    while (op := int(ins.OPERATION[s.code[place]])) != ins.END:
        yield op, int(ins.NUMBER[s.code[place]])
        place += 1


def brief(s: State, place: int, speech: Speech) -> str:
    """The program that begins there, as a row of short phrases."""
    told = list(program(s, place))
    names = sum(op == ins.NAME for op, _ in told)
    ahead = (ins.TARGET, ins.AHEAD) in told
    phrases = [
        speech.say(f"brief.{AHEAD[op]}")
        if ahead and op in AHEAD
        else _phrase(op, number, names, speech, aims(told, 0))
        for op, number in told
        if op not in SILENT
    ]
    return ", ".join(dict.fromkeys(phrases))


def aims(told: list[tuple[int, int]], marker: int) -> int:
    """How many players a program has chosen; some only with the marker far enough."""
    before = [(ins.END, 0), *told]
    return sum(
        op in (ins.TARGET, ins.TARGET_OR_STOP)
        and not (before[i][0] == ins.WHEN_MARKER and marker < before[i][1])
        for i, (op, _) in enumerate(told)
    )


def shot(s: State, place: int, speech: Speech, marker: int = 0) -> str:
    """What a shot does first, and to whom, as a short phrase; what depends on a marker further on or on how it ends is in the text."""
    sure = _sure(s, place, marker)
    op, number = _first(sure)
    if op == ins.END:
        return brief(s, place, speech)
    if op != ins.ATTACK or number & 1:
        return _phrase(op, number, sum(each[0] == ins.NAME for each in sure), speech)
    if near := beside(s, place, marker):
        return speech.say(f"brief.attack_{near}")
    return speech.say("brief.attack_some", n=sum(each[0] in (ins.TARGET, ins.NEXT) for each in sure))


def beside(s: State, place: int, marker: int = 0) -> str:
    """Whether a shot attacks "both" neighbours, or one "neighbour"; nothing when it does neither."""
    sure = _sure(s, place, marker)
    if _first(sure)[0] != ins.ATTACK:
        return ""
    if any(op == ins.NEIGHBOURS for op, _ in sure):
        return "both"
    return "neighbour" if (ins.TARGET, ins.NEIGHBOUR) in sure else ""


def _sure(s: State, place: int, marker: int) -> list[tuple[int, int]]:
    """The instructions that hold whatever happens, with the marker there."""
    told = [(ins.END, 0), *program(s, place)]
    return [
        now
        for before, now in pairwise(told)
        if before[0] != ins.WHEN and not (before[0] == ins.WHEN_MARKER and marker < before[1])
    ]


def _first(told: list[tuple[int, int]]) -> tuple[int, int]:
    """The first of them that is told."""
    return next((each for each in told if each[0] not in SILENT), (ins.END, 0))


def _phrase(op: int, number: int, names: int, speech: Speech, aimed: int = 1) -> str:
    name = ins.OPERATIONS[op].lower()
    if op == ins.ATTACK and number & 1:
        name = "attack_sure"
    if op == ins.GUESS:
        return speech.say("brief.guess", n=names)
    if op == ins.STEAL and number and aimed > 1:
        return speech.say("brief.steal_some", n=number, most=aimed)
    if op in COUNTED:
        return speech.say(f"brief.{name}" if number else f"brief.{name}_all", n=number)
    return speech.say(f"brief.{name}")
