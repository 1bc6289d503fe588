"""At the Magician: one spell is taken, then activated or discarded (section The Magician)."""

from bagarre.kernel.events import emit
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from ..choices import (
    ACTIVATE,
    AMOUNT_OF,
    CANCEL,
    COMPANION,
    COMPANION_NOT_THERE,
    DISCARD,
    GIVE,
    GIVE_HIDDEN,
    NO_TARGET,
    NOT_THEIR_WEAPON,
    NOT_THERE,
    PLAYER,
    POTION_NOT_VISIBLE,
    SAME_PLAYER,
    SLOT_EMPTY,
    SPELL_NOT_ACTIVE,
    TURN_POTION,
    WITH,
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
    COMPANIONS,
    FIRST_COMPANION,
    NO_CARD,
    NOBODY,
    OTHER,
    PASS,
    POTION,
    RESERVE,
    SECOND_COMPANION,
    SLOTS,
    TARGET,
    USE,
    WEAPON,
    State,
)
from .spells import (
    cancel_spell,
    castable,
    exchange_weapon,
    flip_potion,
    lay_active,
    swap_companions,
    swap_hidden,
)
from .strength import takes_part

# Steps 1 and 2: which spell, and what to do with it.


@rule
def slot_refusal(s: State, slot: int) -> int:
    """Any spell still in the market may be taken (BQ-VISIT-3)."""
    if slot > s.faces or s.market[slot] == NO_CARD:
        return SLOT_EMPTY
    return 0


@rule
def slot_menu(s: State, menu: Menu, verb: int) -> None:
    for slot in range(s.faces + 1):
        if slot_refusal(s, slot) == 0:
            offer(menu, verb, slot)


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
def use_refusal(s: State, verb: int) -> int:
    """A face-up spell without a legal target can only be discarded (BQ-VISIT-15)."""
    if verb == ACTIVATE and s.slot != s.faces and not castable(s, s.market[s.slot]):
        return NO_TARGET
    return 0


@rule
def use_menu(s: State, menu: Menu) -> None:
    for verb in range(ACTIVATE, DISCARD + 1):
        if use_refusal(s, verb) == 0:
            offer(menu, verb)


@rule
def use_spell(s: State, seat: int, verb: int) -> None:
    """A mystery spell is turned up only now, whatever was announced (BQ-VISIT-12 to 14)."""
    spell = s.market[s.slot]
    s.market[s.slot] = NO_CARD
    s.taker[s.slot] = seat
    if s.slot == s.faces:
        s.mystery_known = 0
    if verb == DISCARD:
        emit(s, DISCARDS, seat, spell)
        s.spell_discard[spell] += 1
        s.phase = PASS
    elif not castable(s, spell):
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
def player_refusal(s: State, seat: int) -> int:
    """Any player of the round, at the Magician or not (BQ-VISIT-10, BQ-R43)."""
    if seat >= s.seats or not takes_part(s, seat):
        return NOT_THERE
    return 0


@rule
def other_refusal(s: State, seat: int) -> int:
    """Two different players; under an option one of them is the caster (BQ-R8)."""
    if player_refusal(s, seat) != 0:
        return NOT_THERE
    if seat == s.target or (s.caster_swaps == 1 and s.turn != s.target and s.turn != seat):
        return SAME_PLAYER
    return 0


@rule
def weapon_refusal(s: State, card: int) -> int:
    """A visible weapon of the target (BQ-SPELL-4)."""
    if laid_at(s, card) == NOBODY:
        return NOT_THEIR_WEAPON
    return 0


@rule
def laid_at(s: State, card: int) -> int:
    """The place of a visible weapon of the target, NOBODY when it is not there."""
    for i in range(s.laid):
        if s.laid_card[i] == card and s.laid_seat[i] == s.target:
            return i
    return NOBODY


@rule
def potion_refusal(s: State, potion: int) -> int:
    """Hidden potions cannot be flipped (BQ-POT-11)."""
    if potion >= s.potions or s.potion_at[potion] == NOBODY:
        return POTION_NOT_VISIBLE
    return 0


@rule
def companion_refusal(s: State, companion: int) -> int:
    """Two different companions, at least one of them held by a player (BQ-COMP-12)."""
    if s.place[companion] == BOX:
        return COMPANION_NOT_THERE
    if s.phase == SECOND_COMPANION:
        if companion == s.amount or (s.place[companion] == RESERVE and s.place[s.amount] == RESERVE):
            return COMPANION_NOT_THERE
    return 0


@rule
def cancel_refusal(s: State, k: int) -> int:
    """An active spell on the table (BQ-SPELL-17)."""
    return 0 if k < s.active else SPELL_NOT_ACTIVE


@rule
def parameter_refusal(s: State, verb: int, arg: int) -> int:
    """Why this parameter may not be named."""
    if s.phase == TARGET:
        return player_refusal(s, arg)
    if s.phase == OTHER:
        return other_refusal(s, arg)
    if s.phase == WEAPON and verb == GIVE:
        return weapon_refusal(s, arg)
    if s.phase == POTION:
        return potion_refusal(s, arg - 1)
    if s.phase == CANCELLING:
        return cancel_refusal(s, arg)
    if s.phase == FIRST_COMPANION or s.phase == SECOND_COMPANION:
        return companion_refusal(s, arg)
    return 0


@rule
def parameter_menu(s: State, menu: Menu) -> None:
    if s.phase == AMOUNT:
        offer(menu, AMOUNT_OF, 1)
        offer(menu, AMOUNT_OF, 2)
    elif s.phase == WEAPON:
        offer(menu, GIVE_HIDDEN)
        for i in range(s.laid):
            if s.laid_seat[i] == s.target:
                offer(menu, GIVE, s.laid_card[i])
    else:
        verb, first, count = PLAYER, 0, s.seats + 0
        if s.phase == OTHER:
            verb = WITH
        elif s.phase == POTION:
            verb, first, count = TURN_POTION, 1, s.potions + 0
        elif s.phase == CANCELLING:
            verb, count = CANCEL, SLOTS
        elif s.phase == FIRST_COMPANION or s.phase == SECOND_COMPANION:
            verb, count = COMPANION, COMPANIONS
        for arg in range(first, first + count):
            if parameter_refusal(s, verb, arg) == 0:
                offer(menu, verb, arg)


@rule
def name_parameter(s: State, verb: int, arg: int) -> None:
    """Take note of a parameter, or act when it was the last."""
    if s.phase == TARGET:
        s.target = arg
        ask_parameter(s)
    elif s.phase == AMOUNT:
        s.amount = arg
        ask_parameter(s)
    elif s.phase == OTHER:
        swap_hidden(s, arg)
    elif s.phase == WEAPON:
        exchange_weapon(s, NOBODY if verb == GIVE_HIDDEN else laid_at(s, arg))
    elif s.phase == POTION:
        flip_potion(s, arg - 1)
    elif s.phase == CANCELLING:
        cancel_spell(s, arg)
    elif s.phase == FIRST_COMPANION:
        s.amount = arg
        s.phase = SECOND_COMPANION
    else:
        swap_companions(s, s.amount, arg)
