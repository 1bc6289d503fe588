"""A sensible opponent: it counts cards, stops when another card is worth less than what it has, and uses spells for
itself and against others. It sees a concealed state only; the piles, empty there, are its scratch pad.

All values are thousandths of a key.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule, table

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
from .effects import (
    ASKS_AMOUNT,
    ATTACK_DOWN,
    ATTACK_UP,
    BOSS_DOWN,
    BOSS_UP,
    CANCEL_SPELL,
    EXCHANGE,
    FLIP,
    KEYS,
    LAST_TURN,
    OVER_SHIELD,
    PEEK,
    REQUIRES,
    SECOND_WINS,
    SWAP_COMPANIONS,
    SWAP_HIDDEN,
    action_of,
    asks_player,
)
from .rules.fight import is_protected, meets_conditions
from .rules.spells import castable
from .rules.strength import attack_of, has_power, hidden_worth, power_of, takes_part, visible_attack
from .rules.turn import is_alone
from .state import (
    CARDS,
    CHAIN,
    DESTINY,
    FIRST_POTION,
    HIDDEN,
    KNIGHT,
    MINUS,
    NO_CARD,
    NOBODY,
    PEEKING,
    TURN,
    VALUES,
    State,
)

ZERO = 10
"""The scratch histogram of unseen weapons: `pile[ZERO + v]` cards of value v."""
TOTAL = 37
"""`pile[TOTAL]`: how many cards that is."""
STILL_PLAYING = table((880, 730, 620, 520, 430, 360, 310, 270, 240, 220, 200))
"""How often a rival who still equips ends worse than somebody this far below HP."""
HEART = table((0, 2200, 900, 600))
"""What a heart is worth to one who has so many."""
SAMPLES = 12


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


# What is known.


@rule
def count_unseen(s: State) -> None:
    """Count the weapons that lie nowhere in sight, by value; an unread potion counts for nothing either way."""
    for i in range(CARDS):
        s.pile[i] = 0
    for rank in range(VALUES):
        s.pile[ZERO + s.worth[rank]] += s.colors
    s.pile[ZERO] += s.potions
    for i in range(s.laid):
        forget(s, s.laid_card[i])
    for seat in range(s.seats):
        forget(s, s.hidden[seat])
    forget(s, s.top)
    for i in range(s.bottom_count):
        forget(s, s.bottom[i])
    for i in range(TOTAL):
        s.pile[TOTAL] += s.pile[i]


@rule
def forget(s: State, card: int) -> None:
    """This card is in sight."""
    if card >= FIRST_POTION:
        s.pile[ZERO] -= 1
    elif card >= 0:
        s.pile[ZERO + s.worth[card % VALUES]] -= 1


@rule
def chance_worse(s: State, other: int, mine: int) -> int:
    """How likely the rival ends over, or below an attack of mine; ties count half."""
    sum_seen = visible_attack(s, other)
    if s.visited[other] == 0 and s.last_turns == 0 and sum_seen + 5 < s.hp:
        # Still equipping and not yet close.
        return STILL_PLAYING[min(10, max(0, s.hp - mine))]
    card = s.hidden[other]
    if card != HIDDEN:
        return compare(sum_seen + hidden_worth(s, card, MINUS), mine, s.hp)
    good = 0
    count = 0
    for i in range(TOTAL):
        if s.pile[i] > 0 and i - ZERO <= s.most[other]:
            count += s.pile[i]
            good += s.pile[i] * compare(sum_seen + i - ZERO, mine, s.hp)
    if count == 0:
        return 500
    return good // count


@rule
def compare(theirs: int, mine: int, hp: int) -> int:
    if theirs > hp or theirs < mine:
        return 1000
    return 500 if theirs == mine else 0


@rule
def chance_over(s: State, other: int) -> int:
    """How likely the rival is over already."""
    sum_seen = visible_attack(s, other)
    card = s.hidden[other]
    if card != HIDDEN:
        return 1000 if sum_seen + hidden_worth(s, card, MINUS) > s.hp else 0
    over = 0
    count = 0
    for i in range(TOTAL):
        if s.pile[i] > 0 and i - ZERO <= s.most[other]:
            count += s.pile[i]
            if sum_seen + i - ZERO > s.hp:
                over += s.pile[i]
    return 0 if count == 0 else 1000 * over // count


@rule
def chance_meets(s: State, other: int, required: int) -> int:
    """How likely the rival meets the conditions: for sure with visible weapons, else by the hidden one or one to come."""
    if required == 0:
        return 1000
    hidden = s.hidden[other]
    if hidden == HIDDEN:
        # Any potion stands for a weapon without a colour.
        s.hidden[other] = FIRST_POTION
    sure = meets_conditions(s, other, required)
    s.hidden[other] = hidden
    if sure:
        return 1000
    if hidden != HIDDEN:
        return 0 if s.visited[other] == 1 else 400
    return 250 if s.visited[other] == 1 else 550


# What a position is worth.


@rule
def worth(s: State, seat: int) -> int:
    """What the seat may expect of the round if nobody did anything more, rivals' losses included."""
    mine = attack_of(s, seat)
    required = 0
    extra = 0
    second = False
    for k in range(s.active):
        word = s.spell_word[s.active_spell[k]]
        required |= word & REQUIRES
        extra += (word >> KEYS) & 3
        if word & SECOND_WINS:
            second = True
    value = 0
    # Chances that nobody, and that exactly one rival, is better.
    none = 1000
    one = 0
    for other in range(s.seats):
        if other != seat and takes_part(s, other):
            worse = chance_worse(s, other, mine)
            if required != 0:
                meets = chance_meets(s, other, required)
                worse = 1000 - meets * (1000 - worse) // 1000
            one = (one * worse + none * (1000 - worse)) // 1000
            none = none * worse // 1000
            if s.hearts[other] > 0 and not is_protected(s, other):
                value += chance_over(s, other) * HEART[s.hearts[other]] // (6000 if s.hearts[other] > 1 else 3500)
    if mine > s.hp:
        return value - loss_over(s, seat, mine)
    if not meets_conditions(s, seat, required):
        return value
    if mine == s.hp:
        value += 900
    if s.solo == 1:
        none = 1000 if s.hp - mine <= s.solo_margin else 0
        second = False
    return value + (one if second else none) * (1 + extra)


