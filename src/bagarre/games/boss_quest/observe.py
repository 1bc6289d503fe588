"""What a seat observes, as numbers for learning. Seats are counted from the reader, clockwise."""

from typing import Any

from bagarre.kernel.pieces import PieceBook, choose_one, put, put_bits, put_count, seen_from
from bagarre.kernel.rule import rule

from .choices import CARD_IDS, COMPANION_IDS
from .rules.strength import attack_of, visible_attack
from .state import (
    BOSSES,
    BOX,
    CARDS,
    COMPANIONS,
    HIDDEN,
    KINDS,
    NO_CARD,
    POTIONS,
    RESERVE,
    SEATS,
    SLOTS,
    State,
)

PHASES = (
    "deal", "read_deal", "pass", "turn", "peeking", "replacing", "read_equip", "chain", "take", "use", "target", "amount",
    "other", "weapon", "potion", "cancelling", "first_companion", "second_companion", "read_exchange", "league", "reveal",
    "read_fight", "fight", "settle", "destiny", "depart", "finished",
)  # fmt: skip
ROLES = ("knight", "ghost", "reaper", "gone")
REAPER_CARD = ("aside", "next", "fights", "held", "left")
RESULTS = ("over", "missed", "qualified", "perfect", "won", "struck")

PIECES = PieceBook()
THERE = PIECES.flags("there", SEATS, tells="the seats of this table")
ASKED = PIECES.flags("asked", SEATS, tells="who must choose now")
PHASE = PIECES.one_of("phase", options=PHASES, tells="where the round stands")
TURN = PIECES.one_of("turn", options=SEATS, tells="whose turn it is")
ARMOURER = PIECES.one_of("armourer", options=SEATS, tells="the Armourer of the round")
ROUND = PIECES.counts("round", most=20, tells="rounds so far")
GOAL = PIECES.counts("goal", most=6, tells="keys that win")
EXPANSIONS = PIECES.flags(
    "expansions", 3, options=("potions", "companions", "reaper"), tells="what is in play"
)

BOSS = PIECES.one_of("boss", options=BOSSES + 1, tells="the Boss on the table; the last is the Reaper")
HP = PIECES.counts("hp", most=40, tells="its hit points now")
BOSSES_LEFT = PIECES.flags("bosses_left", BOSSES, tells="the Bosses still to come")
REAPER = PIECES.one_of("reaper_card", options=REAPER_CARD, tells="where the Reaper is")

ROLE = PIECES.one_of("role", SEATS, options=ROLES, tells="what each seat is")
KEYS = PIECES.counts("keys", SEATS, most=6, tells="keys of each seat")
HEARTS = PIECES.counts("hearts", SEATS, most=3, tells="hearts of each seat")
VISITED = PIECES.flags("visited", SEATS, tells="who is at the Magician")
WEAPONS = PIECES.counts("weapons", SEATS, most=16, tells="weapons of each seat")
SHOWN = PIECES.signed("visible_attack", SEATS, most=40, tells="attack without the hidden weapon")
MARGIN = PIECES.signed(
    "margin", SEATS, most=40, tells="hit points minus the attack, as far as the reader knows it"
)
LIMIT = PIECES.counts("limit", SEATS, most=12, tells="highest hidden value that would not have been over")
LAID = PIECES.flags("laid", SEATS, CARDS, options=CARD_IDS, tells="visible weapons in front of each seat")
HIDDEN_CARD = PIECES.one_of("hidden", options=CARD_IDS, tells="the reader's hidden weapon")
HIDDEN_KNOWN = PIECES.flags("hidden_known", SEATS, tells="hidden weapons that the reader knows")
HIDDEN_WORTH = PIECES.signed("hidden_worth", SEATS, most=12, tells="what those add to the attack")

POTION_AT = PIECES.one_of("potion_at", POTIONS, options=SEATS, tells="who has each potion face up")
READING = PIECES.signed("potion_reading", POTIONS, most=1, tells="how each potion is read: plus or minus")

MARKET = PIECES.one_of("market", SLOTS, options=KINDS, tells="spells of the market that the reader knows")
MYSTERY = PIECES.flags("mystery", SLOTS, tells="slots with a spell that the reader does not know")
ACTIVE = PIECES.one_of("active_spell", SLOTS, options=KINDS, tells="active spells, the oldest first")
ACTIVE_AT = PIECES.one_of(
    "active_at", SLOTS, options=SEATS, tells="in front of whom each lies; none: beside the Boss"
)
CASTING = PIECES.one_of("casting", options=KINDS, tells="the spell being cast")
TARGET = PIECES.one_of("target", options=SEATS, tells="its target")
DISCARD = PIECES.counts("spell_discard", KINDS, most=4, tells="discarded spells of each kind")

HELD = PIECES.one_of("companion", SEATS, options=COMPANION_IDS, tells="the companion of each seat")
RESERVED = PIECES.flags("reserve", COMPANIONS, options=COMPANION_IDS, tells="companions on the table")
USED = PIECES.flags("power_used", COMPANIONS, options=COMPANION_IDS, tells="powers used in this round")

