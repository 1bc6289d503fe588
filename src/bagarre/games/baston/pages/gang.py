"""The gang page's half on the server: a gang as the page builds it, written as a pack and read from one.

The page holds a *sketch*, plain data:

    name      {"fr": …, "en": …}
    members   one to four of {"id", "letter", "flag", "name", "look", "strength", "dexterity", "speed", "constitution",
              "equipment": {"club": 2}}
    rest      what else stands in the pack: a board, a scenario, other characters and gangs

What is wrong with it is found by the loader that reads every pack, and by dealing the gang.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import count
from typing import Any

from bagarre.kernel.errors import Mistake, PackError
from bagarre.kernel.pack import LARGEST, Pack
from bagarre.kernel.speech import Speech

from ..content import load
from ..drawing import DrawingError
from ..figures import HEADS, STATS, Figure, Gang
from ..rules.setup import PURSE, STAT_POINTS
from ..state import ITEMS, PARTS, SLOTS
from .editor import quoted, rest_of

LARGEST_GANG = 4
"""Characters of one player (BA-SETUP-1)."""
_ID = re.compile(r'^id\s*=\s*"([^"]+)"', re.MULTILINE)


def context(speech: Speech) -> dict[str, Any]:
    """Portraits, prices and hit points, and the limits that the page counts with."""
    tables = load(()).tables
    shop = [
        (ITEMS[item], tables["item_names"][item][speech.lang], cost)
        for item, cost in enumerate(tables["cost"])
        if cost
    ]
    return {
        "heads": list(enumerate(HEADS))[1:],
        "stats": STATS,
        "parts": PARTS,
        "shop": shop,
        "law": {
            "points": STAT_POINTS, "purse": PURSE, "slots": SLOTS, "most": LARGEST_GANG, "heads": HEADS,
            "stamina": tables["stamina"], "cost": {item: cost for item, _, cost in shop},
        },
    }  # fmt: skip


def answer(asked: dict[str, Any], speech: Speech) -> dict[str, Any]:
    """Check a sketch (`sketch`), or read a pack (`text`): the pack's text, the sketch, and what is wrong."""
    name = str(asked.get("file") or "bande.toml")[:80]
    text = str(asked.get("text", ""))[:LARGEST]
    members: list[str] = []
    try:
        if "sketch" in asked:
            text, members = write(asked["sketch"])
        packs = (Pack(name, text),)
        sketch = sketch_of(packs[0])
        members = [member["id"] for member in sketch["members"]]
        speech.game.prepare(2, {"size": len(members)}, packs)
    except Mistake as mistake:
        return {"text": text, "problem": problem(mistake, members, asked.get("sketch"), speech)}
    told = speech.say("pages.gang.sound", n=len(members), name=sketch["name"][speech.lang])
    return {"text": text, "sketch": sketch, "told": told}


def problem(mistake: Mistake, members: list[str], sketch: Any, speech: Speech) -> dict[str, Any]:
    """What is wrong in words, with the number of the character and the field, when it is one of theirs."""
    place = str(mistake.values.get("entry", ""))
    known = place.removeprefix("characters.")
    if not place.startswith("characters.") or known not in members or sketch is None:
        return {"message": mistake.say(speech.lang), "member": None, "field": ""}
    number = members.index(known)
    field = {"points_16": "points", "purse": "equipment"}.get(
        mistake.key, str(mistake.values.get("field", ""))
    )
    why = (
        mistake.values["problem"]
        if isinstance(mistake, PackError)
        else speech.say(f"pages.gang.{mistake.key}", **mistake.values)
    )
    who = str(sketch["members"][number]["name"][speech.lang]).strip() or speech.say(
        "pages.gang.member", n=number + 1
    )
    label = speech.words.find(f"pages.gang.{field}") or field
    message = speech.say("pages.gang.wrong", who=who, field=label, why=why)
    return {"message": message, "member": number, "field": field}


# Sketch to pack.


