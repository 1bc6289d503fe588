"""The state of a game, field by field.

Pieces are numbered 0 to 7: 0–3 are the characters of the heroes, 4–7 those of the villains, in the order of the rosters; so the
side of a piece is `piece >> 2`. Squares are numbered 0 to 34: column + 5 × row. Modules are numbered 0 to 5: side × 3 + type.
In a combat, side 0 is the attack and side 1 the defence.
"""

from bagarre.kernel.layout import Position, fixed, i1, i2, i8, layout, u1

ENDINGS = ("running", "elimination", "base_destroyed", "world_destroyed", "points", "mutual_destruction")
RUNNING, ELIMINATION, BASE_DESTROYED, WORLD_DESTROYED, POINTS, MUTUAL = range(6)

NOBODY = -1
OFF = -1
"""The square of a dead or undeployed character, and of an entity that is not on the board."""

# What the game is waiting for, in the order of play: the table of contents of the rules.
(
    CHOOSING, DRAFTING, TOSS, BUILDING, NAMING_LEADERS, DEPLOYING,
    TURN_BEGINS, PLANNING_ORDERS, ACTIVATING, MOVING, PLANNING, HEALING,
    RESOLUTION_ORDERS, COMMANDING, STEPPING, TARGETING, SUPPORTING, RALLYING, GUARDING, PREPARING, ROLLING,
    BIDDING, REACTING, RESULT, NO_MERCY, CHOOSING_VICTIM, REDIRECTING, PREVENTING, WOUNDING, AFTERMATH, CHECKING,
    FAVOURING, GRANTING,
    PHASE_OVER, WANDERING, END_ORDERS, END_EFFECTS, CLOCK,
    ORDER_WHO, ORDER_WHERE,
) = range(40)  # fmt: skip
SETUP_STAGES = (CHOOSING, DRAFTING, TOSS, BUILDING, NAMING_LEADERS, DEPLOYING)
PLANNING_STAGES = (TURN_BEGINS, PLANNING_ORDERS, ACTIVATING, MOVING, PLANNING, HEALING)
DECLARING_STAGES = (TARGETING, SUPPORTING, RALLYING, GUARDING, PREPARING, ROLLING)
BIDDING_STAGES = (BIDDING, REACTING, RESULT)
END_STAGES = (PHASE_OVER, WANDERING, END_ORDERS, END_EFFECTS, CLOCK)

# The fate of a plan.
NO_FATE, PENDING, EXECUTED, DISTURBED, CANCELLED, LOST = range(6)

# Kinds of targets.
CHARACTER, MODULE, COSMIC = range(3)

# Entities: the clock, and the second one.
GALACTUS, BEYONDER, SILVER_SURFER, THANOS = range(4)

# Traits of a card.
RANGED, FLIGHT, METAL = 1, 2, 4

FACTION_TEAMS, DRAFTED_TEAMS, RANDOM_TEAMS = range(3)
ENERGY_MODULE, DOUBLE_DEFENCE, HEAL_MODULE = range(3)

GALACTUS_SQUARE = 15
"""A4 (BW-SETUP-8)."""
SECOND_SQUARE = 19
"""E4 (BW-SETUP-8)."""


