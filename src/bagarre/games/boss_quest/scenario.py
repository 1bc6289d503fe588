"""Positions of Boss Quest by name, and the facts about them.

Weapons are written colour letter + value (`B5`, or `blue_5`), potions `Q1+`, `Q2-` or, unread, `Q3`; a hand is one text with the hidden
weapon in brackets: `"[R7] G6 B2"`. Spells, companions and Bosses go by the ids of the pack.
"""

from typing import Any, TypeVar

from bagarre.kernel.pack import Entry

from . import effects
from .choices import COMPANION_IDS
from .content import Content
from .rules.companions import place_companions
from .rules.piles import hide, lay_down, pile_size, put_back
from .rules.strength import attack_of, card_at, current_reading, hidden_worth, visible_attack, was_over
from .rules.turn import has_turn
from .state import (
    BOSSES,
    BOX,
    COMES,
    COMPANIONS,
    FIGHTS,
    FIRST_POTION,
    GHOST,
    GONE,
    HIDDEN,
    KNIGHT,
    LEFT,
    MINUS,
    NO_CARD,
    NO_LIMIT,
    NOBODY,
    NOT_COME,
    PLUS,
    POTIONS,
    REAPER,
    REAPER_BOSS,
    RESERVE,
    SEATS,
    SLOTS,
    TAKEN,
    TURN,
    UNREAD,
    VALUES,
    State,
)

ROLES = ("knight", "ghost", "reaper", "gone")
REAPER_CARD = ("not_come", "comes", "fights", "taken", "left")
RESULTS = ("over", "missed", "qualified", "perfect", "won", "struck")
LETTERS = "BRGPY"
Item = TypeVar("Item")
FIELDS = (
    "boss", "round", "armourer", "turn", "hands", "keys", "hearts", "roles", "visited", "barred", "market", "mystery", "active",
    "discard", "top", "companions", "used", "reaper", "bosses", "last_equip", "last_done",
)  # fmt: skip


def chance(text: str, content: Content) -> int:
    """A scripted card of any kind: weapon, spell, Boss or companion."""
    for found in (content.card(text), content.spell(text)):
        if found is not None:
            return found
    if text in COMPANION_IDS:
        return COMPANION_IDS.index(text)
    return [boss.id for boss in content.bosses].index(text)


# Laying out a position.


def place(s: State, entry: Entry, content: Content) -> None:
    """A turn in the middle of a round. What is not named is as at the start of a game.

    `boss` is an HP or "reaper"; `armourer` is the highest seat and `turn` is 0 unless given; `visited`, `barred` and `last_done` list
    seats; `market` lists the face-up spells ("" for one taken; none at all: an empty market), `mystery` the face-down one ("" taken);
    `active` lists tables such as `{ spell = "attack_up", seat = 0, amount = 2 }`, `{ spell = "flip_potion", potion = 3 }`,
    `{ spell = "swap_companions", first = "fox", second = "owl" }`; `discard` lists spells; `top` is a card put back on the pile;
    `companions` are those of the seats; `bosses` lists the Bosses still in the pile.
    """
    entry.allow(*FIELDS)
    _clear(s)
    s.round = entry.number("round", 1, 200, 1)
    _place_seats(s, entry)
    _place_boss(s, entry, content)
    _place_weapons(s, entry, content)
    _place_companions(s, entry)
    _place_spells(s, entry, content)
    _place_bars(s, entry)
    s.armourer = entry.number("armourer", 0, s.seats - 1, s.seats - 1)
    s.turn = entry.number("turn", 0, s.seats - 1, 0)
    if not has_turn(s, s.turn):
        allowed = ", ".join(str(seat) for seat in range(s.seats) if has_turn(s, seat))
        raise entry.wrong("turn", "one_of", value=s.turn, allowed=allowed or "–")
    s.decider = s.turn
    s.phase = TURN


def _clear(s: State) -> None:
    s.last_boss = s.boss = s.spell = s.top = NO_CARD
    s.potion = NOBODY
    for seat in range(SEATS):
        s.held[seat] = s.hidden[seat] = NO_CARD
        s.limit[seat] = NO_LIMIT
        s.cause[seat] = seat
    for slot in range(SLOTS):
        s.market[slot] = NO_CARD
        s.taker[slot] = NOBODY
    for potion in range(POTIONS):
        s.potion_at[potion] = NOBODY
        s.reading[potion] = UNREAD


