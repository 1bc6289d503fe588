"""Odds from what everybody sees: the opening rolls exactly, the damage to expect, the next roll of an auction.

`Fight` is all that the dice of a combat depend on. `opening` gives the exact distribution of the difference attack − defence after
the opening rolls. `outlook` goes on from there under sensible play: both sides weigh wounds against tokens, a token being worth
TOKEN wounds, and each raises when that pays; rerolls and optional powers are left aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .programs import (
    FACE_MULTIPLIER,
    FREE_RAISE,
    IF_SUPPORT,
    IGNORE_REDUCTION,
    MODIFY_DAMAGE,
    TAKEN,
)
from .rules.auction import (
    can_do_something,
    can_strike_back,
    entity_of,
    has_free_raise,
    is_attacker,
    is_entity,
    reroll_refusal,
    window_power_refusal,
)
from .rules.board import op_of, reach_price
from .rules.combat import (
    active_op,
    can_support,
    face_factor,
    guard_refusal,
    principal,
    result_bonus,
    roll_mode_of,
    set_dice,
    target_spot,
)
from .rules.damage import base_damage, suffers_as
from .state import CHARACTER, COSMIC, GALACTUS, GUARDING, MODULE, NOBODY, THANOS, State

TOKEN = 0.4
"""Wounds that a power token is worth to a sensible player."""
REACH = 90
"""Differences beyond ±REACH count as ±REACH."""

Chances = tuple[float, ...]
"""Probability of each value from 0 up."""


@dataclass(frozen=True)
class Side:
    """What one side of a combat can roll and inflict."""

    opening: Chances
    raises: tuple[Chances, ...]
    """The distribution of each raise it can still pay for, in order."""
    free: int
    """How many of these raises cost nothing."""
    wounds: tuple[int, ...]
    """Wounds it inflicts when it wins with a margin of 0–9, 10–19, …; none when it can reach nobody."""


@dataclass(frozen=True)
class Fight:
    attack: Side
    defence: Side
    left: int = 0
    """The life or resistance of whom the attack would bring down; 0: nobody."""


@dataclass(frozen=True)
class Odds:
    """Of the whole combat, raises included: how it ends, and the wounds to expect."""

    won: float
    tied: float
    lost: float
    dealt: float
    taken: float
    felled: float
    """The chance that the target goes down."""


@dataclass(frozen=True)
class After:
    """Chances after one more roll, for the side that makes it."""

    ahead: float
    level: float
    behind: float
    more: float
    """Of inflicting more than if the combat stopped now (BW-DAMAGE-1)."""
    dealt: float
    taken: float
    """Wounds on average if the combat stopped after that roll."""


# Dice.


def die(sides: int, mode: int = 0, factor: int = 1, bonus: int = 0) -> Chances:
    """One result: a die, best (mode > 0) or worst (mode < 0) of two, times a factor, plus a bonus."""
    chances = [0.0] * (sides * factor + bonus + 1)
    for face in range(1, sides + 1):
        if mode > 0:
            chance = (face**2 - (face - 1) ** 2) / sides**2
        elif mode < 0:
            chance = ((sides - face + 1) ** 2 - (sides - face) ** 2) / sides**2
        else:
            chance = 1 / sides
        chances[max(0, face * factor + bonus)] += chance
    return tuple(chances)


def added(parts: Sequence[Chances]) -> Chances:
    """The sum of independent results."""
    total = np.array([1.0])
    for part in parts:
        total = np.convolve(total, np.array(part))
    return tuple(total.tolist())


# From a position to a fight.


def fight_of(s: State, initiator: int, kind: int, target: int, supporters: int, guard: int = NOBODY) -> Fight:
    """The combat that would follow from this attack; `guard` defends a module, NOBODY leaves it alone."""
    t = s.copy()
    t.initiator, t.target_kind, t.target, t.supporters = initiator, kind, target, supporters
    t.target_square = target_spot(s, kind, target)
    t.defender = target if kind == CHARACTER else guard
    t.rallied, t.outcome, t.rolls = 0, NOBODY, [0, 0]
    if kind != COSMIC:
        t.power[initiator] -= max(0, reach_price(s, initiator, t.target_square))
    set_dice(t)
    attack = _side(t, 0, [_support(t, i) for i in range(4) if supporters >> i & 1])
    if kind == COSMIC:
        return Fight(
            attack, Side(die(t.die[1]), (), 0, _plain_wounds(t.entity_strike[target], t.life[initiator]))
        )
    if t.defender == NOBODY:
        return Fight(attack, Side((1.0,), (), 0, ()), t.resistance[target])
    return Fight(attack, _side(t, 1, []), t.life[target] if kind == CHARACTER else t.resistance[target])


def _support(t: State, i: int) -> Chances:
    p = (t.initiator & 4) + i
    k = op_of(t, p, FACE_MULTIPLIER)
    factor = t.op_n[k] if k != NOBODY and t.op_when[k] & IF_SUPPORT and t.target_kind != COSMIC else 1
    return die(t.card_die[t.card[p]], 0, factor, t.victory[p] if t.support_victories else 0)


def _roll(t: State, side: int, nth: int) -> Chances:
    mode = roll_mode_of(t, side, 0, nth) + roll_mode_of(t, side, 1, nth)
    return die(t.die[side], mode, face_factor(t, side), result_bonus(t, side, nth))


def _side(t: State, side: int, support: list[Chances]) -> Side:
    p = t.initiator if side == 0 else t.defender
    free = 0
    if has_free_raise(t, side):
        free = t.op_n[active_op(t, side, FREE_RAISE)] - t.free_raises[p]
    raises = tuple(_roll(t, side, nth) for nth in range(1, t.power[p] + free + 1))
    return Side(added([_roll(t, side, 0), *support]), raises, free, _wounds(t, side))


def _wounds(t: State, side: int) -> tuple[int, ...]:
    """What the principal of that side inflicts for each ten of margin."""
    t.outcome = side
    strike = base_damage(t, side)
    hardened = active_op(t, side, IGNORE_REDUCTION) != NOBODY
    t.outcome = NOBODY
    if side == 0:
        if t.target_kind == MODULE:
            return _plain_wounds(strike, t.resistance[t.target])
        if t.target_kind == COSMIC:
            return _plain_wounds(strike, {GALACTUS: t.energy, THANOS: t.wanderer_life}.get(t.target, 99))
        return _taken(t, t.defender, strike, hardened)
    attackers = [t.initiator, *((t.initiator & 4) + i for i in range(4) if t.supporters >> i & 1)]
    within = [p for p in attackers if can_strike_back(t, p)]
    if not within:
        return ()
    return max((_taken(t, p, strike, hardened) for p in within), key=lambda wounds: wounds[0])


def _taken(t: State, p: int, strike: int, hardened: bool) -> tuple[int, ...]:
    """After the mandatory reductions of the one who takes it, and never more than its life."""
    wounds = []
    card = t.card[p]
    for tens in range(REACH // 10 + 1):
        damage = strike + tens
        for k in range(t.card_first[card], t.card_first[card] + t.card_ops[card]):
            reduces = t.op_kind[k] == MODIFY_DAMAGE and t.op_how[k] == TAKEN and not hardened
            if reduces and suffers_as(t, p, t.op_when[k]):
                damage = min(damage, max(damage + t.op_n[k], t.op_cost[k]))
        wounds.append(min(damage, t.life[p]))
    return tuple(wounds)


def _plain_wounds(strike: int, most: int) -> tuple[int, ...]:
    return tuple(min(strike + tens, most) for tens in range(REACH // 10 + 1))


# The opening rolls.


@lru_cache(maxsize=4096)
def opening(fight: Fight) -> tuple[float, ...]:
    """The distribution of attack − defence from −REACH to REACH."""
    return tuple(_opening(fight).tolist())


def _opening(fight: Fight) -> NDArray[np.float64]:
    chances = np.zeros(2 * REACH + 1)
    difference = np.convolve(np.array(fight.attack.opening), np.array(fight.defence.opening)[::-1])
    first = -(len(fight.defence.opening) - 1)
    for k, chance in enumerate(difference):
        chances[min(2 * REACH, max(0, REACH + first + k))] += chance
    return chances


@lru_cache(maxsize=4096)
def chances_at_opening(fight: Fight) -> tuple[float, float, float]:
    """Ahead, level, behind."""
    chances = _opening(fight)
    return float(chances[REACH + 1 :].sum()), float(chances[REACH]), float(chances[:REACH].sum())


# Sensible play to the end.


@dataclass(frozen=True)
class Worth:
    """For each difference: utility for the attack, wounds dealt and taken, chances that the attack wins, that it loses, and that its target goes down."""

    utility: NDArray[np.float64]
    dealt: NDArray[np.float64]
    taken: NDArray[np.float64]
    won: NDArray[np.float64]
    lost: NDArray[np.float64]
    felled: NDArray[np.float64]

    @property
    def all(self) -> tuple[NDArray[np.float64], ...]:
        return self.utility, self.dealt, self.taken, self.won, self.lost, self.felled

    def shifted(self, chances: Chances, sign: int) -> Worth:
        """The mean over a roll that adds to the attack (sign 1) or to the defence (sign −1)."""
        return Worth(*(_shift(values, chances, sign) for values in self.all))

    def paying(self, price: float) -> Worth:
        return replace(self, utility=self.utility - price)

    def choose(self, other: Worth, better: NDArray[np.bool_]) -> Worth:
        """`other` where it is better, this elsewhere."""
        return Worth(*(np.where(better, new, old) for new, old in zip(other.all, self.all, strict=True)))


def _shift(values: NDArray[np.float64], chances: Chances, sign: int) -> NDArray[np.float64]:
    width = len(chances) - 1
    if sign > 0:
        padded = np.concatenate([values, np.full(width, values[-1])])
        return np.convolve(padded, np.array(chances)[::-1], mode="valid")
    padded = np.concatenate([np.full(width, values[0]), values])
    return np.convolve(padded, np.array(chances), mode="valid")


def _final(fight: Fight) -> Worth:
    difference = np.arange(-REACH, REACH + 1)
    tens = np.minimum(np.abs(difference) // 10, REACH // 10)
    dealt = np.where(difference > 0, np.array(fight.attack.wounds or (0,) * 10)[tens], 0)
    taken = np.where(difference < 0, np.array(fight.defence.wounds or (0,) * 10)[tens], 0)
    felled = dealt >= fight.left if fight.left else np.zeros_like(dealt)
    ends = (dealt - taken, dealt, taken, difference > 0, difference < 0, felled)
    return Worth(*(values.astype(float) for values in ends))


@lru_cache(maxsize=1024)
def outlook(fight: Fight) -> Odds:
    """How sensible play ends the combat, and the wounds that it leads to: all of one computation."""
    chances = _opening(fight)
    worth = _auction(fight)
    won, lost, dealt, taken, felled = (
        float(chances @ values) for values in (worth.won, worth.lost, worth.dealt, worth.taken, worth.felled)
    )
    return Odds(won, max(0.0, 1 - won - lost), lost, dealt, taken, felled)


def _auction(fight: Fight) -> Worth:
    """The value of the first window, the attacker's, by the tokens that both sides have left."""
    final = _final(fight)
    difference = np.arange(-REACH, REACH + 1)
    level, behind, ahead = difference == 0, difference < 0, difference > 0
    attack, defence = fight.attack, fight.defence
    pressing_attack = _pressing(final, attack, 1)
    pressing_defence = (
        _pressing(final, defence, -1) if defence.wounds else [final] * (len(defence.raises) + 1)
    )
    first: dict[tuple[int, int], Worth] = {}
    second: dict[tuple[int, int], Worth] = {}
    """The attacker's and the defender's windows with i and j raises already made."""
    for i in range(len(attack.raises), -1, -1):
        for j in range(len(defence.raises), -1, -1):
            raise_a = _raised(second.get((i + 1, j)), attack, i, 1)
            raise_d = _raised(first.get((i, j + 1)), defence, j, -1)
            # Behind: raise or yield. Level or ahead: raise or hold; the other side, behind, then answers; a defender who
            # holds at equal totals is taken to end the auction.
            behind_a = _better(pressing_defence[j], raise_a, 1)
            behind_d = _better(pressing_attack[i], raise_d, -1)
            hold_d = behind_a.choose(final, level)
            window_d = _better(hold_d, raise_d, -1).choose(behind_d, ahead)
            hold_a = window_d
            window_a = _better(hold_a, raise_a, 1).choose(behind_a, behind)
            first[i, j], second[i, j] = window_a, window_d
    return first[0, 0]


