"""What a seat sees, as plain data: the board, everybody on it, the sheets, the open question, the film of the last step."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.operations import kept, resolving
from bagarre.kernel.speech import Speech

from . import outlook, pencil
from .boardview import (
    board_seen,
    fixture_seen,
    middle,
    objects_seen,
    piece_seen,
    seated,
    shipped_boards,
    signature_of,
)
from .choices import (
    AIM_AT,
    BOLT_AT,
    BOTH_ROUNDS,
    CJ,
    CT,
    GET,
    HIDDEN_ORDER,
    LEAF_AT,
    ORDERS,
    PUSH,
    ROB,
    ROUND_OF,
    SHEET,
    SMASH,
    TAKE,
    TIP,
    VERBS,
)
from .drawing import point_name
from .rules.blows import KIND, target_in_hand
from .rules.building import SHOPPING
from .rules.doors import fixture_on, fixture_tag
from .rules.geometry import towards
from .rules.hits import ROW_OF
from .rules.machine import BLOWS, NO_QUESTION, Q_BUILD, Q_FACE, Q_NEXT, Q_PLACE, Q_SHEETS, THROWS
from .rules.people import by_letter, combat, level, side_of, tag
from .rules.pieces import piece_tag
from .rules.pushing import push_target
from .rules.score import in_play_of, side_points, stamina_left
from .rules.sequence import FINISHED, PRESENTED
from .rules.throwing import TARGET, WAY
from .secrets import HIDDEN
from .shapes import (
    Aims,
    Building,
    Chances,
    Character,
    Question,
    Scene,
    Seat,
    Sheet,
    Verdict,
    View,
)
from .state import (
    BOTTLE,
    BROKEN,
    BY_LOOT,
    BY_TURNS,
    CHAIN,
    CHAIR,
    CHAIR_HERE,
    CLUB,
    ITEMS,
    KNIFE,
    KNUCKLES,
    NOBODY,
    NOWHERE,
    OUT,
    PARTS,
    PIECES,
    PUSHED_CHAIR,
    RAZOR,
    SCORE_TERMS,
    SHARDS_HERE,
    SIDE,
    TIE_FIRST,
    TIE_SECOND,
    VEST,
    State,
)
from .why import scored, terms

QUESTIONS = (
    "", "sheets", "build", "place", "face", "next", "drop", "chair", "cross", "weapon", "how_many", "strike", "part", "aim_at",
    "open", "close", "take", "make_room", "throw", "mode", "towards", "far", "meet", "break", "push", "tip", "smash", "rob",
    "get", "wear", "call",
)  # fmt: skip
"""The open question by name: `[questions]` of the words says it."""
FATES = ("in_play", "hs", "out")
IN_HAND = (CHAIR, CHAIN, CLUB, RAZOR, KNIFE, BROKEN, BOTTLE, KNUCKLES)
"""What a figure shows in its hand, the largest first."""


def view(s: State, seat: int, speech: Speech) -> View:
    """Everything the reader may see, from a concealed state."""
    return {
        "phase": _phase(s),
        "turn": s.turn,
        "turns": s.turns,
        "sequence": s.sequence + 1,
        "board": board_seen(s),
        "fixtures": [fixture_seen(s, f, speech) for f in range(s.fixture_count)],
        "furniture": [
            piece_seen(s, n, speech) for n in range(PIECES) if s.piece_kind[n] and s.piece_at[n] != NOWHERE
        ],
        "chairs": [point_name(p) for p in range(SIDE * SIDE) if s.litter[p] & CHAIR_HERE],
        "seated": [[*middle(p), seated(s, p)] for p in range(SIDE * SIDE) if s.litter[p] & CHAIR_HERE],
        "shards": [point_name(p) for p in range(SIDE * SIDE) if s.litter[p] & SHARDS_HERE],
        "objects": objects_seen(s, speech),
        "characters": [_character(s, c, seat, speech) for c in range(s.crowd)],
        "ranks": [s.by_rank[i] for i in range(s.crowd)] if s.turn or PRESENTED[s.step] else [],
        "seats": [_seat(s, other, speech) for other in range(s.seats)],
        "sheet": _sheet(s, seat, speech),
        "building": _building(s, seat, speech),
        "question": _question(s, seat, speech),
        "film": _film(s, speech),
        "over": s.step == FINISHED,
        "verdict": [_verdict(s, side_of(s, other)) for other in range(s.seats)] if s.step == FINISHED else [],
        "hidden_sheets": any(s.strength[c] == 0 for c in range(s.crowd)),
        "sided": bool(s.sided),
        "wrecks": s.wrecks[:],
        "aims": _aims(s, speech),
        "slider": _slider(tuple(map(tuple, s.results))),
    }


@lru_cache(maxsize=16)
def _slider(results: tuple[tuple[int, ...], ...]) -> str:
    """The results table on one line: rows of `results`, their numbers between commas."""
    return ";".join(",".join(map(str, row)) for row in results)


def _phase(s: State) -> str:
    if s.step == FINISHED:
        return "over"
    if s.ask == Q_SHEETS:
        return "write" if s.shown == 0 else "rewrite"
    known = {Q_BUILD: "build", Q_PLACE: "place", Q_FACE: "face"}
    return known.get(s.ask, "film" if s.turn else "deal")


def scenario_of(s: State, speech: Speech) -> str | None:
    """Which of the shipped scenarios is played, if one is."""
    return scenario_in(s, speech.game)


def scenario_in(s: State, game: Game) -> str | None:
    found, shipped = signature_of(s), shipped_boards(game)
    return next((name for name, told, turns in shipped if told == found and turns in (0, s.turns)), None)


def _aims(s: State, speech: Speech) -> Aims:
    """What the scenario rewards: points for each thing and side, and its own events."""
    sides = 2 if s.sided and any(s.weights[1]) else 1
    return {
        "scenario": scenario_of(s, speech),
        "sides": [
            [{"term": term, "points": n} for term, n in zip(SCORE_TERMS, s.weights[side]) if n]
            for side in range(sides)
        ],
        "loot": bool(s.loot_game),
        "police": s.police,
        "escape": s.escape,
        "caller": s.caller if s.caller != NOBODY else None,
    }


def _character(s: State, c: int, seat: int, speech: Speech) -> Character:
    known = s.strength[c] > 0
    placed = s.at[c] != NOWHERE and s.fate[c] != OUT
    name = str(speech.name("character", tag(s, c)))
    worn = (
        ([s.garment[c]] if s.garment[c] else [])
        + [VEST + 2] * (s.boots[c] > 0)
        + [VEST + 3] * (s.helmet[c] > 0)
    )
    limits = s.stamina[s.constitution[c] - 1] if known else None
    return {
        "number": c,
        "letter": chr(65 + s.letter[c]),
        "name": name,
        "first": name.split(" (", 1)[0],
        "short": called(s, c, speech),
        "look": int(speech.name("look", s.name[c])),
        "seat": s.seat_of[c],
        "side": side_of(s, s.seat_of[c]),
        "mine": s.seat_of[c] == seat,
        "known": known,
        "strength": s.strength[c] if known else None,
        "dexterity": s.dexterity[c] if known else None,
        "speed": s.speed[c] if known else None,
        "constitution": s.constitution[c] if known else None,
        "combat": combat(s, c) if known else None,
        "hp": dict(zip(PARTS, s.hp[c])) if known else None,
        "hp_full": dict(zip(PARTS, limits)) if limits else None,
        "at": point_name(s.at[c]) if placed else None,
        "xy": middle(s.at[c]) if placed else None,
        "level": level(s, c) if placed and s.fate[c] == 0 else None,
        "facing": s.facing[c] + 1 if s.facing[c] != NOBODY else None,
        "prone": bool(s.prone[c]),
        "fate": FATES[s.fate[c]],
        "stun": s.stun[c],
        "circled": bool(s.circled[c]),
        "hurt": sum(limits) - sum(s.hp[c]) if limits else 0,
        "hand": next((ITEMS[item] for item in IN_HAND if item in s.carried[c]), ""),
        "carried": [
            {"item": ITEMS[item], "name": speech.name("item", item)} for item in s.carried[c] if item
        ],
        "worn": [{"item": ITEMS[item], "name": speech.name("item", item)} for item in worn],
        "holds": s.holds[c] - 1 if s.holds[c] else None,
        "held_by": s.held_by[c] - 1 if s.held_by[c] else None,
        "busy": ("", "tax", "wear", "call")[s.timed[c]],
        "orders": [None if code == HIDDEN_ORDER else ORDERS[code] for code in s.orders[c]],
        "sheet": _shown_sheet(s, c),
        "writable": [b + 1 for b in range(6) if s.editable[c] >> b & 1],
        "written": [b + 1 for b in range(6) if s.written[c] >> b & 1] if s.seat_of[c] == seat else [],
        "done": bool(s.done[c]),
        "pending": bool(s.pending[c]),
        "owes_rest": bool(s.owes_rest[c]),
        "asks": bool(s.asks[c]) if s.seat_of[c] == seat else None,
    }


def called(s: State, c: int, speech: Speech) -> str:
    """Their name as one says it at the table: with the letter only where two are called alike."""
    name = str(speech.name("character", tag(s, c)))
    first = name.split(" (", 1)[0]
    shared = name != first and any(s.name[other] == s.name[c] for other in range(s.crowd) if other != c)
    return f"{first} {chr(65 + s.letter[c])}" if shared else first


def _shown_sheet(s: State, c: int) -> list[list[str | None]]:
    """The three sequences as they stand on the sheet, two-round orders split over both boxes."""
    lines: list[list[str | None]] = []
    for k in range(3):
        first, second = s.orders[c][2 * k], s.orders[c][2 * k + 1]
        if first == HIDDEN_ORDER:
            lines.append([None, None])
        elif ROUND_OF[first] == BOTH_ROUNDS:
            lines.append(list(ORDERS[first].split("/")))
        else:
            lines.append([ORDERS[first], None if second == HIDDEN_ORDER else ORDERS[second]])
    return lines


def _seat(s: State, other: int, speech: Speech) -> Seat:
    return {
        "name": speech.name("seat", other),
        "side": side_of(s, other),
        "points": side_points(s, side_of(s, other)) if s.turn else 0,
        "because": scored(s, side_of(s, other), speech) if s.turn else [],
        "terms": terms(s, side_of(s, other), speech) if s.turn else {},
        "in_play": sum(s.fate[c] == 0 for c in range(s.crowd) if s.seat_of[c] == other),
        "characters": [c for c in range(s.crowd) if s.seat_of[c] == other],
    }


def _verdict(s: State, side: int) -> Verdict:
    """What put a side in its place: the scenario's own aim, or points and as much of the tie-break as was needed (BA-VP-8)."""
    others = [other for other in range(2 if s.sided else s.seats) if other != side]
    if s.winner != NOBODY:
        loot = s.loot_game and s.winner == side and s.how in (BY_LOOT, BY_TURNS)
        return {
            "aim": ("loot_gone" if s.how == BY_LOOT else "loot_held") if loot else "",
            "in_play": in_play_of(s, side),
        }
    told: Verdict = {"points": side_points(s, side)}
    others = [other for other in others if side_points(s, other) == told["points"]]
    if others and s.tie_rule in (TIE_FIRST, TIE_SECOND):
        told["favoured"] = side == (0 if s.tie_rule == TIE_FIRST else 1)
        return told
    if others:
        told["in_play"] = in_play_of(s, side)
        others = [other for other in others if in_play_of(s, other) == told["in_play"]]
    if others:
        # Hidden sheets stay hidden: the reader is told what was counted, not how much.
        known = all(
            s.strength[c]
            for c in range(s.crowd)
            if s.fate[c] == 0 and side_of(s, s.seat_of[c]) in (side, *others)
        )
        told["stamina"] = stamina_left(s, side) if known else None
        told["shared"] = known and any(stamina_left(s, other) == told["stamina"] for other in others)
    return told


