"""What can be printed: player aids, cards of characters, factions, modules and entities."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.printed import RULES, Kit, Part, card, dealt, line

from . import state
from .choices import MODULES
from .content import ROLES
from .view import card_facts

HERO, VILLAIN, COSMIC = "#1f5fb0", "#c62a24", "#5a2a8a"
EMBLEMS = (
    "colosse", "gear", "chain", "spell", "metal", "belier", "visages", "brasier", "sight", "fist", "radar", "glass", "web", "jaw", "spark", "coin",
    "colosse", "claws", "orages", "brume", "moon", "arrow", "eye", "drop", "crest", "fist", "reactor", "hammer", "spring", "gem", "comet", "granit",
)  # fmt: skip
"""The emblem of each character, as on the board."""
ENTITIES = {"galactus": "devoreur", "beyonder": "favours", "silver_surfer": "herald", "thanos": "wanderer"}
MODULE_ICONS = {"energy": "power", "double_defence": "double", "heal": "care"}
PLANS = (
    "attack", "recover_energy", "recover_life", "recover_reroll", "heal", "repair", "module_energy", "module_heal", "guard",
)  # fmt: skip


def icon(kit: Kit, name: str, box: str = "0 0 24 24") -> str:
    return kit.draw(f'<g class="bw"><svg viewBox="{box}"><use href="#bw-{name}"/></svg></g>', box)


def plan_sign(kit: Kit, name: str) -> str:
    return kit.draw(
        f'<g class="bw bwa"><svg viewBox="0 0 52 46"><use href="#bw-plan-{name}"/></svg></g>', "0 0 52 46"
    )


def aid(kit: Kit) -> dict[str, Any]:
    say = kit.speech.say

    def told(*parts: str) -> list[dict[str, Any]]:
        return [line(say(f"board.aid.{part}.name"), say(f"board.aid.{part}.text")) for part in parts]

    plans = [
        line(say(f"names.plan.{number}"), say(f"board.aid.plan_{plan}"), plan_sign(kit, plan))
        for number, plan in enumerate(PLANS, 1)
    ]
    plans.append(line(say("names.fate.3"), say("board.aid.disturbed"), plan_sign(kit, "disturbed")))
    return {
        "aids": [
            {
                "title": say("board.aid.title"),
                "columns": [
                    {
                        "share": 4,
                        "sections": [
                            {"title": say("board.aid.title"), "lines": told("plan", "act", "end")},
                            {
                                "title": say("board.aid.combat"),
                                "lines": told("roll", "auction", "reroll", "damage"),
                            },
                            {"title": say("board.aid.win"), "lines": [line("", say("board.aid.goal"))]},
                        ],
                    },
                    {"share": 4, "sections": [{"title": say("board.aid.plans"), "lines": plans}]},
                ],
            }
        ]
    }


def cards(kit: Kit) -> dict[str, Any]:
    say, name, content = kit.speech.say, kit.speech.name, kit.content
    s: Any = kit.position({}, 2)
    found = []
    for number in range(len(content.cards)):
        facts = card_facts(s, number, kit.speech)
        red = content.factions[number >> 2].red
        figures = [
            line(
                "",
                say("board.force", die=facts["die"])
                + " · "
                + say("board.strike", n=facts["strike"])
                + " · "
                + say(f"board.{facts['attack']}"),
            ),
            line("", _counted(kit, s, number)),
        ]
        traits = [say(f"board.{trait}") for trait in ("flight", "metal") if facts[trait]]
        powers = [line(f"{power['name']}.", str(power["text"])) for power in facts["powers"]]
        found.append(
            card(
                str(name("fighter", number + 32 * s.naming)), corner=f"D{facts['die']}", tone=VILLAIN if red else HERO, flag=str(facts["source"]),
                kind=" · ".join([str(name("faction", (number >> 2) + 8 * s.naming)), *traits]), facts=figures,
                lines=powers or [line("", say("board.no_power_text"))], art=_emblem(kit, EMBLEMS[number % 32], "v" if red else "h"), art_height=22,
            )
        )  # fmt: skip
    for number, faction in enumerate(content.factions):
        found.append(
            card(
                str(name("faction", number + 8 * s.naming)), kind=say("print.faction"), tone=VILLAIN if faction.red else HERO,
                art=_emblem(kit, EMBLEMS[faction.leader % 32], "v" if faction.red else "h"), art_height=20,
                lines=[line("", str(name("faction_text", number))), line(f"{name('order', number + 8 * s.naming)}.", str(name("order_text", number)))],
            )
        )  # fmt: skip
    for number, module in enumerate(MODULES):
        found.append(
            card(
                str(name("module_card", number)), corner=str(s.module_full[number]), kind=say("print.module"), tone="#6b5a2a", copies=2,
                art=icon(kit, f"i-{MODULE_ICONS[module]}"), art_height=22, lines=[line("", str(name("module_text", number)))],
            )
        )  # fmt: skip
    for number, role in enumerate(ROLES):
        die = [line("", say("board.entity_die", die=s.entity_die[number], strike=s.entity_strike[number]))]
        found.append(
            card(
                str(name("entity", number + 4 * s.naming)), kind=say("print.entity"), tone=COSMIC, art=icon(kit, f"e-{ENTITIES[role]}", "0 0 48 48"),
                facts=die if number != state.BEYONDER else [], lines=[line("", str(name("entity_text", number)))],
            )
        )  # fmt: skip
    return {"cards": dealt(found, kit.deck)}


def _counted(kit: Kit, s: Any, number: int) -> str:
    say = kit.speech.say
    return say(
        "print.figures", life=s.card_life[number], power=s.card_power[number], slots=s.card_slots[number]
    )


def _emblem(kit: Kit, emblem: str, shape: str) -> str:
    return kit.draw(
        f'<g class="bw"><use href="#bw-badge-{shape}" width="72" height="72"/><use href="#bw-e-{emblem}" x="12" y="12" width="48" height="48"/></g>',
        "0 0 72 72",
    )


PARTS = {"aid": Part("aid", aid), "rules": RULES, "cards": Part("cards", cards)}
