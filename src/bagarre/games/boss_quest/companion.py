"""Boss Quest with the real box: what is asked of the table.

Hidden weapons are told by their owners, for nobody else's eyes: the rules must know whether a player is over. The mystery spell lies there unseen by all, so Bagarre
assumes any spell that is left until it is turned up.
"""

from collections.abc import Sequence

from bagarre.kernel.asking import BAGARRE, TABLE, Asked, Result, lot, one_of
from bagarre.kernel.draws import Draw
from bagarre.kernel.speech import Speech

from .effects import CANCEL_SPELL, EXCHANGE
from .events import MYSTERY_SHOWN
from .secrets import conceal, gather_unseen
from .state import FACE_UP, FIRST_POTION, HIDDEN, NO_CARD, VALUES, State

PARTS = ("deal", "weapons", "spells", "mystery", "fights", "expansions")
YOURS = ("shuffling",)
BOTS = False
"""Somebody would have to look at a bot's hidden weapon."""
SPECTATOR = -1
TINTS = ("#2f6fde", "#d8402f", "#3d9b35", "#8a4fd0", "#d9a400")
"""The colours of the weapons, as on the board."""


def asked(draw: Draw) -> Asked:
    """What the table is asked when a rule draws."""
    s, here = draw.state, draw.here
    match draw.rule:
        case "set_up":
            return lot("armourer", "seat", range(s.seats))
        case "deal_companions":
            return one_of("companion", "companion", draw.possible, player=("seat", here["seat"]))
        case "reveal_boss":
            return one_of("boss", "boss", draw.possible)
        case "any_spell":
            return _spell(draw)
        case "take_weapon":
            return _weapon(draw)
        case "league_acts":
            return lot("league_spell", "spell", _face_up(s))
        case "cast":
            return _league(draw)
    raise LookupError(draw.rule)


def _weapon(draw: Draw) -> Asked:
    s, to = draw.state, draw.here["to"]
    if to != FACE_UP:
        key = "hidden_weapon" if draw.within("deal_weapons") is not None else "new_hidden_weapon"
        return one_of(key, "weapon", _unseen_weapons(s), seat=to, player=("seat", to))
    rule, local = next(
        (rule, local)
        for rule in ("deal_weapons", "equip", "exchange_weapon")
        if (local := draw.within(rule)) is not None
    )
    player = ("seat", local["seat"])
    key = {"deal_weapons": "first_weapon", "equip": "weapon", "exchange_weapon": "exchanged_weapon"}[rule]
    return one_of(key, "weapon", _unseen_weapons(s), player=player)


def _unseen_weapons(s: State) -> list[int]:
    """The weapons that do not lie open: those of the pile and all that are hidden."""
    known = s.copy()
    conceal(known, SPECTATOR)
    return sorted(known.pile[: gather_unseen(known)])


def look(result: Result, speech: Speech) -> tuple[str, str, str] | None:
    """Weapons stand in rows, a colour each: the row, the value, the colour."""
    if result.kind != "weapon" or result.value >= FIRST_POTION:
        return None
    color = result.value // VALUES
    values = [thing.numbers[0] for thing in speech.game.content().weapons]
    return str(speech.name("color", color)), str(values[result.value % VALUES]), TINTS[color]


def note(result: Result, speech: Speech) -> str:
    """How to know the card of the box: many of our names are not those that are printed."""
    content, lang = speech.game.content(), speech.lang
    match result.kind:
        case "boss":
            return speech.say("companion.hp", n=(*content.bosses, content.reaper)[result.value].numbers[0])
        case "spell":
            return str(content.spells[result.value].text[lang])
        case "companion":
            return str(content.companions[result.value].text[lang])
    return ""


def _spell(draw: Draw) -> Asked:
    """The spell of a slot; the mystery spell stays face down."""
    s = draw.state
    slot = draw.within("lay_spell")["slot"]  # type: ignore[index]
    copies = list(s.spell_pile)
    if slot == s.faces:
        results = tuple(Result(kind, "spell", kind, copies[kind]) for kind in range(s.kinds) if copies[kind])
        return Asked("mystery", results, by=BAGARRE)
    mystery = s.market[s.faces]
    if mystery != NO_CARD and mystery != HIDDEN:
        # That none of them is left would tell what the mystery spell is.
        copies[mystery] += 1
    results = tuple(Result(kind, "spell", kind, copies[kind]) for kind in range(s.kinds) if copies[kind] > 0)
    return Asked("spell", results, {"n": ("n", slot + 1)})


def _face_up(s: State) -> list[int]:
    return [spell for spell in s.market[: s.faces] if spell != NO_CARD]


def _league(draw: Draw) -> Asked:
    """What the League's spell is aimed at, in the game for one (BQ-SOLO-7)."""
    s, action = draw.state, draw.here["action"]
    if action == CANCEL_SPELL:
        return lot("league_cancels", "spell", s.active_spell[: s.active])
    if action == EXCHANGE:
        laid = (Result(i + 1, "weapon", card) for i, card in enumerate(s.laid_card[: s.laid]))
        return Asked("league_exchanges", (Result(0, "place", 0), *laid))
    return one_of("league_amount", "n", draw.possible)


# The mystery spell: nobody has seen it.


def _is_assumed(s: State) -> bool:
    """Does a mystery spell lie there that nobody has looked at?"""
    return s.round > 0 and s.market[s.faces] != NO_CARD and s.mystery_known == 0


def turned_up(before: State, s: State, draw: Draw | None) -> Asked | None:
    """The question what the mystery spell is, when somebody sees it now."""
    if not _is_assumed(before):
        return None
    slot = before.faces
    looking = next((seat for seat in range(s.seats) if s.mystery_known >> seat & 1), TABLE)
    shown = any(row[0] == MYSTERY_SHOWN for row in s.events[: s.event_count])
    replaced = draw is not None and (draw.within("replace_spell") or {}).get("slot") == slot
    if looking == TABLE and not shown and not replaced and s.market[slot] != NO_CARD:
        return None
    copies = list(before.spell_pile)
    copies[before.market[slot]] += 1
    kinds = tuple(Result(kind, "spell", kind, copies[kind]) for kind in range(before.kinds) if copies[kind])
    if looking != TABLE:
        return Asked("mystery_looked_at", kinds, {"player": ("seat", looking)}, looking)
    return Asked("mystery_shown", kinds)


def settle(s: State, seen: Sequence[int]) -> bool:
    """The mystery spell is this one; what it was assumed to be is in the pile. Can that be?"""
    if len(seen) != 1 or not _is_assumed(s) or not 0 <= seen[0] < s.kinds:
        return False
    slot, spell = s.faces, seen[0]
    s.spell_pile[s.market[slot]] += 1
    if s.spell_pile[spell] == 0:
        return False
    s.spell_pile[spell] -= 1
    s.market[slot] = spell
    return True


def make_room(before: State, asked: Asked, spell: int) -> list[Result]:
    """What else the mystery spell can be when the one that it was assumed to be was drawn."""
    if asked.key != "spell" or not _is_assumed(before) or before.market[before.faces] != spell:
        return []
    return [
        Result(kind, "spell", kind, before.spell_pile[kind])
        for kind in range(before.kinds)
        if before.spell_pile[kind] > 0
    ]
