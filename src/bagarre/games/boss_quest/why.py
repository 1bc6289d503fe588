"""Why the lines of a fight and the end are what they are, for the log."""

from collections.abc import Callable, Sequence

from bagarre.kernel.events import Event
from bagarre.kernel.reasons import Because, plainly
from bagarre.kernel.speech import Speech

from . import stakes
from .fights import FightWords, by_perfect, heartless, tie_break
from .rules.strength import next_seat, takes_part
from .state import BY_KEYS, BY_LAST_HEART, BY_LAST_KNIGHT, BY_LAST_ROUND, BY_REAPER, NOBODY, State

PLAIN = (
    "nobody_wins",
    "strikes",
    "eliminated",
    "no_winner",
    "league_fails",
    "cancels",
)
"""Results that one sentence explains, whatever came before."""
EXPLAINED = {
    "round_begins": "",
    "passes_limit": "attack",
    "misses_condition": "attack",
    "qualifies": "attack",
    "makes_perfect": "n",
    "wins_round": "n",
    "wins_game": "",
    **dict.fromkeys(PLAIN, ""),
}
END_CLAUSES = {
    BY_KEYS: ("goal", "BQ-END-2"),
    BY_LAST_HEART: ("last_heart", "BQ-END-4"),
    BY_LAST_ROUND: ("last_round", "BQ-R21"),
    BY_LAST_KNIGHT: ("last_knight", "BQ-REAP-22"),
    BY_REAPER: ("reaper", "BQ-REAP-20"),
}
"""Why the game ended, with the clause; the solo endings say it themselves."""


def because(known: State, told: Sequence[Event], speech: Speech) -> dict[int, list[Because]]:
    return {
        place: found
        for place, event in enumerate(told)
        if event.kind.name in EXPLAINED and (found := _reasons(known, event, speech))
    }


def _reasons(s: State, event: Event, speech: Speech) -> list[Because]:
    if event.kind.name in PLAIN:
        return plainly(event, speech)
    if event.kind.name == "round_begins":
        return _beginning(s, speech)
    words, seat = FightWords(s, speech, NOBODY), event.values[0]
    assert seat is not None
    says: dict[str, Callable[[], list[Because]]] = {
        "makes_perfect": lambda: [_perfect(event.values[1] or 0, speech)],
        "wins_round": lambda: words.round_keys(seat),
        "wins_game": lambda: ending(s, seat, speech),
    }
    if event.kind.name in says:
        return says[event.kind.name]()
    return [*words.attack_sum(seat), *words.verdict(seat), *_free(words.hearts(seat))]


def _beginning(s: State, speech: Speech) -> list[Because]:
    """Who plays last and who first, and who may end the game by this round."""
    if s.solo:
        return []
    key, clause = ("armourer_moves", "BQ-NEXT-5") if s.round > 1 else ("armourer", "BQ-TURN-2")
    names = {
        "armourer": speech.name("seat", s.armourer),
        "first": speech.name("seat", next_seat(s, s.armourer)),
    }
    reasons: list[Because] = [{"value": None, "reason": speech.say(f"why.{key}", **names), "clause": clause}]
    near = [seat for seat in range(s.seats) if stakes.way(s, seat, 1)]
    dying = [seat for seat in range(s.seats) if not s.reaper and s.hearts[seat] == 1 and takes_part(s, seat)]
    told = [speech.say("why.may_end_keys", seat=speech.name("seat", seat), n=s.keys[seat]) for seat in near]
    told += [speech.say("why.may_end_heart", seat=speech.name("seat", seat)) for seat in dying]
    if told:
        clause = "BQ-END-2" if near else "BQ-END-4"
        said = speech.say("why.may_end", names=", ".join(told))
        reasons.append({"value": None, "reason": said, "clause": clause})
    return reasons


def _free(reasons: list[Because]) -> list[Because]:
    """Hearts are not part of the sum of an attack."""
    return [{**each, "value": None} for each in reasons]


def _perfect(keys: int, speech: Speech) -> Because:
    return {"value": keys, "reason": speech.say("why.key_perfect"), "clause": "BQ-FIGHT-10"}


def ending(s: State, seat: int, speech: Speech, reader: int = NOBODY) -> list[Because]:
    """Why the game is over, and what broke a tie (BQ-END-2 to 5), as one reader is told, or anybody."""
    if s.how not in END_CLAUSES:
        return []
    key, clause = END_CLAUSES[s.how]
    reasons: list[Because] = [
        {
            "value": None,
            "reason": speech.say(
                f"why.end.{key}", n=s.keys[seat], goal=s.goal, dead=heartless(s, reader, speech)
            ),
            "clause": clause,
        }
    ]
    if s.how == BY_KEYS and by_perfect(s, seat):
        reasons.append({"value": None, "reason": speech.say("why.end.perfect"), "clause": "BQ-FIGHT-10"})
    if level := tie_break(s, seat, reader, speech):
        reasons.append({"value": None, "reason": level, "clause": "BQ-END-5"})
    return reasons
