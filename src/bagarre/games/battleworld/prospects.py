"""What a plan or a move would do here and now, in words and numbers: for the coach, the page and the terminal."""

from dataclasses import dataclass

from bagarre.kernel.speech import Speech

from . import choices, odds, state
from .rules.board import move_refusal
from .rules.combat import target_refusal
from .rules.planning import heal_refusal, own_module
from .rules.preparation import faction_refusal, stand
from .rules.resolution import recovery
from .rules.tokens import (
    ATTACK,
    HEAL,
    IDLE,
    MODULE_ENERGY,
    MODULE_HEAL,
    RECOVER_ENERGY,
    RECOVER_LIFE,
    RECOVER_REROLL,
    REPAIR,
    entity_label,
    faction_label,
    is_pending,
    label,
)
from .state import State

Target = tuple[int, int]
"""Kind and number of what can be attacked."""
KINDS = ("character", "module", "cosmic")
UNLIKELY = 25
"""Percent of winning below which a key says in what the attacker is the weaker."""

WORTH_TELLING = 20
"""Hundredths from which on the chance to bring somebody down is told instead of the wounds on average: that is what wins."""


def lost_by(kind: int, target: int) -> str:
    """What a target loses when it is beaten: a module its resistance, the clock its energy, whoever lives life; the herald is beaten and no more (BW-COSMIC-5)."""
    if kind == state.COSMIC:
        return {state.GALACTUS: "energy", state.SILVER_SURFER: "fight"}.get(target, "life")
    return "resistance" if kind == state.MODULE else "life"


def targets(s: State, p: int) -> list[Target]:
    """What a piece could attack from where it stands."""
    t = s.copy()
    t.actor = p
    enemy = 1 - (p >> 2)
    wanted = [(state.CHARACTER, 4 * enemy + i) for i in range(4)]
    wanted += [(state.MODULE, 3 * enemy + kind) for kind in range(3)]
    wanted += [(state.COSMIC, state.GALACTUS)] + (
        [(state.COSMIC, s.second)] if s.second != state.GALACTUS else []
    )
    return [target for target in wanted if target_refusal(t, *target) == 0]


def enemies(s: State, p: int) -> list[Target]:
    """Of what a piece could attack, what the enemy would lose by."""
    return [target for target in targets(s, p) if target[0] != state.COSMIC]


@dataclass(frozen=True)
class Threats:
    """The enemies that could attack a piece this turn; a plan that is set can no longer change (BW-PLAN-4)."""

    announced: list[int]
    """Whose plan is an attack not yet carried out."""
    undecided: list[int]
    """Who may still move within reach, or is there, and choose a plan."""
    settled: bool
    """Has every enemy set a plan? Then nobody else can come."""


def threats(s: State, p: int) -> Threats:
    enemy = 4 * (1 - (p >> 2))
    alive = [q for q in range(enemy, enemy + 4) if s.at[q] != state.OFF]
    return Threats(
        [
            q
            for q in alive
            if s.activated[q] and is_pending(s, q, ATTACK) and (state.CHARACTER, p) in targets(s, q)
        ],
        [q for q in alive if not s.activated[q] and could_come(s, q, p)],
        all(s.activated[q] for q in alive),
    )


def feared(s: State, p: int) -> int:
    """How many enemies could attack a piece this turn."""
    found = threats(s, p)
    return len(found.announced) + len(found.undecided)


def could_come(s: State, q: int, p: int) -> bool:
    """Could a piece that has not moved yet attack another one, from where it stands or after its move (BW-MOVE-1)?"""
    t = s.copy()
    t.actor = q
    for square in range(len(choices.SQUARES)):
        if move_refusal(s, q, square) == 0:
            stand(t, q, square)
            if target_refusal(t, state.CHARACTER, p) == 0:
                return True
            stand(t, q, s.at[q])
    return False


def threats_told(s: State, p: int, key: str, speech: Speech) -> str:
    """Who has announced an attack that reaches a piece, and who may still choose to; `key` begins the words."""
    found = threats(s, p)
    told = [
        speech.say(
            f"{key}.{how}", names=all_of([str(speech.name("short", label(s, q))) for q in who], speech)
        )
        for how, who in (("announced", found.announced), ("undecided", found.undecided))
        if who
    ]
    return " ".join(told) or speech.say(f"{key}.{'never' if found.settled else 'none'}")


