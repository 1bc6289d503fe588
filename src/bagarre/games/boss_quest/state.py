"""The state of a game of Boss Quest, field by field.

Secret are `hidden`, the mystery slot of the market, `top`, `bottom`, and which cards lie in the piles; all the rest is
public. Piles are sets from which cards are drawn: their order means nothing.
"""

from collections import Counter
from collections.abc import Iterator

from bagarre.kernel.layout import Position, fixed, i1, i2, i4, layout, u1

SEATS = 6
COLORS, VALUES, POTIONS = 5, 7, 3
FIRST_POTION = COLORS * VALUES
CARDS = FIRST_POTION + POTIONS
"""Weapon cards: 7 × colour + rank, then the potions."""
LAID = CARDS - 2
"""Room for visible weapons: two players hide one each, and solo leaves colours in the box."""
BOSSES = 8
REAPER_BOSS = BOSSES
"""As `boss`: the Reaper, in her own round."""
KINDS = 21
"""Room for different spells."""
SLOTS = 7
"""Slots of the market; also the most spells that can be active together, one a visit."""
COMPANIONS = 6
RESERVE, BOX = 6, 7
"""Places of a companion that no seat holds: on the table, or out of the game."""

NOBODY = -1
NO_CARD = -1
HIDDEN = -2
"""In a concealed state: a card that the reader may not know."""
NO_LIMIT = 100
"""More than any hidden weapon can be worth."""

TOP, BOTTOM = SEATS, SEATS + 1
"""Places of a card face down: a seat's hidden weapon (the number of the seat), the top of the pile, the first underneath."""
UNDERNEATH = 5
"""Room underneath: at most five visits of a round take a spell."""
PLACES = BOTTOM + UNDERNEATH
FACE_UP, IN_HAND = -1, -2
"""Not such a place: on the table for all to see, or on its way."""

PLUS, MINUS, UNREAD = 1, -1, 0
"""Readings of a potion."""

KNIGHT, GHOST, REAPER, GONE = range(4)
"""What a seat is: a living player, one who waits for the Reaper round, the Reaper player, eliminated."""
NOT_COME, COMES, FIGHTS, TAKEN, LEFT = range(5)
"""The Reaper card: aside, next opponent, opponent of this round, held by a player, out of the game."""

ENDINGS = (
    "running",
    "key_goal",
    "last_heart",
    "all_dead",
    "last_round",
    "last_knight",
    "reaper_wins",
    "solo_won",
    "solo_lost",
)
(
    RUNNING,
    BY_KEYS,
    BY_LAST_HEART,
    BY_ALL_DEAD,
    BY_LAST_ROUND,
    BY_LAST_KNIGHT,
    BY_REAPER,
    BY_SOLO_WIN,
    BY_SOLO_LOSS,
) = range(9)

OVER, MISSED, QUALIFIED, PERFECT, WON, STRUCK = (1 << i for i in range(6))
"""What a fight did to a seat: bits of `result`."""

(
    # The round is prepared.
    DEAL,  # Boss, market, weapons
    READ_DEAL,  # visible potions of the deal are read
    # The players' turns.
    PASS,  # who plays next, or the fight
    TURN,  # equip, visit, stop, repeat, decline, power
    PEEKING,  # owl: at which card
    REPLACING,  # raven: which spell
    READ_EQUIP,  # potions of the request are read
    CHAIN,  # hare: go on to the Magician?
    # At the Magician.
    TAKE,  # which spell
    USE,  # activate or discard
    TARGET,  # which player
    AMOUNT,  # 1 or 2
    OTHER,  # the second player of a swap
    WEAPON,  # which weapon goes to the pile
    POTION,  # which potion is turned
    CANCELLING,  # which active spell
    FIRST_COMPANION,
    SECOND_COMPANION,
    READ_EXCHANGE,  # a potion that came by exchange is read
    LEAGUE,  # solo: the League's spell
    # The fight.
    REVEAL,  # hidden weapons are turned up
    READ_FIGHT,  # hidden potions are read
    FIGHT,  # hearts, ranking, keys
    # After the fight.
    SETTLE,  # is the key goal reached?
    DESTINY,  # the winner of the Reaper round chooses
    DEPART,  # ghosts, eliminations, other ends
    FINISHED,
) = range(27)
"""The phases, in the order of a round. What each does and takes is told in `rules`."""