@layout(journal=32, events=44, event_kind="i2")
class State(Position):
    # Options.
    team_mode: int = fixed(i1())
    mirror: int = fixed(i1())
    strict: int = fixed(i1())
    modules_wanted: list[int] = fixed(i1(2))
    """Number of modules of each side (BW-SETUP-3)."""
    auto_deploy: int = fixed(i1())
    needs_loss: int = fixed(i1())
    final_pass: int = fixed(i1())
    trailing_only: int = fixed(i1())
    total_yield: int = fixed(i1())
    friendly_rerolls: int = fixed(i1())
    support_victories: int = fixed(i1())
    flyer_safe: int = fixed(i1())
    own_module_guard: int = fixed(i1())
    threshold: int = fixed(i1())
    """Energy at which Battleworld is destroyed (BW-GALACTUS-1)."""
    hungry_die: int = fixed(i1())
    by_points: int = fixed(i1())
    max_turns: int = fixed(i1())
    second: int = fixed(i1())
    """The second entity in play, GALACTUS (0) for none (BW-COSMIC-2)."""
    leaders: int = fixed(i1())
    naming: int = fixed(i1())
    """Which set of names events use: 0 the pack's own, 1 the neutral ones."""
    preset_faction: list[int] = fixed(i1(2))
    """Faction of each side in the preset, NOBODY when it is chosen (BW-OPT-1)."""
    preset_modules: list[int] = fixed(i1(2))
    """Mask of the modules of each side in the preset, 0 when they are chosen."""

    # The pack in play.
    faction_count: int = fixed(i1())
    """Cards are numbered by faction, four each, in the order of the rosters: the faction of a card is `card >> 2`."""
    card_die: list[int] = fixed(i1(32))
    card_traits: list[int] = fixed(i1(32))
    """RANGED, FLIGHT and METAL, added up."""
    card_life: list[int] = fixed(i1(32))
    card_power: list[int] = fixed(i1(32))
    card_strike: list[int] = fixed(i1(32))
    card_slots: list[int] = fixed(i1(32))
    card_filled: list[int] = fixed(i1(32))
    card_first: list[int] = fixed(i1(32))
    """First row of the card's powers in the table of operations, and their number."""
    card_ops: list[int] = fixed(i1(32))
    op_kind: list[int] = fixed(i1(64))
    op_n: list[int] = fixed(i1(64))
    op_cost: list[int] = fixed(i1(64))
    op_when: list[int] = fixed(u1(64))
    op_how: list[int] = fixed(i1(64))
    op_power: list[int] = fixed(i1(64))
    """The power that the operation belongs to, for the log."""
    faction_red: list[int] = fixed(i1(8))
    faction_shares: list[int] = fixed(i1(8))
    """The faction on the other side of the cards (BW-TEAM-7)."""
    faction_leader: list[int] = fixed(i1(8))
    order_moment: list[int] = fixed(i1(8))
    order_kind: list[int] = fixed(i1(8))
    order_n: list[int] = fixed(i1(8))
    order_within: list[int] = fixed(i1(8))
    order_metal: list[int] = fixed(i1(8))
    module_full: list[int] = fixed(i1(3))
    """Resistance of each type of module when new (BW-SETUP-7)."""
    module_gain: list[int] = fixed(i1(3))
    """Power, factor and life that the types of modules give (BW-MODULE-1, BW-GUARD-3, BW-MODULE-2)."""
    entity_die: list[int] = fixed(i1(4))
    entity_strike: list[int] = fixed(i1(4))

    # The game.
    stage: int = i1()
    decider: int = i1()
    """The seat that must choose, NOBODY while the rules run and when the game is over."""
    turn: int = i1()
    initiative: int = i1()
    how: int = i1()
    """Index into ENDINGS."""
    winner: int = i1()
    """The seat that won, NOBODY for none."""

    # Characters.
    card: list[int] = i1(8)
    skills: list[int] = i8(8)
    """Mask of the kinds of operations of each piece: most questions about powers are answered here."""
    at: list[int] = i1(8)
    life: list[int] = i1(8)
    power: list[int] = i1(8)
    reroll: list[int] = i1(8)
    victory: list[int] = i1(8)
    plan: list[int] = i1(8)
    fate: list[int] = i1(8)
    heal_target: list[int] = i1(8)
    activated: list[int] = i1(8)
    grounded: list[int] = i1(8)
    """1 when flight was lost this turn (BW-FLY-1)."""
    burning: list[int] = i1(8)
    attacks: list[int] = i1(8)
    """Attacks suffered this turn (BW-LEADER-12)."""
    free_raises: list[int] = i1(8)
    """Free raises made this turn."""

    # The board.
    piece_on: list[int] = i1(35)
    module_on: list[int] = i1(35)
    """The intact module of each square, NOBODY for none."""
    module_square: list[int] = i1(6)
    """Where each module was built, OFF when the base does not have it."""
    resistance: list[int] = i1(6)
    energy: int = i1()
    """Energy of the clock (BW-GALACTUS-2)."""
    second_at: int = i1()
    wanderer_life: int = i1()
    herald_beaten: int = i1()

    # Leaders.
    leader_faction: list[int] = i1(2)
    leader: list[int] = i1(2)
    order_given: list[int] = i1(2)
    ducking: list[int] = i1(2)
    """1 while an order keeps the plans of the side's members from the first attack of the turn."""
    asked: int = i1()
    """Sides already asked at this occasion of orders."""
    order_side: int = i1()
    order_piece: int = i1()
    order_steps: int = i1()
    order_from: int = i1()
    after_order: int = i1()
    """The stage to return to when an order with targets is done."""

    # Phases 1 and 2.
    side: int = i1()
    """The side whose activation or step it is."""
    actor: int = i1()
    passes: int = i1()
    passed_out: list[int] = i1(2)
    commanded: int = i1()
    """Steps left of an order that gives two in a row (BW-LEADER-10)."""

    # The combat.
    after_combat: int = i1()
    initiator: int = i1()
    """The attacking piece, NOBODY when an entity attacks or no combat is on."""
    target_kind: int = i1()
    target: int = i1()
    """Piece, module or entity attacked."""
    target_square: int = i1()
    defender: int = i1()
    """The piece that defends (target or guard), NOBODY for an entity and an unguarded module."""
    supporters: int = i1()
    """Mask over the attacker's roster."""
    cursor: int = i1()
    """Next candidate of a question that goes round."""
    rallied: int = i1()
    die: list[int] = i1(2)
    rolls: list[int] = i1(2)
    """Dice rolled by each principal."""
    face: list[list[int]] = i1(2, 12)
    worth: list[list[int]] = i1(2, 12)
    """Result of each die: face and bonuses."""
    support_face: list[int] = i1(4)
    support_worth: list[int] = i1(4)
    total: list[int] = i2(2)
    spent: list[int] = i1(2)
    """Power tokens spent on raises (BW-POWER-3)."""
    yielded: list[int] = i1(2)
    holds: int = i1()
    window: int = i1()
    window_power: list[int] = i1(2)
    """1 when the side has used its window power in this combat."""
    prevented: int = u1()
    """Mask of the pieces that have prevented damage in this combat."""
    outcome: int = i1()
    """The combat side that won, NOBODY for a tie."""
    damage: int = i1()
    victim: int = i1()
    fought: list[int] = i1(2)
    """Who fought the latest combat that was decided, attack and defence: its dice stay where they are until the next one."""
    favours: list[int] = i1(2)
    """Favours due to each side (BW-BEYONDER-1)."""
    favour: int = i1()
    grants: int = i1()


