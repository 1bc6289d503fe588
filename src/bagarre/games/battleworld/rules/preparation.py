"""Before the first turn: teams, initiative, bases, leaders, deployment (BW-TEAM, BW-SETUP, BW-LEADER-2)."""

from bagarre.kernel.chance import pick
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule, table

from ..choices import (
    BOX_LIMIT,
    CHARACTER_TAKEN,
    FACTION_TAKEN,
    LEADER_TAKEN,
    NO_SUCH_FACTION,
    NOT_DEPLOYMENT_ROW,
    NOT_YOUR_LEADER,
    OCCUPIED,
)
from ..events import (
    BUILT,
    DEPLOYED,
    DRAFTED,
    DRAWN,
    LEADER_NAMED,
    MIRRORED,
    TEAM_CHOSEN,
    TOSSED,
)
from ..state import (
    BUILDING,
    CHOOSING,
    DEPLOYING,
    DRAFTED_TEAMS,
    DRAFTING,
    NAMING_LEADERS,
    NOBODY,
    OFF,
    RANDOM_TEAMS,
    SECOND_SQUARE,
    TOSS,
    TURN_BEGINS,
    State,
)
from .tokens import faction_label, label

DRAFT_ORDER = table((0, 1, 1, 0, 0, 1, 1, 0))
"""H V V H H V V H (BW-TEAM-4)."""
PAIRS = table((0b011, 0b101, 0b110))
"""Masks of two modules out of three, in the order of the verb `build`."""
THREE_SQUARES = table((1, 2, 3, 33, 32, 31))
"""B1 C1 D1, and D7 C7 B7 (BW-SETUP-4)."""
TWO_SQUARES = table((1, 3, 33, 31))
"""B1 D1, and D7 B7 (BW-SETUP-5)."""
AUTO_SQUARES = table((5, 6, 8, 9, 29, 28, 26, 25))
"""A B D E of row 2, and E D B A of row 6 (BW-SETUP-9)."""


# Teams.


@rule
def start_preparation(s: State) -> None:
    """Empty board, nobody anywhere."""
    s.decider = NOBODY
    s.winner = NOBODY
    s.initiator = NOBODY
    s.defender = NOBODY
    for square in range(35):
        s.piece_on[square] = NOBODY
        s.module_on[square] = NOBODY
    for p in range(8):
        s.card[p] = NOBODY
        s.at[p] = OFF
        s.heal_target[p] = NOBODY
    for side in range(2):
        s.leader[side] = NOBODY
        s.leader_faction[side] = NOBODY
    for module in range(6):
        s.module_square[module] = OFF
    s.second_at = OFF
    s.stage = CHOOSING
    if s.team_mode == DRAFTED_TEAMS:
        s.stage = DRAFTING
    elif s.team_mode == RANDOM_TEAMS:
        draw_teams(s)
        s.stage = TOSS


@rule
def enlist(s: State, p: int, card: int) -> None:
    """Put a card in a team, with its tokens (BW-SETUP-10)."""
    s.card[p] = card
    s.skills[p] = 0
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        s.skills[p] |= 1 << s.op_kind[k]
    s.life[p] = s.card_life[card]
    s.power[p] = s.card_power[card]
    s.victory[p] = s.card_filled[card]
    s.reroll[p] = 1


@rule
def enlist_faction(s: State, seat: int, faction: int) -> None:
    for i in range(4):
        enlist(s, 4 * seat + i, 4 * faction + i)
    emit(s, TEAM_CHOSEN, seat, faction_label(s, faction))


@rule
def mirror_team(s: State) -> None:
    """The villains get the same characters (BW-TEAM-10)."""
    for i in range(4):
        enlist(s, 4 + i, s.card[i])
    emit(s, MIRRORED, 1)


@rule
def run_choosing(s: State) -> None:
    """Factions, heroes first (BW-TEAM-3); a preset asks nobody (BW-OPT-1)."""
    for side in range(2):
        if s.card[4 * side] == NOBODY:
            if s.preset_faction[side] != NOBODY:
                enlist_faction(s, side, s.preset_faction[side])
            elif side == 1 and s.mirror:
                mirror_team(s)
            else:
                s.decider = side
                return
    s.stage = TOSS


