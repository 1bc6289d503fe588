"""The state of a brawl: board, furniture, characters, sheets, and the stack of what is being resolved.

Points are numbers p = 20 (v − 1) + (h − 1), whatever the size of the board; directions are 0…7 for the printed 1…8.
Boards, tables and characters come from packs, so they live here (filled by `content.prepare` before `setup`).
"""

from bagarre.kernel.layout import Position, fixed, i1, i2, i4, layout, u1, u2
from bagarre.kernel.rule import table

SIDE = 20
"""The largest board is SIDE × SIDE points."""
POINTS = SIDE * SIDE
CROWD = 24
"""At most six gangs of four."""
SEATS = 6
BOXES = 6
"""Three sequences of two rounds (BA-TURN-2)."""
SLOTS = 6
"""Objects a character carries at most (BA-OBJ-1)."""
ALL_SLOTS = (1 << SLOTS) - 1
PIECES = 20
FIXTURES = 28
STAIRS = 6
READY = 16
LOOSE = 192
ZONE = 16
DEPTH = 27
NOBODY = -1
NOWHERE = -1

# Grounds (BA-LEVEL-1) and what a point bears besides.
PAVEMENT, STREET, SQUARE, FLOOR, BAR, STAGE, STEPS, BOOTH = range(8)
CHAIR_HERE, SHARDS_HERE, FLOOR_OBJECTS, TOP_OBJECTS = 1, 2, 4, 8

# What a link carries, four bits for the link to the east and four for the one to the south.
BARRED = 1
"""Wall, closed leaf, closed window or pane (BA-STEP-1)."""
HALF_OPEN = 2
"""Open leaf of a double door whose other leaf is closed: bars movement only (BA-STEP-2)."""
GAP = 4
"""Open or destroyed window (BA-STEP-10)."""
OPEN_LEAF = 8
"""An open leaf, on its own open link (BA-DOOR-3)."""

# Furniture.
NO_PIECE, TABLE, PINBALL, FOOTBALL, VIDEO = range(5)
ALONE, ALONG_ROW, ALONG_COLUMN = range(3)
"""How a piece lies: one point, two points west–east, two points north–south."""

# Doors, windows, panes, the telephone.
DOOR, WINDOW, PANE, TELEPHONE = 1, 2, 3, 4
CLOSED, OPEN, DESTROYED, BOLTED = range(4)

# Objects.
(
    NOTHING, CLUB, KNUCKLES, CHAIN, KNIFE, RAZOR, BOTTLE, BROKEN, CHAIR, VEST, JACKET, BOOTS, HELMET, LOOT,
) = range(14)  # fmt: skip
ITEMS = (
    "nothing", "club", "knuckles", "chain", "knife", "razor", "bottle", "broken_bottle", "chair",
    "leather_vest", "leather_jacket", "boots", "helmet", "loot",
)  # fmt: skip

ITEM_KINDS = len(ITEMS)
IS_WEAPON = table(
    1 if item in (CLUB, KNUCKLES, CHAIN, KNIFE, RAZOR, BOTTLE, BROKEN, CHAIR) else 0
    for item in range(ITEM_KINDS)
)
"""What one can strike with, besides the fist."""

# Rows of the results table (6.8).
(
    BARE_FIST, ROW_KNUCKLES, ROW_CLUB, ROW_CHAIN, ROW_KNIFE, ROW_RAZOR, ROW_BOTTLE, ROW_BROKEN, ROW_CHAIR,
    BARE_HEAD, HELMET_HEAD, SNEAKER, ROW_BOOTS, THROWN_KNIFE, THROWN_BOTTLE, THROWN_CHAIR,
) = range(16)  # fmt: skip
BY_HAND = table(0 if row in (BARE_HEAD, HELMET_HEAD, SNEAKER, ROW_BOOTS) else 1 for row in range(16))
"""Struck or thrown with the right arm (BA-HIT-3)."""
WEAPONS = (
    "bare_fist", "knuckles", "club", "chain", "knife", "razor", "bottle", "broken_bottle", "chair",
    "bare_head", "helmet_head", "sneaker", "boots", "thrown_knife", "thrown_bottle", "thrown_chair",
)  # fmt: skip
ADDS_COMBAT, ADDS_STRENGTH, ADDS_DEXTERITY = range(3)
"""What a weapon adds to the roll (BA-HIT-4)."""

