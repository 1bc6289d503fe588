"""What the frame of the page says around the board."""

from collections.abc import Sequence
from typing import Any

from bagarre.kernel.speech import Speech

from .choices import ORDERS, VERBS, WHOLE_SEQUENCES, WITH
from .ending import poster
from .keyorder import STEPS, STEPS_THEN, advised, frail, havens_first, hunted, worth
from .orderwords import AIMS, lost_words, order_words, strip_words
from .rules.throwing import throwable_hard
from .runkeys import points_off, run_ends, run_leads
from .state import IS_WEAPON, ITEMS, PARTS

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

BLOWS = ("CP", "CS", "CB", "CJ", "CV", "CT")
POINTED = ("CB", "CS", "CV", "CT")
"""Blows whose chance alone does not say what they are good for."""
MISSING = {"PRE": "no_thing", "LAN": "no_missile", "BRI": "no_bottle", "TAX": "no_victim"}
"""What these orders find nothing of."""
MISSILES = {name for item, name in enumerate(ITEMS) if throwable_hard(item)}
WEAPONS = {name for item, name in enumerate(ITEMS) if IS_WEAPON[item]}
"""What a character may strike with beside the fist (BA-CP-1)."""
RUNS = tuple(f"C{n}" for n in range(2, 8))
FIRST_GAME = "first"
"""The scenario in which five orders are shown at once."""
OPENED = 3
"""The turn of a first brawl from which on more is shown."""
ICON_OF = {"-": "wait", "C": "run", "F": "jump", "G": "turn", "D": "turn", "LEV": "stand", "TER": "posture"} | {
    "PRE/LAN": "lan", "PRE/CP": "cp", "PRE/BRI": "bri", "BRI/CP": "bri", "MET": "met", "TAX": "tax",
}  # fmt: skip
FAMILY_ICON = {
    "strike": "cp", "thing": "pre", "furniture": "pou", "door": "ouv", "call": "tel", "both": "lan", "then_G": "turn", "then_D": "turn",
    "quarter": "turn", "step_G": "turn", "step_D": "turn", "dress": "met", "blows": "cb", "sheet": "pencil", "done": "pencil", "change": "turn", "crawl": "posture", "posture_down": "posture",
}  # fmt: skip
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
        "strip_words": strip_words(speech.words),
        "lost": lost_words(speech.words),
        # A breath in the film: whoever looks at the table sees that there is nothing to decide.
        "alone": bool(question and question["alone"]),
    }
    if view["over"]:
        said["results"] = [_result(told, speech) for told in view["verdict"]]
        said["ties"] = TIES
        said["poster"] = poster(view, seat, speech)
        # Where an aim decides (BA-END-4) there are no points to tell.
        if all("points" in told for told in view["verdict"]):
            said["points"] = [told["points"] for told in view["verdict"]]
    if writing:
        said |= _writing(view, speech)
        said["empties"] = _empties(view, speech)
        said["advised"] = advised(view) if view["sheet"]["pencil"] else ""
        if view["phase"] == "rewrite":
            said["rewrite_note"] = rewrite_note(view, speech)
    elif question:
        said["hints"] = {answer: _chances(view, answer, speech) for answer in question["odds"]}
        said["hints"] |= _landing(view, speech)
        # The question says what it is about: a weapon's name is answer enough.
        said["labels"] = {
            f"with {name}": str(speech.name("weapon_in_hand", number))
            for number, name in enumerate(VERBS.verbs[WITH].names)
        } | {f"aim {part}": speech.say(f"board.part.{part}") for part in PARTS}
        if question["name"] == "weapon":
            said["labels"]["decline"] = speech.say("board.do_not_strike")
    return said


def _chances(view: View, answer: str, speech: Speech) -> str:
    """How often an answer hits, and the wounds on average; a part that is aimed at is hit as often as any other, and says what is left of it."""
    question = view["question"]
    percent = speech.say("board.percent", n=question["odds"][answer])
    if answer not in question["wounds"]:
        return percent
    out = question["outs"][answer]
    verb, _, part = answer.partition(" ")
    if verb == "aim" and question["target"] is not None and view["characters"][question["target"]]["known"]:
        if out:
            return _knocked_out(out, speech)
        left = view["characters"][question["target"]]["hp"][part]
        return speech.say("board.odds_left", wounds=_decimal(question["wounds"][answer], speech), n=left)
    return _with_wounds(percent, question["wounds"][answer], out, speech)