def can_leave(s: State, p: int) -> list[int]:
    """Of the enemies in reach of a piece that plans, those who have not moved yet (BW-PLAN-1): an attack announced now may find them gone."""
    return [q for kind, q in targets(s, p) if kind == state.CHARACTER and not s.activated[q]]


def moved(s: State, p: int, square: int) -> State:
    """The position with the piece on that square."""
    t = s.copy()
    if square != s.at[p]:
        stand(t, p, square)
    return t


def aimed(s: State, target: Target, speech: Speech) -> str:
    kind, number = target
    if kind == state.CHARACTER:
        return str(speech.name("short", label(s, number)))
    if kind == state.MODULE:
        return str(speech.name("module", number % 3))
    return str(speech.name("entity", entity_label(s, number)))


def either(names: list[str], speech: Speech) -> str:
    """One of several, as one says it: commas, and the word before the last."""
    return speech.say("prospect.or").join([part for part in (", ".join(names[:-1]), names[-1]) if part])


def sturdiest(s: State, speech: Speech) -> str:
    """The team with the most life among those one may choose: it forgives a newcomer most."""
    able = [faction for faction in range(s.faction_count) if faction_refusal(s, s.decider, faction) == 0]
    life = {faction: sum(s.card_life[4 * faction : 4 * faction + 4]) for faction in able}
    return str(speech.name("faction", faction_label(s, max(life, key=life.__getitem__)))) if life else ""


def all_of(names: list[str], speech: Speech) -> str:
    """Every one of several, as one says it."""
    return speech.say("coach.and").join([part for part in (", ".join(names[:-1]), names[-1]) if part])


def is_vain(s: State, p: int, plan: int) -> bool:
    """Would that plan do nothing if nobody moved or wounded anybody before it is carried out?"""
    card = s.card[p]
    if plan == ATTACK:
        return not targets(s, p)
    if plan in (RECOVER_LIFE, MODULE_HEAL):
        return s.life[p] >= s.card_life[card]
    if plan in (RECOVER_ENERGY, MODULE_ENERGY):
        return s.power[p] >= s.card_power[card]
    if plan == RECOVER_REROLL:
        return s.reroll[p] == 1
    if plan == HEAL:
        return all(s.life[q] >= s.card_life[s.card[q]] for q in patients(s, p))
    if plan == REPAIR:
        module = own_module(s, p)
        return module != state.NOBODY and s.resistance[module] >= s.module_full[module % 3]
    return plan == IDLE


def is_idle(s: State, p: int) -> bool:
    """Would carrying out the plan that a piece has announced do nothing now?"""
    if s.plan[p] != HEAL:
        return is_vain(s, p, s.plan[p])
    target = s.heal_target[p]
    return target not in patients(s, p) or s.life[target] >= s.card_life[s.card[target]]


def patients(s: State, p: int) -> list[int]:
    """Whom a piece could heal."""
    return [q for q in range(p & 4, (p & 4) + 4) if heal_refusal(s, p, q) == 0]


def plan_told(s: State, p: int, plan: int, speech: Speech) -> str:
    """What a plan does here and now, in one line."""
    name, card = choices.PLANS[plan], s.card[p]
    if plan == ATTACK:
        return _attack_told(s, p, speech)
    vain = is_vain(s, p, plan)
    key = f"prospect.{name}_vain" if vain and plan != IDLE else f"prospect.{name}"
    values: dict[str, object] = {}
    if plan in (RECOVER_LIFE, MODULE_HEAL):
        values = {"n": _gain(s, p, plan), "now": s.life[p], "top": s.card_life[card]}
    elif plan in (RECOVER_ENERGY, MODULE_ENERGY):
        values = {"n": _gain(s, p, plan), "now": s.power[p], "top": s.card_power[card]}
    elif plan == HEAL:
        names = [str(speech.name("short", label(s, q))) for q in patients(s, p)]
        values = {"names": either(names, speech)}
    elif plan == REPAIR:
        module = own_module(s, p)
        values = {"now": s.resistance[module], "top": s.module_full[module % 3]}
    told = speech.say(key, **values)
    lands = plan == HEAL and s.stage == state.PLANNING and s.card_traits[card] & state.FLIGHT
    return f"{told} {speech.say('prospect.heal_lands')}" if lands else told


