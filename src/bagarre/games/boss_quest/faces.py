"""Cards as they look: weapons, potions and spells, the same object for all who see them."""

from functools import cache, lru_cache

from bagarre.kernel.speech import Speech

from . import effects
from .choices import CARD_IDS
from .content import COLOR_IDS
from .shapes import Card, Spell
from .state import FIRST_POTION, MINUS, PLUS, VALUES, State

ICONS = (
    ("pair", effects.REQUIRE_PAIR),
    *((f"require-{color}", 1 << (effects.REQUIRE + i)) for i, color in enumerate(COLOR_IDS)),
    ("boss-up", effects.BOSS_UP),
    ("boss-down", effects.BOSS_DOWN),
    ("attack-up", effects.ATTACK_UP),
    ("attack-down", effects.ATTACK_DOWN),
    ("protect", effects.PROTECT_ONE | effects.PROTECT_ALL),
    ("bonus-key", 3 << effects.KEYS),
    ("second", effects.SECOND_WINS),
    ("last-turn", effects.LAST_TURN),
)
ACTION_ICONS = ("none", "cancel", "swap-hidden", "exchange", "flip", "swap-companions")
"""A spell is drawn after what it does, so that spells of a pack have their picture too."""


def card_face(s: State, card: int, speech: Speech, reading: int = 0) -> Card:
    """A weapon face up; `text` is what its plate shows."""
    if card < FIRST_POTION:
        return weapon_face(card, s.worth[card % VALUES], speech.name("weapon", card))
    potion = card - FIRST_POTION
    name = speech.name("potion", potion + 1) if reading else speech.name("weapon", card)
    return potion_face(card, s.potion_plus[potion], s.potion_minus[potion], reading, name)


@lru_cache(maxsize=2048)
def weapon_face(card: int, value: int, name: str) -> Card:
    """The same card is the same object for all who see it: nobody changes what a view holds."""
    return {
        "color": COLOR_IDS[card // VALUES],
        "value": value,
        "text": str(value),
        "rank": card % VALUES + 1,
        "id": CARD_IDS[card],
        "name": name,
        "potion": 0,
        "pick": "",
    }


@lru_cache(maxsize=512)
def potion_face(card: int, plus: int, minus: int, reading: int, name: str) -> Card:
    return {
        "color": "none",
        "value": {PLUS: plus, MINUS: -minus}.get(reading, 0),
        "text": {PLUS: f"+{plus}", MINUS: f"−{minus}"}.get(reading, "?"),
        "rank": 0,
        "id": CARD_IDS[card],
        "name": name,
        "potion": card - FIRST_POTION + 1,
        "plus": plus,
        "minus": minus,
        "pick": "",
    }


def spell_face(s: State, kind: int, speech: Speech) -> Spell:
    return _spell_card(kind, s.spell_word[kind], speech.name("spell", kind), speech.name("spell_text", kind))


@lru_cache(maxsize=512)
def _spell_card(kind: int, word: int, name: str, text: str) -> Spell:
    """The same spell is the same object for all who see it."""
    return {
        "kind": kind,
        "name": name,
        "text": text,
        "dark": bool(word & effects.DARK),
        "icon": icon_of(word),
    }


@cache
def icon_of(word: int) -> str:
    return next((name for name, bits in ICONS if word & bits), ACTION_ICONS[effects.action_of(word)])


def sign_of(word: int, amount: int) -> str:
    if word & (effects.BOSS_UP | effects.ATTACK_UP):
        return f"+{amount}"
    return f"−{amount}" if word & (effects.BOSS_DOWN | effects.ATTACK_DOWN) else ""
