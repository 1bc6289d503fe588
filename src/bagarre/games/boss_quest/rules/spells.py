"""What each spell does (section The spells)."""

from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..effects import (
    ATTACK_DOWN,
    ATTACK_UP,
    BOSS_DOWN,
    BOSS_UP,
    CANCEL_SPELL,
    EXCHANGE,
    FLIP,
    LAST_TURN,
    LASTING,
    PROTECT_ALL,
    PROTECT_ONE,
    SWAP_COMPANIONS,
    SWAP_HIDDEN,
    action_of,
)
from ..events import (
    ALL_PROTECTED,
    ATTACK_CHANGES,
    BOSS_CHANGES,
    CANCELS,
    CANCELS_AT,
    COMPANIONS_SWAPPED,
    EXCHANGES,
    EXCHANGES_HIDDEN,
    LAST_TURN_BEGINS,
    NEW_HIDDEN,
    PROTECTED,
    RECEIVES,
    SWAPS,
    TURNS_POTION,
)
from ..state import (
    BOX,
    COMPANIONS,
    FACE_UP,
    FIRST_POTION,
    IN_HAND,
    LEAGUE,
    NO_CARD,
    NO_LIMIT,
    NOBODY,
    PASS,
    READ_EXCHANGE,
    SEATS,
    SLOTS,
    UNREAD,
    VALUES,
    State,
)
from .companions import place_companions, return_companions, settle_companions, swap_places
from .piles import count_visible, follow, hide, most_of_top, pile_size, put_back, take_weapon, who_knows_top
from .strength import current_reading, takes_part


@rule
def castable(s: State, spell: int) -> bool:
    """Has the spell a legal target (BQ-VISIT-15)?"""
    action = action_of(s.spell_word[spell])
    if action == CANCEL_SPELL:
        return s.active > 0
    if action == SWAP_HIDDEN:
        return s.present > 1
    if action == EXCHANGE:
        return pile_size(s) > 0
    if action == FLIP:
        for potion in range(s.potions):
            if s.potion_at[potion] != NOBODY:
                return True
        return False
    if action == SWAP_COMPANIONS:
        there = 0
        for companion in range(COMPANIONS):
            if s.place[companion] != BOX:
                there += 1
        return there >= 2
    return True


# Spells that lie on the table.


@rule
def change_sums(s: State, k: int, sign: int) -> None:
    """Add (sign 1) or take away (sign -1) what the k-th active spell does to sums and turns."""
    word = s.spell_word[s.active_spell[k]]
    seat = s.active_seat[k]
    amount = sign * s.active_amount[k]
    if word & (BOSS_UP | BOSS_DOWN):
        change = amount if word & BOSS_UP else -amount
        s.hp += change
        emit(s, BOSS_CHANGES, change, s.hp)
    if word & (ATTACK_UP | ATTACK_DOWN):
        change = amount if word & ATTACK_UP else -amount
        s.bonus[seat] += change
        emit(s, ATTACK_CHANGES, seat, change)
    if word & LAST_TURN:
        # Each player still in phase A has one more turn; when the spell goes, all is as before (BQ-SPELL-8, 11).
        s.last_turns += sign
        if sign > 0 or s.last_turns == 0:
            s.last_done = 0


@rule
def lay_active(s: State, seat: int, amount: int, second: int) -> None:
    """The spell being cast stays on the table until the end of the round, in front of `seat` or beside the Boss."""
    k = s.active
    word = s.spell_word[s.spell]
    if k + s.deeds == SLOTS:
        # Only in a position that was laid out with more spells than a round has: the latest deed makes room.
        s.deeds -= 1
    s.active_spell[k] = s.spell
    s.active_seat[k] = seat
    s.active_caster[k] = NOBODY if s.phase == LEAGUE else s.turn
    s.active_amount[k] = amount
    s.active_second[k] = second
    s.active += 1
    s.spell = NO_CARD
    change_sums(s, k, 1)
    if word & PROTECT_ONE:
        emit(s, PROTECTED, seat)
    if word & PROTECT_ALL:
        emit(s, ALL_PROTECTED)
    if word & LAST_TURN and is_somebody_equipping(s):
        # With nobody left in phase A it changes nothing (BQ-SPELL-10).
        emit(s, LAST_TURN_BEGINS)


@rule
def is_somebody_equipping(s: State) -> bool:
    """Is anybody still in phase A?"""
    for seat in range(s.seats):
        if takes_part(s, seat) and s.visited[seat] == 0:
            return True
    return False


@rule
def discard_cast(s: State) -> None:
    """An instant spell is discarded at once (BQ-SPELL-18)."""
    s.spell_discard[s.spell] += 1
    s.spell = NO_CARD


@rule
def remember_deed(s: State, seat: int, other: int) -> None:
    """What a spell that acts once did, and to whom: the fight tells it afterwards."""
    if s.active + s.deeds < SLOTS:
        s.deeds += 1
        k = SLOTS - s.deeds
        s.active_spell[k] = s.spell
        s.active_caster[k] = NOBODY if s.phase == LEAGUE else s.turn
        s.active_seat[k] = seat
        s.active_second[k] = other


# Spells that act once.