def _gain(s: State, p: int, plan: int) -> int:
    """What a plan gives back to whoever carries it out: life, or power."""
    if plan in (RECOVER_LIFE, RECOVER_ENERGY):
        return recovery(s, p, int(plan == RECOVER_LIFE))
    return s.module_gain[state.HEAL_MODULE if plan == MODULE_HEAL else state.ENERGY_MODULE]


def plan_brief(s: State, p: int, plan: int, speech: Speech) -> str:
    """The same on a key: how good an attack is, how much comes back; empty where the name of the plan says it."""
    if plan == ATTACK:
        return attack_brief(s, p, speech)
    if plan in (RECOVER_LIFE, RECOVER_ENERGY, MODULE_HEAL, MODULE_ENERGY):
        return speech.say(f"prospect.gain_{choices.PLANS[plan]}", n=_gain(s, p, plan))
    return ""


@dataclass(frozen=True)
class Attack:
    """The best that comes of attacking one target: alone, joined by others, or joining one of them."""

    name: str
    kind: str
    leader: int
    helpers: tuple[int, ...]
    found: odds.Odds

    @property
    def worth(self) -> float:
        return self.found.dealt - self.found.taken


def best_attack(s: State, p: int, target: Target, speech: Speech) -> Attack:
    """Over the whole combat, raises included; who plans may also join whoever has announced an attack on the same target (BW-TEAMUP-2), who acts leads."""
    t = s.copy()
    t.plan[p], t.fate[p] = ATTACK, state.PENDING
    ways = []
    for q in range(p & 4, (p & 4) + 4):
        joinable = s.stage == state.PLANNING and is_pending(t, q, ATTACK) and target in targets(t, q)
        if q != p and not joinable:
            continue
        joined = odds.supporters_of(t, q, *target)
        if q != p and not joined >> (p & 3) & 1:
            continue
        team = (q, *((p & 4) + i for i in range(4) if joined >> i & 1))
        for mask in {0, joined} if q == p else {joined}:
            found = odds.odds_of_attack(t, q, *target, mask)
            helpers = tuple(ally for ally in team if mask and ally != q)
            ways.append(Attack(aimed(s, target, speech), KINDS[target[0]], q, helpers, found))
    # As good as another: led by oneself, and with fewer.
    return max(ways, key=lambda way: (round(way.worth, 4), way.leader == p, -len(way.helpers)))


def attack_brief(s: State, p: int, speech: Speech) -> str:
    """Whom it pays most to attack and the chance to win, or to bring them down, as short as a key; nothing when nobody is in reach.

    Counted as the fists of the field count: an entity only where nobody else is in reach. What it brings on average stands in the rows of odds.
    """
    near = enemies(s, p) or targets(s, p)
    if not near:
        return ""
    ways = [best_attack(s, p, target, speech) for target in near]
    best = max(ways, key=lambda way: round(way.worth, 4))
    felled, won = percent(best.found.felled), percent(best.found.won)
    name = led_told(s, p, best, speech)
    if near == [(state.COSMIC, state.GALACTUS)] and not s.energy:
        return speech.say("prospect.brief_empty", name=name, won=won)
    if felled >= WORTH_TELLING:
        # The chance to win is the one that stands beside the bar of the row.
        key = "down" if felled == won else "won_down"
        # Two chances and the name of a module leave no room for who helps: the row says it.
        brief = best.name if best.kind == "module" and key == "won_down" else name
        return speech.say(f"prospect.way_{best.kind}_{key}", name=brief, n=felled, won=won)
    weaker = _weaker(s, p, near[ways.index(best)])
    # A chance as small as this is told with its reason.
    if best.leader == p and not best.helpers and won < UNLIKELY and weaker:
        return speech.say("prospect.way_weak", name=name, won=won, own=weaker[0], foe=weaker[1])
    return speech.say("prospect.way", name=name, won=won)


