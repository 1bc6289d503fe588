"""Powers where they act: what changes a die, a wound, a move or a plan is named there, in the log, the duel and what is shown in large (BW-POWER-1)."""

from collections.abc import Callable, Sequence

from bagarre.kernel.events import Event
from bagarre.kernel.reasons import Because
from bagarre.kernel.speech import Speech

from . import state
from .programs import (
    FACE_MULTIPLIER,
    FREE_RAISE,
    HIT_FLYERS,
    IF_SUPPORT,
    IGNORE_REDUCTION,
    KEEP_PLAN,
    MODIFY_DAMAGE,
    NO_SUPPORT_AGAINST,
    ON_BASE,
    ON_FIRST_RAISE,
    ON_OPPONENT,
    ON_RAISE,
    RECOVERY_AMOUNT,
    REMOVE_FLIGHT,
    RESULT_BONUS,
    ROLL_MODE,
    SET_REACH,
    TAKEN,
    TELEPORT,
)
from .rules.auction import entity_of, is_entity
from .rules.board import distance, is_flying, plain_reach
from .rules.combat import active_op, conditions_hold, powers_work, principal
from .rules.damage import suffers_as
from .rules.tokens import HEAL, entity_label, label, power_label
from .state import NOBODY, State


def fought(s: State) -> State:
    """The position with the two who fight, or who fought last, in their places."""
    if s.initiator != NOBODY or s.defender != NOBODY:
        return s
    t = s.copy()
    t.initiator, t.defender = s.fought
    return t


def ops_of(s: State, p: int, kind: int) -> list[int]:
    """The operations of that kind on the card of a piece."""
    if p == NOBODY:
        return []
    first = s.card_first[s.card[p]]
    return [k for k in range(first, first + s.card_ops[s.card[p]]) if s.op_kind[k] == kind]


def named(s: State, found: Sequence[int], speech: Speech) -> str:
    """The powers of these operations, each once."""
    return ", ".join(dict.fromkeys(str(speech.name("power", power_label(s, k))) for k in found))


def _working(s: State, side: int, kind: int) -> list[int]:
    if not powers_work(s, side):
        return []
    return [k for k in ops_of(s, principal(s, side), kind) if conditions_hold(s, k, side)]


def of_two_dice(s: State, side: int, nth: int) -> list[int]:
    """What makes that side roll two dice for its nth one, its own doing or the other's (BW-REROLL-7)."""
    moment = ON_RAISE if nth else ON_BASE
    return [
        k
        for owner in (0, 1)
        for k in _working(s, owner, ROLL_MODE)
        if bool(s.op_how[k] & ON_OPPONENT) == (side != owner) and s.op_how[k] & moment
    ]


def of_bonus(s: State, side: int, nth: int) -> list[int]:
    """What adds to the nth result of that side besides victory tokens (BW-CARD-8)."""
    return [k for k in _working(s, side, RESULT_BONUS) if s.op_how[k] != ON_FIRST_RAISE or nth == 1]


def of_support(s: State, p: int) -> list[int]:
    """What multiplies the die of a supporter."""
    if s.target_kind == state.COSMIC:
        return []
    return [k for k in ops_of(s, p, FACE_MULTIPLIER) if s.op_when[k] & IF_SUPPORT]


def of_wounds(s: State, p: int) -> list[int]:
    """What spares whoever is wounded as a rule (BW-DAMAGE-6)."""
    return [k for k in ops_of(s, p, MODIFY_DAMAGE) if s.op_how[k] == TAKEN and suffers_as(s, p, s.op_when[k])]


def unspared(s: State, side: int, victim: int, speech: Speech) -> str:
    """Why nothing spares whoever that side wounds, who has a power that would: the winner's power, or that of an entity (BW-COSMIC-6)."""
    idle = of_wounds(s, victim)
    if not idle:
        return ""
    power = named(s, idle, speech)
    if is_entity(s, side):
        entity = speech.name("entity", entity_label(s, entity_of(s, side)))
        return speech.say("why.acts.cosmic", power=power, entity=entity)
    hard = active_op(s, side, IGNORE_REDUCTION)
    return speech.say("why.acts.hard", power=named(s, [hard], speech), spares=power) if hard != NOBODY else ""