@rule
def faction_refusal(s: State, seat: int, faction: int) -> int:
    if faction >= s.faction_count:
        return NO_SUCH_FACTION
    if seat == 1 and s.card[0] >> 2 == faction:
        return FACTION_TAKEN
    if s.strict:
        # Blue factions for the heroes, red ones for the villains, and no card in two hands (BW-TEAM-7).
        if s.faction_red[faction] != seat:
            return BOX_LIMIT
        if seat == 1 and s.faction_shares[faction] == s.card[0] >> 2:
            return BOX_LIMIT
    return 0


@rule
def draft_count(s: State) -> int:
    count = 0
    for p in range(8):
        if s.card[p] != NOBODY:
            count += 1
    return count


@rule
def next_place(s: State, side: int) -> int:
    """The first empty place of a team."""
    p = 4 * side
    while s.card[p] != NOBODY:
        p += 1
    return p


@rule
def run_drafting(s: State) -> None:
    made = draft_count(s)
    if made == 8:
        s.stage = TOSS
    else:
        s.decider = DRAFT_ORDER[made]


@rule
def is_taken(s: State, card: int) -> bool:
    for p in range(8):
        if s.card[p] == card:
            return True
    return False


@rule
def box_forbids(s: State, side: int, card: int) -> bool:
    """The limits of the real box on a draft: the other face of the card, the dice of the side's colour (BW-TEAM-7)."""
    if is_taken(s, 4 * s.faction_shares[card >> 2] + (card & 3)):
        return True
    if side == 1 and s.card_die[card] == 12:
        return True
    for p in range(4 * side, 4 * side + 4):
        if s.card[p] != NOBODY and s.card_die[s.card[p]] == s.card_die[card]:
            return True
    return False


@rule
def draft_refusal(s: State, seat: int, card: int) -> int:
    if card >= 4 * s.faction_count:
        return NO_SUCH_FACTION
    if is_taken(s, card):
        return CHARACTER_TAKEN
    if s.strict and box_forbids(s, seat, card):
        return BOX_LIMIT
    return 0


@rule
def draft(s: State, seat: int, card: int) -> None:
    p = next_place(s, seat)
    enlist(s, p, card)
    emit(s, DRAFTED, seat, label(s, p))


@rule
def in_class(s: State, card: int, number: int) -> bool:
    """The classes of the random teams: D4, D6, D8, D10 or D12 (BW-TEAM-9)."""
    if number == 3:
        return s.card_die[card] >= 10
    return s.card_die[card] == 4 + 2 * number


@rule
def draw_from_class(s: State, number: int) -> int:
    """A character of the class that nobody has yet, each with the same chance."""
    count = 0
    for card in range(4 * s.faction_count):
        if in_class(s, card, number) and not is_taken(s, card):
            count += 1
    left = pick(s, count)
    for card in range(4 * s.faction_count):
        if in_class(s, card, number) and not is_taken(s, card):
            if left == 0:
                return card
            left -= 1
    return 0


@rule
def draw_teams(s: State) -> None:
    for number in range(4):
        enlist(s, number, draw_from_class(s, number))
        emit(s, DRAWN, 0, label(s, number))
        if not s.mirror:
            enlist(s, 4 + number, draw_from_class(s, number))
            emit(s, DRAWN, 1, label(s, 4 + number))
    if s.mirror:
        mirror_team(s)


# Initiative, bases, leaders.


@rule
def run_toss(s: State) -> None:
    """The token is tossed (BW-SETUP-2)."""
    s.initiative = pick(s, 2)
    emit(s, TOSSED, s.initiative)
    s.asked = 0
    s.stage = BUILDING


