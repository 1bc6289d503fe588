"""Sheets, collisions and dice in words and figures, for pages and terminals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from bagarre.kernel.game import Game
from bagarre.kernel.speech import Speech
from bagarre.review.curve import writing_of
from bagarre.review.decisions import Decision
from bagarre.review.looking import Review
from bagarre.review.plans import Collision, hindsight_room
from bagarre.review.rolls import rolls_of, summed
from bagarre.review.telling import points, sequences, speech_of

LEAST = 0.005
"""Winning share by which a sheet must be better to be told as better: a point, as figures are rounded."""
SUCH = 0.5
"""Successes beside the expected number below which luck was neither good nor bad."""


def told_sheets(review: Review, names: Sequence[str], seat: int, lang: str) -> list[dict[str, Any]]:
    """The sheets that a seat wrote, in their order: what the strong player's would have been worth more, and the collisions."""
    room = hindsight_room(review.match.game)
    speech = speech_of(review.match, lang, names)
    found = []
    for sheet, met in review.sheets(seat):
        turn, again = room.turn_of(review.match.position(sheet.first - 1))
        surely = "better" if sheet.proven >= LEAST else "nearly"
        better = "same" if sheet.best == sheet.made else surely
        found.append(
            {"first": sheet.first, "moment": sheet.moment, "turn": turn, "again": again, "better": better,
             "points": points(sheet.proven, lang), "lost": sheet.proven,
             "collisions": [told_collision(review, sheet, one, speech, lang) for one in met]}
        )  # fmt: skip
    return found


def told_collision(
    review: Review, sheet: Decision, one: Collision, speech: Speech, lang: str
) -> dict[str, Any]:
    room = hindsight_room(review.match.game)
    s = review.match.position(sheet.first - 1)
    who, other = (speech.name("character", room.tag_of(s, number)) for number in (one.one, one.other))
    return {
        "one": who,
        "other": other,
        "percent": points(one.chance, lang),
        "met": one.met,
        "worlds": one.worlds,
        "bound": one.bound,
        "verdict": one.verdict,
        "moment": one.moment,
    }


def ways_of(review: Review, sheet: Decision, speech: Speech) -> dict[str, Any]:
    """Where a sheet and the strong player's lead, and both order by order for every character."""
    game, room = review.match.game, hindsight_room(review.match.game)
    known = game.concealed(review.match.position(sheet.first - 1), sheet.seat)
    mine = room.ways(game, known, sheet.seat, sheet.made)
    theirs = room.ways(game, known, sheet.seat, sheet.best) if sheet.best != sheet.made else []
    return {"mine": mine, "theirs": theirs, "orders": both_orders(mine, theirs, known, room, speech)}


def both_orders(
    mine: Sequence[Any], theirs: Sequence[Any], known: Any, room: Any, speech: Speech
) -> list[dict[str, Any]]:
    """Of every character its orders, sequence by sequence, beside those that the strong player would have written."""
    rows = []
    for way, other in zip_longest(mine, theirs):
        name = speech.name("character", room.tag_of(known, known.letter[way.who]))
        theirs_told = sequences(other.orders, speech) if other is not None else []
        rows.append({"name": name, "mine": sequences(way.orders, speech), "theirs": theirs_told})
    return rows


def told_writing(game: Game, known: Any, seat: int, speech: Speech) -> list[dict[str, Any]]:
    """What stands on the sheets that a seat is writing; nothing where it writes none."""
    room = hindsight_room(game)
    if room is None or not writing_of(game)(known, seat):
        return []
    return [
        {
            "name": speech.name("character", tag),
            "orders": [str(speech.name("order", order)) for order in orders],
        }
        for tag, orders in room.written(known, seat)
    ]


def told_rolls(review: Review, names: Sequence[str], seat: int, lang: str) -> dict[str, Any] | None:
    """What the dice gave against what could be expected: a seat's rolls by kind, everybody's sums, and each roll; `None` where nothing was rolled."""
    found = rolls_of(review.match)
    if not found:
        return None
    speech = speech_of(review.match, lang, names)
    kinds = list(dict.fromkeys(roll.kind for _, roll in found))
    own = [roll for _, roll in found if roll.seat == seat]
    return {
        "kinds": [
            {"kind": kind, "name": speech.say(f"review.{kind}")} | told_sum([r for r in own if r.kind == kind], lang)
            for kind in kinds if any(roll.kind == kind for roll in own)
        ],
        "players": [
            {"name": name, "seat": other} | told_sum([roll for _, roll in found if roll.seat == other], lang)
            for other, name in enumerate(names)
        ],
        "rolls": [told_roll(moment, roll, speech, lang) for moment, roll in found if roll.seat == seat],
    }  # fmt: skip


def told_sum(rolls: Sequence[Any], lang: str) -> dict[str, Any]:
    one = summed(rolls)
    difference = one.made - one.expected
    luck = "even" if abs(difference) < SUCH else "good" if difference > 0 else "bad"
    return {
        "number": one.number, "made": one.made, "expected": decimal(one.expected, lang), "difference": decimal(difference, lang, plus=True),
        "luck": luck, "share": points(one.luckier if difference > 0 else one.unluckier, lang),
        "wounds": one.wounds, "expected_wounds": decimal(one.expected_wounds, lang),
        "more_wounds": decimal(one.wounds - one.expected_wounds, lang, plus=True),
    }  # fmt: skip


def told_roll(moment: int, roll: Any, speech: Speech, lang: str) -> dict[str, Any]:
    under = roll.kind == "test"
    return {
        "moment": moment, "turn": roll.turn, "kind": speech.say(f"review.{roll.kind}_one"), "who": speech.name("character", roll.who),
        "other": speech.name("character", roll.other) if roll.other >= 0 else "", "die": roll.die, "of": roll.of,
        "needed": roll.faces if under else roll.of - roll.faces + 1, "under": under, "chance": points(roll.chance, lang), "made": roll.made,
        "wounds": roll.wounds, "expected_wounds": decimal(roll.expected, lang) if roll.expected else "",
    }  # fmt: skip


def decimal(number: float, lang: str, plus: bool = False) -> str:
    """With one decimal, and the minus sign of print."""
    text = f"{number:+.1f}" if plus else f"{number:.1f}"
    text = "0" if text.strip("+-0.") == "" else text.replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text