def status(s: State) -> list[str]:
    """Broken invariants."""
    if s.card[7] < 0:
        return []  # teams are not complete yet
    broken = []
    for p in range(8):
        card = s.card[p]
        if not 0 <= s.life[p] <= s.card_life[card]:
            broken.append(f"piece {p}: life {s.life[p]} of {s.card_life[card]} (BW-CARD-1)")
        if not 0 <= s.power[p] <= s.card_power[card]:
            broken.append(f"piece {p}: power {s.power[p]} of {s.card_power[card]} (BW-CARD-2)")
        if not 0 <= s.reroll[p] <= 1:
            broken.append(f"piece {p}: {s.reroll[p]} reroll tokens (BW-CARD-3)")
        if not 0 <= s.victory[p] <= s.card_slots[card]:
            broken.append(
                f"piece {p}: {s.victory[p]} victory tokens in {s.card_slots[card]} slots (BW-CARD-8)"
            )
        if s.at[p] != OFF:
            if s.life[p] <= 0:
                broken.append(f"piece {p} is dead on square {s.at[p]} (BW-DEATH-1)")
            if s.piece_on[s.at[p]] != p:
                broken.append(f"piece {p} is not on its square {s.at[p]} (BW-BOARD-3)")
            if s.module_on[s.at[p]] not in (NOBODY, *range(3 * (p >> 2), 3 * (p >> 2) + 3)):
                broken.append(f"piece {p} stands on an enemy module (BW-BOARD-5)")
            if s.at[p] == GALACTUS_SQUARE or s.at[p] == s.second_at:
                broken.append(f"piece {p} stands on a cosmic entity (BW-BOARD-6)")
    for square, p in enumerate(s.piece_on):
        if p != NOBODY and s.at[p] != square:
            broken.append(f"square {square} holds piece {p}, which stands on {s.at[p]}")
    for module, square in enumerate(s.module_square):
        if not 0 <= s.resistance[module] <= s.module_full[module % 3]:
            broken.append(f"module {module}: resistance {s.resistance[module]} (BW-SETUP-7)")
        if square != OFF and (s.module_on[square] == module) != (s.resistance[module] > 0):
            broken.append(
                f"module {module} is {'gone' if s.resistance[module] else 'still there'} (BW-BASE-2)"
            )
    if s.how == RUNNING and not 0 <= s.energy < s.threshold:
        broken.append(f"energy {s.energy} of {s.threshold} (BW-GALACTUS-3)")
    for side in range(2):
        if s.rolls[0] and s.total[side] != sum(s.worth[side][: s.rolls[side]]) + (
            0 if side else sum(s.support_worth)
        ):
            broken.append(f"total {s.total[side]} of combat side {side} does not add up (BW-COMBAT-13)")
    return broken