def _sheet(s: State, seat: int, speech: Speech) -> Sheet | None:
    """The reader's pencil, while sheets are open."""
    if seat < 0 or s.ask != Q_SHEETS or s.page[seat] == HIDDEN:
        return None
    mine = bool(s.writers >> seat & 1)
    return {
        "character": s.page[seat],
        "box": s.box[seat] + 1 if mine and s.box[seat] != NOBODY else None,
        "committed": bool(s.writers_all >> seat & 1) and not mine,
        "must_write": bool(s.writers_all >> seat & 1),
        "forecast": pencil.forecast(s, s.page[seat], speech) if mine else [None] * 6,
        "pencil": pencil.pencil(s, seat, speech) if mine and s.box[seat] != NOBODY else None,
        "trails": pencil.trails(s, seat) if mine else [],
    }


def _building(s: State, seat: int, speech: Speech) -> Building | None:
    if seat < 0 or s.ask != Q_BUILD or not s.writers >> seat & 1:
        return None
    c = s.page[seat]
    spent = s.strength[c] + s.dexterity[c] + s.speed[c] if s.box[seat] != SHOPPING else 16
    return {
        "character": c,
        "stage": ("made_or_built", "strength", "dexterity", "speed", "shopping")[s.box[seat]],
        "points_left": 16 - spent,
        "purse": s.purse[c],
        "ready": [
            {
                "name": speech.name("ready", i),
                "look": int(speech.name("look", i + 1)),
                "strength": row[0],
                "dexterity": row[1],
                "speed": row[2],
                "constitution": row[3],
                "equipment": [speech.name("item", item) for item in row[4:] if item],
                "things": [
                    {"item": ITEMS[item], "name": speech.name("item", item)} for item in row[4:] if item
                ],
            }
            for i, row in enumerate(s.ready[: s.ready_count])
        ],
        "shop": [
            {"item": ITEMS[item], "name": speech.name("item", item), "cost": s.cost[item]}
            for item in range(len(ITEMS))
            if s.cost[item]
        ],
    }