@layout(journal=28, events=48)
class State(Position):
    # Options, written by `content.prepare`.
    potions: int = fixed(i1())
    """Potions in play: 0, or 3 with the expansion (BQ-POT-1)."""
    companions: int = fixed(i1())
    """1 with the expansion Compagnons (BQ-COMP-1)."""
    reaper: int = fixed(i1())
    """1 with the expansion Faucheuse (BQ-REAP-1)."""
    colors: int = fixed(i1())
    """Colours in play: 4 without yellow, else 5 (BQ-SETUP-11)."""
    opening: int = fixed(i1())
    """First Armourer, NOBODY when drawn at random (BQ-R1)."""
    turn_start_only: int = fixed(i1())
    """1: only the over test at the start of a turn bars (BQ-R3)."""
    caster_swaps: int = fixed(i1())
    """1: one of the two players of `swap_hidden` must be the caster (BQ-R8)."""
    to_bottom: int = fixed(i1())
    """1: an exchanged weapon goes to the bottom of the pile (BQ-R10)."""
    second_by_attack: int = fixed(i1())
    """1: all players of the best attack are first (BQ-R13)."""
    equip_limit: int = fixed(i1())
    """1: BQ-EQUIP-11 holds with two players too (BQ-R25)."""
    dead_share: int = fixed(i1())
    """1: when all die, most keys win (BQ-R20)."""
    max_rounds: int = fixed(u1())
    """Rounds after which the game ends, 0 for no limit (BQ-R21)."""
    fox_late: int = fixed(i1())
    """1: the fox is looked at after the weapon count (BQ-R30)."""
    fox_always: int = fixed(i1())
    """1: the fox also breaks ties at the end of the game (BQ-R56)."""
    reaper_hp: int = fixed(i1())
    reaper_perfects: int = fixed(i1())
    """1: PERFECT keys are given in the Reaper round (BQ-R35)."""
    reaper_blocks: int = fixed(i1())
    """1: the Reaper player is ranked with the knights (BQ-R34)."""
    reaper_gone_ends: int = fixed(i1())
    """1: a last heart lost after the card has left ends the game (BQ-R37)."""
    solo: int = fixed(i1())
    solo_margin: int = fixed(i1())
    """How far below HP a solo attack still wins (BQ-SOLO-6)."""
    rescued: int = fixed(i1())
    """0 the Princess, 1 the Prince: decorative (BQ-SETUP-10)."""
    goal: int = fixed(i1())
    """Keys that win (BQ-GEN-11)."""

    # Content in play, written by `content.prepare`.
    boss_hp: list[int] = fixed(i1(BOSSES))
    worth: list[int] = fixed(i1(VALUES))
    """Value of each rank of weapon."""
    potion_plus: list[int] = fixed(i1(POTIONS))
    potion_minus: list[int] = fixed(i1(POTIONS))
    kinds: int = fixed(i1())
    """Different spells known."""
    spell_word: list[int] = fixed(i4(KINDS))
    """What each spell does: bits of `effects`."""
    spell_copies: list[int] = fixed(i1(KINDS))
    """Cards of each spell in play."""
    companion_power: list[int] = fixed(i1(COMPANIONS))

    # The game.
    round: int = i2()
    armourer: int = i1()
    boss: int = i1()
    """Index of the Boss on the table, or REAPER_BOSS."""
    hp: int = i1()
    """Hit points now, spells included (BQ-GEN-6)."""
    boss_pile: list[int] = i1(BOSSES)
    boss_count: int = i1()
    reaper_card: int = i1()
    """Where the Reaper card is: NOT_COME … LEFT."""
    present: int = i1()
    """Players of the round (BQ-GEN-10)."""

    # Each seat.
    role: list[int] = i1(SEATS)
    """KNIGHT, GHOST, REAPER or GONE."""
    keys: list[int] = i1(SEATS)
    hearts: list[int] = i1(SEATS)
    visited: list[int] = i1(SEATS)
    """1 when at the Magician (phase B)."""
    hidden: list[int] = i1(SEATS)
    """The hidden weapon."""
    hidden_known: list[int] = i1(SEATS)
    """Mask of the seats that know this very card: its owner, those who peeked, those who gave it away; -1 for everybody."""
    weapons: list[int] = i1(SEATS)
    """Weapon count (BQ-GEN-8)."""
    shown: list[int] = i1(SEATS)
    """Sum of the visible weapons, potions apart."""
    bonus: list[int] = i1(SEATS)
    """Attack given and taken by spells (BQ-GEN-5)."""
    limit: list[int] = i1(SEATS)
    """The highest hidden value that was not over at the end of the latest equip: known to all."""
    cause: list[int] = i1(SEATS)
    """The place where the card is now that was hidden then: above `limit` it bars (BQ-EQUIP-7).

    FACE_UP once it was seen; `limit` is then what it left.
    """
    most: list[int] = i1(PLACES)
    """The highest value a card face down can have, since whoever had it was free to equip: known to all."""

    # Weapons on the table.
    laid_card: list[int] = i1(LAID)
    """Visible weapons of all players, in the order they were laid down."""
    laid_seat: list[int] = i1(LAID)
    laid: int = i1()
    potion_at: list[int] = i1(POTIONS)
    """The seat that has the potion face up, NOBODY otherwise."""
    reading: list[int] = i1(POTIONS)
    """The reading chosen by the owner (BQ-POT-14)."""
    flipped: list[int] = i1(POTIONS)
    """1 when an odd number of `flip_potion` lies on it."""

    # The weapon pile: `top`, then `loose` unordered cards, then `bottom`.
    pile: list[int] = i1(CARDS)
    loose: int = i1()
    top: int = i1()
    """A card put back on top, NO_CARD otherwise (BQ-R10)."""
    top_known: int = i1()
    """Mask of the seats that know it; -1 for everybody."""
    bottom: list[int] = i1(UNDERNEATH)
    """Cards put back underneath, the first to be drawn first."""
    bottom_known: list[int] = i1(UNDERNEATH)
    bottom_count: int = i1()

    # Spells.
    market: list[int] = i1(SLOTS)
    """Spell of each slot, NO_CARD when taken; the mystery slot is number `faces`."""
    taker: list[int] = i1(SLOTS)
    """Who took the spell of each slot; NOBODY while it is there."""
    faces: int = i1()
    mystery_known: int = i1()
    """Mask of the seats that looked at the mystery spell."""
    spell_pile: list[int] = i1(KINDS)
    """Cards of each spell in the face-down pile."""
    spell_count: int = i1()
    """Cards in the pile in all."""
    spell_discard: list[int] = i1(KINDS)
    active_spell: list[int] = i1(SLOTS)
    """Active spells in the order of activation."""
    active_seat: list[int] = i1(SLOTS)
    """In front of whom it lies, NOBODY beside the Boss."""
    active_caster: list[int] = i1(SLOTS)
    """Who cast it; NOBODY for the League."""
    active_amount: list[int] = i1(SLOTS)
    """1 or 2; the potion of a flip (NO_CARD once that is void, BQ-POT-15); the first companion of a swap."""
    active_second: list[int] = i1(SLOTS)
    """The second companion of a swap."""
    active: int = i1()

    # Companions.
    home: list[int] = i1(COMPANIONS)
    """Where each companion is at the start of the round: a seat, RESERVE or BOX (BQ-COMP-16)."""
    place: list[int] = i1(COMPANIONS)
    """Where it is now."""
    held: list[int] = i1(SEATS)
    """The companion each seat holds now, NO_CARD for none."""
    used: int = i1()
    """Mask of the companions whose power was used in this round (BQ-COMP-11)."""

    # The turn.
    phase: int = i1()
    turn: int = i1()
    """Whose turn it is; the caster while a spell is being cast."""
    decider: int = i1()
    """Who chooses now, NOBODY when the game is over."""
    lone_equip: int = i1()
    """1 when the last player in phase A has used the last equip (BQ-EQUIP-11)."""
    last_turns: int = i1()
    """Number of active `last_turn` spells."""
    last_done: int = i1()
    """Mask of the seats in phase A that have had their last turn (BQ-SPELL-8)."""
    slot: int = i1()
    """The slot of the spell taken."""
    spell: int = i1()
    """The spell being cast, NO_CARD otherwise."""
    target: int = i1()
    amount: int = i1()
    potion: int = i1()
    """The potion whose reading is asked for."""

    deeds: int = i1()
    """Spells of this round that acted once and left nothing on the table. They are remembered at the end of the lists of active
    spells, the first of them last: a round has no more spells than slots. The second is the other seat of a swap, the weapon
    given back (NO_CARD for the hidden one), or the spell cancelled."""

    # The fight.
    revealed: int = i1()
    """1 once the hidden weapons are face up (BQ-FIGHT-1)."""
    winners: int = i1()
    """Mask of the round's winners, later of the game's."""
    destiny: int = i1()
    """Mask of the winners of the Reaper round who still choose."""
    last_boss: int = i1()
    """The Boss of the latest fight, NO_CARD before the first."""
    last_hp: int = i1()
    attack: list[int] = i1(SEATS)
    """Final attacks of the latest fight."""
    exposed: list[int] = i1(SEATS)
    """Hidden weapons of the latest fight."""
    gained: list[int] = i1(SEATS)
    """Keys gained in it."""
    lost: list[int] = i1(SEATS)
    """Hearts lost in it."""
    result: list[int] = i1(SEATS)
    """What the latest fight did to each seat: OVER, MISSED, QUALIFIED, PERFECT, WON, STRUCK; 0 when absent."""
    fought_card: list[int] = i1(LAID)
    """What the latest fight was made of, for whoever asks why: first the visible weapons, seat by seat, 0 behind the last."""
    fought_end: list[int] = i1(SEATS)
    """Where the weapons of each seat end, and those of the next begin."""
    fought_reading: list[int] = i1(POTIONS)
    fought_spells: int = i1()
    fought_spell: list[int] = i1(SLOTS)
    fought_on: list[int] = i1(SLOTS)
    """Who cast each spell and on whom, in one number."""
    fought_amount: list[int] = i1(SLOTS)
    fought_held: list[int] = i1(SEATS)
    fought_deeds: int = i1()
    """Spells that were gone by then, at the end of the same lists; instead of the amount, the second that it acted on."""
    how: int = i1()
    """Index into ENDINGS."""


