"""The orders in words: as a sentence says them, and as keys of the bar name them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .choices import ORDERS, WHOLE_SEQUENCES
from .events import EVENTS

AIMS = ("M", "R", "S", "P")
"""Orders that name a direction."""


BEYOND = (("BA-STEP-1", "wall"), ("BA-STEP-3", "corner"), ("BA-BLOW-2", "level"))
"""What keeps a blow from somebody in front, by the clause of its reason."""
ARROWS = "↑↗→↘↓↙←↖"


@lru_cache(maxsize=8)
def strip_words(words: Any) -> dict[str, str]:
    """Every order on a small card: a direction is an arrow."""
    return {code: _brief(code, words) for code in ORDERS}


def _brief(code: str, words: Any) -> str:
    turn = code[-1] if len(code) > 1 and code[-1] in "GD" else ""
    body = code[: len(code) - len(turn)]
    letters = body.rstrip("0123456789")
    if code == "-":
        return str(words.say("board.short.rest"))
    if letters in (*AIMS, "C"):
        number = int(body[-1])
        brief = words.say(f"board.short.{letters}", d=ARROWS[number - 1], n=number)
    else:
        brief = order_words(words)[1][body]
    return str(
        words.say("board.short.then", order=brief, turn="↺" if turn == "G" else "↻") if turn else brief
    )


@lru_cache(maxsize=8)
def order_words(words: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Every order as a sentence says it, and as a key of the bar."""
    long: dict[str, str] = {}
    short: dict[str, str] = {}
    for code in ORDERS:
        if code == "-":
            long[code], short[code] = words.say("board.order.rest"), words.say("board.key.rest")
        elif code in WHOLE_SEQUENCES:
            first, second = code.split("/")
            long[code] = words.say(
                "board.order.both",
                first=words.say(f"board.order.{first}"),
                second=words.say(f"board.order.{second}"),
            )
            short[code] = words.say(f"board.key.{first}_{second}")
        else:
            long[code], short[code] = _one(code, words)
    return long, short


def _one(code: str, words: Any) -> tuple[str, str]:
    """An order of one round: its letters, a direction or a length, a turn at its end."""
    turn = code[-1] if len(code) > 1 and code[-1] in "GD" else ""
    body = code[: len(code) - len(turn)]
    number = body[-1] if body[-1].isdecimal() else ""
    letters = body.rstrip("0123456789")
    aims = letters in AIMS
    way = words.say(f"names.direction.{int(number) - 1}") if aims else ""
    long = words.say(f"board.order.{letters}", d=way, n=number or 0)
    short = words.say(f"board.dir.{number}") if aims else words.say(f"board.key.{letters}", n=number or 0)
    if turn:
        return words.say(f"board.order.then_{turn}", order=long), words.say(
            f"board.key.then_{turn}", order=short
        )
    return long, short


@lru_cache(maxsize=8)
def lost_words(words: Any) -> dict[str, str]:
    """Why an order was lost, in few words, by the name of the event."""
    kinds = [kind.name for kind in EVENTS.kinds if kind.name.startswith("lost_")]
    lost = {kind: str(words.say(f"board.lost.{kind.removeprefix('lost_')}")) for kind in kinds}
    # Nobody to strike although somebody is in front: the clause of the reason tells which (why.py).
    return lost | {
        f"lost_no_target {clause}": words.say(f"board.out_of_blows.{key}") for clause, key in BEYOND
    }