def _pressing(final: Worth, side: Side, sign: int) -> list[Worth]:
    """Once the other has yielded: raise again or stop, by the number of raises already made."""
    worths = [final]
    for made in range(len(side.raises) - 1, -1, -1):
        price = 0.0 if made < side.free else TOKEN
        raised = worths[0].shifted(side.raises[made], sign).paying(sign * price)
        worths.insert(0, _better(final, raised, sign))
    return worths


def _raised(after: Worth | None, side: Side, made: int, sign: int) -> Worth | None:
    if after is None:
        return None
    price = 0.0 if made < side.free else TOKEN
    return after.shifted(side.raises[made], sign).paying(sign * price)


def _better(one: Worth, other: Worth | None, sign: int) -> Worth:
    if other is None:
        return one
    return one.choose(other, sign * other.utility > sign * one.utility)


# What the table asks for.


def odds_of_attack(s: State, initiator: int, kind: int, target: int, supporters: int = 0) -> Odds:
    """Odds of an attack, against the best guard when it is on a module that somebody guards."""
    guards = guards_of(s, kind, target)
    fights = [fight_of(s, initiator, kind, target, supporters, guard) for guard in guards or [NOBODY]]
    return max((outlook(fight) for fight in fights), key=lambda odds: odds.taken - odds.dealt)