def _place_seats(s: State, entry: Entry) -> None:
    for seat, role in enumerate(_each(s, entry, "roles", entry.texts("roles"))):
        if role not in ROLES:
            raise entry.wrong("roles", "one_of", value=role, allowed=", ".join(ROLES))
        s.role[seat] = ROLES.index(role)
    for seat in range(s.seats):
        s.hearts[seat] = 3 if s.role[seat] == KNIGHT else 0
    for seat, keys in enumerate(_each(s, entry, "keys", entry.numbers("keys", 0, 99))):
        s.keys[seat] = keys
    for seat, hearts in enumerate(_each(s, entry, "hearts", entry.numbers("hearts", 0, 3))):
        s.hearts[seat] = hearts
    for seat in _seats(s, entry, "visited"):
        s.visited[seat] = 1
    for seat in _seats(s, entry, "last_done"):
        s.last_done |= 1 << seat
    s.present = sum(s.role[seat] != GONE for seat in range(s.seats))
    s.lone_equip = int(entry.switch("last_equip"))


def _place_bars(s: State, entry: Entry) -> None:
    """Barred by the sums as they are, or, when a spell has helped since, by the hidden weapon just too large."""
    for seat in _seats(s, entry, "barred"):
        s.limit[seat] = min(s.hp - visible_attack(s, seat), hidden_worth(s, s.hidden[seat], MINUS) - 1)


def _seats(s: State, entry: Entry, field: str) -> list[int]:
    """A list of seats."""
    return entry.numbers(field, 0, s.seats - 1)


def _each(s: State, entry: Entry, field: str, found: list[Item]) -> list[Item]:
    """A list with something for each seat, when it is given."""
    if entry.has(field) and len(found) != s.seats:
        raise entry.wrong(field, "number", value=len(found), least=s.seats, most=s.seats)
    return found


def _room(entry: Entry, field: str, found: list[Item], most: int) -> list[Item]:
    """A list that is not longer than there is room."""
    if len(found) > most:
        raise entry.wrong(field, "number", value=len(found), least=0, most=most)
    return found


def _place_boss(s: State, entry: Entry, content: Content) -> None:
    boss = entry.get("boss")
    hps = [thing.numbers[0] for thing in content.bosses]
    if boss != "reaper" and boss not in hps:
        raise entry.wrong("boss", "one_of", value=boss, allowed=", ".join(["reaper", *map(str, hps)]))
    s.boss = REAPER_BOSS if boss == "reaper" else hps.index(boss)
    s.hp = s.reaper_hp if boss == "reaper" else s.boss_hp[s.boss]
    named = {hp: number for number, hp in enumerate(hps)}
    for hp in entry.numbers("bosses", 1, 40):
        if hp not in named:
            raise entry.wrong("bosses", "one_of", value=hp, allowed=", ".join(map(str, hps)))
    left = [named[hp] for hp in dict.fromkeys(entry.listing("bosses"))] if entry.has("bosses") else range(BOSSES)
    left = [number for number in left if number != s.boss]
    s.boss_count = len(left)
    s.boss_pile[: len(left)] = left
    card = NOT_COME
    if boss == "reaper":
        card = FIGHTS
    elif REAPER in s.role[: s.seats]:
        card = TAKEN
    elif GHOST in s.role[: s.seats]:
        card = COMES
    elif GONE in s.role[: s.seats]:
        card = LEFT
    s.reaper_card = REAPER_CARD.index(entry.one_of("reaper", REAPER_CARD, REAPER_CARD[card]))


def _place_weapons(s: State, entry: Entry, content: Content) -> None:
    entry.get("hands")
    for seat, text in enumerate(_each(s, entry, "hands", entry.texts("hands"))):
        for word in text.split():
            hidden, written = word.startswith("["), word.strip("[]")
            card = content.card(written.rstrip("+-"))
            if card is None:
                raise entry.wrong("hands", "one_of", value=written, allowed="B1 … Y7, Q1+ … Q3-")
            if hidden:
                hide(s, seat, card, 0, NO_LIMIT)
                s.weapons[seat] += 1
            else:
                lay_down(s, seat, card)
                if card >= FIRST_POTION:
                    s.reading[card - FIRST_POTION] = {"+": PLUS, "-": MINUS}.get(written[-1], UNREAD)
    if entry.has("top"):
        put_back(s, _card(entry, "top", entry.text("top"), content), -1, NO_LIMIT)
    seen = {*s.hidden[: s.seats], *s.laid_card[: s.laid], s.top, *s.bottom[: s.bottom_count]}
    weapons = [*range(s.colors * VALUES), *range(FIRST_POTION, FIRST_POTION + s.potions)]
    loose = [card for card in weapons if card not in seen]
    s.pile[: len(loose)] = loose
    s.loose = len(loose)


