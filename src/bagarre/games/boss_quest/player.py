"""A sensible opponent: it counts cards, stops when another card is worth less than what it has, and uses spells for
itself and against others. It sees a concealed state only; the piles, empty there, are its scratch pad.

All values are thousandths of a key.
"""

from typing import Any

from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .choices import (
    ACTIVATE,
    AMOUNT_OF,
    CANCEL,
    DECLINE,
    DISCARD,
    END_TURN,
    EQUIP,
    GIVE,
    GIVE_HIDDEN,
    GO_ON,
    LIFE,
    LOOK,
    LOOK_MYSTERY,
    PLAYER,
    POWER,
    READ_MINUS,
    READ_PLUS,
    REPEAT,
    REPLACE,
    STOP,
    TAKE_SPELL,
    TURN_POTION,
    VISIT,
)
from .choices import BECOME_REAPER as TAKE_THE_SCYTHE
from .effects import ASKS_AMOUNT, EXCHANGE, PEEK, SWAP_HIDDEN, action_of
from .rules.spells import castable
from .rules.strength import attack_of, power_of, takes_part, visible_attack
from .rules.turn import is_alone
from .state import CARDS, CHAIN, DESTINY, FIRST_POTION, HIDDEN, KNIGHT, NO_CARD, PEEKING, TURN, VALUES, State
from .valuation import (
    TOTAL,
    chance_over,
    chance_worse,
    count_unseen,
    gain_of_card,
    gain_of_cards,
    try_cancel,
    try_flip,
    try_new_card,
    try_spell,
    value_of_spell,
    worth,
)


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """The index of the choice; the state is left as it was found."""
    count_unseen(s)
    k = choose(s, seat, menu, dice)
    for i in range(CARDS):
        s.pile[i] = 0
    return k


@rule
def choose(s: State, seat: int, menu: Menu, dice: Any) -> int:
    if s.phase == TURN:
        return choose_turn(s, seat, menu, dice)
    if s.phase == CHAIN:
        # Go on to the Magician when another card would not help, or when this is the last turn.
        stop = s.last_turns > 0 or gain_of_card(s, seat) <= 0
        return find(menu, GO_ON if stop else END_TURN, 0)
    if s.phase == DESTINY:
        return choose_destiny(s, seat, menu)
    if menu.verb[0] == READ_PLUS:
        return choose_reading(s, seat, menu)
    if s.phase == PEEKING:
        return choose_look(s, seat, menu)
    return best_choice(s, seat, menu)


@rule
def find(menu: Menu, verb: int, arg: int) -> int:
    """The place of a choice in the menu, 0 when it is not there."""
    for k in range(menu.count):
        if menu.verb[k] == verb and menu.arg[k] == arg:
            return k
    return 0


# Equip or stop.


