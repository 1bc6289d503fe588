"""What the frame of the page says around the board."""

from typing import Any

from bagarre.kernel.speech import Speech

HEADINGS = ("turn_starts",)
SMALL = (
    "casts",
    "dealt",
    "on_market",
    "reshuffles",
    "lodged",
    "charges",
    "wastes",
    "sets_marker",
    "pays",
    "places",
    "takes_back",
    "passes",
    "unchallenged",
    "stands",
    "aims",
)
"""How the kinds of events begin that the short log leaves out: they repeat, or are steps towards what is told anyway."""

View = dict[str, Any]
PLAIN = ("execute", "armory", "change_character", "change_weapon")
"""What can be done in a turn besides announcing somebody."""


def frame(view: View, seat: int, speech: Speech) -> dict[str, Any]:
    said: dict[str, Any] = {
        "title": speech.say(
            "board.where", edition=_boxes(view, speech), target=view["target"], n=view["round"]
        ),
        "ask": _ask(view, speech),
        "avatars": [f"bf-seat-{other}" for other in range(6)],
        "mood": view["mood"],
    }
    if view["ending"]:
        said["results"] = [f"{s['points']} {speech.say('board.pts', n=s['points'])}" for s in view["seats"]]
        said["points"] = [s["points"] for s in view["seats"]]
    if view["asked"]:
        said |= {
            "groups": _groups(view, seat),
            "labels": _labels(view, speech),
            "hints": _hints(view, seat, speech),
        }
    return said


def _boxes(view: View, speech: Speech) -> str:
    """The boxes from which the casting comes, or while it is being chosen, may come."""
    origins = {card["origin"] for card in view["casting"] or view["available"]}
    return " + ".join(speech.say(f"board.box.{box}") for box in ("vhs", "dvd", "own") if box in origins)


def _ask(view: View, speech: Speech) -> str:
    """The question put to the reader, in words."""
    if not view["asked"]:
        return ""
    claim = view["claim"]
    if view["ask"] == "denounce" and claim is not None:
        return speech.say(
            "board.ask.denounce", name=speech.name("seat", claim["seat"]), character=claim["name"]
        )
    if view["ask"] == "defend":
        return speech.say("board.ask.defend", name=speech.name("seat", view["stack"][-1]["who"]))
    if view["ask"] == "target":
        return _ask_target(view["stack"][-1], speech)
    second = view["ask"] == "name" and any(each.get("names") for each in view["stack"][-1:])
    return speech.say("board.ask.name_second" if second else f"board.ask.{view['ask']}")


def _ask_target(running: View, speech: Speech) -> str:
    """A weapon is aimed, a power may also give; several targets are counted."""
    if running["targets"]:
        return speech.say("board.ask.target_next", n=len(running["targets"]) + 1)
    return speech.say("board.ask.target" if running["kind"] == "execution" else "board.ask.target_power")


def _groups(view: View, seat: int) -> list[dict[str, Any]]:
    """The bar of a turn: the four plain actions, then the announcements, the true one first, so that it is in sight on a
    phone; other menus are short and stay as they are."""
    if view["ask"] != "action":
        return []
    active = view["seats"][seat]["active"]
    heroes = sorted(view["casting"], key=lambda card: active is None or card["key"] != active["key"])
    return [{"choices": list(PLAIN)}, {"choices": [f"announce {card['key']}" for card in heroes]}]


def _labels(view: View, speech: Speech) -> dict[str, str]:
    """Many heroes side by side: the name says it, the question says the rest. The plain actions beside them are as short."""
    verb = {
        "cast": "cast",
        "action": "announce",
        "defend": "announce",
        "first": "place",
        "place": "place",
        "other": "place",
        "name": "name",
    }.get(view["ask"])
    # Beside the other actions there is room for first names only.
    said = "short" if verb == "announce" else "name"
    short = {"action": PLAIN, "denounce": ("denounce", "pass")}.get(view["ask"], ())
    labels = {name: speech.say(f"board.key.{name}") for name in short}
    if view["ask"] in ("target", "target_or_stop"):
        labels |= {f"target {other['seat']}": other["name"] for other in view["seats"]}
    if view["ask"] == "take":
        labels |= {f"take {weapon['key']}": weapon["name"] for weapon in view["market"]}
    if verb:
        labels |= {f"{verb} {card['key']}": card[said] for card in view["casting"] or view["available"]}
    return labels


