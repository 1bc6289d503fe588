"""Set-up, and the preparation of each round (sections Set-up, Next round)."""

from bagarre.kernel.chance import draw, pick
from bagarre.kernel.events import WIDE, emit, emit_to
from bagarre.kernel.rule import rule

from ..events import (
    ARMOURER,
    BOSSES_SHUFFLED,
    COMPANION_DEALT,
    MYSTERY_SHOWN,
    REAPER_COMES,
    ROUND_BEGINS,
    WEAPONS_DEALT,
)
from ..state import (
    BOSSES,
    COMES,
    COMPANIONS,
    DEAL,
    FACE_UP,
    FIGHTS,
    FIRST_POTION,
    NO_CARD,
    NO_LIMIT,
    NOBODY,
    POTIONS,
    READ_DEAL,
    REAPER_BOSS,
    RESERVE,
    SEATS,
    SLOTS,
    UNREAD,
    VALUES,
    State,
)
from .companions import lay_spell, place_companions, release_companions
from .piles import hide, lay_down, take_weapon
from .spells import clear_active
from .strength import next_seat, takes_part


@rule
def set_up(s: State) -> None:
    """What is done once: hearts, the first Armourer, companions, the full spell pile."""
    s.last_boss = NO_CARD
    for seat in range(SEATS):
        s.held[seat] = NO_CARD
        s.hidden[seat] = NO_CARD
        s.limit[seat] = NO_LIMIT
        s.cause[seat] = seat
    for seat in range(s.seats):
        s.hearts[seat] = 3
    s.boss = NO_CARD
    s.spell = NO_CARD
    s.top = NO_CARD
    for slot in range(SLOTS):
        s.market[slot] = NO_CARD
    # The criterion of BQ-SETUP-1 cannot be checked here: a seat at random, or as the host says (BQ-R1).
    s.armourer = s.opening
    if s.opening == NOBODY:
        s.armourer = 0 if s.solo == 1 else pick(s, s.seats)
    if s.companions == 1:
        deal_companions(s)
    for kind in range(s.kinds):
        s.spell_pile[kind] = s.spell_copies[kind]
        s.spell_count += s.spell_copies[kind]
    s.phase = DEAL


@rule
def deal_companions(s: State) -> None:
    """One each, clockwise from the left of the Armourer; the others are the reserve (BQ-COMP-1, BQ-COMP-2)."""
    count = 0
    for companion in range(COMPANIONS):
        if s.home[companion] == RESERVE:
            # The weapon pile is still empty: it serves as the table on which the companions are shuffled.
            s.pile[count] = companion
            count += 1
    for step in range(1, s.seats + 1):
        seat = (s.armourer + step) % s.seats
        companion = draw(s, s.pile, count)
        count -= 1
        s.home[companion] = seat
        emit(s, COMPANION_DEALT, seat, companion)


@rule
def deal_round(s: State) -> None:
    """A new Boss, a new market, new weapons (BQ-NEXT-2 to 8)."""
    if s.round > 0:
        clear_table(s)
        s.armourer = next_seat(s, s.armourer)
    s.round += 1
    s.present = 0
    for seat in range(s.seats):
        if takes_part(s, seat):
            s.present += 1
    if s.solo == 0:
        emit(s, ARMOURER, s.armourer)
    reveal_boss(s)
    place_companions(s)
    lay_market(s)
    deal_weapons(s)
    s.turn = s.armourer
    s.phase = READ_DEAL


@rule
def clear_table(s: State) -> None:
    """All spells of the round are discarded face up (BQ-NEXT-3); powers and pawns come back (BQ-NEXT-8)."""
    if s.market[s.faces] != NO_CARD:
        emit(s, MYSTERY_SHOWN, s.market[s.faces])
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            s.spell_discard[s.market[slot]] += 1
            s.market[slot] = NO_CARD
    for k in range(s.active):
        s.spell_discard[s.active_spell[k]] += 1
        clear_active(s, k)
    s.active = 0
    for k in range(SLOTS - s.deeds, SLOTS):
        clear_active(s, k)
    s.deeds = 0
    s.last_turns = 0
    s.last_done = 0
    s.lone_equip = 0
    s.used = 0
    s.revealed = 0
    s.winners = 0
    for seat in range(SEATS):
        s.visited[seat] = 0
        s.weapons[seat] = 0
        s.shown[seat] = 0
        s.bonus[seat] = 0
        s.limit[seat] = NO_LIMIT
        s.cause[seat] = seat
        s.hidden[seat] = NO_CARD
        s.hidden_known[seat] = 0
    for i in range(s.laid):
        s.laid_card[i] = 0
        s.laid_seat[i] = 0
    s.laid = 0
    s.top = NO_CARD
    s.top_known = 0
    for i in range(s.bottom_count):
        s.bottom[i] = 0
        s.bottom_known[i] = 0
    s.bottom_count = 0
    release_companions(s)


@rule
def reveal_boss(s: State) -> None:
    """The next Boss; when the pile is empty all come back (BQ-NEXT-2). The Reaper comes out of turn (BQ-REAP-2)."""
    if s.reaper_card == COMES:
        emit(s, REAPER_COMES)
        s.reaper_card = FIGHTS
        s.boss = REAPER_BOSS
        s.hp = s.reaper_hp
    else:
        if s.boss_count == 0:
            for boss in range(BOSSES):
                s.boss_pile[boss] = boss
            s.boss_count = BOSSES
            if s.round > 1:
                emit(s, BOSSES_SHUFFLED)
        s.boss = draw(s, s.boss_pile, s.boss_count)
        s.boss_count -= 1
        s.boss_pile[s.boss_count] = 0
        s.hp = s.boss_hp[s.boss]
    emit(s, ROUND_BEGINS, s.round % WIDE, s.round // WIDE, s.boss, s.hp)


@rule
def lay_market(s: State) -> None:
    """As many spells as players, three with two, and the mystery spell last (BQ-SETUP-7, 8, 14)."""
    s.faces = max(3, s.present)
    for slot in range(s.faces + 1):
        lay_spell(s, slot)


@rule
def deal_weapons(s: State) -> None:
    """All weapons are shuffled; one face down, then one face up to each, the Armourer last (BQ-SETUP-12, 14)."""
    s.loose = s.colors * VALUES + s.potions
    for i in range(s.colors * VALUES):
        s.pile[i] = i
    for potion in range(s.potions):
        s.pile[s.colors * VALUES + potion] = FIRST_POTION + potion
    for potion in range(POTIONS):
        s.potion_at[potion] = NOBODY
        s.reading[potion] = UNREAD
        s.flipped[potion] = 0
    s.potion = NOBODY
    seat = s.armourer + 0
    for _ in range(s.present):
        seat = next_seat(s, seat)
        hide(s, seat, take_weapon(s, seat), 0, NO_LIMIT)
        s.weapons[seat] = 1
    for _ in range(s.present):
        seat = next_seat(s, seat)
        card = take_weapon(s, FACE_UP)
        lay_down(s, seat, card)
        emit_to(s, 1 << seat, WEAPONS_DEALT, seat, card, s.hidden[seat])