@rule
def build(s: State, side: int, mask: int) -> None:
    """Put the modules of the mask on their squares (BW-SETUP-4, BW-SETUP-5)."""
    count = (mask & 1) + (mask >> 1 & 1) + (mask >> 2)
    place = 0
    for kind in range(3):
        if mask >> kind & 1:
            square = TWO_SQUARES[2 * side + min(place, 1)]
            if count == 3:
                square = THREE_SQUARES[3 * side + kind]
            place += 1
            s.module_square[3 * side + kind] = square
            s.module_on[square] = 3 * side + kind
            s.resistance[3 * side + kind] = s.module_full[kind]


@rule
def run_building(s: State) -> None:
    """Bases, the initiative side first."""
    while s.asked < 2:
        side = s.initiative ^ s.asked
        if s.preset_modules[side] != 0:
            build(s, side, s.preset_modules[side])
        elif s.modules_wanted[side] == 3:
            build(s, side, 0b111)
        else:
            s.decider = side
            return
        s.asked += 1
    s.asked = 0
    s.stage = NAMING_LEADERS


@rule
def choose_base(s: State, seat: int, pair: int) -> None:
    build(s, seat, PAIRS[pair])
    emit(s, BUILT, seat, pair)
    s.asked += 1


@rule
def leader_refusal(s: State, seat: int, faction: int) -> int:
    """A faction of one's team whose card the other side has not taken (BW-LEADER-2, BW-LEADER-5)."""
    owned = False
    for p in range(4 * seat, 4 * seat + 4):
        if s.card[p] >> 2 == faction:
            owned = True
    if not owned:
        return NOT_YOUR_LEADER
    if s.leader_faction[1 - seat] == faction and not s.mirror:
        return LEADER_TAKEN
    return 0


@rule
def run_naming(s: State) -> None:
    """Leader cards, the initiative side first; only mixed teams have a choice."""
    while s.leaders and s.asked < 2:
        side = s.initiative ^ s.asked
        count = 0
        only = 0
        for faction in range(s.faction_count):
            if leader_refusal(s, side, faction) == 0:
                count += 1
                only = faction
        if count > 1:
            s.decider = side
            return
        name_leader(s, side, only)
    start_deployment(s)


@rule
def name_leader(s: State, seat: int, faction: int) -> None:
    """The named character when it is in the team, otherwise the first of that faction (BW-LEADER-2)."""
    s.leader_faction[seat] = faction
    s.leader[seat] = NOBODY
    for i in range(4):
        p = 4 * seat + i
        if s.card[p] == s.faction_leader[faction]:
            s.leader[seat] = p
        elif s.card[p] >> 2 == faction and s.leader[seat] == NOBODY:
            s.leader[seat] = p
    s.asked += 1
    emit(s, LEADER_NAMED, seat, label(s, s.leader[seat]), faction_label(s, faction))


# Deployment.


@rule
def start_deployment(s: State) -> None:
    if s.second != 0:
        s.second_at = SECOND_SQUARE
    s.stage = DEPLOYING
    s.cursor = 0


@rule
def stand(s: State, p: int, square: int) -> None:
    """Put a piece on a square, leaving the one where it stood."""
    if s.at[p] != OFF:
        s.piece_on[s.at[p]] = NOBODY
    s.at[p] = square
    s.piece_on[square] = p


@rule
def deploying_piece(s: State) -> int:
    """The next piece: sides alternate, the initiative side first, each in the order of its roster (BW-SETUP-9)."""
    side = s.initiative ^ (s.cursor & 1)
    return 4 * side + (s.cursor >> 1)


@rule
def run_deploying(s: State) -> None:
    while s.cursor < 8:
        p = deploying_piece(s)
        if not s.auto_deploy:
            s.decider = p >> 2
            return
        deploy(s, AUTO_SQUARES[p])
    s.cursor = 0
    s.turn = 1
    s.stage = TURN_BEGINS


@rule
def deploy(s: State, square: int) -> None:
    p = deploying_piece(s)
    stand(s, p, square)
    emit(s, DEPLOYED, label(s, p), square)
    s.cursor += 1


@rule
def deploy_refusal(s: State, seat: int, square: int) -> int:
    if square // 5 != 1 + 4 * seat:
        return NOT_DEPLOYMENT_ROW
    if s.piece_on[square] != NOBODY:
        return OCCUPIED
    return 0