# Body parts and columns of the location table (6.7).
HEAD, TRUNK, RIGHT_ARM, LEFT_ARM, LEGS = range(5)
RESULT_LINE = table((0, 1, 2, 2, 3))
"""Line of the results table for each part: both arms share one."""
VITAL = table((1, 1, 0, 0, 0))
"""At 0 it means HS (BA-WOUND-2)."""
PARTS = ("head", "trunk", "right_arm", "left_arm", "legs")
(
    FIST_FRONT, FIST_REAR, WEAPON_FRONT, WEAPON_REAR, CHAIR_FRONT, CHAIR_REAR, BUTT_FRONT, BUTT_REAR, KICK_FRONT,
    KICK_REAR, ON_PRONE, BY_PRONE, THROW_LEVEL, THROW_UP, THROW_DOWN, THROW_PRONE, BUTT_PRONE,
) = range(17)  # fmt: skip
COLUMNS = (
    "fist_front", "fist_rear", "weapon_front", "weapon_rear", "chair_front", "chair_rear", "butt_front", "butt_rear",
    "kick_front", "kick_rear", "on_prone", "by_prone", "throw_level", "throw_up", "throw_down", "throw_prone",
    "butt_prone",
)  # fmt: skip

# Fates of a character.
IN_PLAY, HS, OUT = range(3)

# Long actions in progress.
TAXING, WEARING, CALLING = 1, 2, 3

# Options that are on or off, as bits of `options`.
OPTION_BITS = (
    "corner_dexterity", "constitution_8", "low_furniture", "run_max_inclusive", "reveal_by_sequence",
    "roll_under_strict", "stun_fall_cumulative", "reprogram_at_once", "jostle_always_tests", "arm_loss_text",
    "overturn_one", "glass_protection", "window_shards", "hidden_sheets", "under_furniture_safe", "butt_prone",
    "chain_aim_single", "hold_rest",
)  # fmt: skip
(
    CORNER_DEXTERITY, CONSTITUTION_8, LOW_FURNITURE, RUN_INCLUSIVE, REVEAL_BY_SEQUENCE,
    ROLL_UNDER_STRICT, STUN_FALL_CUMULATIVE, REPROGRAM_AT_ONCE, JOSTLE_TESTS, ARM_LOSS_TEXT,
    OVERTURN_ONE, GLASS_PROTECTION, WINDOW_SHARDS, HIDDEN_SHEETS, UNDER_SAFE, BUTT_PRONE_OPTION,
    CHAIN_SINGLE, HOLD_REST,
) = (1 << i for i in range(len(OPTION_BITS)))  # fmt: skip

# How a scenario is set up and scored.
RANDOM_PLACES, ZONES, CAST = range(3)
LAST_SIDE, NOBODY_LEFT, FIRST_SIDE = range(3)
TIE_POINTS, TIE_FIRST, TIE_SECOND = range(3)
SCORE_TERMS = (
    "base", "dealt", "knocked", "shoved", "lost", "self_hurt", "self_knocked", "escaped", "stage",
    "standing", "standing_inside", "standing_outside", "own_hs", "bottles", "broken_bottles", "rivals_hs", "rivals_out",
    "leaf", "window", "pane", "telephone", "chair", "furniture",
)  # fmt: skip
(
    W_BASE, W_DEALT, W_KNOCKED, W_SHOVED, W_LOST, W_SELF_HURT, W_SELF_KNOCKED, W_ESCAPED, W_STAGE,
    W_STANDING, W_INSIDE, W_OUTSIDE, W_OWN_HS, W_BOTTLES, W_BROKEN, W_RIVALS_HS, W_RIVALS_OUT, W_WRECKS,
) = range(18)  # fmt: skip
DEALT, KNOCKED, SHOVED, LOST, SELF_HURT, SELF_KNOCKED, ESCAPED, ON_STAGE = range(8)
"""What each gang has done: columns of `deeds`, and the score terms 1…8."""
LEAVES, WINDOWS, PANES, TELEPHONES, CHAIRS, FURNITURE = range(6)
"""What has been destroyed: indices of `wrecks`, and the score terms from W_WRECKS on."""

# Compulsory rests.
OWED_NOW, OWED_NEXT = 1, 2

# Set-up of characters.
READY_MADE, CHOOSE, RANDOM_BUILD = range(3)

ENDINGS = (
    "running", "turns", "last_gang", "nobody_left", "loot", "police", "call", "no_call", "owner_out", "loubards_out",
)  # fmt: skip
(
    RUNNING, BY_TURNS, LAST_GANG, BY_NOBODY, BY_LOOT, BY_POLICE, BY_CALL, NO_CALL, OWNER_OUT, LOUBARDS_OUT,
) = range(10)  # fmt: skip


