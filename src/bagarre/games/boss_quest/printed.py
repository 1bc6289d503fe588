"""What can be printed: player aids and cards."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.printed import RULES, Kit, Part, card, dealt, line

from . import effects
from .faces import icon_of

TONES = {"blue": "#2f63b8", "red": "#b5352d", "green": "#2f7d35", "purple": "#7443b0", "yellow": "#9a6f00"}
DARK, LIGHT, NIGHT = "#4b2a7b", "#2a4f8f", "#3a2d63"


def sprite(kit: Kit, name: str, box: str = "0 0 16 16") -> str:
    return kit.draw(f'<g class="bq"><svg viewBox="{box}"><use href="#bq-{name}"/></svg></g>', box)


def aid(kit: Kit) -> dict[str, Any]:
    """A round on the left, the spells on the right."""
    say = kit.speech.say
    icons = {"turn": "anvil", "visit": "magician", "fight": "swords", "end": "crown"}
    turn = [
        line(say(f"board.aid.{part}.name"), say(f"board.aid.{part}.text"), sprite(kit, icon))
        for part, icon in icons.items()
    ]
    spells = [spell for spell in kit.content.spells if not spell.expansion]
    # The colours ask for the same in five spells: one line for all of them.
    colours = [spell for spell in spells if spell.id.startswith("require_") and spell.id != "require_pair"]
    listed = [
        line(spell_name(spell, kit), spell.text[kit.speech.lang], sprite(kit, f"i-{icon_of(spell.word)}"))
        for spell in spells
        if spell not in colours[1:]
    ]
    if len(colours) > 1:
        listed[0] = line(
            say("print.colours"), say("print.colours_text"), sprite(kit, f"i-{icon_of(colours[0].word)}")
        )
    return {
        "aids": [
            {
                "title": say("board.aid.title"),
                "columns": [
                    {
                        "share": 4,
                        "sections": [
                            {"title": say("board.aid.title"), "lines": turn},
                            {
                                "title": say("print.goal"),
                                "lines": [line("", say("board.aid.goal"), sprite(kit, "key", "0 0 12 6"))],
                            },
                        ],
                    },
                    {
                        "share": 5,
                        "sections": [
                            {
                                "title": say("print.spells"),
                                "lines": listed,
                                "columns": 2,
                                "note": say("print.kinds"),
                            }
                        ],
                    },
                ],
            }
        ]
    }


def spell_name(spell: Any, kit: Kit) -> str:
    sign = "◆" if spell.word & effects.DARK else "◇"
    return f"{sign} {spell.names[kit.speech.lang]}"


def cards(kit: Kit) -> dict[str, Any]:
    lang, content = kit.speech.lang, kit.content
    found = [
        card(
            f"{weapon.names[lang]} · {colour.names[lang]}",
            art=_weapon(kit, weapon.numbers[0], colour.id),
            full=True,
            flag=weapon.flag,
        )
        for colour in content.colors
        for weapon in content.weapons
    ]
    found += [
        card(potion.names[lang], art=_potion(kit, potion.numbers, number), full=True, flag=potion.flag)
        for number, potion in enumerate(content.potions, 1)
    ]
    for spell in content.spells:
        dark = bool(spell.word & effects.DARK)
        found.append(
            card(
                spell.names[lang], kind=kit.speech.say("print.dark" if dark else "print.light"), tone=DARK if dark else LIGHT, flag=spell.flag,
                art=sprite(kit, f"i-{icon_of(spell.word)}"), lines=[line("", spell.text[lang])], copies=spell.copies,
            )
        )  # fmt: skip
    for number, boss in enumerate((*content.bosses, content.reaper)):
        picture = "reaper" if boss is content.reaper else f"boss-{number % 8}"
        found.append(
            card(
                boss.names[lang], corner=str(boss.numbers[0]), kind=kit.speech.say("print.boss"), tone=NIGHT, flag=boss.flag,
                art=sprite(kit, picture, "0 0 32 33"), art_height=44,
            )
        )  # fmt: skip
    for companion in content.companions:
        found.append(
            card(
                companion.names[lang], kind=kit.speech.say("print.companion"), tone="#2d6a5a", flag=companion.flag,
                art=sprite(kit, companion.id), lines=[line("", companion.text[lang])],
            )
        )  # fmt: skip
    return {"cards": dealt(found, kit.deck)}


def _weapon(kit: Kit, points: int, colour: str) -> str:
    return kit.draw(
        f'<g class="bq"><g class="card" data-color="{colour}"><use href="#bq-card" width="48" height="66"/>'
        f'<use href="#bq-n-{min(points, 9)}" x="7" y="6" width="10" height="14"/><g class="sym"><use href="#bq-c-{colour}" x="21" y="4" width="18" height="18"/></g>'
        f'<use href="#bq-w{max(1, min(points, 7))}" x="8" y="26" width="32" height="32"/></g></g>',
        "0 0 48 66",
    )


def _potion(kit: Kit, numbers: tuple[int, ...], number: int) -> str:
    return kit.draw(
        '<g class="bq"><g class="card" data-color="none"><use href="#bq-card" width="48" height="66"/><use href="#bq-n-plus" x="4" y="6" width="9" height="13"/>'
        f'<use href="#bq-n-{min(numbers[0], 9)}" x="13" y="6" width="9" height="13"/><use href="#bq-n-minus" x="26" y="6" width="9" height="13"/><use href="#bq-n-{min(numbers[-1], 9)}" x="35" y="6" width="9" height="13"/>'
        f'<use href="#bq-potion-{number}" x="8" y="26" width="32" height="32"/></g></g>',
        "0 0 48 66",
    )


PARTS = {"aid": Part("aid", aid), "rules": RULES, "cards": Part("cards", cards)}
