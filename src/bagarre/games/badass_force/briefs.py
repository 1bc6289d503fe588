"""What a power does in a few words, read from its program: for cards and keys that have no room for the whole text."""

from collections.abc import Iterator

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


def program(s: State, place: int) -> Iterator[tuple[int, int]]:
    """The instructions from a place of the code on."""
    while (op := int(ins.OPERATION[s.code[place]])) != ins.END:
        yield op, int(ins.NUMBER[s.code[place]])
        place += 1


def brief(s: State, place: int, speech: Speech) -> str:
    """The program that begins there, as a row of short phrases."""
    told = list(program(s, place))
    names = sum(op == ins.NAME for op, _ in told)
    phrases = [_phrase(op, number, names, speech) for op, number in told if op not in SILENT]
    return ", ".join(dict.fromkeys(phrases))


def _phrase(op: int, number: int, names: int, speech: Speech) -> str:
    name = ins.OPERATIONS[op].lower()
    if op == ins.ATTACK and number & 1:
        name = "attack_sure"
    if op == ins.GUESS:
        return speech.say("brief.guess", n=names)
    if op in COUNTED:
        return speech.say(f"brief.{name}" if number else f"brief.{name}_all", n=number)
    return speech.say(f"brief.{name}")
