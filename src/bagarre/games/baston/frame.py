"""What the frame of the page says around the board."""

from functools import lru_cache
from typing import Any

from bagarre.kernel.speech import Speech

from .choices import ORDERS, WHOLE_SEQUENCES

HEADINGS = ("turn_begins", "sequence_begins")
SMALL = (
    "mod_",
    "location",
    "rests",
    "equipped",
    "carries",
    "rank_lot",
    "ranked",
    "zone_drawn",
    "sheet_line",
    "uses_weapon",
    "target_drawn",
    "aimed",
    "entered",
    "executes",
    "revealed",
    "roll_under",
    "stun_roll",
    "faces",
    "turns",
    "awake",
    "penalty_",
)
"""How the kinds of events begin that the short log leaves out: they repeat, or are steps towards what is told anyway."""
NUMBERS = True
"""The film of a sequence is made of the numbers of the log's lines."""

View = dict[str, Any]

ARROWS = "↑↗→↘↓↙←↖"
AIMS = ("M", "R", "S", "P")
"""Orders that name a direction."""
BLOWS = ("CB", "CP", "CS", "CV", "CJ", "CT")
QUICK = ("OUV", "FER", "PRE", "LAN", "BRI")
LONG = ("POU", "REN", "DES", "TAX", "MET", "TEL")
TIES = "BA-VP-8"
PENCIL = ("box 1", "box 2", "box 3", "box 4", "box 5", "box 6")


def frame(view: View, seat: int, speech: Speech) -> View:
    question = view["question"]
    writing = view["sheet"] is not None and view["sheet"]["must_write"] and not view["sheet"]["committed"]
    said: View = {
        "title": _title(view, speech),
        "ask": _ask(view, seat, speech),
        "avatars": [f"ba-side-{seat}" for seat in range(len(view["seats"]))],
        "mood": view["phase"],
        "codes": codes(speech),
        # A breath in the film: whoever looks at the table sees that there is nothing to decide.
        "alone": bool(question and question["alone"]),
    }
    if view["over"]:
        said["results"] = [_result(told, speech) for told in view["verdict"]]
    if writing:
        said |= _writing(view, speech)
    return said


def _title(view: View, speech: Speech) -> str:
    name = view["aims"]["scenario"]
    parts = [speech.say(f"options.scenario.values.{name}")] if name else []
    if view["turn"]:
        parts.append(speech.say("board.turn_of", turn=view["turn"], turns=view["turns"]))
    if view["phase"] in ("film", "rewrite"):
        parts.append(speech.say("board.sequence", n=view["sequence"]))
    return " · ".join(parts)


