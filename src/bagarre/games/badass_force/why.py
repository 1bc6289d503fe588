"""Why a result is what it is, for the log and the board: points, revealed cards, deaths, dice, the end."""

from collections.abc import Callable, Sequence

from bagarre.kernel.events import Event
from bagarre.kernel.reasons import Because, plainly
from bagarre.kernel.speech import Speech

from .rules.table import BITS, top_square
from .rules.turn import rank
from .state import BY_ATTACK, BY_BLUFF, BY_DENIAL, BY_LIMIT, CAST, CAUSES, NONE, VENGEANCE, State

PLAIN = (
    "unchallenged",
    "cancels",
    "absorbs",
    "misses",
    "fizzles",
    "explodes",
    "jams",
    "loses",
    "perishes",
    "topples",
    "dodges",
    "returns",
    "must_differ",
    "cool_point",
)
"""Results that one sentence explains, whatever came before."""
EXPLAINED = {
    "first": "",
    "charges": "n",
    "scores": "n",
    "rolls": "",
    "proves": "",
    "caught": "",
    "dies": "",
    "comes_back": "",
    "avenges": "",
    "wins": "n",
    "ties": "n",
    **dict.fromkeys(PLAIN, ""),
}
CAUSE_CLAUSES = (
    "BF-ATT-4", "BF-R35", "BF-ATT-2", "BF-OVER-4", "BF-DEN-8", "BF-DEN-5", "BF-ATT-2",
)  # fmt: skip
"""Why a character is lost, in the order of the causes of the state."""
STRUCK = ("attacks", "endures", "stands", "caught", "proves")
"""What may come right before an attack strikes."""
COLOUR_CLAUSES = ("BF-ARMORY-2", "BF-ARMORY-3", "BF-ARMORY-4")


def because(known: State, told: Sequence[Event], speech: Speech) -> dict[int, list[Because]]:
    why = Why(known, told, speech)
    return {place: why.of(place) for place, event in enumerate(told) if event.kind.name in EXPLAINED}


def why_it_ended(s: State, speech: Speech) -> list[Because]:
    """The points of the first of the winners, and what decided."""
    winner = next(seat for seat in range(s.seats) if rank(s, seat) == 1)
    return Why(s, (), speech).ending(winner)


