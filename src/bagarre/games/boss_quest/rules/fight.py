"""The fight: hearts, ranking, keys, the Reaper's strike (sections The fight, Faucheuse)."""

from bagarre.kernel.events import emit
from bagarre.kernel.layout import erase
from bagarre.kernel.rule import rule

from ..effects import (
    KEYS,
    OVER_SHIELD,
    PROTECT_ALL,
    PROTECT_ONE,
    REQUIRE,
    REQUIRE_PAIR,
    REQUIRES,
    SECOND_WINS,
    TIE_PRIORITY,
    WILD_COLORS,
)
from ..events import (
    BOSS_ESCAPES,
    FIGHT_BEGINS,
    MAKES_PERFECT,
    MISSES_CONDITION,
    NOBODY_WINS,
    PASSES_LIMIT,
    QUALIFIES,
    REVEALS,
    STRIKES,
    WINS_ROUND,
)
from ..state import (
    COLORS,
    FIRST_POTION,
    KNIGHT,
    MISSED,
    NOBODY,
    OVER,
    PERFECT,
    QUALIFIED,
    READ_FIGHT,
    REAPER,
    REAPER_BOSS,
    SETTLE,
    SLOTS,
    STRUCK,
    VALUES,
    WON,
    State,
)
from .strength import attack_of, current_reading, has_power, next_seat, takes_part


@rule
def reveal(s: State) -> None:
    """All hidden weapons are turned up at the same moment (BQ-FIGHT-1)."""
    s.revealed = 1
    emit(s, FIGHT_BEGINS, s.boss, s.hp)
    seat = s.armourer + 0
    for _ in range(s.present):
        seat = next_seat(s, seat)
        emit(s, REVEALS, seat, s.hidden[seat])
    s.phase = READ_FIGHT


@rule
def fight(s: State) -> None:
    """In this order: over, conditions, ranking, keys, strike."""
    s.last_boss = s.boss
    s.last_hp = s.hp
    remember_fight(s)
    qualified = judge_all(s)
    if s.solo == 1:
        s.winners = qualified if s.attack[0] >= s.hp - s.solo_margin else 0
        if qualified != 0 and s.winners == 0:
            emit(s, BOSS_ESCAPES)
    else:
        s.winners = round_winners(s, qualified)
    give_keys(s, qualified)
    for seat in range(s.seats):
        if s.role[seat] == REAPER and (qualified >> seat) & 1:
            strike(s, seat)
    s.phase = SETTLE


@rule
def remember_fight(s: State) -> None:
    """Keep what is about to be cleared away, so that everybody can see afterwards why it ended so."""
    remember_weapons(s)
    for potion in range(s.potions):
        if s.potion_at[potion] == NOBODY:
            s.fought_reading[potion] = s.reading[potion]
        else:
            s.fought_reading[potion] = current_reading(s, potion)
    s.fought_spells = s.active
    for k in range(s.active):
        s.fought_spell[k] = s.active_spell[k]
        s.fought_on[k] = cast_on(s, k)
        s.fought_amount[k] = s.active_amount[k]
    for seat in range(s.seats):
        s.fought_held[seat] = s.held[seat]
    s.fought_deeds = s.deeds
    for k in range(SLOTS - s.deeds, SLOTS):
        s.fought_spell[k] = s.active_spell[k]
        s.fought_on[k] = cast_on(s, k)
        s.fought_amount[k] = s.active_second[k]


@rule
def cast_on(s: State, k: int) -> int:
    """Who cast it and on whom, in one number."""
    return 8 * (s.active_caster[k] + 1) + s.active_seat[k] + 1


@rule
def remember_weapons(s: State) -> None:
    """The visible weapons, seat by seat."""
    erase(s.fought_card)
    end = 0
    for seat in range(s.seats):
        s.fought_end[seat] = end
        end += max(0, s.weapons[seat] - 1)
    for i in range(s.laid):
        seat = s.laid_seat[i]
        s.fought_card[s.fought_end[seat]] = s.laid_card[i]
        s.fought_end[seat] += 1


# Who is out of the round.


@rule
def judge_all(s: State) -> int:
    """Who is over, who fails a condition; gives the mask of the qualified (BQ-FIGHT-2 to 5)."""
    required = 0
    for k in range(s.active):
        required |= s.spell_word[s.active_spell[k]] & REQUIRES
    qualified = 0
    for seat in range(s.seats):
        s.result[seat] = 0
        s.attack[seat] = 0
        s.exposed[seat] = s.hidden[seat]
        s.gained[seat] = 0
        s.lost[seat] = 0
        if takes_part(s, seat):
            s.attack[seat] = attack_of(s, seat)
            if s.attack[seat] > s.hp:
                s.result[seat] = OVER
                emit(s, PASSES_LIMIT, seat, s.attack[seat], lose_heart_over(s, seat))
            elif not meets_conditions(s, seat, required):
                s.result[seat] = MISSED
                emit(s, MISSES_CONDITION, seat, s.attack[seat])
            else:
                s.result[seat] = QUALIFIED
                qualified |= 1 << seat
                emit(s, QUALIFIES, seat, s.attack[seat])
    return qualified