READING = (READ_DEAL, READ_EQUIP, READ_EXCHANGE)
"""Phases in which a visible potion waits for its reading."""


def status(s: State) -> list[str]:
    """What is wrong with a full state; nothing for one that a game could come to."""
    return [
        *_wrong_weapons(s),
        *_wrong_spells(s),
        *_wrong_seats(s),
        *_wrong_reaper(s),
        *_wrong_companions(s),
        *_wrong_turn(s),
    ]


def _players(s: State) -> list[int]:
    """The seats with weapons. Those who leave after a fight still have theirs when the game ends with it."""
    return [seat for seat in range(s.seats) if s.weapons[seat] > 0]


def _wrong_weapons(s: State) -> Iterator[str]:
    """Every weapon is in one place (BQ-SETUP-9, BQ-SETUP-12)."""
    here = _players(s)
    weapons = [*range(s.colors * VALUES), *range(FIRST_POTION, FIRST_POTION + s.potions)]
    seen = [
        *s.laid_card[: s.laid],
        *s.pile[: s.loose],
        *s.bottom[: s.bottom_count],
        *(s.hidden[seat] for seat in here),
    ]
    if s.top != NO_CARD:
        seen.append(s.top)
    if sorted(seen) != weapons:
        yield f"weapons are not conserved: {sorted(seen)}"
    for seat in here:
        laid = [card for card, owner in zip(s.laid_card[: s.laid], s.laid_seat) if owner == seat]
        if s.weapons[seat] != len(laid) + 1:
            yield f"seat {seat} counts {s.weapons[seat]} weapons but has {len(laid) + 1}"
        if not laid or s.hidden[seat] == NO_CARD:
            yield f"seat {seat} lacks a hidden or a visible weapon"
        if s.shown[seat] != sum(s.worth[card % VALUES] for card in laid if card < FIRST_POTION):
            yield f"seat {seat}: the sum of the visible weapons is not {s.shown[seat]}"
    for potion in range(s.potions):
        owners = [
            seat for card, seat in zip(s.laid_card[: s.laid], s.laid_seat) if card == FIRST_POTION + potion
        ]
        if (owners or [NOBODY])[0] != s.potion_at[potion]:
            yield f"potion {potion} is not at {s.potion_at[potion]}"
        if owners and s.reading[potion] == UNREAD and s.phase not in READING:
            yield f"potion {potion} is visible and not read"