def _card(entry: Entry, field: str, text: str, content: Content) -> int:
    card = content.card(text)
    if card is None:
        raise entry.wrong(field, "one_of", value=text, allowed="B1 … Y7, Q1 … Q3")
    return card


def _place_companions(s: State, entry: Entry) -> None:
    for seat, name in enumerate(_room(entry, "companions", entry.texts("companions"), s.seats)):
        if name:
            s.home[_companion(entry, "companions", name)] = seat
    place_companions(s)
    for name in entry.texts("used"):
        s.used |= 1 << _companion(entry, "used", name)


def _companion(entry: Entry, field: str, name: str) -> int:
    if name not in COMPANION_IDS:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(COMPANION_IDS))
    return COMPANION_IDS.index(name)


def _spell(entry: Entry, field: str, name: str, content: Content) -> int:
    spell = content.spell(name)
    if spell is None:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(spell.id for spell in content.spells))
    return spell


def _place_spells(s: State, entry: Entry, content: Content) -> None:
    market = _room(entry, "market", entry.texts("market"), SLOTS - 1)
    s.faces = len(market) if market else max(3, s.present)
    for slot, name in enumerate(market):
        s.market[slot] = _spell(entry, "market", name, content) if name else NO_CARD
    if entry.text("mystery", ""):
        s.market[s.faces] = _spell(entry, "mystery", entry.text("mystery"), content)
    for name in entry.texts("discard"):
        s.spell_discard[_spell(entry, "discard", name, content)] += 1
    if entry.has("active"):
        for _, active in _room(entry, "active", list(entry.entries("active")), SLOTS):
            _place_active(s, active, content)
    place_companions(s)
    for kind in range(s.kinds):
        lies = s.spell_discard[kind] + s.market.count(kind) + s.active_spell[: s.active].count(kind)
        s.spell_pile[kind] = s.spell_copies[kind] - lies
    s.spell_count = sum(s.spell_pile)


def _place_active(s: State, active: Entry, content: Content) -> None:
    active.allow("spell", "seat", "amount", "potion", "first", "second", "caster")
    kind = _spell(active, "spell", active.text("spell"), content)
    word, k = s.spell_word[kind], s.active
    if not word & effects.LASTING:
        lasting = [spell.id for spell, word in zip(content.spells, s.spell_word) if word & effects.LASTING]
        raise active.wrong("spell", "one_of", value=active.text("spell"), allowed=", ".join(lasting))
    s.active_spell[k] = kind
    named = active.has("seat") or effects.asks_player(word)
    s.active_seat[k] = active.number("seat", 0, s.seats - 1) if named else NOBODY
    s.active_caster[k] = active.number("caster", NOBODY, s.seats - 1, NOBODY)
    amount = s.active_amount[k] = active.number("amount", 1, 2) if word & effects.ASKS_AMOUNT else 0
    if word & (effects.BOSS_UP | effects.BOSS_DOWN):
        s.hp += amount if word & effects.BOSS_UP else -amount
    if word & (effects.ATTACK_UP | effects.ATTACK_DOWN):
        s.bonus[s.active_seat[k]] += amount if word & effects.ATTACK_UP else -amount
    if word & effects.LAST_TURN:
        s.last_turns += 1
    if effects.action_of(word) == effects.FLIP:
        potion = active.number("potion", 1, POTIONS) - 1
        if s.potion_at[potion] == NOBODY:
            visible = ", ".join(str(i + 1) for i in range(POTIONS) if s.potion_at[i] != NOBODY)
            raise active.wrong("potion", "one_of", value=potion + 1, allowed=visible or "–")
        s.active_amount[k] = potion
        s.active_seat[k] = s.potion_at[potion]
        s.flipped[potion] ^= 1
    if effects.action_of(word) == effects.SWAP_COMPANIONS:
        first = s.active_amount[k] = _companion(active, "first", active.text("first"))
        second = s.active_second[k] = _companion(active, "second", active.text("second"))
        place_companions(s)
        # It lies in front of the holder of the first one, or of the second when the first is in the reserve (BQ-COMP-12).
        s.active_seat[k] = s.place[first] if s.place[first] < SEATS else s.place[second]
    s.active += 1