@rule
def swap_hidden(s: State, other: int) -> None:
    """Two hidden weapons change hands; each new owner looks, each old one still knows (BQ-SPELL-3)."""
    seat = s.target
    remember_deed(s, seat, other)
    discard_cast(s)
    emit(s, SWAPS, seat, other)
    card, known, most = s.hidden[seat], s.hidden_known[seat], s.most[seat]
    card_of_other, known_of_other, most_of_other = s.hidden[other], s.hidden_known[other], s.most[other]
    follow(s, card, seat, IN_HAND)
    follow(s, card_of_other, other, seat)
    follow(s, card, IN_HAND, other)
    hide(s, seat, card_of_other, known_of_other, most_of_other)
    hide(s, other, card, known, most)
    emit_to(s, s.hidden_known[seat], NEW_HIDDEN, seat, s.hidden[seat])
    emit_to(s, s.hidden_known[other], NEW_HIDDEN, other, s.hidden[other])
    s.phase = PASS


@rule
def exchange_weapon(s: State, i: int) -> None:
    """A weapon of the target changes places with the top of the pile: visible number i, or NOBODY for the hidden one.

    (BQ-SPELL-4, BQ-POT-12, BQ-R10)
    """
    seat = s.target
    remember_deed(s, seat, NO_CARD if i == NOBODY else s.laid_card[i])
    discard_cast(s)
    if i == NOBODY:
        given = s.hidden[seat]
        emit_to(s, s.hidden_known[seat], EXCHANGES_HIDDEN, seat, given)
        follow(s, given, seat, IN_HAND)
        known, most = who_knows_top(s), most_of_top(s)
        drawn = take_weapon(s, seat)
        put_back(s, given, s.hidden_known[seat], s.most[seat])
        hide(s, seat, drawn, known, most)
        emit_to(s, s.hidden_known[seat], NEW_HIDDEN, seat, drawn)
    else:
        given = s.laid_card[i]
        drawn = take_weapon(s, FACE_UP)
        emit(s, EXCHANGES, seat, given)
        if given < FIRST_POTION:
            s.shown[seat] -= s.worth[given % VALUES]
        else:
            forget_potion(s, given - FIRST_POTION)
        put_back(s, given, -1, NO_LIMIT)
        s.laid_card[i] = drawn
        count_visible(s, seat, drawn)
        emit(s, RECEIVES, seat, drawn)
    s.phase = READ_EXCHANGE


@rule
def forget_potion(s: State, potion: int) -> None:
    """A potion that leaves its owner loses its reading, and a flip on it its effect (BQ-POT-12, BQ-POT-15)."""
    s.potion_at[potion] = NOBODY
    s.reading[potion] = UNREAD
    s.flipped[potion] = 0
    for k in range(s.active):
        if action_of(s.spell_word[s.active_spell[k]]) == FLIP and s.active_amount[k] == potion:
            s.active_amount[k] = NO_CARD


@rule
def flip_potion(s: State, potion: int) -> None:
    """The reading is reversed, for as long as the spell is active (BQ-POT-10) or for good (BQ-R11)."""
    seat = s.potion_at[potion]
    if s.spell_word[s.spell] & LASTING:
        s.flipped[potion] = 1 - s.flipped[potion]
        lay_active(s, seat, potion, 0)
    else:
        s.reading[potion] = -s.reading[potion]
        discard_cast(s)
    emit(s, TURNS_POTION, seat, FIRST_POTION + potion, current_reading(s, potion))
    s.phase = PASS


@rule
def swap_companions(s: State, first: int, second: int) -> None:
    """Two companions change places, for the round (BQ-COMP-12) or for good (BQ-R12)."""
    emit(s, COMPANIONS_SWAPPED, first, second)
    if s.spell_word[s.spell] & LASTING:
        holder = s.place[first] if s.place[first] < SEATS else s.place[second]
        lay_active(s, holder, first, second)
        place_companions(s)
    else:
        discard_cast(s)
        swap_places(s, first, second)
        settle_companions(s)
    s.phase = PASS


@rule
def cancel_spell(s: State, k: int) -> None:
    """One active spell leaves the table, its effect ends, both are discarded (BQ-SPELL-17)."""
    spell = s.active_spell[k]
    remember_deed(s, s.active_seat[k], spell)
    discard_cast(s)
    action = action_of(s.spell_word[spell])
    if s.active_seat[k] == NOBODY:
        emit(s, CANCELS, spell)
    else:
        emit(s, CANCELS_AT, spell, s.active_seat[k])
    if action == FLIP:
        potion = s.active_amount[k]
        if potion != NO_CARD:
            s.flipped[potion] = 1 - s.flipped[potion]
            seat = s.active_seat[k]
            emit(s, TURNS_POTION, seat, FIRST_POTION + potion, current_reading(s, potion))
    elif action != SWAP_COMPANIONS:
        change_sums(s, k, -1)
    s.spell_discard[spell] += 1
    s.active -= 1
    for j in range(k, s.active):
        s.active_spell[j] = s.active_spell[j + 1]
        s.active_seat[j] = s.active_seat[j + 1]
        s.active_caster[j] = s.active_caster[j + 1]
        s.active_amount[j] = s.active_amount[j + 1]
        s.active_second[j] = s.active_second[j + 1]
    clear_active(s, s.active)
    if action == SWAP_COMPANIONS:
        return_companions(s)
    s.phase = PASS


@rule
def clear_active(s: State, k: int) -> None:
    s.active_spell[k] = 0
    s.active_seat[k] = 0
    s.active_caster[k] = 0
    s.active_amount[k] = 0
    s.active_second[k] = 0