@rule
def loss_over(s: State, seat: int, mine: int) -> int:
    if s.hearts[seat] == 0 or is_protected(s, seat):
        return 0
    if has_power(s, seat, OVER_SHIELD) and mine - s.hp <= 2:
        return 0
    return HEART[s.hearts[seat]]


@rule
def worth_with(s: State, seat: int, more: int) -> int:
    """What the position would be worth with so much more attack."""
    s.bonus[seat] += more
    value = worth(s, seat)
    s.bonus[seat] -= more
    return value


# Equip or stop.


@rule
def gain_of_card(s: State, seat: int) -> int:
    """What one more card is worth on average, compared with stopping."""
    now = worth(s, seat)
    if s.pile[TOTAL] == 0:
        return 0
    total = 0
    for i in range(TOTAL):
        if s.pile[i] > 0:
            total += s.pile[i] * worth_with(s, seat, i - ZERO)
    return total // s.pile[TOTAL] - now


@rule
def gain_of_cards(s: State, seat: int, count: int, dice: Any) -> int:
    """The same for several cards at once, from a few samples."""
    total = 0
    for _ in range(SAMPLES):
        more = 0
        for _ in range(count):
            card = below(dice, s.pile[TOTAL])
            i = 0
            while card >= s.pile[i]:
                card -= s.pile[i]
                i += 1
            more += i - ZERO
        total += worth_with(s, seat, more)
    return total // SAMPLES - worth(s, seat)


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
def try_spell(s: State, seat: int, spell: int, target: int, amount: int) -> int:
    """What the position would be worth with this spell on the table."""
    word = s.spell_word[spell]
    boss = 0
    attack = 0
    if word & BOSS_UP:
        boss = amount
    elif word & BOSS_DOWN:
        boss = -amount
    if word & ATTACK_UP:
        attack = amount
    elif word & ATTACK_DOWN:
        attack = -amount
    k = s.active
    if k >= len(s.active_spell):
        return worth(s, seat)
    kept = s.active_spell[k]
    kept_seat = s.active_seat[k]
    s.hp += boss
    if target != NOBODY:
        s.bonus[target] += attack
    s.active_spell[k] = spell
    s.active_seat[k] = target
    s.active += 1
    value = worth(s, seat)
    s.active -= 1
    s.active_spell[k] = kept
    s.active_seat[k] = kept_seat
    if target != NOBODY:
        s.bonus[target] -= attack
    s.hp -= boss
    return value