# Facts.


def facts(s: State, content: Content) -> dict[str, Any]:
    """Everything worth asserting, from a full or a concealed state alike; what the reader may not know is "?"."""
    seats = range(s.seats)
    return {
        "round": s.round,
        "boss": "reaper" if s.boss == REAPER_BOSS else content.bosses[s.boss].id,
        "hp": s.hp,
        "armourer": s.armourer,
        "turn": s.turn,
        "players": s.present,
        "goal": s.goal,
        "keys": s.keys[: s.seats],
        "hearts": s.hearts[: s.seats],
        "roles": [ROLES[s.role[seat]] for seat in seats],
        "visited": [bool(s.visited[seat]) for seat in seats],
        "barred": ["?" if card_at(s, s.cause[seat]) == HIDDEN else was_over(s, seat) for seat in seats],
        "hidden": [_card_name(s, s.hidden[seat]) for seat in seats],
        "visible": [
            " ".join(_card_name(s, s.laid_card[i]) or "" for i in range(s.laid) if s.laid_seat[i] == seat) for seat in seats
        ],
        "weapons": s.weapons[: s.seats],
        "attack": ["?" if s.hidden[seat] == HIDDEN else attack_of(s, seat) for seat in seats],
        "pile": pile_size(s),
        "top": _card_name(s, s.top),
        "bottom": [_card_name(s, card) for card in s.bottom[: s.bottom_count]],
        "market": [_spell_name(s.market[slot], content) for slot in range(s.faces)],
        "mystery": _spell_name(s.market[s.faces], content),
        "active": [_active_name(s, k, content) for k in range(s.active)],
        "spell_pile": s.spell_count,
        "spell_discards": sum(s.spell_discard),
        "discard": {content.spells[kind].id: s.spell_discard[kind] for kind in range(s.kinds)},
        "last_turn": bool(s.last_turns),
        "companions": [None if s.held[seat] == NO_CARD else COMPANION_IDS[s.held[seat]] for seat in seats],
        "reserve": [COMPANION_IDS[c] for c in range(COMPANIONS) if s.place[c] == RESERVE],
        "box": [COMPANION_IDS[c] for c in range(COMPANIONS) if s.place[c] == BOX],
        "used": [COMPANION_IDS[c] for c in range(COMPANIONS) if s.used >> c & 1],
        "reaper": REAPER_CARD[s.reaper_card],
        "fight": {
            "hp": s.last_hp,
            "attack": s.attack[: s.seats],
            "result": [" ".join(RESULTS[i] for i in range(6) if s.result[seat] >> i & 1) for seat in seats],
        },
        "winners": [seat for seat in seats if s.winners >> seat & 1],
    }


def _card_name(s: State, card: int) -> str | None:
    if card == HIDDEN:
        return "?"
    if card == NO_CARD:
        return None
    if card < FIRST_POTION:
        return f"{LETTERS[card // VALUES]}{card % VALUES + 1}"
    potion = card - FIRST_POTION
    reading = current_reading(s, potion) if s.potion_at[potion] != NOBODY else s.reading[potion]
    return f"Q{potion + 1}" + {PLUS: "+", MINUS: "-"}.get(reading, "")


def _spell_name(kind: int, content: Content) -> str | None:
    if kind == HIDDEN:
        return "?"
    return None if kind == NO_CARD else content.spells[kind].id


def _active_name(s: State, k: int, content: Content) -> str:
    """The spell, then the seat it lies in front of, then its amount."""
    seat = "" if s.active_seat[k] == NOBODY else f" {s.active_seat[k]}"
    amount = f" {s.active_amount[k]}" if s.spell_word[s.active_spell[k]] & effects.ASKS_AMOUNT else ""
    return f"{content.spells[s.active_spell[k]].id}{seat}{amount}"
