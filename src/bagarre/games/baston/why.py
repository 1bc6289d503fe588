"""Why: every roll with what is added to it, every fall with its cause, every score with what it is made of."""

from __future__ import annotations

from collections.abc import Sequence

from bagarre.kernel.events import Event
from bagarre.kernel.reasons import Because, plainly
from bagarre.kernel.speech import Speech

from . import outlook
from .rules.geometry import indoors
from .rules.people import by_letter, side_of, tag
from .rules.score import in_play_of, side_points, stamina_left
from .shapes import Counted
from .state import (
    BOTTLE,
    BROKEN,
    HS,
    IN_PLAY,
    LEGS,
    NOBODY,
    OUT,
    SCORE_TERMS,
    TIE_FIRST,
    TIE_SECOND,
    W_BASE,
    W_BOTTLES,
    W_BROKEN,
    W_DEALT,
    W_INSIDE,
    W_OUTSIDE,
    W_OWN_HS,
    W_RIVALS_HS,
    W_RIVALS_OUT,
    W_STANDING,
    W_WRECKS,
    State,
)
from .whereabouts import then

PLAIN = (
    "misses",
    "wounded",
    "limb_lost",
    "stunned",
    "jostle_blocked",
    "breaks_free",
    "loses_sequence",
    "keeps_hold",
    "hold_ends",
    "recoil",
    "vicious",
    "scatters",
    "piece_stuck",
    "stronger_than_tool",
    "door_blocked",
    "bumps",
    "police_roll",
    "drag_fails",
)
"""Results that one sentence explains, whatever came before."""
EXPLAINED = {
    "to_hit": "total",
    "hold_roll": "total",
    "roll_under": "",
    "stun_roll": "n",
    "hits": "",
    "falls_in_place": "",
    "jostle": "",
    "knocked_out": "",
    "game_ends": "",
    "lost_no_target": "",
    "wins_points": "n",
    "loses_points": "",
    **dict.fromkeys(PLAIN, ""),
}
TERM_CLAUSES = {
    "dealt": "BA-VP-1",
    "knocked": "BA-VP-2",
    "shoved": "BA-VP-3",
    "standing": "BA-VP-4",
    "lost": "BA-VP-5",
    "self_hurt": "BA-VP-6",
    "self_knocked": "BA-VP-6",
}
"""The clause of each thing that scores in a brawl; what a scenario adds is its own (BA-END-4)."""
DEEDS = 8
"""The score terms that count what a gang has done, from W_DEALT on."""
Told = Sequence[Event]


def because(known: State, told: Told, speech: Speech) -> dict[int, list[Because]]:
    """The reasons of each result of a step."""
    found: dict[int, list[Because]] = {}
    for place, event in enumerate(told):
        match event.kind.name:
            case "to_hit" | "hold_roll":
                found[place] = _to_hit(told, place, speech)
            case "roll_under":
                found[place] = _roll_under(told, place, speech)
            case "stun_roll":
                found[place] = _stun(event, speech)
            case "hits":
                found[place] = _hit(told, place, speech)
            case "falls_in_place":
                found[place] = _fall(told, place, speech)
            case "jostle":
                found[place] = _jostle(known, event, speech)
            case "knocked_out":
                found[place] = _knocked_out(told, place, speech)
            case "wins_points" | "loses_points":
                found[place] = _points(known, event, speech)
            case "wounded":
                found[place] = _wounded(told, place, speech)
            case "lost_no_target":
                found[place] = _out_of_blows(known, told, place, speech)
            case "game_ends":
                found[place] = _end(known, speech)
            case name if name in PLAIN:
                found[place] = plainly(event, speech)
    return {place: reasons for place, reasons in found.items() if reasons}


def values(event: Event) -> dict[str, int | None]:
    return {field.name: value for field, value in zip(event.kind.fields, event.values)}


def _said(speech: Speech, key: str, clause: str, value: int | None = None, **more: object) -> Because:
    return {"value": value, "reason": speech.say(f"why.{key}", **more), "clause": clause}


def _added(told: Told, place: int, prefix: str) -> list[Event]:
    """What was added to the roll at that place: the events just before it."""
    first = place
    while first > 0 and told[first - 1].kind.name.startswith((prefix, "held_")):
        first -= 1
    return [event for event in told[first:place] if event.kind.name.startswith(prefix)]


def _to_hit(told: Told, place: int, speech: Speech) -> list[Because]:
    """D20, each modifier, and what was needed (BA-HIT-1)."""
    event = told[place]
    roll = values(event)
    reasons = [_said(speech, "die", event.kind.clause, roll["die"], sides=20)]
    for mod in _added(told, place, "mod_"):
        its = values(mod)
        name = mod.kind.name.removeprefix("mod_")
        who = speech.name("character", its["who"])
        beaten = bool(its.get("beaten"))
        said = _said(speech, f"mod.{name}", mod.kind.clause, None if beaten else its["n"], who=who)
        if beaten:
            said["reason"] = speech.say("why.beaten", reason=said["reason"])
        reasons.append(said)
    if roll["outcome"] and (roll["total"] or 99) < 13:
        reasons.append(_said(speech, "held", "BA-HIT-5"))
    else:
        reasons.append(_said(speech, "needed_hit" if roll["outcome"] else "needed_miss", event.kind.clause))
    return reasons