def _wrong_spells(s: State) -> Iterator[str]:
    """Every copy of a spell is in one place (BQ-SETUP-6)."""
    spells = Counter({kind: s.spell_discard[kind] + s.spell_pile[kind] for kind in range(s.kinds)})
    spells.update(kind for kind in s.market if kind != NO_CARD)
    spells.update(s.active_spell[: s.active])
    if s.spell != NO_CARD:
        spells[s.spell] += 1
    if (
        any(spells[kind] != s.spell_copies[kind] for kind in range(s.kinds))
        or min(s.spell_pile + s.spell_discard) < 0
    ):
        yield f"spells are not conserved: {dict(spells)}"
    if s.spell_count != sum(s.spell_pile):
        yield f"the spell pile holds {sum(s.spell_pile)} cards, not {s.spell_count}"
    for k in range(s.active):
        if s.active_seat[k] != NOBODY and s.weapons[s.active_seat[k]] == 0:
            yield f"active spell {k} lies in front of seat {s.active_seat[k]}, who is not there"


def _wrong_seats(s: State) -> Iterator[str]:
    """Hearts and keys of what each seat is; whoever has reached the goal has won (BQ-SETUP-4, BQ-END-2, BQ-REAP-10)."""
    here = _players(s)
    if s.present != len(here) or any(s.role[seat] == GONE and s.phase != FINISHED for seat in here):
        yield f"{s.present} players of the round, weapons in front of {here}, roles {s.role}"
    for seat in range(s.seats):
        role, hearts, keys = s.role[seat], s.hearts[seat], s.keys[seat]
        if not 0 <= hearts <= 3 or (role != KNIGHT and hearts):
            yield f"seat {seat} has {hearts} hearts"
        if role == KNIGHT and hearts == 0 and s.phase not in (DESTINY, FINISHED):
            yield f"seat {seat} is a knight without a heart"
        if keys < 0 or (role == REAPER and keys) or (keys >= s.goal and role != GONE and s.phase != FINISHED):
            yield f"seat {seat} has {keys} keys of {s.goal}"