def write(sketch: Any) -> tuple[str, list[str]]:
    """The pack of a sketch, and the ids of its members.

    :raises DrawingError: when the data is not a sketch at all; whether the gang is sound, the loader says.
    """
    try:
        members = sketch["members"]
        if not 1 <= len(members) <= LARGEST_GANG:
            raise DrawingError("gang_members", file="–", most=LARGEST_GANG)
        rest = str(sketch.get("rest", "")).strip()
        others = [*_ID.findall(rest), *(figure.id for figure in load(()).figures)]
        names: list[str] = []
        lines: list[str] = []
        for member in members:
            names.append(_new_id(member, names, others))
            lines += [*_character(names[-1], member), ""]
        lines += _gang(sketch["name"], names)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise DrawingError("gang_sketch", file="–") from None
    return "\n".join(lines) + "\n" + (f"\n{rest}\n" if rest else ""), names


def _new_id(member: dict[str, Any], taken: list[str], others: list[str]) -> str:
    """The id it had, or one after its name; a newcomer called like somebody else does not replace them."""
    if member.get("id") and member["id"] not in taken:
        return str(member["id"])
    plain = unicodedata.normalize("NFKD", member["name"]["fr"]).encode("ascii", "ignore").decode()
    stem = re.sub(r"\W+", "_", plain).strip("_").lower()[:40] or "loubard"
    return next(name for n in count(1) if (name := stem if n == 1 else f"{stem}_{n}") not in taken + others)


def _names(name: dict[str, str]) -> str:
    return f"name = {{ fr = {quoted(name['fr'].strip())}, en = {quoted(name['en'].strip())} }}"


def _character(name: str, member: dict[str, Any]) -> list[str]:
    things = [item for item, number in member["equipment"].items() for _ in range(min(int(number), PURSE))]
    lines = ["[[characters]]", f"id = {quoted(name)}", _names(member["name"])]
    if member.get("letter"):
        lines.append(f"letter = {quoted(member['letter'])}")
    if member.get("look"):
        lines.append(f"look = {int(member['look'])}")
    lines += [f"{stat} = {int(member[stat])}" for stat in STATS]
    return [
        *lines,
        f"equipment = [{', '.join(map(quoted, things))}]",
        f"flag = {quoted(member.get('flag') or 'reconstructed')}",
    ]


def _gang(name: dict[str, str], members: list[str]) -> list[str]:
    return [
        "[[gangs]]",
        _names(name),
        f"characters = [{', '.join(map(quoted, members))}]",
        'flag = "reconstructed"',
    ]


# Pack to sketch.


def sketch_of(pack: Pack) -> dict[str, Any]:
    """The first gang of a pack as the page builds it; without one, its first characters."""
    content = load((pack,))
    root = pack.root()
    ids = {name for name, _ in root.entries("characters")} if root.has("characters") else set()
    own = [figure for figure in content.figures if figure.id in ids]
    gangs = content.gangs[: len(content.gangs) - len(load(()).gangs)]
    if not gangs and own:
        gangs = [Gang({"fr": "–", "en": "–"}, [figure.id for figure in own[:LARGEST_GANG]])]
    if not gangs:
        raise DrawingError("no_gang", file=pack.name)
    gang = gangs[0]
    if not 1 <= len(gang.figures) <= LARGEST_GANG:
        raise DrawingError("gang_members", file=pack.name, most=LARGEST_GANG)
    others = [figure for figure in own if figure.id not in gang.figures]
    lines: list[str] = []
    for figure in others:
        lines += [*_character(figure.id, _member(figure)), ""]
    for other in gangs[1:]:
        lines += [*_gang(other.name, other.figures), ""]
    rest = "\n".join(lines) + "\n" + rest_of(pack.text, "characters", "gangs")
    return {
        "name": gang.name,
        "members": [_member(content.figures[content.figure(name)]) for name in gang.figures],
        "rest": rest.strip(),
    }


def _member(figure: Figure) -> dict[str, Any]:
    things = [ITEMS[item] for item in figure.equipment]
    return {
        "id": figure.id,
        "letter": figure.letter,
        "flag": figure.entry.flag(),
        "name": figure.name,
        "look": figure.look,
        **dict(zip(STATS, figure.stats)),
        "equipment": {item: things.count(item) for item in dict.fromkeys(things)},
    }