def _roll_under(told: Told, place: int, speech: Speech) -> list[Because]:
    """D8, each penalty, and the value to stay under (BA-TEST-1)."""
    event = told[place]
    roll = values(event)
    reasons = [_said(speech, "die", event.kind.clause, roll["die"], sides=8)]
    for penalty in _added(told, place, "penalty_"):
        name = penalty.kind.name.removeprefix("penalty_")
        reasons.append(_said(speech, f"penalty.{name}", penalty.kind.clause, values(penalty)["n"]))
    stat = speech.name("stat", roll["stat"])
    if roll["limit"] is None:
        key = "under_hidden_made" if roll["outcome"] else "under_hidden_failed"
        reasons.append(_said(speech, key, event.kind.clause, stat=stat))
    else:
        key = "under_made" if roll["outcome"] else "under_failed"
        reasons.append(_said(speech, key, event.kind.clause, stat=stat, limit=roll["limit"]))
    return reasons


def _stun(event: Event, speech: Speech) -> list[Because]:
    its = values(event)
    line = speech.name("line", its["line"])
    key = "stun_bonus" if its["bonus"] else "stun"
    return [_said(speech, key, event.kind.clause, its["n"], line=line, die=its["die"], bonus=its["bonus"])]


def _hit(told: Told, place: int, speech: Speech) -> list[Because]:
    """The results table: the weapon, the part, the total (BA-DMG-1)."""
    its = values(told[place])
    rolls = [values(event) for event in told[:place] if event.kind.name == "to_hit"]
    reached = rolls[-1]["total"] if rolls else None
    weapon, part = speech.name("row", its["weapon"]), speech.name("part", its["part"])
    key = "table" if reached is not None else "table_hidden"
    total = max(13, min(32, reached)) if reached is not None else 0
    return [_said(speech, key, told[place].kind.clause, weapon=weapon, part=part, total=total)]


def _fall(told: Told, place: int, speech: Speech) -> list[Because]:
    """The roll that failed, or the legs that gave way."""
    who = told[place].values[0]
    for event in reversed(told[:place]):
        its = values(event)
        if its.get("who") != who:
            continue
        if event.kind.name == "roll_under" and not its["outcome"]:
            stat = speech.name("stat", its["stat"])
            return [_said(speech, "fall_roll", event.kind.clause, stat=stat)]
        if event.kind.name == "limb_lost" and its["part"] == LEGS:
            return [_said(speech, "fall_legs", "BA-WOUND-3")]
    return []


def _jostle(known: State, event: Event, speech: Speech) -> list[Because]:
    """The stronger one passes (BA-JOST-2); what a hidden sheet holds stays there."""
    its = values(event)
    who, other = (by_letter(known, (its[name] or 0) & 31) for name in ("who", "other"))
    if who < 0 or other < 0 or not known.strength[who] or not known.strength[other]:
        return []
    return [
        _said(
            speech,
            "jostle",
            event.kind.clause,
            who=speech.name("character", its["who"]),
            other=speech.name("character", its["other"]),
            mine=known.strength[who],
            theirs=known.strength[other],
        )
    ]


def _wounded(told: Told, place: int, speech: Speech) -> list[Because]:
    """What the table takes; no more than was left (BA-WOUND-1)."""
    its = values(told[place])
    struck = next((values(event) for event in reversed(told[:place]) if event.kind.name == "hits"), None)
    if its["left"] == 0 and struck and struck["target"] == its["who"] and struck["part"] == its["part"]:
        shielded = any(event.kind.name == "protects" for event in told[place - 3 : place])
        if (struck["wounds"] or 0) - shielded > (its["n"] or 0):
            only = _said(speech, "only_left", told[place].kind.clause, n=its["n"])
            return [*plainly(told[place], speech), only]
    return plainly(told[place], speech)


def _out_of_blows(known: State, told: Told, place: int, speech: Speech) -> list[Because]:
    """Somebody stands in front all the same: a wall between, or another level (BA-BLOW-2)."""
    world = then(known, told, place)
    c = by_letter(known, (told[place].values[0] or 0) & 31)
    behind = outlook.out_of_blows(world, c) if world is not None and c >= 0 else None
    if behind is None:
        return []
    why, clause, other = behind
    return [_said(speech, f"beyond.{why}", clause, other=speech.name("character", tag(known, other)))]


def _knocked_out(told: Told, place: int, speech: Speech) -> list[Because]:
    """The part that came to nothing (BA-WOUND-2)."""
    who = told[place].values[0]
    for event in reversed(told[:place]):
        its = values(event)
        if event.kind.name in ("wounded", "cut") and its.get("who") == who:
            return [_said(speech, "out", "BA-WOUND-2", part=speech.name("part", its["part"]))]
    return []