def _wrong_reaper(s: State) -> Iterator[str]:
    """Who is a ghost, the Reaper player or gone, and where the Reaper card is (BQ-REAP-2 to 14)."""
    roles = s.role[: s.seats]
    if s.reaper == 0 and (set(roles) != {KNIGHT} or s.reaper_card != NOT_COME or s.boss == REAPER_BOSS):
        yield "ghosts, the Reaper and departures belong to the expansion Faucheuse"
    if roles.count(REAPER) != (s.reaper_card == TAKEN):
        yield f"{roles.count(REAPER)} Reaper players, and the card is in place {s.reaper_card}"
    if s.phase == FINISHED:
        return
    if GHOST in roles and s.boss != REAPER_BOSS:
        yield "ghosts play in the round of the Reaper only"
    if s.boss == REAPER_BOSS and s.phase != DESTINY and (s.reaper_card != FIGHTS or GHOST not in roles):
        yield "the Reaper comes for ghosts"
    if (s.reaper_card == FIGHTS and s.boss != REAPER_BOSS) or s.reaper_card == COMES:
        yield "the Reaper card is in a round of its own"
    if GONE in roles and s.reaper_card not in (TAKEN, LEFT):
        yield "nobody leaves before the Reaper has come"
    if s.solo == 0 and s.phase != DESTINY and s.present < 2:
        yield "a last player has won already"


def _wrong_companions(s: State) -> Iterator[str]:
    """One companion for each player (BQ-COMP-1)."""
    for seat in range(s.seats):
        holds = [companion for companion in range(COMPANIONS) if s.place[companion] == seat]
        if len(holds) > 1 or (holds or [NO_CARD])[0] != s.held[seat]:
            yield f"seat {seat} does not hold companion {s.held[seat]} alone"
        if s.home.count(seat) != (s.companions and s.role[seat] != GONE) and s.phase != FINISHED:
            yield f"seat {seat} owns {s.home.count(seat)} companions"


def _wrong_turn(s: State) -> Iterator[str]:
    if (s.phase == FINISHED) != (s.decider == NOBODY):
        yield f"decider {s.decider} in phase {s.phase}"
    equipping = [seat for seat in _players(s) if s.visited[seat] == 0]
    if s.lone_equip and len(equipping) > 1:
        yield "a last equip was used while several are in phase A"
    if s.last_done and s.last_turns == 0:
        yield "a last turn was played without the spell"