def opening_of_attack(s: State, initiator: int, kind: int, target: int) -> tuple[float, float, float]:
    """The chances after the opening rolls alone: quicker."""
    guards = guards_of(s, kind, target)
    fights = [fight_of(s, initiator, kind, target, 0, guard) for guard in guards or [NOBODY]]
    return min(chances_at_opening(fight) for fight in fights)


def guards_of(s: State, kind: int, target: int) -> list[int]:
    """Who could defend the module."""
    if kind != MODULE:
        return []
    t = s.copy()
    t.target, t.target_square = target, s.module_square[target]
    owner = target // 3
    return [q for q in range(4 * owner, 4 * owner + 4) if guard_refusal(t, q) == 0]


def declared(s: State, supporters: int, guard: int = NOBODY) -> Fight:
    """The combat that is being declared, with these supporters, and that guard or the first who could defend."""
    guards = guards_of(s, s.target_kind, s.target)
    if guard == NOBODY and guards and s.stage != GUARDING:
        guard = guards[0]
    return fight_of(s, s.initiator, s.target_kind, s.target, supporters, guard)


def supporters_of(s: State, initiator: int, kind: int, target: int) -> int:
    """The mask of all who could join."""
    t = s.copy()
    t.initiator, t.target_kind, t.target = initiator, kind, target
    return sum(1 << i for i in range(4) if can_support(t, (initiator & 4) + i))


