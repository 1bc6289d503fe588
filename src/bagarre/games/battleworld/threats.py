"""Who could attack whom this turn: the characters and the base of a side, as everybody sees it; for the coach and the page."""

from dataclasses import dataclass

from bagarre.kernel.speech import Speech

from . import choices, state
from .prospects import Target, all_of, is_vain, plan_told, targets
from .rules.board import move_refusal
from .rules.combat import target_refusal
from .rules.preparation import stand
from .rules.tokens import ATTACK, GUARD, is_pending, label
from .state import State


@dataclass(frozen=True)
class Threats:
    """The enemies that could attack a piece or a module this turn; a plan that is set can no longer change (BW-PLAN-4)."""

    announced: list[int]
    """Whose plan is an attack not yet carried out."""
    undecided: list[int]
    """Who may still move within reach, or is there, and choose a plan."""
    settled: bool
    """Has every enemy set a plan? Then nobody else can come."""

    @property
    def all(self) -> list[int]:
        return sorted({*self.announced, *self.undecided})


def threats_to(s: State, target: Target) -> Threats:
    kind, number = target
    owner = number // 3 if kind == state.MODULE else number >> 2
    enemy = 4 * (1 - owner)
    alive = [q for q in range(enemy, enemy + 4) if s.at[q] != state.OFF]
    return Threats(
        [q for q in alive if s.activated[q] and is_pending(s, q, ATTACK) and target in targets(s, q)],
        [q for q in alive if not s.activated[q] and _could_come(s, q, target)],
        all(s.activated[q] for q in alive),
    )


def threats(s: State, p: int) -> Threats:
    return threats_to(s, (state.CHARACTER, p))


def feared(s: State, p: int) -> int:
    """How many enemies could attack a piece this turn."""
    return len(threats(s, p).all)


def _could_come(s: State, q: int, target: Target) -> bool:
    """Could a piece that has not moved yet attack that target, from where it stands or after its move (BW-MOVE-1)?"""
    t = s.copy()
    t.actor = q
    for square in range(len(choices.SQUARES)):
        if move_refusal(s, q, square) == 0:
            stand(t, q, square)
            if target_refusal(t, *target) == 0:
                return True
            stand(t, q, s.at[q])
    return False


def threats_told(s: State, p: int, key: str, speech: Speech) -> str:
    """Who has announced an attack that reaches a piece, and who may still choose to; `key` begins the words."""
    found = threats(s, p)
    told = [
        speech.say(f"{key}.{how}", names=shorts(s, who, speech))
        for how, who in (("announced", found.announced), ("undecided", found.undecided))
        if who
    ]
    return " ".join(told) or speech.say(f"{key}.{'never' if found.settled else 'none'}")


def can_leave(s: State, p: int) -> list[int]:
    """Of the enemies in reach of a piece that plans, those who have not moved yet (BW-PLAN-1): an attack announced now may find them gone."""
    return [q for kind, q in targets(s, p) if kind == state.CHARACTER and not s.activated[q]]


def in_danger(s: State, side: int) -> dict[int, list[int]]:
    """Of a side, the characters that could be attacked this turn, and by whom."""
    team = [p for p in range(4 * side, 4 * side + 4) if s.at[p] != state.OFF]
    return {p: found for p in team if (found := threats(s, p).all)}


def besieged(s: State, side: int) -> dict[int, list[int]]:
    """The modules of a side that could be attacked this turn, and by whom: what a guard is for (BW-GUARD-1)."""
    standing = [module for module in range(3 * side, 3 * side + 3) if s.resistance[module]]
    return {module: found for module in standing if (found := threats_to(s, (state.MODULE, module)).all)}


def besiegers(s: State, side: int) -> list[int]:
    """Who could attack a module of that side this turn."""
    return sorted({q for found in besieged(s, side).values() for q in found})


def plan_now(s: State, p: int, plan: int, speech: Speech) -> str:
    """What a plan does, and of a guard, against whom."""
    told = plan_told(s, p, plan, speech)
    if plan != GUARD:
        return told
    rivals = besiegers(s, p >> 2)
    if not rivals:
        return speech.say("prospect.guard_vain")
    return f"{told} {speech.say('prospect.guard_against', names=shorts(s, rivals, speech))}"


def is_needless(s: State, p: int, plan: int) -> bool:
    """Would a plan do nothing as things stand? A guard, where nobody can reach the base this turn."""
    return is_vain(s, p, plan) or (plan == GUARD and not besiegers(s, p >> 2))


def shorts(s: State, found: list[int], speech: Speech) -> str:
    """Several of them, by their short names."""
    return all_of([str(speech.name("short", label(s, q))) for q in found], speech)