class Why:
    """The reasons of the events of one step."""

    def __init__(self, s: State, told: Sequence[Event], speech: Speech) -> None:
        self.s, self.told, self.speech = s, told, speech

    def of(self, place: int) -> list[Because]:
        says: dict[str, Callable[[int], list[Because]]] = {
            "first": self._first,
            "charges": self._charges,
            "scores": self._scores,
            "rolls": self._rolls,
            "proves": self._revealed,
            "caught": self._revealed,
            "dies": self._dies,
            "comes_back": self._comes_back,
            "avenges": self._avenges,
            "wins": self._wins,
            "ties": self._wins,
        }
        name = self.told[place].kind.name
        return says[name](place) if name in says else plainly(self.told[place], self.speech)

    def _first(self, place: int) -> list[Because]:
        """Who begins is drawn, unless the host has fixed it."""
        drawn = self.s.first_seat == NONE
        return [self._one("drawn", None, "BF-SETUP-12") if drawn else self._one("fixed", None, "BF-R3")]

    def _charges(self, place: int) -> list[Because]:
        """1 or 2 by the mode, less what the weapon cannot hold."""
        seat, fits, _ = self._numbers(place)
        # A weapon that explodes at once, under the option, may change the mode afterwards.
        later = [event for event in self.told[place:] if event.kind.name == "avenges"]
        vengeful = self.s.mode[seat] == VENGEANCE and not any(event.values[0] == seat for event in later)
        gained = 2 if vengeful else 1
        reasons = [
            self._one("vengeful" if vengeful else "cool", gained, f"BF-CHARGE-{gained}"),
        ]
        if fits < gained:
            reasons.append(self._one("full", fits - gained, "BF-CHARGE-4", n=self._top(seat)))
        return reasons

    def _top(self, seat: int) -> int:
        return top_square(self.s, self.s.weapon[seat])

    def _scores(self, place: int) -> list[Because]:
        """First or further kill of the turn, and whether the victim led."""
        points = self._numbers(place)[1]
        loss = next(k for k in range(place, -1, -1) if self.told[k].kind.name == "dies")
        if self.s.flat_denunciation and self._numbers(loss)[3] in (BY_BLUFF, BY_DENIAL):
            return [self._one("flat", points, "BF-R17")]
        led = any(self.told[k].kind.name == "topples" for k in range(loss, place))
        base = points - led
        reasons = [
            self._one("first", 2, "BF-SCORE-2") if base == 2 else self._one("further", 1, "BF-SCORE-3")
        ]
        if led:
            victim = self.speech.name("seat", self._numbers(loss)[0])
            reasons.append(self._one("leader", 1, "BF-SCORE-4", victim=victim))
        return reasons

    def _rolls(self, place: int) -> list[Because]:
        """What each die brings to whom."""
        _, *colours = self._numbers(place)
        names = ("green", "yellow", "red")
        reasons = [self._one(f"die.{names[colour]}", None, COLOUR_CLAUSES[colour]) for colour in colours]
        if colours == [2, 2]:
            reasons.append(self._one("die.jam", None, "BF-ARMORY-5"))
        return reasons

    def _revealed(self, place: int) -> list[Because]:
        """What lay in front, what it means, and whose denunciation counted."""
        event = self.told[place]
        true = event.kind.name == "proves"
        denouncer = self.speech.name("seat", self._numbers(place)[2 if true else 3])
        reasons = [
            self._one(
                "true" if true else "lie",
                None,
                "BF-DEN-5" if true else "BF-DEN-8",
                denouncer=denouncer,
                seat=self.speech.name("seat", self._numbers(place)[0]),
            )
        ]
        if sum(other.kind.name == "denounces" for other in self.told[:place]) > 1:
            reasons.append(self._one("first_denouncer", None, "BF-DEN-2", denouncer=denouncer))
        if not true:
            reasons.append(self._one("no_power", None, "BF-DEN-9"))
        return reasons

    def _dies(self, place: int) -> list[Because]:
        cause = self._numbers(place)[3]
        assert 0 <= cause < CAUSES
        if cause == BY_ATTACK and self._unasked(place):
            return [self._one("death.unasked", None, "BF-DEF-2")]
        return [
            self._one(
                f"death.{cause}",
                None,
                CAUSE_CLAUSES[cause],
                seat=self.speech.name("seat", self._numbers(place)[0]),
            )
        ]

    def _unasked(self, place: int) -> bool:
        """Did the attack strike without a window: it cannot be defended, or nobody of the casting fits?"""
        before = (self.told[k].kind.name for k in range(place - 1, -1, -1))
        return next((name for name in before if name in STRUCK), "") in ("attacks", "endures")

    def _comes_back(self, place: int) -> list[Because]:
        character = self._numbers(place)[1]
        return [self._one("comes_back", None, "BF-C-10", text=self.speech.name("trait_text", character))]

    def _avenges(self, place: int) -> list[Because]:
        reasons = (("one_left", "BF-VENG-1"), ("seven", "BF-VENG-4"), ("red_powers", "BF-VENG-5"))
        return [self._one(key, None, clause) for key, clause in reasons]

    def _wins(self, place: int) -> list[Because]:
        """The points, why the game ends now, and what broke a tie."""
        return self.ending(self._numbers(place)[0])

    def ending(self, seat: int) -> list[Because]:
        s, points = self.s, self.s.points[seat]
        reasons = [self._one("points", points, "BF-END-3")]
        if s.how == BY_LIMIT:
            reasons.append(self._one("limit", None, "BF-END-6", n=s.max_turns))
        elif points >= s.target:
            reasons.append(self._one("target", None, "BF-END-1", n=s.target))
        rivals = [other for other in range(s.seats) if other != seat and s.points[other] == points]
        if rivals:
            reasons.append(self._tie_break(seat, rivals))
        return reasons

    def _tie_break(self, seat: int, rivals: list[int]) -> Because:
        """Cards in hand, then charges, or their sum; or nothing decides (BF-END-4, BF-END-5, BF-R29)."""
        s = self.s
        rival = min(rivals, key=lambda other: rank(s, other))
        values = {
            "seat": self.speech.name("seat", seat),
            "rival": self.speech.name("seat", rival),
            "hand": self._hand(seat),
            "other_hand": self._hand(rival),
            "charge": s.charge[seat],
            "other_charge": s.charge[rival],
        }
        if (self._hand(seat), s.charge[seat]) == (self._hand(rival), s.charge[rival]):
            return self._one("tied", None, "BF-END-5", **values)
        if s.tiebreak_sum:
            return self._one("tie_sum", None, "BF-R29", **values)
        key = "tie_hand" if self._hand(seat) != self._hand(rival) else "tie_charge"
        return self._one(key, None, "BF-END-4", **values)

    def _hand(self, seat: int) -> int:
        """The size of a hand is public."""
        return CAST - 1 - int(BITS[self.s.cemetery[seat]]) - (self.s.active[seat] != -1)

    def _numbers(self, place: int) -> list[int]:
        return [value if value is not None else -1 for value in self.told[place].values]

    def _one(self, key: str, value: int | None, clause: str, **values: object) -> Because:
        return {"value": value, "reason": self.speech.say(f"why.{key}", **values), "clause": clause}