def odds_of_roll(s: State, side: int, roller: int, nth: int, replaced: int) -> After:
    """Where combat side `side` stands once `roller` has rolled its nth die, which replaces `replaced` points."""
    chances = _roll(s, roller, nth)
    return _compared(s, side, roller, chances, replaced)


def odds_of_support(s: State, side: int, i: int) -> After:
    """The same for the reroll of a supporter's die."""
    bonus = s.support_worth[i] - _support_factor(s, i) * s.support_face[i]
    chances = die(s.card_die[s.card[(s.initiator & 4) + i]], 0, _support_factor(s, i), bonus)
    return _compared(s, side, 0, chances, s.support_worth[i])


def wounds_now(s: State, side: int) -> tuple[int, ...]:
    """What that side of the combat that is on would inflict for each ten of margin; zeros when it can reach nobody."""
    nothing = (0,) * (REACH // 10 + 1)
    if is_entity(s, side):
        return _plain_wounds(s.entity_strike[entity_of(s, side)], s.life[principal(s, 1 - side)])
    if principal(s, side) == NOBODY:
        return nothing
    t = s.copy()
    if s.initiator == NOBODY:
        # The wanderer attacks: whoever beats it wounds it.
        t.outcome = side
        return _plain_wounds(base_damage(t, side), s.wanderer_life)
    return _wounds(t, side) or nothing


def wounds_at_stake(s: State) -> int:
    """The wounds that the side ahead would inflict if the combat stopped now."""
    lead = s.total[0] - s.total[1]
    return wounds_now(s, 0 if lead > 0 else 1)[min(abs(lead) // 10, REACH // 10)] if lead else 0


def struck(s: State) -> list[int]:
    """Whom the side ahead could wound if the combat stopped now: the defender, or any attacker within reach (BW-DAMAGE-3, BW-DAMAGE-4)."""
    lead = s.total[0] - s.total[1]
    side = 0 if lead > 0 else 1
    if not lead or is_entity(s, 1 - side) or (principal(s, side) == NOBODY and not is_entity(s, side)):
        return []
    if is_entity(s, side):
        return [principal(s, 1 - side)]
    if side == 0:
        return [s.defender] if s.target_kind == CHARACTER else []
    return [p for p in range(8) if is_attacker(s, p) and can_strike_back(s, p)]


def falling(s: State, more: int = 0) -> list[int]:
    """Of these, whom the wounds would put down, with so many tens of margin more (BW-DEATH-1)."""
    lead = s.total[0] - s.total[1]
    side, tens = (0 if lead > 0 else 1), min(abs(lead) // 10 + more, REACH // 10)
    found = struck(s)
    if not found or is_entity(s, side):
        return [p for p in found if wounds_now(s, side)[tens] >= s.life[p]]
    t = s.copy()
    t.outcome = side
    strike = base_damage(t, side)
    hardened = active_op(t, side, IGNORE_REDUCTION) != NOBODY
    t.outcome = NOBODY
    return [p for p in found if _taken(t, p, strike, hardened)[tens] >= s.life[p]]


def hurts_more(s: State) -> bool:
    """Would ten more points of margin wound more? Not where nothing is left to lose."""
    lead = s.total[0] - s.total[1]
    found = wounds_now(s, 0 if lead > 0 else 1)
    ten = min(abs(lead) // 10, REACH // 10 - 1)
    return lead != 0 and found[ten + 1] > found[ten]


def may_press(s: State) -> bool:
    """Could the side ahead still reach one wound more once the one in the window has yielded (BW-AUCTION-9)?"""
    side = 1 - s.window
    lead = s.total[side] - s.total[s.window]
    return hurts_more(s) and can_do_something(s, side) and _most(s, side) >= 10 - lead % 10


def _most(s: State, side: int) -> int:
    """What a side could gain at best: every raise and every die rolled again at its highest, the other's at its lowest."""
    p, foe = principal(s, side), 1 - side
    most = sum(len(chances) - 1 for chances in raises_left(s, side))
    if _may_roll_again(s, side):
        last = s.rolls[side] - 1
        most += len(_roll(s, side, last)) - 1 - s.worth[side][last]
    for q in range(p & 4, (p & 4) + 4):
        if q != p and reroll_refusal(s, side, q, False) == 0:
            die_of = s.card_die[s.card[q]] - s.support_face[q & 3]
            most += die_of * _support_factor(s, q & 3)
    if window_power_refusal(s, side) == 0:
        last = s.rolls[foe] - 1
        most += (s.face[foe][last] - 1) * face_factor(s, foe)
    return most


def _may_roll_again(s: State, side: int) -> bool:
    """Has that side a green token for the last die of its own principal (BW-REROLL-3)?"""
    p = principal(s, side)
    helpers = [q for q in range(p & 4, (p & 4) + 4) if q != p and side == 0]
    return reroll_refusal(s, side, p, False) == 0 or any(
        reroll_refusal(s, side, q, True) == 0 for q in helpers
    )


def raises_left(s: State, side: int) -> list[Chances]:
    """Every raise that a side of the combat that is on can still make, in order (BW-AUCTION-2)."""
    p = principal(s, side)
    if p == NOBODY:
        return []
    free = s.op_n[active_op(s, side, FREE_RAISE)] - s.free_raises[p] if has_free_raise(s, side) else 0
    return [_roll(s, side, nth) for nth in range(s.rolls[side], min(12, s.rolls[side] + s.power[p] + free))]


def reached(s: State, side: int, points: int) -> float:
    """The chance that all the raises a side can still make bring as many points."""
    return sum(added(raises_left(s, side))[points:])


def _gained(s: State, side: int, points: int) -> float:
    """The chance that rolling its last die again brings a side as many points."""
    last = s.rolls[side] - 1
    return sum(_roll(s, side, last)[s.worth[side][last] + points :]) if _may_roll_again(s, side) else 0.0


def press_falls(s: State) -> tuple[list[int], float]:
    """Whom the side ahead could put down once the other has yielded, and how likely with all its raises or its token; nobody falls already."""
    side, lead = 1 - s.window, abs(s.total[0] - s.total[1])
    if not may_press(s) or falling(s):
        return [], 0.0
    for more in range(1, REACH // 10 + 1 - lead // 10):
        found = falling(s, more)
        if found:
            points = 10 * (lead // 10 + more) - lead
            return found, max(reached(s, side, points), _gained(s, side, points))
    return [], 0.0


def _support_factor(s: State, i: int) -> int:
    p = (s.initiator & 4) + i
    k = op_of(s, p, FACE_MULTIPLIER)
    return s.op_n[k] if k != NOBODY and s.op_when[k] & IF_SUPPORT else 1


def _compared(s: State, side: int, roller: int, chances: Chances, replaced: int) -> After:
    """How the totals compare for `side` after a roll, and the wounds if nobody went on."""
    ahead = level = behind = more = dealt = taken = 0.0
    before = s.total[side] - s.total[1 - side]
    own, other = wounds_now(s, side), wounds_now(s, 1 - side)
    last = REACH // 10
    for result, chance in enumerate(chances):
        totals = list(s.total)
        totals[roller] += result - replaced
        lead = totals[side] - totals[1 - side]
        ahead += chance * (lead > 0)
        level += chance * (lead == 0)
        behind += chance * (lead < 0)
        more += chance * (lead > 0 and own[min(lead // 10, last)] > own[min(max(before, 0) // 10, last)])
        dealt += chance * (lead > 0) * own[min(abs(lead) // 10, REACH // 10)]
        taken += chance * (lead < 0) * other[min(abs(lead) // 10, REACH // 10)]
    return After(ahead, level, behind, more, dealt, taken)
