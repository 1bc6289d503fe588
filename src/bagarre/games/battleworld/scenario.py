"""Positions by name, for scenarios: characters (by their neutral names) with `side`, `at`, tokens and plan; bases; the clock.

[position]
turn = 3
phase = "resolution"            # or "planning"; "step" is the side whose step or activation it is
initiative = "heroes"
[position.heroes]
captain_pavise = { at = "B3", power = 4, plan = "attack" }
"""

from typing import Any

from bagarre.kernel.events import begin_step
from bagarre.kernel.pack import Entry

from .choices import MODULES, PLANS, SQUARES
from .content import Content
from .rules import advance
from .rules.board import is_flying
from .rules.preparation import build, enlist, name_leader, stand, start_deployment, start_preparation
from .state import ACTIVATING, ENDINGS, NO_FATE, NOBODY, OFF, PENDING, RESOLUTION_ORDERS, STEPPING, State
from .view import FATES, STAGES

SIDES = ("heroes", "villains")
TOKENS = ("life", "power", "reroll", "victory", "burning", "attacks", "grounded")
FIELDS = (
    "turn", "phase", "initiative", "step", "energy", "wanderer_life", "herald_beaten", "wanderer_at", *SIDES, *(f"{side}_modules" for side in SIDES),
)  # fmt: skip


def place(s: State, entry: Entry, content: Content) -> None:
    """Set up the position and run on to the first question."""
    entry.allow(*FIELDS)
    start_preparation(s)
    for side, name in enumerate(SIDES):
        _place_team(s, entry, side, content)
        _place_base(s, entry, side, entry.data.get(f"{name}_modules"))
    _bury_the_rest(s)
    s.initiative = SIDES.index(entry.one_of("initiative", SIDES, "heroes"))
    _name_leaders(s)
    start_deployment(s)
    s.cursor = 0
    s.turn = entry.number("turn", 1, 120, 1)
    s.energy = entry.number("energy", 0, 99, min(s.turn, s.threshold) - 1)
    s.wanderer_life = entry.number("wanderer_life", 0, 99, s.wanderer_life)
    s.herald_beaten = entry.number("herald_beaten", 0, 1, 0)
    if entry.has("wanderer_at"):
        s.second_at = SQUARES.index(entry.text("wanderer_at"))
    s.side = SIDES.index(entry.one_of("step", SIDES, SIDES[s.initiative]))
    phase = entry.one_of("phase", ("planning", "resolution", "orders"), "resolution")
    s.stage = {"planning": ACTIVATING, "resolution": STEPPING, "orders": RESOLUTION_ORDERS}[phase]
    begin_step(s)
    advance(s)


def _place_team(s: State, entry: Entry, side: int, content: Content) -> None:
    team = entry.entry(SIDES[side])
    for i, (name, character) in enumerate(_members(team)):
        if i >= 4:
            raise team.wrong(name, "number", value=i + 1, least=1, most=4)
        character.allow("at", "plan", "heal", "activated", "wounds", *TOKENS)
        p = 4 * side + i
        enlist(s, p, content.card(name))
        _place_piece(s, p, character)
    for p, (_, character) in enumerate(_members(team), 4 * side):
        if character.has("heal"):
            names = [name for name, _ in _members(team)]
            s.heal_target[p] = 4 * side + names.index(character.text("heal"))
            s.plan[p], s.fate[p] = PLANS.index("heal"), PENDING
            s.grounded[p] = 1


def _bury_the_rest(s: State) -> None:
    """The rest of a short team is dead; any card not in use stands for it."""
    for p in range(8):
        if s.card[p] == NOBODY:
            enlist(s, p, next(card for card in range(4 * s.faction_count) if card not in s.card))
            _kill(s, p)


def _members(team: Entry) -> list[tuple[str, Entry]]:
    return [(name, team.entry(name)) for name in team.data]


