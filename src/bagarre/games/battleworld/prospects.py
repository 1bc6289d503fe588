"""What a plan or a move would do here and now, in words and numbers: for the coach, the page and the terminal."""

from dataclasses import dataclass, replace

from bagarre.kernel.speech import Speech

from . import choices, odds, state
from .programs import REMOVE_FLIGHT
from .rules.board import op_of
from .rules.combat import target_refusal
from .rules.orders import executable
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
HOPELESS = 10
"""Percent of winning below which an attack is told to be without hope, and comes after the others."""
UNLIKELY = 25
"""Percent of winning below which a key says in what the attacker is the weaker."""

MUCH_LIKELIER = 20
"""Percent by which help has to make winning likelier, for the key of who does best alone to say so."""

LIKELY = 50
"""Percent from which on bringing somebody down is what an attack is for: that comes before wounds."""

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


def pass_ends(s: State) -> str:
    """Why a side that passes now carries out nothing more this turn, as the end of a key of the words: the other has passed, or has nothing left (BW-ACT-5, BW-ACT-6). Empty where it is asked again."""
    if s.final_pass or s.passes:
        return "last"
    return "alone" if executable(s, 1 - s.side, False) == 0 else ""


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


Merit = tuple[bool, int, bool, float]
"""What one attack is compared with another by, on keys, in the rows of odds and on the field."""


def merit_of(kind: str, won: float, felled: float, worth: float) -> Merit:
    """Those without hope last; first who may well go down, a character before a module; whoever hurts an enemy before an entity; then wounds given less wounds taken."""
    down = 2 if kind == "character" else 1
    return (
        100 * round(won, 4) >= HOPELESS,
        down * (percent(felled) >= LIKELY),
        kind != "cosmic",
        round(worth, 4),
    )


@dataclass(frozen=True)
class Attack:
    """The best that comes of attacking one target: alone, joined by others, or joining one of them."""

    name: str
    target: Target
    leader: int
    helpers: tuple[int, ...]
    found: odds.Odds
    joiners: tuple[int, ...] = ()
    """Who could join the attacker who does best alone, where that makes winning much likelier."""
    joined: int = 0
    """Percent of winning with them."""

    @property
    def kind(self) -> str:
        return KINDS[self.target[0]]

    @property
    def merit(self) -> Merit:
        found = self.found
        return merit_of(self.kind, found.won, found.felled, found.dealt - found.taken)


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
            ways.append(Attack(aimed(s, target, speech), target, q, helpers, found))
    # As good as another: led by oneself, and with fewer.
    best = max(ways, key=lambda way: (way.merit, way.leader == p, -len(way.helpers)))
    if best.leader != p or best.helpers:
        return best
    for way in ways:
        won = percent(way.found.won)
        if way.leader == p and way.helpers and won - percent(best.found.won) >= MUCH_LIKELIER:
            return replace(best, joiners=way.helpers, joined=won)
    return best


def attack_brief(s: State, p: int, speech: Speech) -> str:
    """Whom it pays most to attack, as short as a key: the first of the rows of odds; nothing when nobody is in reach."""
    near = targets(s, p)
    if not near:
        return ""
    return way_told(s, p, max((best_attack(s, p, each, speech) for each in near), key=_merit), speech)


def _merit(way: Attack) -> Merit:
    return way.merit


def way_told(s: State, p: int, best: Attack, speech: Speech) -> str:
    """One attack and the chance to win, or to bring its target down. What it brings on average stands in the rows of odds."""
    felled, won = percent(best.found.felled), percent(best.found.won)
    name = led_told(s, p, best, speech)
    if best.target == (state.COSMIC, state.GALACTUS) and not s.energy:
        return speech.say("prospect.brief_empty", name=name, won=won)
    if felled >= WORTH_TELLING:
        # The chance to win is the one that stands beside the bar of the row.
        key = "down" if felled == won else "won_down"
        # The name of a module leaves no room for who helps: the row says it.
        brief = best.name if best.kind == "module" else name
        return speech.say(f"prospect.way_{best.kind}_{key}", name=brief, n=felled, won=won)
    if best.joiners:
        many = "_many" * (len(best.joiners) > 1)
        helper = speech.name("short", label(s, best.joiners[0]))
        return speech.say(f"prospect.way_joined{many}", name=name, won=won, joined=best.joined, helper=helper)
    weaker = _weaker(s, p, best.target)
    # A chance as small as this is told with its reason.
    if best.leader == p and not best.helpers and won < UNLIKELY and weaker:
        return speech.say("prospect.way_weak", name=name, won=won, own=weaker[0], foe=weaker[1])
    return speech.say("prospect.way", name=name, won=won)


def best_from(s: State, p: int, square: int, speech: Speech) -> tuple[int, str, str]:
    """The chance to win in the attack on an enemy that pays most from a square to go to, the same in words, and the kind of its target."""
    t = moved(s, p, square)
    t.stage = state.PLANNING  # whoever goes there may join an attack that is announced
    ways = [best_attack(t, p, target, speech) for target in enemies(t, p)]
    best = max(ways, key=_merit, default=None)
    return (percent(best.found.won), way_told(t, p, best, speech), best.kind) if best else (0, "", "")


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


@dataclass(frozen=True)
class Support:
    """The attack that is being declared, with the help of whoever is asked and without it; and what that one could attack instead."""

    joined: odds.Odds
    apart: odds.Odds
    own: Attack | None

    @property
    def fells(self) -> bool:
        """May it bring the target down, one way or the other? Then both are told of that."""
        return max(percent(self.joined.felled), percent(self.apart.felled)) >= WORTH_TELLING

    @property
    def same(self) -> bool:
        """Is nothing gained or lost by helping, as far as it is told?"""
        with_it, without = (
            (percent(each.won), percent(each.felled), round(each.dealt, 1), round(each.taken, 1))
            for each in (self.joined, self.apart)
        )
        return with_it == without


