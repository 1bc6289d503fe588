"""The primitives of powers and orders: how a program of a pack becomes rows of integers.

A program is a list of operations, each a short line of words:

    result_bonus 1 per_wounds 2          +1 on each result per 2 wounds
    result_bonus 2 if metal              +2 against a metal user
    prevent_damage 1 cost 1              for 1 power, one wound less

A line is a primitive, its number (when it has one), words of its own, then `cost N` and `if CONDITION…`.
"""

from dataclasses import dataclass

from bagarre.kernel.pack import Entry

# Primitives.
(
    RESULT_BONUS, ROLL_MODE, FACE_MULTIPLIER, DIE_OVERRIDE, FREE_RAISE, FORCE_REROLL, REFRESH_REROLL, GAIN_POWER,
    LOSE_POWER, TRANSFER_POWER, GAIN_LIFE, DIRECT_WOUND, MARKER_WOUND, GAIN_VICTORY, MODIFY_DAMAGE, REDIRECT_DAMAGE,
    PREVENT_DAMAGE, IGNORE_REDUCTION, SET_REACH, HIT_FLYERS, PAY_FOR_REACH, NO_SUPPORT_AGAINST, KEEP_PLAN,
    REMOVE_FLIGHT, TELEPORT, TAX_MOVE, RECOVERY_AMOUNT, SUPPORT_BONUS, SUMMON, DISPLACE, EXTRA_STEP,
) = range(31)  # fmt: skip

# Conditions (`if …`), a mask. An operation without one always works.
IF_INITIATOR, IF_DEFENDER, IF_SUPPORT, IF_CHARACTER, IF_METAL, IF_MODULE, IF_WON, IF_LOST = (
    1 << i for i in range(8)
)
CONDITIONS = {
    "initiator": IF_INITIATOR,
    "defender": IF_DEFENDER,
    "support": IF_SUPPORT,
    "character": IF_CHARACTER,
    "metal": IF_METAL,
    "module": IF_MODULE,
    "won": IF_WON,
    "lost": IF_LOST,
}
"""`spent` (the opponent spent a token on a raise) is the `how` of a gain."""

# The `how` of an operation.
EACH_RESULT, ON_FIRST_RAISE, PER_WOUNDS = range(3)  # result_bonus; PER_WOUNDS divides by `cost`
ON_BASE, ON_RAISE, ON_OPPONENT = 1, 2, 4  # roll_mode, a mask; n is +1 for best, -1 for worst
OPPONENT_DIE = 0  # die_override: n is the size, 0 for the opponent's
AFTER_COMBAT, AT_END, IF_SPENT = range(3)  # gains
TAKEN, DEALT = range(2)  # modify_damage; `cost` is the minimum of damage taken
ANY_PLAN, ATTACK_PLAN, FIRST_ATTACK = 0, 1, 2  # keep_plan: n is which plan, how FIRST_ATTACK or 0

# The moments of orders.
NO_MOMENT, AT_PLANNING, AT_RESOLUTION, AT_STEP, AT_SUPPORT, AT_DAMAGE, AT_END_PHASE = range(7)
MOMENTS = {
    "planning": AT_PLANNING,
    "resolution": AT_RESOLUTION,
    "step": AT_STEP,
    "support": AT_SUPPORT,
    "damage": AT_DAMAGE,
    "end": AT_END_PHASE,
}