def _with_wounds(percent: str, wounds: float, out: int, speech: Speech) -> str:
    """How often it hits, then what matters most: whether it may end the fight, or the life it takes."""
    if out:
        return speech.say("board.odds_out", percent=percent, out=_knocked_out(out, speech))
    return speech.say("board.odds_wounds", percent=percent, wounds=_decimal(wounds, speech))


def _knocked_out(out: int, speech: Speech) -> str:
    return speech.say("board.out_in", percent=speech.say("board.percent", n=out))


def _decimal(value: float, speech: Speech) -> str:
    return f"{value:.1f}".replace(".", speech.say("coach.decimal"))


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
        if view["phase"] == "rewrite":
            return _rewriting(view, speech)
        if sheet["box"] is None:
            return speech.say("board.all_written")
        key = "ask_action" if sheet["box"] % 2 == 0 else "ask_move"
        return speech.say(f"board.{key}", who=name, sequence=(sheet["box"] + 1) // 2)
    return str(question["text"]) if question is not None else ""


def _rewriting(view: View, speech: Speech) -> str:
    """Why one writes again, and what."""
    why, box = rewrite_why(view, speech), view["sheet"]["box"]
    if box is None:
        return speech.say("board.rewrite_ask", why=why)
    key = "rewrite_action" if box % 2 == 0 else "rewrite_move"
    return speech.say(f"board.{key}", why=why, sequence=(box + 1) // 2)


def rewrite_why(view: View, speech: Speech) -> str:
    """Stunned or held: what lets a sheet be written again (BA-REPROG-1)."""
    person = view["characters"][view["sheet"]["character"]]
    key = "rewrite_stunned" if person["held_by"] is None else "rewrite_held"
    return speech.say(f"board.{key}", who=person["short"])


def rewrite_note(view: View, speech: Speech) -> str:
    """The same in full: from what beat he acts again, and what one knows now (BA-EXEC-1, BA-REPROG-3)."""
    me = view["characters"][view["sheet"]["character"]]
    beat = (min(me["writable"], default=5) + 1) // 2
    said = speech.say("board.rewrite_note", why=rewrite_why(view, speech), n=beat)
    known = any(
        other["seat"] != me["seat"] and other["fate"] == "in_play" and other["sheet"][beat - 1][0] is not None
        for other in view["characters"]
    )
    return f"{said} {speech.say('board.rewrite_open')}" if known else said


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
    """The keys of the sheet: the round's orders in families, in words and pictures, each with what it would find."""
    sheet, pencil = view["sheet"], view["sheet"]["pencil"]
    first_game = view["aims"]["scenario"] == FIRST_GAME
    # The printed codes say nothing to whoever brawls for the first time.
    said: View = {"labels": dict(labels(speech)), "icons": ICONS, "marks": {} if first_game else MARKS}
    for person in view["characters"]:
        if person["mine"]:
            said["labels"][f"sheet {person['letter']}"] = speech.say("board.to_sheet", who=person["short"])
    said["labels"]["commit"] = speech.say("board.commit")
    for number, box in enumerate(PENCIL):
        key = "board.box_action" if number % 2 else "board.box_move"
        said["labels"][box] = speech.say(key, n=number // 2 + 1)
    others = [
        f"sheet {p['letter']}"
        for p in view["characters"]
        if p["mine"] and p["writable"] and p["number"] != sheet["character"]
    ]
    if pencil is None:
        boxes = [PENCIL[box - 1] for box in view["characters"][sheet["character"]]["writable"]]
        done = _family("done", ["commit", *others], False, speech)
        change = _family("change", boxes if first_game else [*boxes, "stop"], False, speech)
        return said | {"groups": [done, change, *([_family("sheet", ["stop"], True, speech)] * first_game)]}
    said["hints"] = {code: _hint(view, code, stamp, speech) for code, stamp in pencil["stamps"].items()}
    if pencil["round"] == 2 and view["characters"][sheet["character"]]["orders"][sheet["box"] - 2] != "-":
        said["hints"]["CV"] = speech.say("board.after_rest")
    # Somebody is in front, but does not look the way this blow needs it.
    for code, key in (("CT", "from_behind"), ("CV", "from_before")):
        stamp = pencil["stamps"].get(code)
        if stamp and stamp["lost"] and pencil["stamps"]["CP"]["target"] is not None:
            said["hints"][code] = speech.say(f"board.{key}")
    running = any(code in RUNS for code in pencil["stamps"])
    rest = speech.say(f"board.run_rest.{(sheet['box'] + 1) // 2}")
    for code in RUNS if pencil["round"] == 1 else ():
        stamp = pencil["stamps"].get(code)
        if code in pencil["runs"]:
            said["hints"][code] = run_ends(view, pencil["runs"][code], rest, speech)
        else:
            said["hints"][code] = rest if stamp is None else run_leads(view, stamp, rest, speech)
    shown: tuple[str, ...]
    if pencil["round"] == 2:
        said["labels"]["-"] = speech.say("board.key.nothing")
        carried = {thing["item"] for thing in view["characters"][sheet["character"]]["carried"]}
        said["labels"]["CP"] = speech.say(f"board.key.CP_{'armed' if carried & WEAPONS else 'bare'}")
        if weapon := pencil["stamps"].get("CP", {}).get("weapon"):
            # The chance on the key is the one with what hurts most.
            said["labels"]["CP"] = speech.say(
                "board.key.CP_with", weapon=speech.name("weapon_in_hand", weapon)
            )
        if missile := pencil["stamps"].get("LAN", {}).get("weapon"):
            said["labels"]["LAN"] = speech.say(
                "board.key.LAN_with", weapon=speech.name("weapon_in_hand", missile)
            )
        wanted = _actions(view["aims"]["caller"] is not None)
        shown = (
            ("strike", "wait")
            if first_game
            else ("strike", "thing", "dress", "furniture", "door", "wait", "call")
        )
    else:
        speed = view["characters"][sheet["character"]]["speed"] or 7
        wanted = _movements(speed, bool(pencil["prone"]))
        down = ("posture", "crawl", *STEPS_THEN, "turn", "wait")
        shown = down if pencil["prone"] else ("walk", *STEPS_THEN, "turn", "wait")
        if not first_game:
            shown = (*shown, "run", "jump", "posture", "both")
        elif running:
            # Nobody is within a step: the way to a rival may be run (BA-RUN-1).
            shown = (*shown, "run")
    groups = [_family(key, found, key not in shown, speech) for key, found in wanted]
    for group in groups:
        if group["family"] == "wait" and pencil["round"] == 2:
            # Only a movement that is not made lets a blow be aimed.
            group["label"] = speech.say("board.group.rest")
    if first_game and pencil["round"] == 2:
        # Five orders explain a first brawl: walk, turn, wait and aim, punch, kick; the others are one click away, and what would find
        # something joins them when two turns have been played.
        groups[0]["choices"] = [code for code in BLOWS if code in ("CP", "CS")]
        later = [code for code in BLOWS if code not in ("CP", "CS")]
        groups.insert(1, _family("blows", later, not _opens(view, later), speech))
        for group in groups:
            if group["family"] in ("thing", "door"):
                group["more"] = not _opens(view, group["choices"])
    if pencil["round"] == 1:
        stay = pencil["stamps"].get("-")
        struck = stay is not None and stay["target"] is not None and stay["own"] is None
        who = view["characters"][stay["target"]]["short"] if struck else ""
        said["hints"]["-"] = speech.say(f"board.aimed_{'front' if struck else 'next'}", who=who)
    if first_game and pencil["round"] == 1:
        # What brings a rival in front comes first, what leads nowhere last: on a phone only two or three of a family are in sight.
        for group in groups:
            # Runs are read by their length.
            if group["family"] != "run":
                group["choices"].sort(key=lambda code: worth(view, code, pencil["stamps"].get(code)))
        if frail(view):
            havens_first(groups, pencil["stamps"])
        # What the coach says comes first: to stay where one is in front already, to turn or to run where no step brings anybody there.
        plain = advised(view)
        if plain in pencil["stamps"] and (pencil["stamps"][plain]["target"] is not None or hunted(view)):
            groups.sort(key=lambda group: plain not in group["choices"])
    target = pencil["stamps"].get("CP", {}).get("target")
    if (first_game or target is not None) and "CP" in pencil["stamps"] and advised(view) == "-":
        # Nobody is in reach, or only one of his own: the first key strikes nobody.
        groups.sort(key=lambda group: group["family"] != "wait")
    pencils = _family("sheet", ["commit", "stop", *others, *PENCIL], True, speech)
    return said | {"groups": [*sorted(groups, key=lambda group: bool(group["more"])), pencils]}


def _empties(view: View, speech: Speech) -> list[View]:
    """Whose boxes are empty while all may be written: they become rests (BA-REST-1). A sheet that is written again keeps what stands on it."""
    if view["phase"] != "write":
        return []
    mine = [person for person in view["characters"] if person["mine"]]
    found = [(p["short"], p["writable"], [b for b in p["writable"] if b not in p["written"]]) for p in mine]
    return [{"who": who, "boxes": _boxes(empty, writable, speech)} for who, writable, empty in found if empty]


def _boxes(empty: list[int], writable: list[int], speech: Speech) -> str:
    """Boxes of a sheet in words, beat by beat."""
    if empty == writable:
        return speech.say("board.sure.all")
    told = []
    for beat in (1, 2, 3):
        halves = [key for key, box in (("move", 2 * beat - 1), ("action", 2 * beat)) if box in empty]
        if halves:
            told.append(speech.say(f"board.sure.{'both' if len(halves) == 2 else halves[0]}", n=beat))
    return ", ".join(told)


def _opens(view: View, codes: Sequence[str]) -> bool:
    """From the third turn of a first brawl on: would one of these orders find something?"""
    stamps = view["sheet"]["pencil"]["stamps"]
    found = (code for code in codes if code in stamps and not stamps[code]["lost"])
    return view["turn"] >= OPENED and any(
        code != "LAN" or stamps[code]["target"] is not None for code in found
    )


def _actions(phone: bool) -> list[tuple[str, list[str]]]:
    """Round 2."""
    return [
        ("strike", list(BLOWS)),
        ("thing", ["PRE", "LAN", "BRI"]),
        ("dress", ["MET", "TAX"]),
        ("furniture", ["POU", "REN", "DES"]),
        ("door", ["OUV", "FER"]),
        ("wait", ["-"]),
        *([("call", ["TEL"])] if phone else []),
    ]


def _movements(speed: int, prone: bool) -> list[tuple[str, list[str]]]:
    """Round 1: what fits the posture first."""
    run = [f"C{n}" for n in range(2, max(3, min(8, speed + 1)))]
    walk, crawl, turn = (_around(letter) for letter in "MRP")
    last = ("crawl", crawl) if not prone else ("walk", walk)
    first = [("posture", ["LEV"]), ("crawl", crawl)] if prone else [("walk", walk)]
    steps = crawl if prone else walk
    return [
        *first,
        # The keys of the sheet's switch "then turn": a step and its turn, explained like any other order.
        *((f"step_{suffix}", [f"{code}{suffix}" for code in steps]) for suffix in "GD"),
        ("turn", turn),
        ("wait", ["-"]),
        ("run", run),
        ("jump", [*_around("S"), "F"]),
        *([] if prone else [("posture", ["TER", "LEV"])]),
        ("both", list(WHOLE_SEQUENCES)),
        last,
        *(
            (
                f"then_{suffix}",
                [
                    f"{code}{suffix}"
                    for code in (*(walk if prone else crawl), *_around("S"), *run, "F", "LEV", "TER")
                ],
            )
            for suffix in "GD"
        ),
        ("quarter", ["G", "D"]),
        *([("posture_down", ["TER"])] if prone else []),
    ]


def _around(letter: str) -> list[str]:
    """An order in the eight directions, from the upper left on."""
    return [f"{letter}{d}" for d in (8, 1, 2, 3, 4, 5, 6, 7)]


def _family(key: str, choices: Any, more: bool, speech: Speech) -> View:
    return {
        "family": key,
        "label": speech.say(f"board.group.{key}"),
        "icon": f"ba-k-{FAMILY_ICON.get(key, key)}",
        "choices": list(choices),
        "more": more,
    }


def _hint(view: View, code: str, stamp: View, speech: Speech) -> str:
    """What an order would find, and for a blow beside the punch what it is good for."""
    if code == "CJ" and stamp["target"] is not None:
        return speech.say("board.trip_if", who=view["characters"][stamp["target"]]["short"])
    if code == "LAN" and not stamp["lost"]:
        return _thrown(view, stamp, speech)
    if code == "PRE" and not stamp["lost"]:
        return speech.say("board.point.PRE")
    if code in MISSING and stamp["lost"]:
        return speech.say(f"board.{MISSING[code]}")
    if view["sheet"]["pencil"]["round"] == 1:
        return _led_to(view, stamp, speech)
    odds = _found(view, stamp, speech)
    writer = view["characters"][view["sheet"]["character"]]
    if code == "CP" and stamp["weapon"] and len(WEAPONS & {thing["item"] for thing in writer["carried"]}) > 1:
        return speech.say("board.point.CP", odds=odds)
    if code not in POINTED or stamp["percent"] is None or stamp["out"]:
        return odds
    if code == "CS" and writer["orders"][view["sheet"]["box"] - 2] == "-":
        # Whoever did not move strikes where he wants (BA-BLOW-6).
        return odds
    return speech.say(f"board.point.{code}", odds=odds)


def _thrown(view: View, stamp: View, speech: Speech) -> str:
    """Whom a throw may hit, and how often; what he carries may be no missile (BA-LAN-7)."""
    if stamp["target"] is None:
        carried = view["characters"][view["sheet"]["character"]]["carried"]
        armed = any(thing["item"] in MISSILES for thing in carried)
        return speech.say(f"board.throw_{'nobody' if armed else 'harmless'}")
    target = view["characters"][stamp["target"]]
    if target["mine"]:
        return speech.say("board.throw_own", who=target["short"])
    odds = _with_wounds(
        speech.say("board.percent", n=stamp["percent"]), stamp["wounds"], stamp["out"], speech
    )
    return speech.say("board.throw_at", who=target["short"], odds=odds)


def _landing(view: View, speech: Speech) -> dict[str, str]:
    """At which distance of a flight somebody stands."""
    question = view["question"]
    way = question["flight"]
    if question["name"] != "far" or question["character"] is None or not way:
        return {}
    here = view["characters"][question["character"]]["xy"]
    dx, dy = STEPS[way - 1]
    standing = {tuple(p["xy"]): p["short"] for p in view["characters"] if p["xy"] and p["fate"] == "in_play"}
    spots = {n: standing.get((here[0] + n * dx, here[1] + n * dy)) for n in range(1, 20)}
    return {f"far {n}": speech.say("board.throw_there", who=who) for n, who in spots.items() if who}


def _found(view: View, stamp: View, speech: Speech) -> str:
    """Whom a blow would hit, and how often."""
    if stamp["percent"] is None:
        if stamp["screened"]:
            return speech.say(f"board.screened.{stamp['screened']}")
        return speech.say("board.nothing") if stamp["lost"] else ""
    percent = speech.say("board.percent", n=stamp["percent"])
    target = view["characters"][stamp["target"]]
    if target["mine"]:
        return speech.say("board.odds_own", who=target["short"], percent=percent)
    return (
        percent if stamp["wounds"] is None else _with_wounds(percent, stamp["wounds"], stamp["out"], speech)
    )


def _led_to(view: View, stamp: View, speech: Speech) -> str:
    """What a step or a turn leads to: one's own man in the way before all, then whom it brings in front and how often a blow would hit."""
    people = view["characters"]
    met = None if stamp["meets"] is None else people[stamp["meets"]]
    if stamp["end"] == "leaves":
        return speech.say("board.leaves_board", points=points_off(stamp))
    if stamp["lost"]:
        if met is not None and stamp["end"] == "walled":
            return speech.say("board.walled", who=met["short"])
        if met is not None:
            return speech.say("board.stronger", who=met["short"])
        return speech.say("board.bumps" if stamp["bumps"] else "board.blocked")
    if met is not None and stamp["end"]:
        return speech.say(f"board.jostles_{stamp['end']}", who=met["short"], points=points_off(stamp))
    if met is not None and (met["mine"] or stamp["target"] is None):
        return speech.say("board.jostles", who=met["short"])
    if stamp["target"] is None:
        return (
            speech.say("board.safe" if stamp["safe"] else "board.nearer")
            if stamp["safe"] or stamp["nearer"]
            else ""
        )
    who = people[stamp["target"]]["short"]
    if stamp["own"] is not None:
        return speech.say("board.in_front_own", who=who, own=people[stamp["own"]]["short"])
    key = "board.in_front_back" if stamp["back"] else "board.in_front"
    told = speech.say(key, who=who, percent=speech.say("board.percent", n=stamp["percent"]))
    return speech.say("board.and_safe", told=told) if stamp["safe"] else told


def _icon(code: str) -> str:
    """The picture of an order: what it does, and for those with a direction an arrow; in a ring for who turns on the spot."""
    body = code.rstrip("GD") if len(code) > 1 else code
    letters = body.rstrip("0123456789")
    if letters in AIMS:
        return f"ba-k-{'p' if letters == 'P' else 'd'}{body[-1]}"
    return f"ba-k-{ICON_OF.get(letters, letters.lower())}"


ICONS = {code: _icon(code) for code in ORDERS} | {"commit": "ba-k-pencil", "stop": "ba-k-pre"}
MARKS = {code: "–" if code == "-" else code for code in ORDERS}
"""The printed codes, beside the words."""


def codes(speech: Speech) -> dict[str, str]:
    """What each order says, in words."""
    return order_words(speech.words)[0]


def labels(speech: Speech) -> dict[str, str]:
    """The keys of the bar."""
    return order_words(speech.words)[1]
