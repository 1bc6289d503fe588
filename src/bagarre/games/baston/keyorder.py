"""In what order the keys of a movement stand: what the coach advises first, what leads nowhere last."""

from __future__ import annotations

from typing import Any

from .forecast import FRAIL
from .orderwords import AIMS

View = dict[str, Any]

STEPS = ((0, -40), (40, -40), (40, 0), (40, 40), (0, 40), (-40, 40), (-40, 0), (-40, -40))
"""A square in each direction, as the plan is drawn."""
STEPS_THEN = ("step_G", "step_D")
"""Families that the switch under the sheet opens: the same steps, with a turn by one to the left or to the right."""


def worth(view: View, code: str, stamp: View | None) -> tuple[int, bool, int, bool, bool]:
    """Where an order stands among its like: who is brought within reach, the likeliest blow first, then who is straight ahead, then straight ways before
    slanting ones; for whoever is one blow from his end what is safe before what is not. Through one's own men last."""
    if stamp is None:
        return 3, False, 0, False, False
    if stamp["lost"]:
        return 5, False, 0, False, False
    if stamp["meets"] is not None and view["characters"][stamp["meets"]]["mine"]:
        return 4, False, 0, False, False
    exposed = hunted(view) and not stamp["safe"]
    if exposed:
        return 3, True, -(stamp["percent"] or 0), False, False
    if stamp["target"] is not None and stamp["own"] is None:
        aside = not _straight_ahead(view, code, stamp["target"])
        slanting = code[0] in AIMS and int(code[1]) % 2 == 0
        return int(stamp["meets"] is not None), False, -stamp["percent"], aside, slanting
    leads = stamp["nearer"] or stamp["safe"] or stamp["target"] is not None
    return 2 if leads else 3, False, 0, False, False


def havens_first(groups: list[View], stamps: View) -> None:
    """From where he strikes and cannot be struck: a step that only its turn makes so stands before the plain ones, unless one of those does as well."""

    def shelters(code: str) -> bool:
        stamp = stamps[code]
        return (
            bool(stamp["safe"])
            and stamp["target"] is not None
            and stamp["own"] is None
            and stamp["meets"] is None
        )

    families = {group["family"]: group["choices"] for group in groups}
    turned = [
        code for key in STEPS_THEN for code in families.get(key, ()) if code in stamps and shelters(code)
    ]
    if (
        turned
        and "walk" in families
        and not any(shelters(code) for code in families["walk"] if code in stamps)
    ):
        best = max(turned, key=lambda code: stamps[code]["percent"])
        for group in groups:
            if best in group["choices"]:
                group["choices"].remove(best)
        families["walk"].insert(0, best)


def frail(view: View) -> bool:
    """Is who writes one blow from being knocked out (BA-WOUND-2)?"""
    hp = view["characters"][view["sheet"]["character"]]["hp"]
    return min(hp["head"], hp["trunk"]) <= FRAIL


def hunted(view: View) -> bool:
    """Is he one blow from his end, within reach of a rival, and is there a step out of it? Not where only blows can still win."""
    mine = view["characters"][view["sheet"]["character"]]["side"]
    points = {seat["side"]: seat["points"] for seat in view["seats"]}
    behind = points[mine] < max((n for side, n in points.items() if side != mine), default=0)
    if not frail(view) or (view["turn"] == view["turns"] and behind):
        return False
    return any(stamp["safe"] for stamp in view["sheet"]["pencil"]["stamps"].values())


def _straight_ahead(view: View, code: str, target: int) -> bool:
    """After a step or a turn: does whoever is in front stand on the middle one of the three points?"""
    if code[0] not in AIMS:
        return False
    pencil = view["sheet"]["pencil"]
    there = view["characters"][target]["xy"]
    facing = (pencil["facing"] - 1 + {"G": -1, "D": 1}.get(code[-1], 0)) % len(STEPS)
    way = STEPS[int(code[1]) - 1]
    steps = [way] if code[0] == "P" else [way, STEPS[facing]]
    return [sum(parts) for parts in zip(pencil["xy"], *steps, strict=True)] == there


def advised(view: View) -> str:
    """The plain order for the box under the pencil, as the coach says it: up, the likeliest blow, closer; else to wait."""
    pencil = view["sheet"]["pencil"]
    stamps = pencil["stamps"]
    if "CP" in stamps:
        target = stamps["CP"]["target"]
        return "-" if target is None or view["characters"][target]["mine"] else "CP"
    if pencil["prone"]:
        return "LEV"
    if "-" not in stamps:
        return "-"
    stay = stamps["-"]
    if hunted(view):
        safe = [code for code in stamps if stamps[code]["safe"] and stamps[code]["meets"] is None]
        return min(safe or ["-"], key=lambda code: (worth(view, code, stamps[code]), code[-1] in "GD"))
    if stay["target"] is not None and stay["own"] is None:
        return "-"
    # Not through one of his own, and no turn at the end of a step: that is for whoever means it.
    plain = [code for code in stamps if code[-1] not in "GD" and stamps[code]["meets"] is None]
    best = min(plain, key=lambda code: worth(view, code, stamps[code]), default="-")
    led = stamps[best]
    return best if led["nearer"] or (led["target"] is not None and led["own"] is None) else "-"
