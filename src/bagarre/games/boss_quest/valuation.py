"""What a position is worth to the scripted player, in thousandths of a key: what it knows of the cards, and what one more card or a spell would
change.

The state is concealed, and its piles, empty there, are the scratch pad: `count_unseen` fills them, whoever asks empties them afterwards.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.rule import rule, table

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
    REQUIRES,
    SECOND_WINS,
    SWAP_COMPANIONS,
    SWAP_HIDDEN,
    action_of,
    asks_player,
)
from .rules.fight import is_protected, meets_conditions
from .rules.strength import attack_of, has_power, hidden_worth, takes_part, visible_attack
from .state import CARDS, FIRST_POTION, HIDDEN, MINUS, NOBODY, VALUES, State

ZERO = 10
"""The scratch histogram of unseen weapons: `pile[ZERO + v]` cards of value v."""
TOTAL, LOWEST, HIGHEST = 37, 0, 1
"""`pile[TOTAL]`: how many cards that is; `pile[LOWEST]` and `pile[HIGHEST]`: the first and the last place of the histogram that has any,
so that nobody looks through the empty ones. No weapon is worth less than 2 - ZERO."""
STILL_PLAYING = table((880, 730, 620, 520, 430, 360, 310, 270, 240, 220, 200))
"""How often a rival who still equips ends worse than somebody this far below HP."""
HEART = table((0, 2200, 900, 600))
"""What a heart is worth to one who has so many."""
SAMPLES = 12


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
    lowest = TOTAL
    highest = 1
    for i in range(2, TOTAL):
        if s.pile[i] > 0:
            lowest = min(lowest, i)
            highest = i
        s.pile[TOTAL] += s.pile[i]
    s.pile[LOWEST] = lowest
    s.pile[HIGHEST] = highest


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
    for i in range(s.pile[LOWEST], min(s.pile[HIGHEST], ZERO + s.most[other]) + 1):
        if s.pile[i] > 0:
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
    for i in range(s.pile[LOWEST], min(s.pile[HIGHEST], ZERO + s.most[other]) + 1):
        if s.pile[i] > 0:
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
    return prospects(s, seat) + harm(s, seat)


@rule
def harm(s: State, seat: int) -> int:
    """What the hearts are worth that rivals are about to lose; it does not depend on the seat's own attack."""
    value = 0
    for other in range(s.seats):
        if other != seat and takes_part(s, other) and s.hearts[other] > 0 and not is_protected(s, other):
            value += chance_over(s, other) * HEART[s.hearts[other]] // (6000 if s.hearts[other] > 1 else 3500)
    return value


@rule
def prospects(s: State, seat: int) -> int:
    """What the seat may expect of the round for itself."""
    mine = attack_of(s, seat)
    if mine > s.hp:
        return -loss_over(s, seat, mine)
    required = 0
    extra = 0
    second = False
    for k in range(s.active):
        word = s.spell_word[s.active_spell[k]]
        required |= word & REQUIRES
        extra += (word >> KEYS) & 3
        if word & SECOND_WINS:
            second = True
    if not meets_conditions(s, seat, required):
        return 0
    value = 900 if mine == s.hp else 0
    if s.solo == 1:
        none = 1000 if s.hp - mine <= s.solo_margin else 0
        return value + none * (1 + extra)
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
    return value + (one if second else none) * (1 + extra)


@rule
def loss_over(s: State, seat: int, mine: int) -> int:
    if s.hearts[seat] == 0 or is_protected(s, seat):
        return 0
    if has_power(s, seat, OVER_SHIELD) and mine - s.hp <= 2:
        return 0
    return HEART[s.hearts[seat]]


@rule
def prospects_with(s: State, seat: int, more: int) -> int:
    """The prospects with so much more attack."""
    s.bonus[seat] += more
    value = prospects(s, seat)
    s.bonus[seat] -= more
    return value


# What might be.


@rule
def gain_of_card(s: State, seat: int) -> int:
    """What one more card is worth on average, compared with stopping."""
    now = prospects(s, seat)
    if s.pile[TOTAL] == 0:
        return 0
    total = 0
    for i in range(s.pile[LOWEST], s.pile[HIGHEST] + 1):
        if s.pile[i] > 0:
            total += s.pile[i] * prospects_with(s, seat, i - ZERO)
    return total // s.pile[TOTAL] - now


@rule
def gain_of_cards(s: State, seat: int, count: int, dice: Any) -> int:
    """The same for several cards at once, from a few samples."""
    total = 0
    for _ in range(SAMPLES):
        more = 0
        for _ in range(count):
            card = below(dice, s.pile[TOTAL])
            i = s.pile[LOWEST] + 0
            while card >= s.pile[i]:
                card -= s.pile[i]
                i += 1
            more += i - ZERO
        total += prospects_with(s, seat, more)
    return total // SAMPLES - prospects(s, seat)


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
    for i in range(s.pile[LOWEST], s.pile[HIGHEST] + 1):
        if s.pile[i] > 0:
            total += s.pile[i] * prospects_with(s, seat, i - ZERO - lost)
    return total // s.pile[TOTAL] + harm(s, seat)


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
