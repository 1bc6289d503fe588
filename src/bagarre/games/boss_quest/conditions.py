"""Whom a condition would put out of the round, as far as a seat can see (BQ-SPELL-12, BQ-SPELL-13)."""

from bagarre.kernel.speech import Speech

from . import effects
from .fights import misses, shows
from .odds import passes, unseen
from .rules.fight import meets_conditions
from .rules.strength import hidden_worth, is_over, takes_part
from .state import MINUS, USE, State


def thrown_out(s: State, seat: int, word: int) -> tuple[list[int], list[int]]:
    """The others whom it would surely put out, and those whom it may: whoever can still ask for weapons may find what it asks. Who is
    over already is out without it."""
    sure: list[int] = []
    maybe: list[int] = []
    for other in range(s.seats):
        if other == seat or not takes_part(s, other) or shows(s, other, word):
            continue
        if s.hidden[other] >= 0:
            if not misses(s, other, word) or is_over(s, other):
                continue
            doomed = True
        else:
            if passes(s, other) == 100:
                continue
            doomed = not _may_hide(s, other, word)
        (sure if doomed and s.visited[other] else maybe).append(other)
    return sure, maybe


def _may_hide(s: State, seat: int, word: int) -> bool:
    """Would one of the weapons that may be hidden there meet it?"""
    t = s.copy()
    for card in unseen(s):
        if hidden_worth(s, card, MINUS) <= s.most[seat]:
            t.hidden[seat] = card
            if meets_conditions(t, seat, word & effects.REQUIRES):
                return True
    return False


def offers(s: State, reader: int, speech: Speech) -> dict[str, str]:
    """For activating a condition: everybody whom it would put out, the reader first."""
    if s.phase != USE or s.slot >= s.faces or not s.spell_word[s.market[s.slot]] & effects.REQUIRES:
        return {}
    word = s.spell_word[s.market[s.slot]]
    sure, maybe = (
        [str(speech.name("seat", seat)) for seat in seats] for seats in thrown_out(s, reader, word)
    )
    if misses(s, reader, word) and not is_over(s, reader):
        sure.insert(0, speech.say("why.you"))
    key = "both" if sure and maybe else "sure" if sure else "maybe" if maybe else "none"
    told = speech.say(f"board.hint.out_{key}", sure=", ".join(sure), maybe=", ".join(maybe))
    return {"activate": told}