@rule
def choose_turn(s: State, seat: int, menu: Menu, dice: Any) -> int:
    if has(menu, POWER) and wants_power(s, seat):
        return find(menu, POWER, 0)
    if has(menu, REPEAT):
        gain = best_gain(s, seat)
        return find(menu, REPEAT if gain > 0 else DECLINE, 0)
    stop = VISIT if has(menu, VISIT) else STOP
    if not has(menu, EQUIP) or s.pile[TOTAL] == 0:
        return find(menu, stop, 0)
    most = 0
    for k in range(menu.count):
        if menu.verb[k] == EQUIP:
            most = max(most, menu.arg[k])
    margin = s.hp - attack_of(s, seat)
    if s.solo == 0 and (s.last_turns > 0 or is_alone(s, seat)):
        # The last request: choose the number that is best on average.
        best = 0
        wanted = 0
        for count in range(1, most + 1):
            gain = gain_of_card(s, seat) if count == 1 else gain_of_cards(s, seat, count, dice)
            if gain > best:
                best = gain
                wanted = count
        return find(menu, EQUIP, wanted) if wanted > 0 else find(menu, stop, 0)
    if margin > 7:
        return find(menu, EQUIP, min(most, max(1, margin // 6)))
    if gain_of_card(s, seat) > 0:
        return find(menu, EQUIP, 1)
    return find(menu, stop, 0)


@rule
def has(menu: Menu, verb: int) -> bool:
    for k in range(menu.count):
        if menu.verb[k] == verb:
            return True
    return False


# Spells.


@rule
def rivals_to_come(s: State, seat: int) -> int:
    """How many others may still take a spell after this one."""
    count = 0
    for other in range(s.seats):
        if other != seat and takes_part(s, other) and s.visited[other] == 0:
            count += 1
    return count


@rule
def gain_of_spell(s: State, seat: int, spell: int) -> int:
    """What activating the spell gains over leaving things as they are."""
    if not castable(s, spell):
        return -100000
    return value_of_spell(s, seat, spell, False) - worth(s, seat)


@rule
def gain_of_discard(s: State, seat: int, spell: int) -> int:
    """What it is worth that nobody else can use the spell against the seat."""
    rivals = rivals_to_come(s, seat)
    if rivals == 0 or not castable(s, spell):
        return 0
    threat = worth(s, seat) - value_of_spell(s, seat, spell, True)
    return max(0, threat) * min(3, rivals) // 6


@rule
def gain_of_slot(s: State, seat: int, slot: int) -> int:
    """The better of activating and discarding what lies there; an unknown spell is worth nothing."""
    spell = s.market[slot]
    if spell < 0:
        return 0
    return max(gain_of_spell(s, seat, spell), gain_of_discard(s, seat, spell))


@rule
def best_gain(s: State, seat: int) -> int:
    best = 0
    for slot in range(s.faces + 1):
        if s.market[slot] != NO_CARD:
            best = max(best, gain_of_slot(s, seat, slot))
    return best


@rule
def best_choice(s: State, seat: int, menu: Menu) -> int:
    """The choice of the menu with the best value, the first one when all are alike."""
    best = 0
    best_value = -1000000
    for k in range(menu.count):
        value = value_of_choice(s, seat, menu.verb[k], menu.arg[k])
        if value > best_value:
            best_value = value
            best = k
    return best


@rule
def value_of_choice(s: State, seat: int, verb: int, arg: int) -> int:
    """What one answer to a question about spells is worth; only its order among the answers matters."""
    if verb == TAKE_SPELL:
        return gain_of_slot(s, seat, arg)
    if verb == REPLACE:
        spell = s.market[arg]
        return 0 if spell < 0 else gain_of_discard(s, seat, spell) - max(0, gain_of_spell(s, seat, spell))
    if verb == ACTIVATE or verb == DISCARD:
        spell = s.market[s.slot]
        if spell < 0:
            return 1 if verb == DISCARD else 0
        if verb == ACTIVATE:
            return gain_of_spell(s, seat, spell)
        return gain_of_discard(s, seat, spell)
    if verb == PLAYER:
        return value_of_target(s, seat, arg)
    if verb == AMOUNT_OF:
        return try_spell(s, seat, s.spell, s.target, arg)
    if verb == GIVE_HIDDEN or verb == GIVE:
        return value_of_exchange(s, seat, verb, arg)
    if verb == TURN_POTION:
        return try_flip(s, seat, arg - 1)
    if verb == CANCEL:
        return try_cancel(s, seat, arg)
    return 0


@rule
def value_of_target(s: State, seat: int, target: int) -> int:
    word = s.spell_word[s.spell]
    action = action_of(word)
    if action == SWAP_HIDDEN or action == EXCHANGE:
        # Oneself when a new card is welcome, otherwise somebody who may be close.
        if target == seat:
            return try_new_card(s, seat, s.hidden[seat]) - worth(s, seat)
        return -chance_worse(s, target, s.hp) // 10
    if word & ASKS_AMOUNT:
        return max(try_spell(s, seat, s.spell, target, 1), try_spell(s, seat, s.spell, target, 2))
    return try_spell(s, seat, s.spell, target, 0)


@rule
def value_of_exchange(s: State, seat: int, verb: int, card: int) -> int:
    if s.target == seat:
        return try_new_card(s, seat, s.hidden[seat] if verb == GIVE_HIDDEN else card)
    # A rival loses the smallest weapon, so as to come too high, or the largest one when over already.
    if verb == GIVE_HIDDEN or card >= FIRST_POTION:
        return 0
    value = s.worth[card % VALUES]
    return value if chance_over(s, s.target) > 500 else 8 - value


# Companions, potions, destiny.


@rule
def wants_power(s: State, seat: int) -> bool:
    """The owl looks whenever it can; the raven replaces a spell that is worth being rid of."""
    if power_of(s, seat) == PEEK:
        return True
    best = 0
    for slot in range(s.faces + 1):
        if s.market[slot] >= 0:
            best = max(best, value_of_choice(s, seat, REPLACE, slot))
    return best > 40


@rule
def choose_look(s: State, seat: int, menu: Menu) -> int:
    """At the unknown hidden weapon of the rival with most visible attack."""
    best = 0
    most = -100
    for k in range(menu.count):
        if menu.verb[k] == LOOK and s.hidden[menu.arg[k]] == HIDDEN and visible_attack(s, menu.arg[k]) > most:
            most = visible_attack(s, menu.arg[k])
            best = k
        elif menu.verb[k] == LOOK_MYSTERY and most == -100:
            best = k
    return best


@rule
def choose_reading(s: State, seat: int, menu: Menu) -> int:
    """Plus as long as that is not over, for the highest attack wins."""
    potion = s.potion
    room = s.hp - attack_of(s, seat)
    if s.revealed == 1:
        # The hidden potion counts as minus so far.
        room -= s.potion_minus[potion]
    return find(menu, READ_PLUS if s.potion_plus[potion] <= room else READ_MINUS, 0)


@rule
def choose_destiny(s: State, seat: int, menu: Menu) -> int:
    """Life, unless there is nothing to go back to while another is about to win."""
    ahead = 0
    for other in range(s.seats):
        if other != seat and s.role[other] == KNIGHT:
            ahead = max(ahead, s.keys[other])
    if s.keys[seat] == 0 and ahead >= s.goal - 2 and has(menu, TAKE_THE_SCYTHE):
        return find(menu, TAKE_THE_SCYTHE, 0)
    return find(menu, LIFE, 0)