def _ask(view: View, seat: int, speech: Speech) -> str:
    sheet, question = view["sheet"], view["question"]
    if sheet is not None and sheet["must_write"] and not sheet["committed"]:
        name = view["characters"][sheet["character"]]["short"]
        if sheet["box"] is None:
            return speech.say("board.all_written")
        key = "ask_action" if sheet["box"] % 2 == 0 else "ask_move"
        return speech.say(f"board.{key}", who=name, sequence=(sheet["box"] + 1) // 2)
    return str(question["text"]) if question is not None else ""


def _result(told: View, speech: Speech) -> str:
    """What decided for a player, in words; a tie with its clause."""
    if "points" not in told:
        parts = [speech.say(f"board.result.{told['aim']}")] if told["aim"] else []
        return ", ".join([*parts, speech.say("board.in_play", n=told["in_play"])])
    points = speech.say("board.points", n=told["points"])
    if told.get("favoured"):
        return speech.say("board.result.favoured", points=points)
    if "in_play" not in told:
        return points
    terms = [speech.say("board.in_play", n=told["in_play"])]
    if "stamina" in told:
        hidden = told["stamina"] is None
        terms.append(
            speech.say("board.result.stamina_hidden")
            if hidden
            else speech.say("board.result.stamina", n=told["stamina"])
        )
        terms += [speech.say("board.result.shared")] if told["shared"] else []
    return speech.say("board.result.tied", points=points, terms=", ".join(terms), clause=TIES)


def _writing(view: View, speech: Speech) -> View:
    """The stamps of the sheet: the round's orders in groups, each with what it would find."""
    sheet = view["sheet"]
    pencil = sheet["pencil"]
    said: View = {"labels": dict(labels(speech)), "timeout": "commit"}
    for person in view["characters"]:
        if person["mine"]:
            said["labels"][f"sheet {person['letter']}"] = speech.say("board.to_sheet", who=person["short"])
    second = pencil is not None and pencil["round"] == 2
    groups = []
    if second:
        groups += [_group("blows", BLOWS, speech), _group("quick", QUICK, speech)]
        groups += [_group("long", LONG if view["aims"]["caller"] is not None else LONG[:-1], speech)]
        said["hints"] = {code: _hint(stamp, speech) for code, stamp in pencil["stamps"].items()}
    elif pencil is not None:
        walk = [f"M{d}" for d in range(1, 9)]
        crawl = [f"R{d}" for d in range(1, 9)]
        first = [("crawl", crawl), ("walk", walk)] if pencil["prone"] else [("walk", walk)]
        last = [] if pencil["prone"] else [("crawl", crawl)]
        speed = view["characters"][sheet["character"]]["speed"] or 7
        wanted = [
            *first,
            ("turn", ["G", "D", *(f"P{d}" for d in range(1, 9))]),
            ("run", [f"C{n}" for n in range(2, max(3, min(8, speed)))]),
            ("jump", [*(f"S{d}" for d in range(1, 9)), "F"]),
            ("posture", ["LEV", "TER"]),
            ("both", list(WHOLE_SEQUENCES)),
            *last,
        ]
        groups += [_group(key, found, speech) for key, found in wanted]
    if pencil is not None:
        groups.append(_group("rest", ("-",), speech))
    groups.append({"label": speech.say("board.group.sheet"), "choices": ["commit", "stop"]})
    return said | {"groups": groups}


def _group(key: str, choices: Any, speech: Speech) -> View:
    return {"label": speech.say(f"board.group.{key}"), "choices": list(choices)}


def _hint(stamp: View, speech: Speech) -> str:
    if stamp["percent"] is not None:
        return speech.say("board.percent", n=stamp["percent"])
    return speech.say("board.nothing") if stamp["lost"] else ""


@lru_cache(maxsize=8)
def _told(words: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Every order in words, and as a stamp."""
    long: dict[str, str] = {}
    short: dict[str, str] = {}
    for code in ORDERS:
        if code == "-":
            long[code], short[code] = words.say("board.order.rest"), "– " + words.say("board.stamp.rest")
        elif code in WHOLE_SEQUENCES:
            first, second = code.split("/")
            long[code] = words.say(
                "board.order.both",
                first=words.say(f"board.order.{first}"),
                second=words.say(f"board.order.{second}"),
            )
            short[code] = code
        else:
            long[code], short[code] = _one(code, words)
    return long, short


def _one(code: str, words: Any) -> tuple[str, str]:
    """An order of one round: its letters, a direction or a length, a turn at its end."""
    turn = code[-1] if len(code) > 1 and code[-1] in "GD" else ""
    body = code[: len(code) - len(turn)]
    number = body[-1] if body[-1].isdecimal() else ""
    letters = body.rstrip("0123456789")
    key = "C" if letters == "C" and number else letters
    long = words.say(f"board.order.{key}", d=number, n=number or 0)
    if turn:
        long = words.say(f"board.order.then_{turn}", order=long)
    if letters in AIMS:
        return long, f"{ARROWS[int(number) - 1]} {code}"
    if turn or letters in ("F", "C", "LEV", "TER", "G", "D"):
        return long, code
    return long, f"{code} {words.say(f'board.stamp.{code}')}"


def codes(speech: Speech) -> dict[str, str]:
    """What each order says, in words."""
    return _told(speech.words)[0]


def labels(speech: Speech) -> dict[str, str]:
    """The stamps of the bar."""
    return _told(speech.words)[1]
