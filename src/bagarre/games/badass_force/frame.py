"""What the frame of the page says around the board."""

from typing import Any

from bagarre.kernel.speech import Speech

HEADINGS = ("turn_starts",)

View = dict[str, Any]


def frame(view: View, seat: int, speech: Speech) -> dict[str, Any]:
    said: dict[str, Any] = {
        "title": speech.say("board.where", edition=view["mood"].upper(), target=view["target"], n=view["turns"]),
        "ask": _ask(view, speech),
        "avatars": [f"bf-seat-{other}" for other in range(6)],
        "mood": view["mood"],
    }
    if view["asked"]:
        said |= {"groups": _groups(view, speech), "hints": _hints(view, seat, speech)}
    if view["timeout"]:
        said["timeout"] = view["timeout"]
    return said


def _ask(view: View, speech: Speech) -> str:
    """The question put to the reader, in words."""
    if not view["asked"]:
        return ""
    claim = view["claim"]
    if view["ask"] == "denounce" and claim is not None:
        return speech.say("board.ask.denounce", name=speech.name("seat", claim["seat"]), character=claim["name"])
    if view["ask"] == "defend":
        return speech.say("board.ask.defend", name=speech.name("seat", view["stack"][-1]["who"]))
    return speech.say(f"board.ask.{view['ask']}")


def _groups(view: View, speech: Speech) -> list[dict[str, Any]]:
    """The bar of a turn: the four plain actions, then the announcements; other menus are short and stay as they are."""
    if view["ask"] != "action":
        return []
    return [
        {"label": speech.say("board.group.plain"), "choices": ["execute", "armory", "change_character", "change_weapon"]},
        {"label": speech.say("board.group.announce"), "choices": [f"announce {card['key']}" for card in view["casting"]]},
    ]


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
        hints["armory"] = speech.say("board.hint.armory")
    if view["ask"] == "target":
        hints |= {f"target {other['seat']}": _target_hint(other, speech) for other in view["seats"]}
    return hints


def _target_hint(other: View, speech: Speech) -> str:
    arm = other["weapon"]
    return speech.say("board.hint.target", n=other["points"], charge=arm["charge"], top=arm["max"])