def _place_piece(s: State, p: int, character: Entry) -> None:
    card = s.card[p]
    if character.has("wounds"):
        s.life[p] = s.card_life[card] - character.number("wounds", 0, s.card_life[card])
    for token in TOKENS:
        if character.has(token):
            getattr(s, token)[p] = character.number(token, 0, 12)
    if s.life[p] == 0:
        _kill(s, p)
    else:
        stand(s, p, SQUARES.index(character.text("at")))
    plan = character.text("plan", "none")
    s.plan[p] = PLANS.index(plan)
    s.fate[p] = NO_FATE if plan in ("none", "idle") else PENDING
    s.activated[p] = int(character.switch("activated", plan != "none" or character.has("heal")))


def _kill(s: State, p: int) -> None:
    s.life[p] = s.power[p] = s.reroll[p] = s.victory[p] = 0
    s.at[p] = OFF


def _place_base(s: State, entry: Entry, side: int, modules: Any) -> None:
    """All modules whole, or `{ energy = 3, heal = 0 }`: resistance of those that were built."""
    if modules is None:
        build(s, side, 0b111)
        return
    base = entry.entry(f"{SIDES[side]}_modules")
    base.allow(*MODULES)
    build(s, side, sum(1 << MODULES.index(name) for name in base.data))
    for name in base.data:
        module = 3 * side + MODULES.index(name)
        s.resistance[module] = base.number(name, 0, s.module_full[module % 3])
        if s.resistance[module] == 0:
            s.module_on[s.module_square[module]] = NOBODY


def _name_leaders(s: State) -> None:
    """The leader of the first character's faction."""
    if s.leaders:
        for side in range(2):
            name_leader(s, side, s.card[4 * side] >> 2)
        s.asked = 0


def facts(s: State, content: Content) -> dict[str, Any]:
    """What a scenario may state of a position."""
    known: dict[str, Any] = {
        "turn": s.turn,
        "stage": STAGES[s.stage],
        "initiative": SIDES[s.initiative],
        "decider": SIDES[s.decider] if s.decider != NOBODY else "nobody",
        "energy": s.energy,
        "threshold": s.threshold,
        "wanderer_life": s.wanderer_life,
        "wanderer_at": SQUARES[s.second_at] if s.second_at != OFF else "–",
        "winner": SIDES[s.winner] if s.winner != NOBODY else "nobody",
        "how": ENDINGS[s.how],
        "totals": list(s.total),
        "damage": s.damage,
        "commanded": s.commanded,
    }
    for side, name in enumerate(SIDES):
        known[name] = {
            content.cards[s.card[p]].handle: _piece_facts(s, p)
            for p in range(4 * side, 4 * side + 4)
            if s.card[p] != NOBODY
        }
        known[f"{name}_modules"] = {
            kind: s.resistance[3 * side + i] if s.module_square[3 * side + i] != OFF else "–"
            for i, kind in enumerate(MODULES)
        }
        known[f"{name}_squares"] = {
            kind: SQUARES[s.module_square[3 * side + i]] if s.module_square[3 * side + i] != OFF else "–"
            for i, kind in enumerate(MODULES)
        }
        known[f"{name}_leader"] = (
            content.cards[s.card[s.leader[side]]].handle if s.leader[side] != NOBODY else "–"
        )
        known[f"{name}_order_given"] = bool(s.order_given[side])
        known[f"{name}_roster"] = [
            content.cards[s.card[p]].handle for p in range(4 * side, 4 * side + 4) if s.card[p] != NOBODY
        ]
    return known


def _piece_facts(s: State, p: int) -> dict[str, Any]:
    return {
        "at": SQUARES[s.at[p]] if s.at[p] != OFF else "–",
        "life": s.life[p],
        "power": s.power[p],
        "reroll": s.reroll[p],
        "victory": s.victory[p],
        "plan": PLANS[s.plan[p]],
        "fate": FATES[s.fate[p]],
        "flying": is_flying(s, p),
        "activated": bool(s.activated[p]),
        "burning": s.burning[p],
        "alive": s.at[p] != OFF,
    }


def chance(text: str, content: Content) -> int:
    """Results by name: the faces of the initiative token."""
    return SIDES.index(text)