@dataclass(frozen=True)
class Shape:
    """How a primitive is written: the range of its number, its own words and whether it may cost power."""

    kind: int
    least: int = 0
    most: int = 0
    """No number when both are 0."""
    words: tuple[str, ...] = ()
    costs: bool = False
    conditions: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Conditions that the primitive always has: it would mean nothing without them."""


FIGHTING = ("initiator", "defender", "character", "metal", "module")
OUTCOME = ("initiator", "defender", "character", "won", "lost", "metal")
SHAPES = {
    "result_bonus": Shape(RESULT_BONUS, -3, 5, ("first_raise", "per_wounds"), conditions=FIGHTING),
    "roll_mode": Shape(ROLL_MODE, words=("best", "worst", "base", "raise", "opponent"), conditions=FIGHTING),
    "face_multiplier": Shape(FACE_MULTIPLIER, 2, 3, conditions=("support", *FIGHTING)),
    "die_override": Shape(
        DIE_OVERRIDE, words=("opponent", "d6", "d8", "d10", "d12"), costs=True, conditions=FIGHTING
    ),
    "free_raise": Shape(FREE_RAISE, 1, 3),
    "force_reroll": Shape(FORCE_REROLL, costs=True, conditions=FIGHTING),
    "refresh_reroll": Shape(REFRESH_REROLL, words=("at_end", "spent"), conditions=OUTCOME),
    "gain_power": Shape(GAIN_POWER, 1, 3, ("at_end", "spent"), conditions=OUTCOME),
    "gain_life": Shape(GAIN_LIFE, 1, 3, ("at_end", "spent"), conditions=OUTCOME),
    "gain_victory": Shape(GAIN_VICTORY, 1, 2, ("at_end", "spent"), conditions=OUTCOME),
    "lose_power": Shape(LOSE_POWER, 1, 3, conditions=OUTCOME, needs=("character",)),
    "transfer_power": Shape(TRANSFER_POWER, 1, 3, conditions=OUTCOME, needs=("character",)),
    "direct_wound": Shape(
        DIRECT_WOUND, 1, 3, costs=True, conditions=OUTCOME, needs=("initiator", "character")
    ),
    "marker_wound": Shape(MARKER_WOUND, 1, 2, conditions=OUTCOME, needs=("character",)),
    "modify_damage": Shape(MODIFY_DAMAGE, -3, 3, ("taken", "dealt", "min"), conditions=FIGHTING),
    "redirect_damage": Shape(REDIRECT_DAMAGE),
    "prevent_damage": Shape(PREVENT_DAMAGE, 1, 3, costs=True),
    "ignore_reduction": Shape(IGNORE_REDUCTION),
    "set_reach": Shape(SET_REACH, 1, 6),
    "hit_flyers": Shape(HIT_FLYERS),
    "pay_for_reach": Shape(PAY_FOR_REACH, 2, 6, costs=True),
    "no_support_against": Shape(NO_SUPPORT_AGAINST),
    "keep_plan": Shape(KEEP_PLAN, words=("any", "attack", "first")),
    "remove_flight": Shape(
        REMOVE_FLIGHT, conditions=("initiator", "character"), needs=("initiator", "character")
    ),
    "teleport": Shape(TELEPORT, 2, 6),
    "tax_move": Shape(TAX_MOVE, 1, 2),
    "recovery_amount": Shape(RECOVERY_AMOUNT, 1, 3, ("energy", "life")),
}
"""Primitives of powers."""

ORDER_SHAPES = {
    "support_bonus": (Shape(SUPPORT_BONUS, 1, 5), ("support",)),
    "modify_damage": (Shape(MODIFY_DAMAGE, 1, 3, ("dealt",)), ("damage",)),
    "extra_step": (Shape(EXTRA_STEP), ("step",)),
    "summon": (Shape(SUMMON), ("planning", "resolution")),
    "displace": (Shape(DISPLACE, 1, 2, ("within", "metal")), ("resolution",)),
    "remove_flight": (Shape(REMOVE_FLIGHT), ("resolution",)),
    "keep_plan": (Shape(KEEP_PLAN, words=("any", "first")), ("resolution",)),
    "gain_power": (Shape(GAIN_POWER, 1, 3), ("planning", "resolution", "end")),
    "gain_life": (Shape(GAIN_LIFE, 1, 3), ("planning", "resolution", "end")),
    "refresh_reroll": (Shape(REFRESH_REROLL), ("planning", "resolution", "end")),
}
"""Primitives of orders, and the moments that suit them."""


@dataclass(frozen=True)
class Operation:
    """One row of the table that the rules read."""

    kind: int
    n: int = 0
    cost: int = 0
    when: int = 0
    how: int = 0


@dataclass(frozen=True)
class Order:
    """An order as the rules read it."""

    kind: int
    moment: int
    n: int = 0
    within: int = 0
    metal: int = 0


def read_operation(entry: Entry, line: str) -> Operation:
    """A line of a power's program as a row; errors name the entry and the line."""
    shape, n, words = _read(entry, line, SHAPES)
    words, _, conditions = _split(words, "if")
    words, cost = _number_after(entry, line, words, "cost", 0, 6 if shape.costs else 0)
    when = 0
    for word in (*conditions, *shape.needs):
        # `spent` reads like a condition and is kept as the `how` of a gain.
        if word == "spent" and "spent" in shape.words:
            words = [*words, word]
            continue
        if word not in shape.conditions and word not in shape.needs:
            raise _wrong(entry, word, (*shape.conditions, *(w for w in shape.words if w == "spent")))
        when |= CONDITIONS[word]
    if when & IF_METAL:
        when |= IF_CHARACTER
    words, least = _number_after(entry, line, words, "min", 0, 3 if "min" in shape.words else 0)
    words, per = _number_after(entry, line, words, "per_wounds", 0, 9 if "per_wounds" in shape.words else 0)
    for word in words:
        if word not in shape.words:
            raise _wrong(entry, word, shape.words)
    match shape.kind:
        case k if k == RESULT_BONUS:
            return Operation(
                k,
                n,
                per,
                when,
                PER_WOUNDS if per else ON_FIRST_RAISE if "first_raise" in words else EACH_RESULT,
            )
        case k if k == ROLL_MODE:
            dice = (ON_BASE if "base" in words else 0) | (ON_RAISE if "raise" in words else 0)
            who = ON_OPPONENT if "opponent" in words else 0
            return Operation(k, -1 if "worst" in words else 1, 0, when, (dice or ON_BASE | ON_RAISE) | who)
        case k if k == DIE_OVERRIDE:
            sizes = [int(word[1:]) for word in words if word != "opponent"]
            return Operation(
                k, sizes[0] if sizes else OPPONENT_DIE, cost, when | (0 if sizes else IF_CHARACTER)
            )
        case k if k == MODIFY_DAMAGE:
            return Operation(k, n, least, when, DEALT if "dealt" in words else TAKEN)
        case k if k == KEEP_PLAN:
            return Operation(
                k,
                ATTACK_PLAN if "attack" in words else ANY_PLAN,
                0,
                0,
                FIRST_ATTACK if "first" in words else 0,
            )
        case k if k == RECOVERY_AMOUNT:
            return Operation(k, n, 0, 0, 1 if "life" in words else 0)
        case k:
            how = AT_END if "at_end" in words else IF_SPENT if "spent" in words else AFTER_COMBAT
            return Operation(k, n, cost, when, how)


