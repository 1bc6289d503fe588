"""Points, places, and the ends of the game (BA-END, BA-VP, and the aims of the scenarios)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import GAME_ENDS, POLICE_ROLL, STAGE_POINT
from ..state import (
    BOTTLE,
    BROKEN,
    BY_CALL,
    BY_LOOT,
    BY_NOBODY,
    BY_POLICE,
    BY_TURNS,
    FIRST_SIDE,
    HS,
    IN_PLAY,
    LAST_GANG,
    LOOT,
    LOUBARDS_OUT,
    NO_CALL,
    NOBODY,
    NOBODY_LEFT,
    ON_STAGE,
    OUT,
    OWNER_OUT,
    RUNNING,
    SLOTS,
    STAGE,
    TIE_FIRST,
    TIE_SECOND,
    W_BASE,
    W_BOTTLES,
    W_BROKEN,
    W_INSIDE,
    W_OUTSIDE,
    W_OWN_HS,
    W_RIVALS_HS,
    W_RIVALS_OUT,
    W_STANDING,
    W_WRECKS,
    State,
)
from .geometry import indoors
from .objects import has
from .people import side_of, standing
from .points import count_deed


@rule
def in_play_of(s: State, side: int) -> int:
    """How many characters of a side are in play."""
    count = 0
    for c in range(s.crowd):
        if s.fate[c] == IN_PLAY and side_of(s, s.seat_of[c]) == side:
            count += 1
    return count


@rule
def character_points(s: State, c: int, row: int) -> int:
    """What a character is worth to their own side."""
    weights = s.weights[row]
    if s.fate[c] == HS:
        return weights[W_OWN_HS]
    if s.fate[c] != IN_PLAY:
        return 0
    points = weights[W_STANDING]
    points += weights[W_INSIDE] if indoors(s, s.at[c]) else weights[W_OUTSIDE]
    for i in range(SLOTS):
        if s.carried[c][i] == BOTTLE:
            points += weights[W_BOTTLES]
        elif s.carried[c][i] == BROKEN:
            points += weights[W_BROKEN]
    return points


@rule
def side_points(s: State, side: int) -> int:
    """The points of a side by the scenario's weights (6.12, BA-VP-1…6)."""
    row = side if s.sided else 0
    weights = s.weights[row]
    points = weights[W_BASE]
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            for i in range(8):
                points += weights[1 + i] * s.deeds[seat][i]
    for c in range(s.crowd):
        if side_of(s, s.seat_of[c]) == side:
            points += character_points(s, c, row)
        elif s.fate[c] == HS:
            points += weights[W_RIVALS_HS]
        elif s.fate[c] == OUT:
            points += weights[W_RIVALS_OUT]
    for i in range(6):
        points += weights[W_WRECKS + i] * s.wrecks[i]
    return points


@rule
def score(s: State, seat: int) -> int:
    return side_points(s, side_of(s, seat))


@rule
def stamina_left(s: State, side: int) -> int:
    """Remaining hit points of a side's characters in play."""
    total = 0
    for c in range(s.crowd):
        if s.fate[c] == IN_PLAY and side_of(s, s.seat_of[c]) == side:
            for part in range(5):
                total += s.hp[c][part]
    return total


@rule
def ahead(s: State, side: int, other: int) -> bool:
    """Does `side` come before `other`? (BA-VP-8, or the scenario's own rule)"""
    if s.winner != NOBODY:
        return s.winner == side and s.winner != other
    points = side_points(s, side) - side_points(s, other)
    if points != 0:
        return points > 0
    if s.tie_rule == TIE_FIRST:
        return side < other
    if s.tie_rule == TIE_SECOND:
        return side > other
    people = in_play_of(s, side) - in_play_of(s, other)
    if people != 0:
        return people > 0
    return stamina_left(s, side) > stamina_left(s, other)


@rule
def rank(s: State, seat: int) -> int:
    """1 for every winner; players of a side share its place."""
    place = 1
    for other in range(s.seats):
        if ahead(s, side_of(s, other), side_of(s, seat)):
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return s.how


@rule
def end_game(s: State, how: int, winner: int) -> None:
    if s.how == RUNNING:
        s.how = how
        if winner != NOBODY:
            s.winner = winner
        emit(s, GAME_ENDS, how)


@rule
def sides_in_play(s: State) -> int:
    """How many sides still have characters in play."""
    count = 0
    for side in range(2 if s.sided else s.seats):
        if in_play_of(s, side) > 0:
            count += 1
    return count


@rule
def remaining_side(s: State) -> int:
    for side in range(2 if s.sided else s.seats):
        if in_play_of(s, side) > 0:
            return side
    return NOBODY


@rule
def check_sequence(s: State) -> None:
    """End-of-game checks of every sequence (BA-EXEC-4, BA-END-2)."""
    if s.loot_game and s.winner != NOBODY:
        end_game(s, BY_LOOT, s.winner)
        return
    if s.caller != NOBODY:
        if s.fate[s.caller] != IN_PLAY:
            end_game(s, OWNER_OUT, 1)
        elif in_play_of(s, 1) == 0:
            end_game(s, LOUBARDS_OUT, 0)
        return
    left = sides_in_play(s)
    if s.end_rule == FIRST_SIDE:
        if in_play_of(s, 0) == 0:
            end_game(s, LAST_GANG, NOBODY)
    elif left == 0:
        end_game(s, BY_NOBODY, NOBODY)
    elif left == 1 and s.end_rule != NOBODY_LEFT:
        # The gang still in play takes the loot game; otherwise points decide.
        end_game(s, LAST_GANG, remaining_side(s) if s.loot_game else NOBODY)


@rule
def check_turn(s: State) -> None:
    """End-of-game checks of a turn."""
    score_stage(s)
    if s.police and s.turn >= s.police:
        die = roll(s, 8)
        emit(s, POLICE_ROLL, die, s.turn - s.police + 1)
        if die <= s.turn - s.police + 1:
            end_game(s, BY_POLICE, NOBODY)
    if s.caller != NOBODY:
        if s.call_turn and (s.turn >= s.call_turn + 2 or s.turn >= s.turns):
            end_game(s, BY_CALL, 0)
        elif s.turn >= s.turns:
            # A telephone wrecked by the loubards costs them the easy win.
            numbers = in_play_of(s, 0) >= in_play_of(s, 1)
            end_game(s, NO_CALL, 0 if s.phone_by == 2 and numbers else 1)
        return
    if s.turn >= s.turns:
        end_game(s, BY_TURNS, loot_holder(s) if s.loot_game else NOBODY)


@rule
def loot_holder(s: State) -> int:
    for c in range(s.crowd):
        if s.fate[c] == IN_PLAY and has(s, c, LOOT):
            return side_of(s, s.seat_of[c])
    return NOBODY


@rule
def on_stage(s: State, side: int) -> int:
    """Characters of a side on the stage, standing and not stunned (SC4)."""
    count = 0
    for c in range(s.crowd):
        if (
            side_of(s, s.seat_of[c]) == side
            and standing(s, c)
            and s.stun[c] == 0
            and s.ground[s.at[c]] & 7 == STAGE
        ):
            count += 1
    return count


@rule
def score_stage(s: State) -> None:
    """Strictly more on the stage than every other gang (SC4); counted in every scenario, scored where it matters."""
    if s.weights[0][1 + ON_STAGE] == 0:
        return
    for seat in range(s.seats):
        most = True
        for other in range(s.seats):
            if other != seat and on_stage(s, other) >= on_stage(s, seat):
                most = False
        if most:
            emit(s, STAGE_POINT, seat)
            count_deed(s, seat, ON_STAGE, 1)
