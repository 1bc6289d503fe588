"""What can be printed: player aids with the casting, cards of heroes and weapons."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.printed import RULES, Kit, Part, card, dealt, line

from . import view

CLASS_TONES = {"assassin": "#b0121b", "defense": "#00617a", "ammo": "#8a5200", "trick": "#6b2c91"}
HEROES, WEAPONS = 7, 3
"""Copies in a box (BF-SETUP)."""


def bust(kit: Kit, key: str) -> str:
    art = "any" if key[0] == "c" and key[1:].isdigit() else key
    return kit.draw(
        f'<g class="bf"><svg class="h-{art}" viewBox="0 0 100 100"><use href="#bf-sun"/><use href="#bf-c-{art}"/></svg></g>',
        "0 0 100 100",
    )


def gun(kit: Kit, key: str) -> str:
    art = "any" if key[0] == "w" and key[1:].isdigit() else key
    return kit.draw(
        f'<g class="bf"><svg class="shape" viewBox="0 0 120 40"><use href="#bf-w-{art}"/></svg></g>',
        "0 0 120 40",
    )


def heroes(kit: Kit) -> list[Any]:
    """All heroes of the packs as the table tells them."""
    s: Any = kit.position({"edition": "mixed"}, 3)
    return [view.character(s, number, kit.speech) for number in range(len(kit.content.characters))]


def aid(kit: Kit) -> dict[str, Any]:
    """A turn on the left, the heroes of a box on the right; an aid for each box."""
    say = kit.speech.say
    turn = [
        line(say(f"board.aid.{part}.name"), say(f"board.aid.{part}.text"))
        for part in ("charge", "act", "lie", "kill", "vengeance")
    ]
    found: dict[str, list[Any]] = {}
    for hero in heroes(kit):
        found.setdefault(hero["origin"], []).append(hero)
    return {
        "aids": [
            {
                "title": say(
                    "print.heroes_of",
                    box=say(f"options.edition.values.{origin}") if origin in ("vhs", "dvd") else origin,
                ),
                "columns": [
                    {
                        "share": 4,
                        "sections": [
                            {"title": say("board.aid.title"), "lines": turn},
                            {"title": say("print.goal"), "lines": [line("", say("board.aid.goal"))]},
                        ],
                    },
                    {
                        "share": 5,
                        "sections": [
                            {
                                "title": say("print.heroes"),
                                "lines": [_role(kit, hero) for hero in casting],
                                "columns": 2,
                                "note": say("print.veng_note"),
                            }
                        ],
                    },
                ],
            }
            for origin, casting in found.items()
        ]
    }


def _role(kit: Kit, hero: Any) -> dict[str, Any]:
    """A hero in a few words: his power, in Vengeance, and what he guards against."""
    told = []
    for box in hero["boxes"]:
        words = (
            box["brief"]
            if box["timing"] == "action"
            else kit.speech.say("board.guards." + "_".join(box["against"]))
        )
        cost = f" ({box['cost']})" if box["cost"] else ""
        told.append(("▲ " if box["mode"] == "vengeance" else "") + str(words) + cost)
    return line(str(hero["name"]), " · ".join(dict.fromkeys(told)), bust(kit, hero["key"]), size=1.4)


def cards(kit: Kit) -> dict[str, Any]:
    say = kit.speech.say
    found = []
    for hero in heroes(kit):
        lines = [line(_label(kit, box), str(box["text"])) for box in hero["boxes"]]
        if hero["trait"]:
            lines.append(line(str(hero["trait"]["title"]), str(hero["trait"]["text"])))
        found.append(
            card(
                str(hero["name"]), kind=f"{say('classes.' + str(hero['class']))} · {hero['archetype']}", tone=CLASS_TONES[str(hero["class"])],
                art=bust(kit, hero["key"]), art_height=24, lines=lines, flag=str(hero["flag"]), copies=HEROES,
            )
        )  # fmt: skip
    s: Any = kit.position({"edition": "mixed"}, 3)
    for number in range(len(kit.content.weapons)):
        weapon = view.weapon(s, number, kit.speech)
        # The track on which the charges are counted: where it starts, where it fires, where it ends.
        facts = [
            line("", say("print.start", n=weapon["start"])),
            line(
                "",
                say("board.fires", n=weapon["trigger"])
                + " · "
                + say("board.max", n=weapon["max"])
                + " · "
                + say("board.unstable" if weapon["unstable"] else "board.stable"),
            ),
        ]
        found.append(
            card(
                str(weapon["name"]), corner=str(weapon["trigger"]), kind=say("print.weapon"), tone="#25133b", art=gun(kit, weapon["key"]),
                art_height=18, facts=facts, lines=[line("", str(weapon["text"]))], flag=str(weapon["flag"]), copies=WEAPONS,
            )
        )  # fmt: skip
    return {"cards": dealt(found, kit.deck)}


def _label(kit: Kit, box: Any) -> str:
    """The title of a power: the mark of Vengeance, what it costs, what it guards against."""
    sign = "▲ " if box["mode"] == "vengeance" else ""
    guards = (
        f" ({kit.speech.say('board.guards.' + '_'.join(box['against']))})"
        if box["timing"] == "reaction"
        else ""
    )
    cost = f" ({kit.speech.say('table.cost', n=box['cost'])})" if box["cost"] else ""
    return f"{sign}{box['title']}{guards}{cost}."


PARTS = {"aid": Part("aid", aid), "rules": RULES, "cards": Part("cards", cards)}