PILE = PIECES.counts("pile", most=CARDS, tells="weapons in the pile")
SPELL_PILE = PIECES.counts("spell_pile", most=40, tells="spells in the pile")
LAST_TURNS = PIECES.counts("last_turns", most=3, tells="active spells that make the next turn the last")
LONE_EQUIP = PIECES.flags("lone_equip", tells="the last in phase A has used the last equip")

LAST_HP = PIECES.counts("last_hp", most=40, tells="hit points of the latest fight")
LAST_ATTACK = PIECES.signed("last_attack", SEATS, most=60, tells="attacks of the latest fight")
LAST_RESULT = PIECES.flags(
    "last_result", SEATS, len(RESULTS), options=RESULTS, tells="what it did to each seat"
)


@rule
def observe(s: State, seat: int, o: Any) -> None:
    observe_table(s, seat, o)
    for i in range(s.seats):
        observe_seat(s, (seat + i) % s.seats, i, o)
    observe_weapons(s, seat, o)
    observe_spells(s, seat, o)
    observe_companions(s, seat, o)


@rule
def observe_table(s: State, seat: int, o: Any) -> None:
    choose_one(o, ASKED, seen_from(seat, s.decider, s.seats))
    choose_one(o, PHASE, s.phase)
    choose_one(o, TURN, seen_from(seat, s.turn, s.seats))
    choose_one(o, ARMOURER, seen_from(seat, s.armourer, s.seats))
    put_count(o, ROUND, s.round, 20)
    put_count(o, GOAL, s.goal, 6)
    o[EXPANSIONS] = 1 if s.potions > 0 else 0
    o[EXPANSIONS + 1] = 1 if s.companions > 0 else 0
    o[EXPANSIONS + 2] = 1 if s.reaper > 0 else 0
    choose_one(o, BOSS, s.boss)
    put_count(o, HP, s.hp, 40)
    for i in range(s.boss_count):
        choose_one(o, BOSSES_LEFT, s.boss_pile[i])
    choose_one(o, REAPER, s.reaper_card)
    put_count(o, PILE, s.loose + s.bottom_count + (1 if s.top != NO_CARD else 0), CARDS)
    put_count(o, SPELL_PILE, s.spell_count, 40)
    put_count(o, LAST_TURNS, s.last_turns, 3)
    o[LONE_EQUIP] = s.lone_equip
    put_count(o, LAST_HP, s.last_hp, 40)


@rule
def observe_seat(s: State, other: int, i: int, o: Any) -> None:
    o[THERE + i] = 1
    choose_one(o, ROLE + 4 * i, s.role[other])
    put_count(o, KEYS + i, s.keys[other], 6)
    put_count(o, HEARTS + i, s.hearts[other], 3)
    o[VISITED + i] = s.visited[other]
    put_count(o, WEAPONS + i, s.weapons[other], 16)
    put(o, SHOWN + i, visible_attack(s, other), 40)
    put(o, MARGIN + i, s.hp - attack_of(s, other), 40)
    put_count(o, LIMIT + i, s.limit[other], 12)
    if s.hidden[other] >= 0:
        o[HIDDEN_KNOWN + i] = 1
        put(o, HIDDEN_WORTH + i, attack_of(s, other) - visible_attack(s, other), 12)
    put(o, LAST_ATTACK + i, s.attack[other], 60)
    put_bits(o, LAST_RESULT + 6 * i, s.result[other], 6)


@rule
def observe_weapons(s: State, seat: int, o: Any) -> None:
    choose_one(o, HIDDEN_CARD, s.hidden[seat])
    for i in range(s.laid):
        o[LAID + CARDS * seen_from(seat, s.laid_seat[i], s.seats) + s.laid_card[i]] = 1
    for potion in range(s.potions):
        choose_one(o, POTION_AT + SEATS * potion, seen_from(seat, s.potion_at[potion], s.seats))
        o[READING + potion] = -s.reading[potion] if s.flipped[potion] == 1 else s.reading[potion]


@rule
def observe_spells(s: State, seat: int, o: Any) -> None:
    for slot in range(SLOTS):
        choose_one(o, MARKET + KINDS * slot, s.market[slot])
        o[MYSTERY + slot] = 1 if s.market[slot] == HIDDEN else 0
    for k in range(s.active):
        choose_one(o, ACTIVE + KINDS * k, s.active_spell[k])
        choose_one(o, ACTIVE_AT + SEATS * k, seen_from(seat, s.active_seat[k], s.seats))
    choose_one(o, CASTING, s.spell)
    if s.spell != NO_CARD:
        choose_one(o, TARGET, seen_from(seat, s.target, s.seats))
    for kind in range(s.kinds):
        put_count(o, DISCARD + kind, s.spell_discard[kind], 4)


@rule
def observe_companions(s: State, seat: int, o: Any) -> None:
    if s.companions == 0:
        return
    for companion in range(COMPANIONS):
        place = s.place[companion]
        if place == RESERVE:
            o[RESERVED + companion] = 1
        elif place != BOX:
            o[HELD + COMPANIONS * seen_from(seat, place, s.seats) + companion] = 1
    put_bits(o, USED, s.used, COMPANIONS)