@rule
def try_cancel(s: State, seat: int, k: int) -> int:
    """What the position would be worth without the k-th active spell."""
    spell = s.active_spell[k]
    word = s.spell_word[spell]
    amount = s.active_amount[k]
    boss = 0
    attack = 0
    if word & BOSS_UP:
        boss = -amount
    elif word & BOSS_DOWN:
        boss = amount
    if word & ATTACK_UP:
        attack = -amount
    elif word & ATTACK_DOWN:
        attack = amount
    target = s.active_seat[k]
    last = s.active - 1
    last_spell = s.active_spell[last]
    last_seat = s.active_seat[last]
    s.active_spell[k] = last_spell
    s.active_seat[k] = last_seat
    s.active = last
    s.hp += boss
    if target != NOBODY:
        s.bonus[target] += attack
    value = worth(s, seat)
    if target != NOBODY:
        s.bonus[target] -= attack
    s.hp -= boss
    s.active = last + 1
    s.active_spell[last] = last_spell
    s.active_seat[last] = last_seat
    s.active_spell[k] = spell
    s.active_seat[k] = target
    return value


@rule
def try_new_card(s: State, seat: int, given: int) -> int:
    """What the position would be worth with an unseen card in place of one of the seat's own."""
    if s.pile[TOTAL] == 0:
        return worth(s, seat)
    lost = hidden_worth(s, given, MINUS)
    total = 0
    for i in range(TOTAL):
        if s.pile[i] > 0:
            total += s.pile[i] * worth_with(s, seat, i - ZERO - lost)
    return total // s.pile[TOTAL]


@rule
def try_flip(s: State, seat: int, potion: int) -> int:
    """What the position would be worth with that potion turned."""
    s.flipped[potion] = 1 - s.flipped[potion]
    value = worth(s, seat)
    s.flipped[potion] = 1 - s.flipped[potion]
    return value


@rule
def value_of_spell(s: State, seat: int, spell: int, against: bool) -> int:
    """The best that can be made of a spell; `against`: the worst that others can do to the seat with it."""
    word = s.spell_word[spell]
    action = action_of(word)
    best = 100000 if against else -100000
    if action == CANCEL_SPELL:
        for k in range(s.active):
            best = better(best, try_cancel(s, seat, k), against)
    elif action == SWAP_HIDDEN or action == EXCHANGE:
        best = better(best, try_new_card(s, seat, s.hidden[seat]), against)
        if action == EXCHANGE:
            for i in range(s.laid):
                if s.laid_seat[i] == seat and s.laid_card[i] < FIRST_POTION:
                    best = better(best, try_new_card(s, seat, s.laid_card[i]), against)
    elif action == FLIP:
        for potion in range(s.potions):
            if s.potion_at[potion] != NOBODY:
                best = better(best, try_flip(s, seat, potion), against)
    elif action == SWAP_COMPANIONS:
        best = worth(s, seat)
    else:
        first = 0 if asks_player(word) else NOBODY
        last = s.seats - 1 if asks_player(word) else NOBODY
        for target in range(first, last + 1):
            if target == NOBODY or takes_part(s, target):
                if word & ASKS_AMOUNT:
                    best = better(best, try_spell(s, seat, spell, target, 1), against)
                    best = better(best, try_spell(s, seat, spell, target, 2), against)
                else:
                    best = better(best, try_spell(s, seat, spell, target, 0), against)
    if word & LAST_TURN and not against:
        # It keeps rivals who still equip from finding the right sum.
        best += 60
    return best


@rule
def better(one: int, other: int, against: bool) -> int:
    return min(one, other) if against else max(one, other)


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