def read_order(entry: Entry, line: str, moment: str) -> Order:
    """The line of an order's program."""
    shapes = {name: shape for name, (shape, moments) in ORDER_SHAPES.items() if moment in moments}
    shape, n, words = _read(entry, line, shapes)
    words, within = _number_after(entry, line, words, "within", 0, 6 if "within" in shape.words else 0)
    words, metal = _number_after(entry, line, words, "metal", 0, 2 if "metal" in shape.words else 0)
    for word in words:
        if word not in shape.words:
            raise _wrong(entry, word, shape.words)
    return Order(shape.kind, MOMENTS[moment], n, within or 9, metal or n)


def _read(entry: Entry, line: str, shapes: dict[str, Shape]) -> tuple[Shape, int, list[str]]:
    """Primitive, number and the remaining words of a line."""
    words = line.split() if isinstance(line, str) else []
    if not words or words[0] not in shapes:
        raise _wrong(entry, str(line), tuple(shapes))
    shape = shapes[words[0]]
    if shape.least == shape.most == 0:
        return shape, 0, words[1:]
    n = _integer(words[1]) if len(words) > 1 else None
    if n is None or not shape.least <= n <= shape.most:
        raise entry.wrong("does", "number", value=line, least=shape.least, most=shape.most)
    return shape, n, words[2:]


def _split(words: list[str], word: str) -> tuple[list[str], str, list[str]]:
    if word not in words:
        return words, "", []
    place = words.index(word)
    return words[:place], word, words[place + 1 :]


def _number_after(
    entry: Entry, line: str, words: list[str], word: str, default: int, most: int
) -> tuple[list[str], int]:
    """The number that follows a word, and the words without the two."""
    if word not in words or most == 0:
        return words, default
    place = words.index(word)
    n = _integer(words[place + 1]) if place + 1 < len(words) else None
    if n is None or not 0 <= n <= most:
        raise entry.wrong("does", "number", value=line, least=0, most=most)
    return words[:place] + words[place + 2 :], n


def _integer(word: str) -> int | None:
    try:
        return int(word)
    except ValueError:
        return None


def _wrong(entry: Entry, word: str, allowed: tuple[str, ...]) -> Exception:
    return entry.wrong("does", "one_of", value=word, allowed=", ".join(allowed) or "–")