@layout(journal=128, events=104, event_kind="i2")
class State(Position):
    # The scenario and its options.
    options: int = fixed(i4())
    """Bits of OPTION_BITS."""
    turns: int = fixed(i1())
    """Turns of the game (BA-END-1)."""
    build: int = fixed(i1())
    """READY_MADE, CHOOSE or RANDOM_BUILD."""
    lots: int = fixed(i1())
    """1 when it is drawn by lot which player leads which ready-made gang (BA-R97)."""
    sided: int = fixed(i1())
    """1 when two named sides fight (BA-SETUP-12)."""
    placement: int = fixed(i1())
    end_rule: int = fixed(i1())
    tie_rule: int = fixed(i1())
    weights: list[list[int]] = fixed(i1(2, len(SCORE_TERMS)))
    """Points of the score terms, for each side (row 0 for all without sides)."""
    zones: list[list[int]] = fixed(i2(SEATS, ZONE))
    """Start zones: points + 1, filled up with 0."""
    zone_count: int = fixed(i1())
    draw_zones: int = fixed(i1())
    zone_of: list[int] = i1(SEATS)
    loot_game: int = fixed(i1())
    police: int = fixed(i1())
    """First turn at whose end the police may come, 0 without police."""
    escape: int = fixed(i1())
    """First turn in which leaving the board is rewarded."""
    caller: int = fixed(i1())
    """The character who may telephone, NOBODY in other scenarios."""

    # Tables.
    results: list[list[int]] = fixed(u1(64, 9))
    """Row 4 × weapon + part (both arms share one): lowest totals of 1–5 wounds and 1–4 stun sequences, 0 for never."""
    modifier: list[int] = fixed(i1(16))
    locate: list[list[int]] = fixed(i1(17, 8))
    stamina: list[list[int]] = fixed(i1(8, 5))
    stun_table: list[list[int]] = fixed(i1(3, 8))
    cuts: list[int] = fixed(i1(8))
    cost: list[int] = fixed(i1(14))
    ready: list[list[int]] = fixed(i1(READY, 12))
    """Ready-made characters: four characteristics, then up to eight objects."""
    ready_count: int = fixed(i1())

    # The board.
    rows: int = fixed(i1())
    columns: int = fixed(i1())
    ground: list[int] = fixed(u1(POINTS))
    """Kind of ground, + 8 indoors."""
    litter: list[int] = u1(POINTS)
    links: list[int] = u1(POINTS)
    piece: list[int] = i1(POINTS)
    """Furniture on the point (chairs apart): number + 1."""
    stander: list[int] = i1(POINTS)
    """Who is on the floor layer, standing or prone: number + 1. Those on top of furniture are its riders."""
    stairs_at: list[int] = fixed(i2(STAIRS))
    stairs_low: list[int] = fixed(i2(STAIRS))
    stairs_high: list[int] = fixed(i2(STAIRS))
    stairs_count: int = fixed(i1())
    piece_kind: list[int] = fixed(i1(PIECES))
    piece_at: list[int] = i2(PIECES)
    """The northern or western point; NOWHERE when removed."""
    piece_lies: list[int] = fixed(i1(PIECES))
    overturned: list[int] = i1(PIECES)
    rider: list[list[int]] = i1(PIECES, 2)
    """Who stands on top, on each of its points: number + 1."""
    piece_label: list[int] = fixed(i1(PIECES))
    fixture_kind: list[int] = fixed(i1(FIXTURES))
    fixture_state: list[int] = i1(FIXTURES)
    fixture_near: list[int] = fixed(i2(FIXTURES))
    """N of a leaf, inside point of a window, booth side of a pane."""
    fixture_far: list[int] = fixed(i2(FIXTURES))
    """S of a leaf, outside point of a window, other side of a pane."""
    fixture_hinge: list[int] = fixed(i2(FIXTURES))
    fixture_pair: list[int] = fixed(i1(FIXTURES))
    """The other leaf of a double door: number + 1."""
    fixture_bolt: list[int] = fixed(i1(FIXTURES))
    fixture_label: list[int] = fixed(i1(FIXTURES))
    fixture_count: int = fixed(i1())
    loose: list[int] = u2(LOOSE)
    """Objects on the board: kind << 10 | layer << 9 | point, layer 1 for the top of furniture or bar."""
    loose_count: int = i2()

    # The characters.
    crowd: int = fixed(i1())
    seat_of: list[int] = i1(CROWD)
    letter: list[int] = fixed(i1(CROWD))
    name: list[int] = i1(CROWD)
    """0 without a name, else 1 + number of the ready-made character."""
    strength: list[int] = i1(CROWD)
    dexterity: list[int] = i1(CROWD)
    speed: list[int] = i1(CROWD)
    constitution: list[int] = i1(CROWD)
    hp: list[list[int]] = i1(CROWD, 5)
    at: list[int] = i2(CROWD)
    facing: list[int] = i1(CROWD)
    """0…7; NOBODY before it is chosen."""
    prone: list[int] = i1(CROWD)
    fate: list[int] = i1(CROWD)
    carried: list[list[int]] = i1(CROWD, SLOTS)
    """Objects in the boxes, without gaps."""
    known: list[int] = i1(CROWD)
    """Bits of the boxes whose object everybody has seen (option hidden_sheets)."""
    garment: list[int] = i1(CROWD)
    boots: list[int] = i1(CROWD)
    helmet: list[int] = i1(CROWD)
    purse: list[int] = i1(CROWD)
    """Purchase points left while equipment is bought."""
    by_rank: list[int] = i1(CROWD)
    """Characters, fastest first (BA-RANK-1)."""
    stun: list[int] = i1(CROWD)
    """Stun sequences outstanding (BA-STUN-1)."""
    circled: list[int] = i1(CROWD)
    """1 when the current sequence is one of them (BA-STUN-6)."""
    done: list[int] = i1(CROWD)
    """1 when all orders of the current sequence are executed (BA-STUN-3)."""
    pending: list[int] = i1(CROWD)
    """1 while a long action waits for the end of the sequence (BA-EXEC-3)."""
    holds: list[int] = i1(CROWD)
    """Whom they hold: number + 1 (BA-HOLD-3)."""
    held_by: list[int] = i1(CROWD)
    timed: list[int] = i1(CROWD)
    """TAX, MET or TEL in progress (BA-TAX-2)."""
    timed_what: list[int] = i1(CROWD)
    """Victim of the TAX; object of the MET, negative to take it off."""
    timed_new: list[int] = i1(CROWD)
    """1 in the sequence in which it began."""
    owes_rest: list[int] = i1(CROWD)
    """OWED_NEXT when the next sequence is a compulsory rest, OWED_NOW during that sequence (BA-PROG-11)."""
    shaken: list[int] = i1(CROWD)
    """1 when they received stun or were grabbed in this sequence (BA-REPROG-1)."""
    asks: list[int] = i1(CROWD)
    """1 when their owner wants to be asked before each order whether they drop something (BA-OBJ-3)."""
    stuck: list[int] = i1(CROWD)
    """1 when legs at 0 could not fall for lack of room (BA-FALL-10)."""

    # The sheets.
    orders: list[list[int]] = u1(CROWD, BOXES)
    editable: list[int] = i1(CROWD)
    """Bits of the boxes that the owner may write now."""
    written: list[int] = i1(CROWD)
    writers: int = u1()
    """Seats that have not committed yet."""
    writers_all: int = u1()
    page: list[int] = i1(SEATS)
    """The character whose sheet the seat is writing (or building)."""
    box: list[int] = i1(SEATS)
    """The box under the pencil, NOBODY when all are written; in the building phase, the stage."""
    shown: int = i1()
    """Sequences of the turn whose orders everybody has seen."""

    # The course of the game.
    step: int = i1()
    """Where the turn stands: see rules/sequence.py."""
    turn: int = i1()
    sequence: int = i1()
    """0…2."""
    next_rank: int = i1()
    """Place in `by_rank` that comes next in the current step."""
    ask: int = i1()
    """The question that is open: see rules/questions.py; 0 for none."""
    asked: int = i1()
    """The character whose owner is asked."""
    how: int = i1()
    """Index into ENDINGS."""
    winner: int = i1()
    """The side that a scenario's own rule makes win, NOBODY without."""
    call_turn: int = i1()
    """Turn in which the first call was completed, 0 before."""
    phone_by: int = i1()
    """Side that destroyed the telephone + 1."""
    deeds: list[list[int]] = i2(SEATS, 8)
    wrecks: list[int] = i1(6)

    # What is being resolved: the stack of rules/machine.py.
    frames: list[list[int]] = i2(DEPTH, 9)
    depth: int = i1()
    result: int = i2()
    """The answer that was given, or what the last finished operation gave."""
    chain: list[int] = i1(CROWD)
    """1 for those who take part in the chain of jostles being resolved (BA-JOST-11)."""
    touched: list[int] = i1(CROWD)
    """1 for those whom the piece being moved has already met (BA-REN-4, BA-CHAIR-6)."""
    targets: list[int] = i1(3)
    target_count: int = i1()
    aim_target: int = i1()
    """Target that gets the chosen part (BA-CP-5)."""
    weapon: int = i1()
    """Object used in the blow or throw being resolved."""
    part: int = i1()
    """Part chosen by aiming, NOBODY when it is rolled."""
    taken: int = i1()
    """Object taken or broken by the first half of a two-round order."""
    push_way: list[int] = i1(CROWD)
    """Direction of the push that was named, NOBODY without."""
    push_what: list[int] = i1(CROWD)
    """What is pushed: piece + 1, PUSHED_CHAIR, or PUSHED_LEAF + number."""
    push_at: list[int] = i2(CROWD)
    """Where that chair stood."""