# Scores.


def counted(s: State, side: int) -> list[tuple[int, int]]:
    """What a side has of each thing that scores: the term and how many."""
    row = _weights(s, side)
    found = dict.fromkeys(range(len(SCORE_TERMS)), 0)
    found[W_BASE] = 1
    for seat in range(s.seats):
        for i in range(DEEDS):
            found[W_DEALT + i] += s.deeds[seat][i] if side_of(s, seat) == side else 0
    for c in range(s.crowd):
        ours = side_of(s, s.seat_of[c]) == side
        if not ours:
            found[W_RIVALS_HS] += s.fate[c] == HS
            found[W_RIVALS_OUT] += s.fate[c] == OUT
        elif s.fate[c] == HS:
            found[W_OWN_HS] += 1
        elif s.fate[c] == IN_PLAY:
            found[W_STANDING] += 1
            found[W_INSIDE if indoors(s, s.at[c]) else W_OUTSIDE] += 1
            found[W_BOTTLES] += list(s.carried[c]).count(BOTTLE)
            found[W_BROKEN] += list(s.carried[c]).count(BROKEN)
    for i, wrecks in enumerate(s.wrecks):
        found[W_WRECKS + i] += wrecks
    return [(term, n) for term, n in found.items() if n and row[term]]


def _points(known: State, event: Event, speech: Speech) -> list[Because]:
    """What a side was given or lost just now, and for what."""
    its = values(event)
    seat, term, n = its["seat"] or 0, its["term"] or 0, its["n"] or 0
    each = _weights(known, side_of(known, seat))[term]
    points = n if event.kind.name == "wins_points" else -n
    return [_term(speech, term, points // each, each)]


def _weights(s: State, side: int) -> Sequence[int]:
    return s.weights[side if s.sided else 0]


def _term(speech: Speech, term: int, n: int, each: int) -> Because:
    """So many of a thing that scores, its worth and its clause."""
    what = speech.say(f"board.aim.{SCORE_TERMS[term]}")
    points = str(each).replace("-", "−")
    return _said(speech, "term", _clause(term), each * n, n=n, points=points, what=what)


def _clause(term: int) -> str:
    return TERM_CLAUSES.get(SCORE_TERMS[term], "BA-END-4")


def scored(s: State, side: int, speech: Speech) -> list[Because]:
    """The points of a side, thing by thing; they add up to its score."""
    row = _weights(s, side)
    return [_term(speech, term, n, row[term]) for term, n in counted(s, side)]


def terms(s: State, side: int, speech: Speech) -> dict[str, Counted]:
    """The points of a side by what they are for: two of these, from before and after, say why a score rose or fell."""
    row = _weights(s, side)
    return {
        speech.say(f"board.gain.{SCORE_TERMS[term]}"): {"points": row[term] * n, "clause": _clause(term)}
        for term, n in counted(s, side)
    }


def _end(s: State, speech: Speech) -> list[Because]:
    """What each side is worth, and which tie-break decided (BA-VP-8)."""
    sides = range(2 if s.sided else s.seats)
    if s.winner != NOBODY:
        return [_said(speech, "aim_reached", "BA-END-4", names=_names(s, s.winner, speech))]
    reasons: list[Because] = []
    for side in sides:
        for each in scored(s, side, speech):
            each["reason"] = speech.say("why.of", who=_names(s, side, speech), reason=each["reason"])
            reasons.append(each)
    points = [side_points(s, side) for side in sides]
    first = [side for side in sides if points[side] == max(points)]
    if len(first) == 1:
        reasons.append(_said(speech, "most", "BA-VP-8", names=_names(s, first[0], speech), n=max(points)))
    elif s.tie_rule in (TIE_FIRST, TIE_SECOND):
        winner = 0 if s.tie_rule == TIE_FIRST else 1
        reasons.append(_said(speech, "tie_side", "BA-END-4", names=_names(s, winner, speech)))
    else:
        reasons.append(_tie(s, first, speech))
    return reasons


def _tie(s: State, sides: list[int], speech: Speech) -> Because:
    left = {side: in_play_of(s, side) for side in sides}
    first = [side for side in sides if left[side] == max(left.values())]
    if len(first) == 1:
        return _said(
            speech, "tie_in_play", "BA-VP-8", names=_names(s, first[0], speech), n=max(left.values())
        )
    if any(not s.strength[c] for c in range(s.crowd) if s.fate[c] == IN_PLAY):
        return _said(speech, "tie_hidden", "BA-VP-8")
    stamina = {side: stamina_left(s, side) for side in first}
    first = [side for side in first if stamina[side] == max(stamina.values())]
    if len(first) == 1:
        return _said(
            speech, "tie_stamina", "BA-VP-8", names=_names(s, first[0], speech), n=max(stamina.values())
        )
    return _said(speech, "tie_shared", "BA-VP-8")


def _names(s: State, side: int, speech: Speech) -> str:
    return ", ".join(str(speech.name("seat", seat)) for seat in range(s.seats) if side_of(s, seat) == side)