@rule
def meets_conditions(s: State, seat: int, required: int) -> bool:
    """All active conditions must be met; the hidden weapon counts (BQ-SPELL-12 to 14). Potions have no colour (BQ-POT-3)."""
    # With the chameleon every weapon is of every colour, and everyone has two weapons (BQ-COMP-4).
    if required == 0 or has_power(s, seat, WILD_COLORS):
        return True
    seen = 0
    pair = False
    if s.hidden[seat] < FIRST_POTION:
        seen = 1 << (s.hidden[seat] // VALUES)
    for i in range(s.laid):
        card = s.laid_card[i]
        if s.laid_seat[i] == seat and card < FIRST_POTION:
            color = 1 << (card // VALUES)
            if seen & color:
                pair = True
            seen |= color
    if required & REQUIRE_PAIR and not pair:
        return False
    colors = (required >> REQUIRE) & ((1 << COLORS) - 1)
    return colors & ~seen == 0


@rule
def is_protected(s: State, seat: int) -> bool:
    """A protected player loses no heart for any reason (BQ-SPELL-5)."""
    for k in range(s.active):
        word = s.spell_word[s.active_spell[k]]
        if word & PROTECT_ALL or (word & PROTECT_ONE and s.active_seat[k] == seat):
            return True
    return False


@rule
def lose_heart(s: State, seat: int) -> int:
    """Hearts lost, 0 or 1; ghosts and the Reaper player have none to lose (BQ-FIGHT-19, BQ-REAP-7, BQ-REAP-15)."""
    if s.hearts[seat] == 0 or is_protected(s, seat):
        return 0
    s.hearts[seat] -= 1
    s.lost[seat] += 1
    return 1


@rule
def lose_heart_over(s: State, seat: int) -> int:
    """Passing HP costs a heart; by 1 or 2 it costs the turtle none (BQ-FIGHT-2, BQ-COMP-8)."""
    if has_power(s, seat, OVER_SHIELD) and s.attack[seat] - s.hp <= 2:
        return 0
    return lose_heart(s, seat)


# Who wins.


@rule
def round_winners(s: State, qualified: int) -> int:
    """The closest, or the second closest (BQ-FIGHT-6 to 8, BQ-FIGHT-15 to 17)."""
    ranked = qualified
    if s.reaper_blocks == 0:
        # Under the option knights are ranked among themselves (BQ-R34).
        for seat in range(s.seats):
            if s.role[seat] == REAPER:
                ranked &= ~(1 << seat)
    second = False
    for k in range(s.active):
        if s.spell_word[s.active_spell[k]] & SECOND_WINS:
            second = True
    first = best_of(s, ranked)
    if not second:
        return first
    if s.second_by_attack == 1:
        first = best_attack(s, ranked)
    return best_of(s, ranked & ~first)


@rule
def best_attack(s: State, mask: int) -> int:
    """The seats of the mask with the highest attack."""
    best = -128
    found = 0
    for seat in range(s.seats):
        if (mask >> seat) & 1:
            if s.attack[seat] > best:
                best = s.attack[seat] + 0
                found = 0
            if s.attack[seat] == best:
                found |= 1 << seat
    return found


@rule
def fox_among(s: State, mask: int) -> int:
    """The fox's owner alone, when tied; otherwise all of the mask (BQ-COMP-7, BQ-R55)."""
    for seat in range(s.seats):
        if (mask >> seat) & 1 and has_power(s, seat, TIE_PRIORITY):
            return 1 << seat
    return mask


@rule
def best_of(s: State, mask: int) -> int:
    """Highest attack; tied: the fox, then the fewest weapons; still tied: all of them (BQ-FIGHT-6 to 8, BQ-R30)."""
    tied = best_attack(s, mask)
    if s.fox_late == 0:
        tied = fox_among(s, tied)
    fewest = 127
    for seat in range(s.seats):
        if (tied >> seat) & 1:
            fewest = min(fewest, s.weapons[seat])
    found = 0
    for seat in range(s.seats):
        if (tied >> seat) & 1 and s.weapons[seat] == fewest:
            found |= 1 << seat
    if s.fox_late == 1:
        found = fox_among(s, found)
    return found


@rule
def give_keys(s: State, qualified: int) -> None:
    """One key to each winner, extra keys by spell, a bonus key for each PERFECT (BQ-FIGHT-9 to 13)."""
    extra = 0
    for k in range(s.active):
        extra += (s.spell_word[s.active_spell[k]] >> KEYS) & 3
    reaper_round = s.boss == REAPER_BOSS
    for seat in range(s.seats):
        won = (s.winners >> seat) & 1 == 1
        perfect = (qualified >> seat) & 1 == 1 and s.attack[seat] == s.hp
        if perfect:
            keys = 1
            # Only knights gain keys, and no winner of the Reaper round does (BQ-REAP-6, BQ-REAP-17, BQ-R35).
            if s.role[seat] != KNIGHT or (reaper_round and (won or s.reaper_perfects == 0)):
                keys = 0
            s.result[seat] |= PERFECT
            s.keys[seat] += keys
            s.gained[seat] += keys
            emit(s, MAKES_PERFECT, seat, keys)
        if won:
            keys = 1 + extra
            if s.role[seat] != KNIGHT or reaper_round:
                keys = 0
            s.result[seat] |= WON
            s.keys[seat] += keys
            s.gained[seat] += keys
            emit(s, WINS_ROUND, seat, keys)
    if s.winners == 0 and s.solo == 0:
        emit(s, NOBODY_WINS)


@rule
def strike(s: State, reaper: int) -> None:
    """The Reaper player takes a heart of everyone with a lower attack, qualified or not (BQ-REAP-16, BQ-R39)."""
    for seat in range(s.seats):
        if seat != reaper and takes_part(s, seat) and s.attack[seat] < s.attack[reaper]:
            s.result[seat] |= STRUCK
            emit(s, STRIKES, seat, lose_heart(s, seat))
