"""Whether a key more for the winner of the round would be the reader's, as things stand (BQ-SPELL-15)."""

from bagarre.kernel.speech import Speech

from . import effects
from .fights import misses
from .odds import unseen
from .rules.strength import attack_of, has_power, hidden_worth, is_over, takes_part, visible_attack
from .state import MINUS, NO_CARD, TAKE, USE, State


def worth(s: State) -> int:
    """The keys of this round for whoever wins it, a PERFECT apart (BQ-FIGHT-9, BQ-SPELL-15)."""
    return 1 + sum(s.spell_word[s.active_spell[k]] >> effects.KEYS & 3 for k in range(s.active))


def second_wins(s: State) -> bool:
    """Is the round for the second one (BQ-SPELL-16)?"""
    return any(s.spell_word[s.active_spell[k]] & effects.SECOND_WINS for k in range(s.active))


def may_lead(s: State, seat: int) -> list[int]:
    """Who may be closer to the Boss than a seat without passing it, by what the seat sees: whoever may still ask for weapons can."""
    own = attack_of(s, seat)
    return [
        other
        for other in range(s.seats)
        if other != seat and takes_part(s, other) and _may_lead(s, other, own)
    ]


def _may_lead(s: State, other: int, own: int) -> bool:
    if s.hidden[other] >= 0:
        attack = attack_of(s, other)
        return own < attack <= s.hp or (not s.visited[other] and own < s.hp and attack < s.hp)
    worths = [value for card in unseen(s) if (value := hidden_worth(s, card, MINUS)) <= s.most[other]]
    reached = [visible_attack(s, other) + value for value in worths]
    if not s.visited[other]:
        return own < s.hp and min(reached, default=0) < s.hp
    return any(own < attack <= s.hp for attack in reached)


def standing(s: State, seat: int) -> str:
    """Out of the round by too much or by a condition, short of the Boss, exact with rivals who would win a tie, or exact without;
    empty while the second one wins, for then it takes another to say."""
    words = [s.spell_word[s.active_spell[k]] for k in range(s.active)]
    if is_over(s, seat):
        return "over"
    if any(misses(s, seat, word) for word in words):
        return "out"
    if s.solo or second_wins(s):
        return ""
    if attack_of(s, seat) < s.hp:
        return "short"
    return "tie" if ahead(s, seat) else "exact"


def ahead(s: State, seat: int) -> list[int]:
    """Who may come level with a seat that has exactly the hit points, and be ahead of it: by the fox, or by fewer weapons (BQ-FIGHT-7,
    BQ-COMP-7)."""
    if has_power(s, seat, effects.TIE_PRIORITY):
        return []
    return [
        other
        for other in range(s.seats)
        if other != seat and takes_part(s, other) and _may_be_ahead(s, other, s.weapons[seat])
    ]


def _may_be_ahead(s: State, other: int, weapons: int) -> bool:
    fox = has_power(s, other, effects.TIE_PRIORITY)
    if not s.visited[other] and (fox or s.weapons[other] + 1 < weapons):
        # A weapon more leaves it ahead.
        return visible_attack(s, other) < s.hp
    return (fox or s.weapons[other] < weapons) and _may_be_exact(s, other)


def _may_be_exact(s: State, other: int) -> bool:
    if s.hidden[other] >= 0:
        return attack_of(s, other) == s.hp
    wanted = s.hp - visible_attack(s, other)
    return wanted <= s.most[other] and any(hidden_worth(s, card, MINUS) == wanted for card in unseen(s))


def offers(s: State, reader: int, speech: Speech) -> dict[str, str]:
    """For the choices that would lay such a spell, whose key it would be, where that is not simply the winner's."""
    if s.phase not in (TAKE, USE) or (how := standing(s, reader)) not in ("over", "out", "tie"):
        return {}
    laid = {slot: spell for slot, spell in enumerate(s.market[: s.faces]) if spell != NO_CARD}
    gives = [slot for slot, spell in laid.items() if s.spell_word[spell] >> effects.KEYS & 3]
    key = "board.hint.prize_tie" if how == "tie" else "board.hint.prize_other"
    told = {f"take {slot}": speech.say(key) for slot in gives}
    if s.phase == USE and s.slot in gives:
        told["activate"] = speech.say(f"{key}_whole")
    return told
