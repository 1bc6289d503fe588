"""What the coach of Badass Force can name: what is under way, texts of cards, heroes, players, weapons."""

from collections.abc import Iterator
from fractions import Fraction

from bagarre.kernel.menu import Choice
from bagarre.kernel.operations import innermost
from bagarre.kernel.speech import Speech

from . import instructions as ins
from .filling import TOLD, filling, stealing
from .rules.losses import is_sole_leader
from .rules.table import (
    BITS,
    box_header,
    execution_of,
    hand_size,
    is_unstable,
    met_needs,
    playable_boxes,
    reaction_box,
    top_square,
    trigger_square,
)
from .state import CAST, SHOWN, VENGEANCE, State
from .underway import under_way
from .view import bounty


class Sayings:
    """The words of one seat at one moment, from what it knows."""

    def __init__(self, known: State, seat: int, speech: Speech) -> None:
        self.s, self.seat, self.speech = known, seat, speech

    # What is under way.

    def _under(self, operation: int) -> dict[str, int]:
        return under_way(self.s, innermost(self.s, operation))[1]

    def _program(self) -> dict[str, int]:
        return under_way(self.s, self.s.depth - 1)[1]

    def _left(self) -> Iterator[tuple[int, int]]:
        """The instructions that the program has not carried out yet."""
        return self._instructions(self._program()["instruction"])

    def _on_target(self) -> Iterator[tuple[int, int]]:
        """Those of them that befall whoever is chosen now, whatever happens."""
        guarded = False
        for op, number in self._left():
            if op in (ins.OTHERS, ins.OPPONENTS):
                return
            if not guarded:
                yield op, number
            guarded = op in (ins.WHEN, ins.WHEN_MARKER, ins.MAY)

    def _instructions(self, place: int) -> Iterator[tuple[int, int]]:
        while (op := ins.OPERATION[self.s.code[place]]) != ins.END:
            yield int(op), int(ins.NUMBER[self.s.code[place]])
            place += 1

    # Texts of cards.

    def _power(self, place: int) -> str:
        """What announcing the hero does for the reader now; nothing when no box can be played."""
        s, seat = self.s, self.seat
        boxes = playable_boxes(s, seat, place, met_needs(s, seat))
        return self._or_else([self._text(place, box) for box in range(2) if boxes >> box & 1])

    def _cost(self, place: int) -> int:
        s, seat = self.s, self.seat
        boxes = playable_boxes(s, seat, place, met_needs(s, seat))
        return min((box_header(s, place, box) & ins.COST for box in range(2) if boxes >> box & 1), default=0)

    def _reaction(self, place: int) -> str:
        s = self.s
        box = reaction_box(s, self.seat, place)
        if not s.reactions or not s.boxes[s.cast[place]][box]:
            return ""
        return self._text(place, box)

    def _text(self, place: int, box: int) -> str:
        return str(self.speech.name(f"box_text_{box}", self.s.cast[place]))

    def _first_text(self, character: int) -> str:
        """The power of a hero as it is printed: the red one in Vengeance mode where there is one."""
        s = self.s
        box = 1 if s.mode[self.seat] == VENGEANCE and s.boxes[character][1] else 0
        return str(self.speech.name(f"box_text_{box}", character))

    # What a choice would come to.

    def _exposed(self, place: int) -> str:
        """How everybody knows that this hero is not in front of the seat."""
        s, seat = self.s, self.seat
        if s.cemetery[seat] >> place & 1:
            return "dead"
        if s.barred[seat] >> place & 1:
            return "barred"
        return "shown" if s.peekers[seat] >> SHOWN & 1 else ""

    def _to_vengeance(self, on_purpose: bool = False) -> str:
        """That one hero less leaves the seat a single one in play, which turns to Vengeance (BF-VENG-1), or brings it nearer: why
        somebody may want to be caught."""
        wanted = on_purpose and self.s.mode[self.seat] != VENGEANCE
        why = [self._say("lost.on_purpose")] if wanted else []
        return " ".join([*why, self._say("lost.vengeance")] if self._has_two_left() else why)

    def _two_left(self) -> str:
        """The same before anything is chosen."""
        return self._say("lost.two_left") if self._has_two_left() else ""

    def _has_two_left(self) -> bool:
        in_play = CAST - 1 - int(BITS[self.s.cemetery[self.seat]])
        return in_play == 2 and self.s.mode[self.seat] != VENGEANCE

    def _overheard(self) -> str:
        """That the hero in front has been announced, truly, and can be named (BF-ATT-2)."""
        s, active = self.s, self.s.active[self.seat]
        if active < 0 or s.claimed[self.seat] != active:
            return ""
        boxes = [s.boxes[s.cast[place]][box] for place in range(CAST) for box in range(2)]
        rivals = [other for other in range(s.seats) if other != self.seat]
        # A weapon may name a hero as well as a power.
        begins = [2 * at + 1 for at in boxes if at] + [execution_of(s, s.weapon[other]) for other in rivals]
        guesses = any(op == ins.GUESS for at in begins for op, _ in self._instructions(at))
        return self._say("overheard", character=self._front()) if guesses else ""

    def _too_much(self) -> str:
        """That what would be stolen besides does not fit any more, and does not make the thief's weapon explode (BF-OVER-6)."""
        each, left = stealing(self.s)
        if not each or left:
            return ""
        return self._say(
            "moment.stolen_stable" if not is_unstable(self.s, self.s.weapon[self.seat]) else "moment.stolen"
        )

    def _fills(self, choice: Choice) -> str:
        """That the choice fills the seat's own unstable weapon, or may."""
        told = TOLD[filling(self.s, self.seat, choice)]
        return self._say(told) if told else ""

    def _wins(self, points: int) -> list[str]:
        """That so many points reach the goal, unless it is reached already."""
        held, goal = self.s.points[self.seat], self.s.target
        if not held < goal <= held + points:
            return []
        now = self.s.turn == self.seat
        return [self._say("wins_now" if now else "wins", goal=goal, player=self._player(self.s.turn))]

    def _worth(self, killer: int, victim: int) -> str:
        """Why a kill is not worth 2 points: not the killer's first one of the turn, or one of the sole leader's heroes (BF-SCORE-3, BF-SCORE-4)."""
        s, told = self.s, []
        if s.kills[killer]:
            told.append(self._say("worth.further", n=s.kills[killer] + 1))
        if is_sole_leader(s, victim):
            you = victim == self.seat
            told.append(self._say("worth.leads_you" if you else "worth.leads", player=self._player(victim)))
        return f" ({', '.join(told)})" if told else ""

    def _staked(self, winner: int, loser: int) -> str:
        """The same of a denunciation, which may be worth 2 points whatever happens (BF-R17)."""
        return "" if self.s.flat_denunciation else self._worth(winner, loser)

    def _crown(self) -> str:
        """Whose hero is worth a point more than those of the others."""
        s = self.s
        led = [other for other in range(s.seats) if other != self.seat and is_sole_leader(s, other)]
        return "".join(
            self._say("worth.crown", n=bounty(s, self.seat, other), player=self._player(other))
            for other in led
        )

    def _may_befall(self, does: set[int]) -> str:
        """What a power of somebody else may do to the seat."""
        if does & {ins.ATTACK, ins.GUESS}:
            return self._say("aimed.hero")
        if ins.SLASH_HAND in does:
            return self._say("aimed.card")
        if does & {ins.STEAL, ins.DRAIN, ins.MOVE}:
            return self._say("aimed.charges")
        return self._say("aimed.seen") if does & {ins.PEEK, ins.SHOW} else ""

    def _after_shot(self, program: list[tuple[int, int]]) -> str:
        """What becomes of the weapon, where its own text does not say it."""
        before = [(ins.END, 0), *program]
        kept = [before[i][0] for i, (op, _) in enumerate(program) if op == ins.KEEP]
        if not kept:
            return self._say("after.change")
        return self._say("after.may_keep") if kept[0] in (ins.WHEN, ins.WHEN_MARKER, ins.MAY) else ""

    # Small words.

    def _front(self) -> object:
        active = self.s.active[self.seat]
        return self._hero(active) if active >= 0 else self._say("nobody")

    def _hero(self, place: int) -> object:
        return self._character(self.s.cast[place])

    def _character(self, character: int) -> object:
        return self.speech.name("character", character)

    def _player(self, seat: int) -> object:
        return self.speech.name("seat", seat)

    def _arm(self, weapon: int) -> dict[str, object]:
        s = self.s
        return {
            "weapon": self.speech.name("weapon", weapon),
            "trigger": trigger_square(s, weapon),
            "top": top_square(s, weapon),
        }

    def _hand_size(self, seat: int) -> int:
        return int(hand_size(self.s, seat))

    def _points(self, *numbers: int) -> str:
        """Points that may depend on who it is: « 2 ou 3 points »."""
        either = sorted(set(numbers))
        return self._say("points", told=self._or([str(number) for number in either]), n=either[-1])

    def _or(self, texts: list[str]) -> str:
        return self._say("or").join(texts)

    def _or_else(self, sentences: list[str]) -> str:
        return self._say("or_else").join(sentences)

    def _and(self, texts: list[str]) -> str:
        return self._say("and").join(texts)

    def _say(self, key: str, **values: object) -> str:
        return self.speech.say(f"coach.{key}", **values)


def percent(chance: Fraction) -> int:
    return round(100 * chance)
