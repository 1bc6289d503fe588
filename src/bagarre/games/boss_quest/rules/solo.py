"""The League's spell in the game for one (section Solo)."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..effects import ASKS_AMOUNT, CANCEL_SPELL, DARK, EXCHANGE, action_of
from ..events import LEAGUE_ACTIVATES, LEAGUE_FAILS
from ..state import NO_CARD, NOBODY, REVEAL, State
from .spells import cancel_spell, castable, exchange_weapon, lay_active


@rule
def league_acts(s: State) -> None:
    """One of the face-up spells left, at random; the mystery spell is never taken (BQ-SOLO-4, BQ-SOLO-9)."""
    left = 0
    for slot in range(s.faces):
        if s.market[slot] != NO_CARD:
            left += 1
    if left > 0:
        number = pick(s, left)
        for slot in range(s.faces):
            if s.market[slot] != NO_CARD:
                if number == 0:
                    cast(s, slot)
                number -= 1
    s.phase = REVEAL


@rule
def cast(s: State, slot: int) -> None:
    """Every target is the player; amount, weapon and spell to cancel are drawn (BQ-SOLO-4, BQ-SOLO-7)."""
    spell = s.market[slot]
    s.market[slot] = NO_CARD
    if not castable(s, spell):
        emit(s, LEAGUE_FAILS, spell)
        s.spell_discard[spell] += 1
        return
    emit(s, LEAGUE_ACTIVATES, spell)
    s.spell = spell
    s.target = 0
    word = s.spell_word[spell]
    action = action_of(word)
    if action == CANCEL_SPELL:
        cancel_spell(s, pick(s, s.active))
    elif action == EXCHANGE:
        # The hidden weapon is number 0, then the visible ones; only the player has any.
        exchange_weapon(s, pick(s, s.weapons[0]) - 1)
    else:
        amount = roll(s, 2) if word & ASKS_AMOUNT else 0
        lay_active(s, 0 if word & DARK else NOBODY, amount, 0)