PUSHED_CHAIR = 50
PUSHED_LEAF = 60


def status(s: State) -> list[str]:
    """Broken invariants."""
    broken: list[str] = []
    # Before the first turn `at` may hold a place that a scenario keeps for them.
    here = {x - 1 for row in [s.stander, *s.rider] for x in row if x}
    placed = [
        c for c in range(s.crowd) if s.fate[c] == IN_PLAY and s.at[c] != NOWHERE and (s.turn or c in here)
    ]
    for c in placed:
        p, n = s.at[c], s.piece[s.at[c]] - 1
        on_top = n >= 0 and not s.overturned[n] and s.piece_kind[n] in (TABLE, FOOTBALL) and not s.prone[c]
        half = 0 if n < 0 or p == s.piece_at[n] else 1
        found = s.rider[n][half] if on_top else s.stander[p]
        if found != c + 1:
            broken.append(f"character {c} is not where the board says ({p})")
        if n >= 0 and not s.overturned[n] and s.piece_kind[n] == VIDEO:
            broken.append(f"character {c} is on a video game")
        if n >= 0 and not s.overturned[n] and s.piece_kind[n] == PINBALL and not s.prone[c]:
            broken.append(f"character {c} stands on a pinball")
        if s.prone[c] and s.ground[p] % 8 == BAR:
            broken.append(f"character {c} lies on the bar")
        if s.prone[c] and CHAIR in s.carried[c]:
            broken.append(f"character {c} is prone with a chair in hand")
    seen = [x for x in s.stander if x] + [x for row in s.rider for x in row if x]
    if sorted(seen) != sorted(c + 1 for c in placed):
        broken.append(f"the board holds {sorted(seen)}, the characters are {placed}")
    for n in range(PIECES):
        if s.piece_kind[n] and s.piece_at[n] != NOWHERE:
            second = {ALONE: 0, ALONG_ROW: 1, ALONG_COLUMN: SIDE}[s.piece_lies[n]]
            for p in {s.piece_at[n], s.piece_at[n] + second}:
                if s.piece[p] != n + 1:
                    broken.append(f"piece {n} is not on the board at {p}")
    if sum(1 for x in s.piece if x) != sum(
        (1 if s.piece_lies[n] == ALONE else 2)
        for n in range(PIECES)
        if s.piece_kind[n] and s.piece_at[n] != NOWHERE
    ):
        broken.append("furniture on the board does not match the pieces")
    for c in range(s.crowd):
        if s.holds[c] and s.held_by[s.holds[c] - 1] != c + 1:
            broken.append(f"hold of {c} is one-sided")
        if any(x < 0 for x in s.hp[c]):
            broken.append(f"hit points of {c}: {s.hp[c]}")
        filled = [bool(x) for x in s.carried[c]]
        if filled != sorted(filled, reverse=True):
            broken.append(f"gaps in the boxes of {c}: {s.carried[c]}")
        if sum(x == CHAIR for x in s.carried[c]) > 1:
            broken.append(f"character {c} carries two chairs")
    for i in range(s.loose_count):
        p, layer = s.loose[i] & 511, s.loose[i] >> 9 & 1
        if not s.litter[p] & (TOP_OBJECTS if layer else FLOOR_OBJECTS):
            broken.append(f"object {i} lies unmarked at {p}")
    if not 0 <= s.depth <= DEPTH:
        broken.append(f"stack of {s.depth} frames")
    return broken