def _hints(view: View, seat: int, speech: Speech) -> dict[str, str]:
    """Small lines under choices: what is at stake, and what lies on the table."""
    claim = view["claim"]
    hints = {}
    if view["ask"] == "denounce" and claim is not None:
        hints["denounce"] = speech.say("board.hint.denounce", gain=claim["gain"], risk=claim["risk"])
        hints["pass"] = speech.say("board.hint.pass", character=claim["name"])
    if view["ask"] == "action":
        arm = view["seats"][seat]["weapon"]
        hints["execute"] = arm["name"]
        hints |= {name: speech.say(f"board.hint.{name}") for name in PLAIN if name != "execute"}
        hints |= _announcements(view, view["seats"][seat], speech)
    if view["ask"] == "defend":
        hints |= _announcements(view, view["seats"][seat], speech)
    verb = {"cast": "cast", "first": "place", "place": "place", "other": "place", "copy": "copy"}
    if view["ask"] in verb:
        hints |= _heroes(view, verb[view["ask"]])
    if view["ask"] == "take":
        hints |= {f"take {weapon['key']}": _weapon_hint(weapon, speech) for weapon in view["market"]}
    if view["ask"] == "box" and claim is not None:
        hints |= _boxes_hints(claim["boxes"], speech)
    if view["ask"] == "name":
        hints |= _impossible(view, speech)
    if view["ask"] == "target":
        hints |= {f"target {other['seat']}": _target_hint(other, speech) for other in view["seats"]}
    return hints


def _announcements(view: View, me: View, speech: Speech) -> dict[str, str]:
    """What the power does in a few words, true or bluff, and what it costs."""
    wanted = "reaction" if view["ask"] == "defend" else "action"
    hints = {}
    for card in view["casting"]:
        true = me["active"] is not None and me["active"]["key"] == card["key"]
        boxes = [
            box
            for box in card["boxes"]
            if box["timing"] == wanted and (box["mode"] == "normal" or me["vengeance"])
        ]
        said = [speech.say("board.tag_true" if true else "board.tag_bluff")]
        # In Vengeance the red power where it can be paid, else the normal one.
        paid = [box for box in boxes if box["cost"] <= me["weapon"]["charge"]] or boxes[:1]
        for box in paid[-1:]:
            said += [speech.say("table.cost", n=box["cost"])] if box["cost"] else []
            said.append(box["brief"])
        hints[f"announce {card['key']}"] = " · ".join(said)
    return hints


def _heroes(view: View, verb: str) -> dict[str, str]:
    """What each hero does, where one is placed, cast or copied."""
    return {
        f"{verb} {card['key']}": card["boxes"][0]["brief"]
        for card in view["casting"] or view["available"]
        if card["boxes"]
    }


def _boxes_hints(boxes: list[View], speech: Speech) -> dict[str, str]:
    """What the normal power and the red one do, and what they cost."""
    hints = {}
    for box in boxes:
        if box["timing"] == "action":
            cost = [speech.say("table.cost", n=box["cost"])] if box["cost"] else []
            hints[f"box {box['mode']}"] = " · ".join([*cost, box["brief"]])
    return hints


def _impossible(view: View, speech: Speech) -> dict[str, str]:
    """Heroes that cannot be in front of whoever is aimed at: naming them does nothing."""
    aimed = [whom for each in view["stack"] for whom in each["targets"]]
    if not aimed:
        return {}
    hints = {}
    for card, head in zip(view["casting"], view["seats"][aimed[-1]]["heads"]):
        if head["dead"]:
            hints[f"name {card['key']}"] = speech.say("board.hint.buried")
        elif head["not_active"]:
            hints[f"name {card['key']}"] = speech.say("board.hint.not_there")
    return hints


def _target_hint(other: View, speech: Speech) -> str:
    arm = other["weapon"]
    return speech.say("board.hint.target", n=other["points"], charge=arm["charge"], top=arm["max"])


def _weapon_hint(weapon: View, speech: Speech) -> str:
    """From which charge it fires, and what it does then, in a few words: the market has the whole text."""
    return f"{speech.say('board.fires', n=weapon['trigger'])} · {weapon['brief']}"