def _question(s: State, seat: int, speech: Speech) -> Question | None:
    """What is asked now, and of whom."""
    if s.ask == NO_QUESTION or s.step == FINISHED:
        return None
    together = s.ask in (Q_SHEETS, Q_BUILD)
    name = QUESTIONS[s.ask]
    who = "" if together else speech.name("character", tag(s, s.asked))
    seats = (
        [other for other in range(s.seats) if s.writers >> other & 1] if together else [s.seat_of[s.asked]]
    )
    mine = not together and s.seat_of[s.asked] == seat
    chances: Chances = _odds(s, name) if mine else {"odds": {}, "wounds": {}, "outs": {}, "plain": ""}
    return {
        "name": name,
        "character": None if together else s.asked,
        "seats": seats,
        "ready": [other for other in range(s.seats) if (s.writers_all & ~s.writers) >> other & 1]
        if together
        else [],
        "text": speech.say(f"questions.{name}", who=who),
        "alone": s.ask == Q_NEXT,
        "target": _target(s),
        "flight": kept(s, WAY) + 1 if name == "far" else None,
        **chances,
    }


def _odds(s: State, question: str) -> Chances:
    """How often each answer hits, in per cent, and its wounds on average, where it rolls to hit; for whoever is asked, who knows their own characters."""
    c = s.asked
    people = [s.targets[i] for i in range(s.target_count)]
    blows: dict[str, list[outlook.Outlook]] = {}
    if question == "weapon" and people:
        for item in outlook.weapons(s, c):
            answer = f"with {ITEMS[item] if item else 'fist'}"
            blows[answer] = [outlook.blow(s, c, target, ROW_OF[item]) for target in people]
    if question in ("strike", "part") and resolving(s, BLOWS) and people and not s.holds[c]:
        target, kind = target_in_hand(s), kept(s, KIND)
        if kind == CT:
            odds = {"strike": 5 * outlook.hold_faces(s, c, target)}
            return {"odds": odds, "wounds": {}, "outs": {}, "plain": ""}
        if kind != CJ:
            row = outlook.row_of_order(s, c, kind, s.weapon)
            aims = {"strike": -1} if question == "strike" else {f"aim {p}": n for n, p in enumerate(PARTS)}
            blows = {answer: [outlook.blow(s, c, target, row, part)] for answer, part in aims.items()}
    return {
        "odds": {answer: sum(b.percent for b in found) // len(found) for answer, found in blows.items()},
        "wounds": {answer: sum(b.wounds for b in found) / len(found) for answer, found in blows.items()},
        "outs": {answer: outlook.mean(found).out for answer, found in blows.items()},
        "plain": outlook.plain_answer({answer: found[0] for answer, found in blows.items()})
        if question == "weapon" and len(people) == 1
        else "",
    }


def _target(s: State) -> int | None:
    """The character on whom the answer bears."""
    if QUESTIONS[s.ask] == "part" and resolving(s, THROWS):
        return s.aim_target
    # Whoever keeps a hold is asked whether to strike, too: that is about nobody else.
    if QUESTIONS[s.ask] in ("strike", "part") and s.target_count and target_in_hand(s) >= 0:
        return target_in_hand(s)
    if QUESTIONS[s.ask] == "meet":
        return kept(s, TARGET)
    return None


def _film(s: State, speech: Speech) -> list[Scene]:
    """The events of the last step in order, each with its numbers, its sentence and its clause."""
    told: list[Scene] = []
    for event in speech.game.events(s):
        told.append(
            {
                "kind": event.kind.name,
                "clause": event.kind.clause,
                "text": speech.event(event),
                "values": {f.name: value for f, value in zip(event.kind.fields, event.values)},
                "who": _decoded(s, event.values[0])
                if event.kind.fields and event.kind.fields[0].kind == "character"
                else None,
            }
        )
    return told


def _decoded(s: State, value: int | None) -> int | None:
    """The character whom an event names."""
    return None if value is None else by_letter(s, value & 31)


def describe(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    """Choices said with what lies on the table."""
    verb = VERBS.verbs[choice.verb].name
    arg = choice.arg

    def person(letter: int) -> str:
        c = by_letter(s, letter)
        return str(speech.name("character", tag(s, c))) if c >= 0 else chr(65 + letter)

    def say(key: str, what: Any, place: str = "") -> str:
        return speech.say(f"described.{key}", what=what, place=place)

    if choice.verb in (LEAF_AT, BOLT_AT) and arg < s.fixture_count:
        opens = s.fixture_state[arg] != 1
        key = "bolt" if choice.verb == BOLT_AT else "open" if opens else "close"
        return say(key, speech.name("fixture", fixture_tag(s, arg)))
    if choice.verb in (AIM_AT, ROB, SHEET):
        return say(verb, person(arg))
    if choice.verb == TAKE:
        where, item = divmod(arg, 14)
        place = (
            speech.say("described.here")
            if where == 0
            else speech.say("described.towards", d=speech.name("direction", where - 1))
        )
        return say("take", speech.name("item", item), place)
    if choice.verb == GET:
        worn = arg >= 14
        return say("get_worn" if worn else "get", speech.name("item", VEST + arg - 14 if worn else arg))
    if choice.verb == PUSH and s.turn:
        what = push_target(s, s.asked, arg)
        if 0 < what < PUSHED_CHAIR:
            return say("push", speech.name("piece", piece_tag(s, what - 1)), speech.name("direction", arg))
        if what:
            return say(
                "push_chair" if what == PUSHED_CHAIR else "push_leaf", "", speech.name("direction", arg)
            )
    if choice.verb == TIP and s.turn and s.piece[_ahead(s, arg)]:
        return say(
            "tip",
            speech.name("piece", piece_tag(s, s.piece[_ahead(s, arg)] - 1)),
            speech.name("direction", arg),
        )
    if choice.verb == SMASH:
        if arg < 8 and s.turn and fixture_on(s, s.at[s.asked], arg) >= 0:
            return say("smash", speech.name("fixture", fixture_tag(s, fixture_on(s, s.at[s.asked], arg))))
        if arg >= 8:
            return say(
                "smash_phone" if arg == 16 else "smash_chair", "", speech.name("direction", (arg - 8) & 7)
            )
    return None


def _ahead(s: State, d: int) -> int:
    q = towards(s, s.at[s.asked], d)
    return q if q != NOWHERE else s.at[s.asked]
