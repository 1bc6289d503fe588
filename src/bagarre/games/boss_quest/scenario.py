"""Positions of Boss Quest by name, and the facts about them.

Weapons are written colour letter + value (`B5`, or `blue_5`), potions `Q1+`, `Q2-` or, unread, `Q3`; a hand is one text with the hidden
weapon in brackets: `"[R7] G6 B2"`. Spells, companions and Bosses go by the ids of the pack.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bagarre.kernel.errors import PackError
from bagarre.kernel.pack import Entry
from bagarre.kernel.words import LANGUAGES, words_in

from . import effects
from .choices import CARD_IDS, COMPANION_IDS
from .content import Content
from .rules.companions import place_companions
from .rules.piles import hide, lay_down, pile_size, put_back
from .rules.strength import attack_of, card_at, current_reading, hidden_worth, visible_attack, was_over
from .rules.turn import has_turn
from .state import (
    BOSSES,
    BOX,
    CARDS,
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

WORDS = Path(__file__).parent / "words"
ROLES = ("knight", "ghost", "reaper", "gone")
REAPER_CARD = ("not_come", "comes", "fights", "taken", "left")
RESULTS = ("over", "missed", "qualified", "perfect", "won", "struck")
LETTERS = "BRGPY"
Item = TypeVar("Item")
FIELDS = (
    "boss", "round", "armourer", "turn", "hands", "keys", "hearts", "roles", "visited", "barred", "market", "mystery", "active",
    "discard", "top", "companions", "used", "reaper", "bosses", "last_equip", "last_done", "known",
)  # fmt: skip


def chance(text: str, content: Content) -> int:
    """A scripted card of any kind: weapon, spell, Boss or companion."""
    for found in (content.card(text), content.spell(text)):
        if found is not None:
            return found
    if text in COMPANION_IDS:
        return COMPANION_IDS.index(text)
    return [boss.id for boss in content.bosses].index(text)


def spoken(kind: str, value: int, content: Content) -> set[str] | None:
    """How a value of an event may be written: by the ids that positions use, besides its number and its names."""
    ids: dict[str, Sequence[set[str]]] = {
        "weapon": [{CARD_IDS[card], _printed(card)} for card in range(CARDS)],
        "spell": [{spell.id} for spell in content.spells],
        "boss": [*({boss.id} for boss in content.bosses), {"reaper"}],
        "companion": [{name} for name in COMPANION_IDS],
    }
    if kind not in ids:
        return None
    names = content.names[kind][value].values() if value < len(content.names[kind]) else ()
    return {str(value), *names, *ids[kind][value]}


# Laying out a position.


def place(s: State, entry: Entry, content: Content) -> None:
    """A turn in the middle of a round. What is not named is as at the start of a game.

    `boss` is an HP or "reaper"; `armourer` is the highest seat and `turn` is 0 unless given; `visited`, `barred` and `last_done` list
    seats; `market` lists the face-up spells ("" for one taken; none at all: an empty market), `mystery` the face-down one ("" taken);
    `active` lists tables such as `{ spell = "attack_up", seat = 0, amount = 2 }`, `{ spell = "flip_potion", potion = 3 }`,
    `{ spell = "swap_companions", first = "fox", second = "owl" }`; `discard` lists spells; `top` is a card put back on the pile;
    `companions` are those of the seats, `used` those that have served; `bosses` lists the Bosses still in the pile; `known` lists who
    has seen what: `{ seat = 0, hidden = 1 }`, `{ seat = 0, mystery = true }`, `{ seat = 0, top = true }` (a card on top is known to
    everybody unless somebody is named).
    """
    entry.allow(*FIELDS)
    _clear(s)
    s.round = entry.number("round", 1, 200, 1)
    _place_seats(s, entry)
    _place_boss(s, entry, content)
    _place_weapons(s, entry, content)
    _place_companions(s, entry)
    _place_spells(s, entry, content)
    _place_knowledge(s, entry)
    _place_bars(s, entry)
    s.armourer = entry.number("armourer", 0, s.seats - 1, s.seats - 1)
    s.turn = entry.number("turn", 0, s.seats - 1, 0)
    for field, seat in (("armourer", s.armourer), ("turn", s.turn)):
        if s.role[seat] == GONE and entry.has(field):
            raise entry.wrong(
                field,
                "one_of",
                value=seat,
                allowed=_said(seat for seat in range(s.seats) if s.role[seat] != GONE),
            )
    if not has_turn(s, s.turn):
        raise entry.wrong(
            "turn",
            "one_of",
            value=s.turn,
            allowed=_said(seat for seat in range(s.seats) if has_turn(s, seat)),
        )
    s.decider = s.turn
    s.phase = TURN
    _check_reaper(s, entry)
    _check_turn(s, entry)


def _impossible(entry: Entry, field: str, key: str) -> PackError:
    """The refusal of something that no game comes to; the sentence is one of `[position]` of the words."""
    said = {lang: words_in(WORDS, lang).say(f"position.{key}") for lang in LANGUAGES}
    return entry.wrong(field, "scenario_position", broken=said)


def _check_reaper(s: State, entry: Entry) -> None:
    """Who is a ghost, the Reaper player or gone, and where the Reaper card is (BQ-REAP-2 to 14)."""
    roles = s.role[: s.seats]
    if GHOST in roles and s.boss != REAPER_BOSS:
        raise _impossible(entry, "roles", "ghosts")
    if s.boss == REAPER_BOSS and GHOST not in roles:
        raise _impossible(entry, "boss", "no_ghost")
    if roles.count(REAPER) > 1:
        raise _impossible(entry, "roles", "reapers")
    if s.present < 2 and not s.solo:
        raise _impossible(entry, "roles", "alone")
    possible = (
        {FIGHTS}
        if s.boss == REAPER_BOSS
        else {TAKEN}
        if REAPER in roles
        else {LEFT}
        if GONE in roles
        else {NOT_COME, LEFT}
    )
    if s.reaper_card not in possible or (s.boss == REAPER_BOSS and (REAPER in roles or GONE in roles)):
        raise _impossible(entry, "reaper", "reaper_card")


def _check_turn(s: State, entry: Entry) -> None:
    if s.last_done and s.last_turns == 0:
        raise _impossible(entry, "last_done", "last_done")
    if s.lone_equip and sum(s.role[seat] != GONE and not s.visited[seat] for seat in range(s.seats)) > 1:
        raise _impossible(entry, "last_equip", "last_equip")


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
    known = ROLES if s.reaper else ROLES[:1]
    for seat, role in enumerate(_each(s, entry, "roles", entry.texts("roles"))):
        if role not in known:
            raise entry.wrong("roles", "one_of", value=role, allowed=_said(known))
        s.role[seat] = ROLES.index(role)
    for seat in range(s.seats):
        s.hearts[seat] = 3 if s.role[seat] == KNIGHT else 0
    # Whoever has reached the goal has won already (BQ-END-2); the Reaper player has given all keys back (BQ-REAP-10).
    for seat, keys in enumerate(_each(s, entry, "keys", entry.numbers("keys", 0, s.goal - 1))):
        s.keys[seat] = _between(entry, "keys", keys, 0, 0 if s.role[seat] == REAPER else s.goal - 1)
    # Knights have hearts, the others none (BQ-REAP-2, BQ-REAP-15).
    for seat, hearts in enumerate(_each(s, entry, "hearts", entry.numbers("hearts", 0, 3))):
        knight = s.role[seat] == KNIGHT
        s.hearts[seat] = _between(entry, "hearts", hearts, int(knight), 3 * knight)
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


def _place_knowledge(s: State, entry: Entry) -> None:
    """Who has looked at which card that lies face down (BQ-COMP-5, BQ-SPELL-3, BQ-SPELL-4)."""
    rows = [row for _, row in entry.entries("known")] if entry.has("known") else []
    if any(row.has("top") for row in rows):
        s.top_known = 0
    for row in rows:
        row.allow("seat", "hidden", "mystery", "top")
        seat = row.number("seat", 0, s.seats - 1)
        if row.has("hidden"):
            s.hidden_known[row.number("hidden", 0, s.seats - 1)] |= 1 << seat
        if row.switch("mystery"):
            s.mystery_known |= 1 << seat
        if row.switch("top"):
            s.top_known |= 1 << seat


def _said(values: Iterable[Any]) -> str:
    """What is allowed, for a refusal."""
    return ", ".join(str(value) for value in values) or "–"


def _seats(s: State, entry: Entry, field: str) -> list[int]:
    """A list of different seats that take part."""
    found = entry.numbers(field, 0, s.seats - 1)
    there = [seat for seat in range(s.seats) if s.role[seat] != GONE]
    for i, seat in enumerate(found):
        if seat not in there or seat in found[:i]:
            raise entry.wrong(
                field, "one_of", value=seat, allowed=_said(seat for seat in there if seat not in found[:i])
            )
    return found


def _each(s: State, entry: Entry, field: str, found: list[Item]) -> list[Item]:
    """A list with something for each seat, when it is given."""
    if entry.has(field) and len(found) != s.seats:
        raise entry.wrong(field, "number", value=len(found), least=s.seats, most=s.seats)
    return found


def _between(entry: Entry, field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise entry.wrong(field, "number", value=value, least=least, most=most)
    return value


def _room(entry: Entry, field: str, found: list[Item], most: int) -> list[Item]:
    """A list that is not longer than there is room."""
    if len(found) > most:
        raise entry.wrong(field, "number", value=len(found), least=0, most=most)
    return found


def _place_boss(s: State, entry: Entry, content: Content) -> None:
    boss = entry.get("boss")
    hps = [thing.numbers[0] for thing in content.bosses]
    known: list[Any] = ["reaper", *hps] if s.reaper else hps
    if isinstance(boss, bool) or boss not in known:
        raise entry.wrong("boss", "one_of", value=boss, allowed=_said(known))
    s.boss = REAPER_BOSS if boss == "reaper" else hps.index(boss)
    s.hp = s.reaper_hp if boss == "reaper" else s.boss_hp[s.boss]
    left = [number for number in range(BOSSES) if number != s.boss]
    if entry.has("bosses"):
        left = _pick_bosses(entry, hps, left)
    s.boss_count = len(left)
    s.boss_pile[: len(left)] = left
    card = NOT_COME
    if boss == "reaper":
        card = FIGHTS
    elif REAPER in s.role[: s.seats]:
        card = TAKEN
    elif GONE in s.role[: s.seats]:
        card = LEFT
    s.reaper_card = REAPER_CARD.index(entry.one_of("reaper", REAPER_CARD, REAPER_CARD[card]))


def _pick_bosses(entry: Entry, hps: list[int], left: list[int]) -> list[int]:
    """The Bosses of these HP, each card once, and not the one on the table."""
    found = []
    for hp in entry.numbers("bosses", 1, 40):
        fitting = [number for number in left if hps[number] == hp and number not in found]
        if not fitting:
            raise entry.wrong(
                "bosses", "one_of", value=hp, allowed=_said(hps[n] for n in left if n not in found)
            )
        found.append(fitting[0])
    return found


def _place_weapons(s: State, entry: Entry, content: Content) -> None:
    entry.get("hands")
    loose = [*range(s.colors * VALUES), *range(FIRST_POTION, FIRST_POTION + s.potions)]
    for seat, text in enumerate(_each(s, entry, "hands", entry.texts("hands"))):
        for word in text.split():
            hidden, written = word.startswith("["), word.strip("[]")
            card = _card(s, entry, "hands", written.rstrip("+-"), content, loose)
            if hidden:
                if s.hidden[seat] != NO_CARD or written[-1] in "+-":
                    raise entry.wrong("hands", "one_of", value=text, allowed="[B5] R4 Q1+")
                hide(s, seat, card, 0, NO_LIMIT)
                s.weapons[seat] += 1
            else:
                if card >= FIRST_POTION and written[-1] not in "+-":
                    # Whatever lies open is read (BQ-POT-5).
                    raise entry.wrong("hands", "one_of", value=written, allowed=f"{written}+, {written}-")
                lay_down(s, seat, card)
                if card >= FIRST_POTION:
                    s.reading[card - FIRST_POTION] = PLUS if written[-1] == "+" else MINUS
        # A hidden and a visible weapon each (BQ-SETUP-12); those who have left have none.
        if (s.hidden[seat] != NO_CARD and s.weapons[seat] > 1) != (s.role[seat] != GONE) or (
            text and s.role[seat] == GONE
        ):
            raise entry.wrong(
                "hands", "one_of", value=text, allowed="–" if s.role[seat] == GONE else "[B5] R4 Q1+"
            )
    if entry.has("top"):
        put_back(s, _card(s, entry, "top", entry.text("top"), content, loose), -1, NO_LIMIT)
    s.pile[: len(loose)] = loose
    s.loose = len(loose)


def _card(s: State, entry: Entry, field: str, text: str, content: Content, loose: list[int]) -> int:
    """A weapon that lies nowhere else yet."""
    card = content.card(text)
    if card is None or card not in loose:
        raise entry.wrong(field, "one_of", value=text, allowed=_said(_card_name(s, free) for free in loose))
    loose.remove(card)
    return card


def _place_companions(s: State, entry: Entry) -> None:
    """One for each seat that takes part, as named; whoever is not named has one that is left (BQ-COMP-1)."""
    named = _room(entry, "companions", entry.texts("companions"), s.seats)
    for seat, name in enumerate(named):
        if name:
            free = [COMPANION_IDS[c] for c in range(COMPANIONS) if s.home[c] == RESERVE]
            if name not in free or s.role[seat] == GONE:
                raise entry.wrong(
                    "companions", "one_of", value=name, allowed=_said(free if s.role[seat] != GONE else ())
                )
            s.home[COMPANION_IDS.index(name)] = seat
    for seat in range(s.seats):
        if s.companions and s.role[seat] != GONE and seat not in s.home:
            s.home[max(c for c in range(COMPANIONS) if s.home[c] == RESERVE)] = seat
    place_companions(s)
    for name in entry.texts("used"):
        s.used |= 1 << _companion(s, entry, "used", name)


def _companion(s: State, entry: Entry, field: str, name: str) -> int:
    """A companion of this game."""
    there = [COMPANION_IDS[c] for c in range(COMPANIONS) if s.home[c] != BOX]
    if name not in there:
        raise entry.wrong(field, "one_of", value=name, allowed=_said(there))
    return COMPANION_IDS.index(name)


def _spell(s: State, entry: Entry, field: str, name: str, content: Content) -> int:
    """A spell of which a card is left; it is taken from the pile."""
    spell = content.spell(name)
    if spell is None or s.spell_pile[spell] == 0:
        left = (spell.id for spell, count in zip(content.spells, s.spell_pile) if count)
        raise entry.wrong(field, "one_of", value=name, allowed=_said(left))
    s.spell_pile[spell] -= 1
    return spell


def _place_spells(s: State, entry: Entry, content: Content) -> None:
    s.spell_pile[: s.kinds] = s.spell_copies[: s.kinds]
    most = max(3, s.present)
    market = _room(entry, "market", entry.texts("market"), most)
    s.faces = len(market) if market else most
    for slot, name in enumerate(market):
        s.market[slot] = _spell(s, entry, "market", name, content) if name else NO_CARD
    if entry.text("mystery", ""):
        s.market[s.faces] = _spell(s, entry, "mystery", entry.text("mystery"), content)
    for name in entry.texts("discard"):
        s.spell_discard[_spell(s, entry, "discard", name, content)] += 1
    if entry.has("active"):
        for _, active in _room(entry, "active", list(entry.entries("active")), SLOTS):
            _place_active(s, active, content)
    place_companions(s)
    s.spell_count = sum(s.spell_pile)


def _place_active(s: State, active: Entry, content: Content) -> None:
    active.allow("spell", "seat", "amount", "potion", "first", "second", "caster")
    kind = _spell(s, active, "spell", active.text("spell"), content)
    word, k = s.spell_word[kind], s.active
    if not word & effects.LASTING:
        lasting = [spell.id for spell, word in zip(content.spells, s.spell_word) if word & effects.LASTING]
        raise active.wrong("spell", "one_of", value=active.text("spell"), allowed=_said(lasting))
    s.active_spell[k] = kind
    s.active_seat[k] = NOBODY
    s.active_caster[k] = active.number("caster", NOBODY, s.seats - 1, NOBODY)
    amount = s.active_amount[k] = active.number("amount", 1, 2) if word & effects.ASKS_AMOUNT else 0
    if effects.asks_player(word):
        s.active_seat[k] = active.number("seat", 0, s.seats - 1)
    if word & (effects.BOSS_UP | effects.BOSS_DOWN):
        s.hp += amount if word & effects.BOSS_UP else -amount
    if word & (effects.ATTACK_UP | effects.ATTACK_DOWN):
        s.bonus[s.active_seat[k]] += amount if word & effects.ATTACK_UP else -amount
    if word & effects.LAST_TURN:
        s.last_turns += 1
    if effects.action_of(word) == effects.FLIP:
        _place_flip(s, active, k)
    if effects.action_of(word) == effects.SWAP_COMPANIONS:
        _place_swap(s, active, k)
    if active.has("seat") and active.number("seat", 0, s.seats - 1) != s.active_seat[k]:
        # A light spell lies beside the Boss (BQ-VISIT-9), a flip or a swap with the card that it moves.
        raise active.wrong(
            "seat",
            "one_of",
            value=active.data["seat"],
            allowed=_said([] if s.active_seat[k] < 0 else [s.active_seat[k]]),
        )
    s.active += 1


def _place_flip(s: State, active: Entry, k: int) -> None:
    potion = active.number("potion", 1, POTIONS) - 1
    if s.potion_at[potion] == NOBODY:
        visible = (i + 1 for i in range(POTIONS) if s.potion_at[i] != NOBODY)
        raise active.wrong("potion", "one_of", value=potion + 1, allowed=_said(visible))
    s.active_amount[k] = potion
    s.active_seat[k] = s.potion_at[potion]
    s.flipped[potion] ^= 1


def _place_swap(s: State, active: Entry, k: int) -> None:
    """In front of the holder of the first companion, or of the second when the first is in the reserve (BQ-COMP-12)."""
    first = _companion(s, active, "first", active.text("first"))
    second = _companion(s, active, "second", active.text("second"))
    place_companions(s)
    held = [c for c in range(COMPANIONS) if s.place[c] < SEATS]
    if first == second or (first not in held and second not in held):
        allowed = _said(COMPANION_IDS[c] for c in held if c != first)
        raise active.wrong("second", "one_of", value=active.text("second"), allowed=allowed)
    s.active_amount[k], s.active_second[k] = first, second
    s.active_seat[k] = s.place[first] if first in held else s.place[second]


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
            " ".join(_card_name(s, s.laid_card[i]) or "" for i in range(s.laid) if s.laid_seat[i] == seat)
            for seat in seats
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
        return _printed(card)
    potion = card - FIRST_POTION
    reading = current_reading(s, potion) if s.potion_at[potion] != NOBODY else s.reading[potion]
    return _printed(card) + {PLUS: "+", MINUS: "-"}.get(reading, "")


def _printed(card: int) -> str:
    """A weapon by colour letter and value, a potion by its number."""
    return (
        f"{LETTERS[card // VALUES]}{card % VALUES + 1}"
        if card < FIRST_POTION
        else f"Q{card - FIRST_POTION + 1}"
    )


def _spell_name(kind: int, content: Content) -> str | None:
    if kind == HIDDEN:
        return "?"
    return None if kind == NO_CARD else content.spells[kind].id


def _active_name(s: State, k: int, content: Content) -> str:
    """The spell, then the seat it lies in front of, then its amount."""
    seat = "" if s.active_seat[k] == NOBODY else f" {s.active_seat[k]}"
    amount = f" {s.active_amount[k]}" if s.spell_word[s.active_spell[k]] & effects.ASKS_AMOUNT else ""
    return f"{content.spells[s.active_spell[k]].id}{seat}{amount}"