def best_from(s: State, p: int, square: int, speech: Speech) -> tuple[int, str, str]:
    """The chance to win in the attack that pays most from a square to go to, the same in words, and the kind of its target."""
    t = moved(s, p, square)
    t.stage = state.PLANNING  # whoever goes there may join an attack that is announced
    ways = [best_attack(t, p, target, speech) for target in enemies(t, p)]
    best = max(ways, key=lambda way: round(way.worth, 4), default=None)
    return (percent(best.found.won), attack_brief(t, p, speech), best.kind) if best else (0, "", "")


def led_told(s: State, p: int, way: Attack, speech: Speech) -> str:
    """Who is attacked, and who leads it or helps where the attacker does not strike alone."""
    if way.leader != p:
        leader = speech.name("short", label(s, way.leader))
        return speech.say("prospect.led", name=way.name, leader=leader)
    if len(way.helpers) == 1:
        helper = speech.name("short", label(s, way.helpers[0]))
        return speech.say("prospect.helped", name=way.name, helper=helper)
    return speech.say("prospect.joined", name=way.name) if way.helpers else way.name


def _weaker(s: State, p: int, target: Target) -> tuple[str, str] | None:
    """In what the attacker is the weaker: the die, or else the power to raise with; what each has."""
    kind, q = target
    if kind != state.CHARACTER:
        return None
    die, foe = s.card_die[s.card[p]], s.card_die[s.card[q]]
    if die < foe:
        return f"D{die}", f"D{foe}"
    return (f"⚡{s.power[p]}", f"⚡{s.power[q]}") if s.power[p] < s.power[q] else None


def support_briefs(s: State, speech: Speech) -> dict[str, str]:
    """How the attack that is being declared ends with this supporter, and without."""
    masks = {choices.JOIN: s.supporters | 1 << s.cursor, choices.APART: s.supporters}
    return {choices.VERBS.write((verb, 0)): support_told(s, mask, speech) for verb, mask in masks.items()}


def support_told(s: State, supporters: int, speech: Speech) -> str:
    """The chance to win the attack that is being declared with these supporters, and what it brings on average."""
    found = odds.outlook(odds.declared(s, supporters))
    told = expected(s, s.target_kind, s.target, found, speech)
    return speech.say("board.supported", won=percent(found.won), told=told)


def expected(s: State, kind: int, target: int, found: odds.Odds, speech: Speech) -> str:
    """What an attack brings and costs on average; where the target may well go down, how likely that is; where it has nothing to lose, only the cost."""
    loses, felled = lost_by(kind, target), percent(found.felled)
    key = "expected_cost" if loses == "fight" or (loses == "energy" and not s.energy) else "expected"
    if felled >= WORTH_TELLING:
        key = f"expected_{KINDS[kind]}_down"
    return speech.say(f"board.{key}", n=felled, **losses(loses, found.dealt, found.taken, speech))


def losses(loses: str, dealt: float, taken: float, speech: Speech) -> dict[str, str]:
    """What an attack removes from a target that loses that, and the life it costs."""
    return {
        "dealt": speech.say(f"board.lost.{loses}", n=decimal(dealt, speech)),
        "taken": speech.say("board.lost.life", n=decimal(taken, speech)),
    }


def decimal(value: float, speech: Speech) -> str:
    """One decimal where there is one, with the language's own mark."""
    shown = f"{value:.1f}".removesuffix(".0")
    return shown.replace(".", ",") if speech.lang == "fr" else shown


def percent(chance: float) -> int:
    return round(100 * round(chance, 4))


def _attack_told(s: State, p: int, speech: Speech) -> str:
    """Who is in reach; what that brings on average stands on the key, and for each target in the panel of odds."""
    found = targets(s, p)
    if not found:
        return speech.say("prospect.attack_vain")
    names = either([aimed(s, target, speech) for target in found], speech)
    told = speech.say("prospect.attack", names=names)
    if found == [(state.COSMIC, state.GALACTUS)]:
        key = ("attack_clock_points" if s.by_points else "attack_clock") if s.energy else "attack_clock_empty"
        clock = speech.say(f"prospect.{key}", die=s.entity_die[state.GALACTUS])
        return f"{told} {clock}"
    # Where wounds come from is known before the first fight (BW-DAMAGE-1).
    return f"{told} {speech.say('prospect.wounds', n=s.card_strike[s.card[p]])}"