class Acts:
    """Which power made an event of the last step what it is."""

    def __init__(self, s: State, speech: Speech) -> None:
        self.s, self.speech = fought(s), speech

    def of(self, event: Event) -> list[Because]:
        """The reason, where a power is one; nothing where the event is as it would be without."""
        says: dict[str, Callable[[Event, int], list[Because]]] = {
            "rolls": self._bonus,
            "rolls_two": self._two,
            "support_rolls": self._support,
            "raises_free": lambda _, p: self._plain(p, FREE_RAISE, "free", "BW-POWER-5"),
            "keeps_plan": lambda _, p: self._plain(p, KEEP_PLAN, "keeps", "BW-DISTURB-1"),
            "recovers_energy": self._recovery,
            "recovers_life": self._recovery,
            "moves": self._jump,
            "flight_lost": self._grounded,
            "attacks": self._reach,
        }
        p = self._piece(event.values[0])
        return says[event.kind.name](event, p) if p != NOBODY else []

    def _piece(self, wanted: int | None) -> int:
        s = self.s
        return next((p for p in range(8) if s.card[p] != NOBODY and label(s, p) == wanted), NOBODY)

    def _number(self, event: Event, name: str) -> int:
        return next(v for f, v in zip(event.kind.fields, event.values) if f.name == name) or 0

    def _one(self, key: str, found: Sequence[int], clause: str, **values: object) -> list[Because]:
        if not found:
            return []
        reason = self.speech.say(f"why.acts.{key}", power=named(self.s, found, self.speech), **values)
        return [{"value": None, "reason": reason, "clause": clause}]

    def _plain(self, p: int, kind: int, key: str, clause: str) -> list[Because]:
        return self._one(key, ops_of(self.s, p, kind), clause)

    def _side(self, p: int) -> int:
        """The side of the combat whose principal a piece is."""
        return next((side for side in (0, 1) if principal(self.s, side) == p), NOBODY)

    def _two(self, event: Event, p: int) -> list[Because]:
        side = self._side(p)
        face, other = self._number(event, "face"), self._number(event, "other")
        key = "best" if face >= other else "worst"
        # The log does not say which die of a fighter it was.
        found = [k for nth in (0, 1) for k in of_two_dice(self.s, side, nth)] if side != NOBODY else []
        two = self._one(key, found, "BW-REROLL-7", face=face, rest=other)
        return [*two, *self._bonus(event, p)]

    def _bonus(self, event: Event, p: int) -> list[Because]:
        side = self._side(p)
        if side == NOBODY or not self._number(event, "bonus"):
            return []
        # Whatever adds to a first raise alone adds to the second die.
        s, n = self.s, self._number(event, "bonus")
        nth = next((i for i in range(s.rolls[side]) if s.worth[side][i] - s.face[side][i] == n), 0)
        return self._one("bonus", of_bonus(s, side, nth), "BW-CARD-8", n=n)

    def _support(self, _: Event, p: int) -> list[Because]:
        found = of_support(self.s, p)
        return self._one("support", found, "BW-TEAMUP-4", n=self.s.op_n[found[0]] if found else 1)

    def _recovery(self, event: Event, p: int) -> list[Because]:
        what = int(event.kind.name == "recovers_life")
        found = [k for k in ops_of(self.s, p, RECOVERY_AMOUNT) if self.s.op_how[k] == what]
        return self._one("recovery", found, "BW-ACT-8", n=self.s.op_n[found[0]] if found else 1)

    def _jump(self, event: Event, p: int) -> list[Because]:
        if distance(self._number(event, "from"), self._number(event, "square")) < 2:
            return []
        return self._plain(p, TELEPORT, "jump", "BW-MOVE-1")

    def _grounded(self, _: Event, p: int) -> list[Because]:
        s = self.s
        if s.defender == p and s.target_kind == state.CHARACTER:
            found = ops_of(s, s.initiator, REMOVE_FLIGHT)
            if found:
                return self._one("grounded", found, "BW-FLY-1")
        heals = s.plan[p] == HEAL and s.fate[p] == state.PENDING
        reason = self.speech.say(f"why.{'acts.healer' if heals else 'plain.flight_lost'}")
        return [{"value": None, "reason": reason, "clause": "BW-FLY-1"}]

    def _reach(self, event: Event, p: int) -> list[Because]:
        """Why a target is within reach that would not be, and why nobody helps."""
        s, q = self.s, self._piece(event.values[1])
        if q == NOBODY or state.OFF in (s.at[p], s.at[q]):
            return []
        far = distance(s.at[p], s.at[q])
        reasons = self._plain(p, SET_REACH, "reach", "BW-ATTACK-5") if far > plain_reach(s, p) else []
        melee = not s.card_traits[s.card[p]] & state.RANGED and not is_flying(s, p)
        if melee and is_flying(s, q):
            reasons += self._plain(p, HIT_FLYERS, "flyers", "BW-FLY-2")
        return reasons + self._plain(q, NO_SUPPORT_AGAINST, "alone", "BW-POWER-1")
