"""At the Magician: one spell is taken, then activated or discarded (section The Magician)."""

from bagarre.kernel.events import emit
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from ..choices import (
    COMPANION_NOT_THERE,
    GIVE,
    NO_TARGET,
    NOT_THEIR_WEAPON,
    NOT_THERE,
    POTION_NOT_VISIBLE,
    SAME_PLAYER,
    SLOT_EMPTY,
    SPELL_NOT_ACTIVE,
)
from ..effects import (
    ASKS_AMOUNT,
    CANCEL_SPELL,
    EXCHANGE,
    FLIP,
    SWAP_COMPANIONS,
    SWAP_HIDDEN,
    action_of,
    asks_player,
)
from ..events import ACTIVATES, DISCARDS, FIZZLES, TAKES, TAKES_MYSTERY
from ..state import (
    AMOUNT,
    BOX,
    CANCELLING,
    FIRST_COMPANION,
    NO_CARD,
    NOBODY,
    OTHER,
    PASS,
    POTION,
    RESERVE,
    SECOND_COMPANION,
    TARGET,
    USE,
    WEAPON,
    State,
)
from .spells import castable, exchange_weapon, lay_active, swap_companions
from .strength import takes_part

# Steps 1 and 2: which spell, and what to do with it.


@rule
def last_slot(s: State) -> int:
    return s.faces + 0


@rule
def last_seat(s: State) -> int:
    return s.seats - 1


@rule
def slot_refusal(s: State, slot: int) -> int:
    """Any spell still in the market may be taken (BQ-VISIT-3)."""
    if s.market[slot] == NO_CARD:
        return SLOT_EMPTY
    return 0


@rule
def take_spell(s: State, seat: int, slot: int) -> None:
    """One spell leaves the market and is not replaced (BQ-VISIT-2, BQ-VISIT-6)."""
    s.slot = slot
    if slot == s.faces:
        emit(s, TAKES_MYSTERY, seat)
    else:
        emit(s, TAKES, seat, s.market[slot])
    s.phase = USE


@rule
def activate_refusal(s: State) -> int:
    """A face-up spell without a legal target can only be discarded (BQ-VISIT-15)."""
    return NO_TARGET if s.slot != s.faces and not castable(s, s.market[s.slot]) else 0


@rule
def leave_market(s: State, seat: int) -> int:
    """A mystery spell is turned up only now, whatever was announced (BQ-VISIT-12 to 14)."""
    spell = s.market[s.slot]
    s.market[s.slot] = NO_CARD
    s.taker[s.slot] = seat
    if s.slot == s.faces:
        s.mystery_known = 0
    return spell


@rule
def discard(s: State, seat: int) -> None:
    spell = leave_market(s, seat)
    emit(s, DISCARDS, seat, spell)
    s.spell_discard[spell] += 1
    s.phase = PASS


@rule
def activate(s: State, seat: int) -> None:
    spell = leave_market(s, seat)
    if not castable(s, spell):
        # Only a mystery spell can fail (BQ-VISIT-16).
        emit(s, FIZZLES, seat, spell)
        s.spell_discard[spell] += 1
        s.phase = PASS
    else:
        emit(s, ACTIVATES, seat, spell)
        s.spell = spell
        s.target = NOBODY
        s.amount = 0
        ask_parameter(s)


# Steps 3 and 4: everything is chosen by the caster, publicly, at activation (BQ-VISIT-11).


@rule
def ask_parameter(s: State) -> None:
    """The next thing the caster must name; when nothing is left, the spell is laid down."""
    word = s.spell_word[s.spell]
    action = action_of(word)
    if asks_player(word) and s.target == NOBODY:
        s.phase = TARGET
    elif word & ASKS_AMOUNT and s.amount == 0:
        s.phase = AMOUNT
    elif action == SWAP_HIDDEN:
        s.phase = OTHER
    elif action == EXCHANGE:
        s.phase = WEAPON
    elif action == FLIP:
        s.phase = POTION
    elif action == CANCEL_SPELL:
        s.phase = CANCELLING
    elif action == SWAP_COMPANIONS:
        s.phase = FIRST_COMPANION
    else:
        lay_active(s, s.target, s.amount, 0)
        s.phase = PASS


@rule
def player_refusal(s: State, player: int) -> int:
    """Any player of the round, at the Magician or not (BQ-VISIT-10, BQ-R43)."""
    if not takes_part(s, player):
        return NOT_THERE
    return 0


@rule
def name_player(s: State, player: int) -> None:
    s.target = player
    ask_parameter(s)


@rule
def name_amount(s: State, amount: int) -> None:
    s.amount = amount
    ask_parameter(s)


@rule
def other_refusal(s: State, player: int) -> int:
    """Two different players; under an option one of them is the caster (BQ-R8)."""
    if player_refusal(s, player) != 0:
        return NOT_THERE
    if player == s.target or (s.caster_swaps == 1 and s.turn != s.target and s.turn != player):
        return SAME_PLAYER
    return 0


@rule
def laid_at(s: State, card: int) -> int:
    """The place of a visible weapon of the target, NOBODY when it is not there."""
    for i in range(s.laid):
        if s.laid_card[i] == card and s.laid_seat[i] == s.target:
            return i
    return NOBODY


@rule
def weapon_refusal(s: State, card: int) -> int:
    """A visible weapon of the target (BQ-SPELL-4)."""
    return NOT_THEIR_WEAPON if laid_at(s, card) == NOBODY else 0


@rule
def offer_laid(s: State, seat: int, menu: Menu) -> None:
    """The visible weapons of the target, found in one look at the table."""
    for i in range(s.laid):
        if s.laid_seat[i] == s.target:
            offer(menu, GIVE, s.laid_card[i])


@rule
def give_weapon(s: State, card: int) -> None:
    exchange_weapon(s, laid_at(s, card))


@rule
def give_hidden(s: State) -> None:
    exchange_weapon(s, NOBODY)


@rule
def potion_of(number: int) -> int:
    """Potions are printed with numbers from 1."""
    return number - 1


@rule
def potion_refusal(s: State, potion: int) -> int:
    """Hidden potions cannot be flipped (BQ-POT-11)."""
    if potion >= s.potions or s.potion_at[potion] == NOBODY:
        return POTION_NOT_VISIBLE
    return 0


@rule
def cancel_refusal(s: State, k: int) -> int:
    """An active spell on the table (BQ-SPELL-17)."""
    return 0 if k < s.active else SPELL_NOT_ACTIVE


@rule
def companion_refusal(s: State, companion: int) -> int:
    """A companion that is in the game (BQ-COMP-12)."""
    return COMPANION_NOT_THERE if s.place[companion] == BOX else 0


@rule
def name_companion(s: State, companion: int) -> None:
    s.amount = companion
    s.phase = SECOND_COMPANION


@rule
def second_companion_refusal(s: State, companion: int) -> int:
    """Two different companions, at least one of them held by a player (BQ-COMP-12)."""
    if companion == s.amount or (s.place[companion] == RESERVE and s.place[s.amount] == RESERVE):
        return COMPANION_NOT_THERE
    return companion_refusal(s, companion)


@rule
def name_second_companion(s: State, companion: int) -> None:
    swap_companions(s, s.amount, companion)
