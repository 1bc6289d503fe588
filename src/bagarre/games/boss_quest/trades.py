"""What an attack would come to after a spell: two hidden weapons that change places, a weapon given back for one of the pile, or more or less of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bagarre.kernel.speech import Speech

from . import effects
from .choices import CARD_IDS
from .odds import passes, unseen
from .rules.strength import attack_of, current_reading, hidden_worth, takes_part, visible_attack
from .state import AMOUNT, FIRST_POTION, MINUS, NO_CARD, OTHER, TARGET, USE, WEAPON, State


@dataclass(frozen=True)
class Total:
    """An attack of which a weapon may be unknown."""

    n: int
    """All of it that is known."""
    most: int
    """The most that it can be."""
    risk: int
    """In how many cases of a hundred it is above the Boss, by the cards alone."""
    whole: bool
    """Is nothing of it unknown?"""

    @property
    def how(self) -> str:
        """The word for it: its sentences are called after this."""
        if self.whole:
            return "over" if self.risk else "whole"
        return {0: "under", 100: "sure"}.get(self.risk, "odds")


def of(s: State, seat: int) -> Total:
    """The attack of a seat as it is now."""
    return after_swap(s, seat, seat)


def after_swap(s: State, seat: int, other: int) -> Total:
    """The attack of a seat with the hidden weapon of another one (BQ-SPELL-3)."""
    seen, card = visible_attack(s, seat), s.hidden[other]
    return _with(s, seen, card, s.most[other])


def after_change(s: State, seat: int, more: int) -> Total:
    """The attack of a seat with so much more of it (BQ-GEN-5)."""
    return _with(s, visible_attack(s, seat) + more, s.hidden[seat], s.most[seat])


def after_giving(s: State, seat: int) -> Total:
    """The attack of a seat with somebody's hidden weapon instead of its own, nobody knows yet whose."""
    return _with(s, visible_attack(s, seat), NO_CARD, max(s.worth))


def after_exchange(s: State, seat: int, given: int) -> Total:
    """The attack of a seat whose hidden weapon is known, with the top of the pile instead of that weapon (BQ-SPELL-4)."""
    reading = current_reading(s, given - FIRST_POTION) if given >= FIRST_POTION else 0
    return _with(s, attack_of(s, seat) - hidden_worth(s, given, reading or MINUS), s.top, max(s.worth))


def _with(s: State, n: int, card: int, most: int) -> Total:
    """So much, and a card of at most that worth."""
    if card >= 0:
        whole = n + hidden_worth(s, card, MINUS)
        return Total(whole, whole, 100 * (whole > s.hp), True)
    worths: Sequence[int] = [
        worth for other in unseen(s) if (worth := hidden_worth(s, other, MINUS)) <= most
    ] or [0]
    above = sum(n + worth > s.hp for worth in worths)
    return Total(n, n + max(worths), round(100 * above / len(worths)), False)


# In a few words, for the keys.

HINTS = {
    "whole": "attack",
    "over": "attack_over",
    "under": "attack_under",
    "odds": "attack_odds",
    "sure": "attack_sure",
}


def offers(s: State, reader: int, speech: Speech) -> dict[str, str]:
    """For each choice of the reader that changes an attack, what it makes of it: of the reader's, where it does."""
    if s.phase in (TARGET, OTHER) and effects.action_of(s.spell_word[s.spell]) == effects.SWAP_HIDDEN:
        if s.phase == TARGET:
            return {f"player {reader}": _told(after_giving(s, reader), speech)}
        return {
            f"with {seat}": _swapped(s, reader, seat, speech)
            for seat in range(s.seats)
            if seat != s.target and takes_part(s, seat)
        }
    if s.phase == USE and s.slot < s.faces and s.market[s.slot] >= 0:
        return _moved(s, reader, s.spell_word[s.market[s.slot]], speech)
    if s.phase == TARGET and s.spell_word[s.spell] & (effects.ATTACK_UP | effects.ATTACK_DOWN):
        return {f"player {seat}": _aimed(s, seat, speech) for seat in range(s.seats) if takes_part(s, seat)}
    if s.phase == AMOUNT and s.target >= 0 and s.hidden[s.target] < 0:
        step = _step(s)
        return {f"amount {n}": _told(after_change(s, s.target, step * n), speech) for n in (1, 2)}
    if s.phase == WEAPON and s.hidden[s.target] >= 0:
        laid = [card for card, owner in zip(s.laid_card[: s.laid], s.laid_seat) if owner == s.target]
        told = {f"weapon {CARD_IDS[card]}": after_exchange(s, s.target, card) for card in laid}
        told["hidden"] = after_exchange(s, s.target, s.hidden[s.target])
        return {choice: _told(total, speech) for choice, total in told.items()}
    return {}


def _moved(s: State, reader: int, word: int, speech: Speech) -> dict[str, str]:
    """Of a spell that moves the Boss's hit points: where either amount leaves the reader."""
    step = bool(word & effects.BOSS_UP) - bool(word & effects.BOSS_DOWN)
    if not step:
        return {}
    first, second = (attack_of(s, reader) - s.hp - step * n for n in (1, 2))
    if first * second > 0:
        key, values = "over" if first > 0 else "short", {"n": abs(first), "further": abs(second)}
    else:
        # One of them is exactly there.
        key, values = "exact_over" if first + second > 0 else "exact", {"n": 1 if first == 0 else 2}
    return {"activate": speech.say(f"board.hint.boss_{'up' if step > 0 else 'down'}_{key}", **values)}


def _step(s: State) -> int:
    """Does the spell that is being cast raise an attack, or lower it?"""
    return 1 if s.spell_word[s.spell] & effects.ATTACK_UP else -1


def _aimed(s: State, seat: int, speech: Speech) -> str:
    """Of a spell that changes an attack by up to 2: what it comes to, or how likely it is too high then."""
    step = _step(s)
    if s.hidden[seat] < 0:
        now, then = passes(s, seat), passes(s, seat, 2 * step)
        key = {(0, 0): "aimed_never", (100, 100): "aimed_always"}.get((now, then), "aimed_odds")
        return speech.say(f"board.hint.{key}", risk=now, then=then)
    n, one, two = (str(attack_of(s, seat) + change).replace("-", "−") for change in (0, step, 2 * step))
    return speech.say("board.hint.aimed", n=n, one=one, two=two)


def _swapped(s: State, reader: int, seat: int, speech: Speech) -> str:
    if reader not in (seat, s.target):
        return _told(after_swap(s, seat, s.target), speech)
    other = s.target if seat == reader else seat
    return speech.say("board.hint.you", told=_told(after_swap(s, reader, other), speech))


def _told(total: Total, speech: Speech) -> str:
    n = str(total.n).replace("-", "−")
    return speech.say(f"board.hint.{HINTS[total.how]}", n=n, risk=total.risk, most=total.most)