def support_of(s: State, speech: Speech) -> Support:
    """By the computation of the key that chose the target: against the best guard where a module is guarded."""
    joined, apart = (
        odds.odds_of_attack(s, s.initiator, s.target_kind, s.target, mask)
        for mask in (s.supporters | 1 << s.cursor, s.supporters)
    )
    return Support(joined, apart, _own_attack(s, (s.initiator & 4) + s.cursor, speech))


def _own_attack(s: State, p: int, speech: Speech) -> Attack | None:
    """The best that a supporter could do by itself once the attackers of this combat have spent their plans."""
    t = s.copy()
    for q in range(p & 4, (p & 4) + 4):
        if q == s.initiator or s.supporters >> (q & 3) & 1:
            t.fate[q] = state.EXECUTED
    ways = [best_attack(t, p, target, speech) for target in enemies(t, p)]
    return max(ways, key=_merit, default=None)


def support_briefs(s: State, speech: Speech) -> dict[str, str]:
    """On each of the two keys the chances with this supporter and without, and what becomes of the plan of the supporter."""
    found = support_of(s, speech)
    down = "_down" * found.fells
    told = {}
    for verb, key, here, other in (
        (choices.JOIN, "join", found.joined, found.apart),
        (choices.APART, "apart", found.apart, found.joined),
    ):
        chances = speech.say(
            "board.key.same" if found.same else f"board.key.{key}{down}",
            won=percent(here.won),
            other=percent(other.won),
            felled=percent(here.felled),
            other_felled=percent(other.felled),
        )
        # Four chances leave no room for a fifth: the coach tells it.
        own = found.own if not down and not found.same else None
        plan = speech.say(
            f"board.key.{key}_plan{'_own' if own else ''}",
            name=own.name if own else "",
            won=percent(own.found.won) if own else 0,
        )
        told[choices.VERBS.write((verb, 0))] = f"{chances}, {plan}"
    return told


def supported(s: State, found: odds.Odds, speech: Speech) -> str:
    """The chance to win the attack that is being declared, and what it brings on average."""
    told = expected(s, s.target_kind, s.target, found, speech)
    return speech.say("board.supported", won=percent(found.won), told=told)


def expected(s: State, kind: int, target: int, found: odds.Odds, speech: Speech, *, own: bool = True) -> str:
    """What an attack brings on average, or how likely the target goes down, and what it costs its side where it costs anything."""
    loses, felled = lost_by(kind, target), percent(found.felled)
    means = losses(loses, found.dealt, found.taken, speech)
    told = []
    if felled >= WORTH_TELLING:
        told.append(speech.say(f"board.key.{KINDS[kind]}_down", n=felled))
    elif loses != "fight" and (loses != "energy" or s.energy):
        told.append(speech.say("board.key.dealt", **means))
    if round(found.taken, 1):
        told.append(speech.say("board.cost" if own else "board.cost_theirs", **means))
    return ", ".join(told) or speech.say("board.unhurt")


def losses(loses: str, dealt: float, taken: float, speech: Speech) -> dict[str, str]:
    """What an attack removes from a target that loses that, and the life it costs."""
    many = "energies" if loses == "energy" and round(dealt, 1) >= 2 else ""
    return {
        "dealt": speech.say(f"board.lost.{many or loses}", n=decimal(dealt, speech)),
        "taken": speech.say("board.lost.life", n=decimal(taken, speech)),
    }


def decimal(value: float, speech: Speech) -> str:
    """One decimal where there is one, with the language's own mark."""
    shown = f"{value:.1f}".removesuffix(".0")
    return shown.replace(".", ",") if speech.lang == "fr" else shown


def percent(chance: float) -> int:
    return round(100 * round(chance, 4))


def _attack_told(s: State, p: int, speech: Speech) -> str:
    """Who is in reach, and of several whom it pays most to attack; what that brings on average stands in the panel of odds."""
    found = targets(s, p)
    if not found:
        return _out_of_reach(s, p, speech)
    if len(found) > 1:
        told = speech.say("prospect.attack_best", n=len(found), best=attack_brief(s, p, speech))
    else:
        told = speech.say("prospect.attack", names=aimed(s, found[0], speech))
    if found == [(state.COSMIC, state.GALACTUS)]:
        key = ("attack_clock_points" if s.by_points else "attack_clock") if s.energy else "attack_clock_empty"
        clock = speech.say(f"prospect.{key}", die=s.entity_die[state.GALACTUS])
        return f"{told} {clock}"
    # Where wounds come from is known before the first fight (BW-DAMAGE-1).
    return f"{told} {speech.say('prospect.wounds', n=s.card_strike[s.card[p]])}"


def _out_of_reach(s: State, p: int, speech: Speech) -> str:
    """Nobody can be attacked; but an ally whose power grounds flyers may attack one that only flight keeps out of reach (BW-FLY-2)."""
    for ally in range(p & 4, (p & 4) + 4):
        if ally == p or not is_pending(s, ally, ATTACK) or op_of(s, ally, REMOVE_FLIGHT) == state.NOBODY:
            continue
        for kind, foe in targets(s, ally):
            if (
                kind == state.CHARACTER
                and not s.grounded[foe]
                and (kind, foe) in targets(_grounded(s, foe), p)
            ):
                names = {
                    "foe": speech.name("short", label(s, foe)),
                    "ally": speech.name("short", label(s, ally)),
                }
                return speech.say("prospect.attack_grounded", **names)
    return speech.say("prospect.attack_vain")


def _grounded(s: State, p: int) -> State:
    """The position once a piece has lost its flight."""
    t = s.copy()
    t.grounded[p] = 1
    return t
