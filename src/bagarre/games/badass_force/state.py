"""The state of a game of Badass Force.

Three parts: what lies on the table, what each seat knows, and the stack of what is being resolved. The cards that may
come into play are in the state too (`boxes`, `arms`, `code`), because they come from packs that a user may replace.
"""

from collections.abc import Iterator

from bagarre.kernel.layout import Position, fixed, i1, i2, layout, u1, u2, u4

from .operations import STACK

ENDINGS = ("running", "target", "sequel", "turn_limit")
RUNNING, BY_TARGET, BY_SEQUEL, BY_LIMIT = range(4)

SEATS = 6
CAST = 7
"""Characters of the casting (BF-SETUP-1)."""
CHARACTERS = 24
"""Room for characters: three boxes."""
WEAPONS = 24
"""Room for weapons: three boxes."""
CODE = 512
"""Room for the programs of all powers and weapons, one byte an instruction."""
DEPTH = 9
"""Room of the stack; the deepest resolution needs 9 (docs/badass-force.md shows it)."""
WEAPON_CARDS = 24
"""Weapon cards in a game (BF-SETUP-6, BF-MIX-3)."""
COPIES = 3
"""Copies of each weapon (BF-MIX-5)."""
MARKET = 3

NONE = -1
HIDDEN = -2
"""A card that the reader may not know."""
SHOWN = 6
"""Bit of `peekers`: everybody knows the card."""

COOL, VENGEANCE = range(2)
NORMAL_ACTION, RED_ACTION, NORMAL_REACTION, RED_REACTION, EXECUTION = range(5)
"""The boxes of a character (BF-VENG-5, BF-DEF-6), and in their place the execution of a weapon."""

# What a seat may be asked (section Decisions of the rules); `rules/questions.py` tells how it is answered.
QUESTIONS = 21
(
    NOTHING,
    ASK_CAST,
    ASK_FIRST,
    ASK_ACTION,
    ASK_PLACE,
    ASK_OTHER,
    ASK_TAKE,
    ASK_DENOUNCE,
    ASK_BOX,
    ASK_TARGET,
    ASK_TARGET_OR_STOP,
    ASK_NAME,
    ASK_DESTINATION,
    ASK_AMOUNT,
    ASK_DIRECTION,
    ASK_DODGE,
    ASK_DEFEND,
    ASK_SUBACTION,
    ASK_MAY,
    ASK_REVIVE,
    ASK_COPY,
) = range(QUESTIONS)

# Why a character is lost (BF-SCORE-1).
CAUSES = 7
BY_ATTACK, BY_NAME, BY_COUNTER, BY_OVERLOAD, BY_BLUFF, BY_DENIAL, BY_SLASH = range(CAUSES)

# How an attack ended (BF-ATT-5).
UNRESOLVED, KILLED, CANCELLED, DODGED, ABSORBED = range(5)


@layout(journal=32, events=32)
class State(Position):
    # Options.
    target: int = fixed(u1())
    """Points that end the game (BF-GOAL-2)."""
    max_turns: int = fixed(u2())
    """The turn after which the game stops, 0 for none (BF-END-6)."""
    casting_mode: int = fixed(i1())
    """0 balanced, 1 any, 2 chosen by the host (BF-R1)."""
    first_seat: int = fixed(i1())
    """The seat that begins, NONE when it is drawn (BF-R3)."""
    restart_on_start: int = fixed(i1())
    self_overload: int = fixed(i1())
    polling_clockwise: int = fixed(i1())
    denounce_from_turn: int = fixed(i1())
    """1: denouncers are counted from the turn player in a defence too (BF-R16)."""
    flat_denunciation: int = fixed(i1())
    rechoose_after: int = fixed(i1())
    absorb_failed_defence: int = fixed(i1())
    tiebreak_sum: int = fixed(i1())
    reactions: int = fixed(i1())
    green_faces: int = fixed(i1())
    """Faces of an Armory die that are green; the next ones are yellow, the rest red (BF-C-DICE)."""
    yellow_faces: int = fixed(i1())

    # The cards that may come into play, from the packs.
    available: int = fixed(u4())
    """Mask of the characters that may be cast."""
    assassins: int = fixed(u4())
    defenders: int = fixed(u4())
    suppliers: int = fixed(u4())
    """Masks of the classes that the casting should hold (BF-MIX-2)."""
    returners: int = fixed(u4())
    """Mask of the characters that go to the hand when killed as active character (BF-C-OTTO)."""
    boxes: list[list[int]] = fixed(u1(CHARACTERS, 4))
    """Where each box of a character begins in `code`, halved; 0 when it has none."""
    arms: list[int] = fixed(u1(WEAPONS))
    """Where each weapon begins in `code`, halved; 0 when it is not in the game."""
    code: list[int] = fixed(u1(CODE))

    # The table.
    cast: list[int] = i1(CAST)
    """The casting, in ascending order. Hands, cemeteries and so on are masks over these 7 places."""
    place_of: list[int] = i1(CHARACTERS)
    """The place of each character in the casting, NONE outside."""
    hand: list[int] = u1(SEATS)
    active: list[int] = i1(SEATS)
    """The active character, as a place in the casting; NONE while it is being chosen (BF-SHOW-3)."""
    lodge: list[int] = i1(SEATS)
    cemetery: list[int] = u1(SEATS)
    mode: list[int] = i1(SEATS)
    points: list[int] = u1(SEATS)
    kills: list[int] = u1(SEATS)
    """Characters each seat has killed this turn (BF-SCORE-7)."""
    weapon: list[int] = i1(SEATS)
    charge: list[int] = i1(SEATS)
    market: list[int] = i1(MARKET)
    unseen: list[int] = u1(WEAPONS)
    """Cards of each weapon that may still be in the deck: the deck is a set, drawn from lazily."""
    deck: int = u1()
    """Cards in the weapon deck; with several boxes fewer than `unseen` holds (BF-R43)."""
    discard: list[int] = u1(WEAPONS)
    turn: int = i1()
    turns: int = u2()
    """The number of the turn, 1 for the first (BF-END-6)."""
    rolled: list[int] = i1(2)
    """Colours of the last roll of the Armory dice, NONE before the first."""
    rolls: int = u1()
    """Rolls so far, around 256: tells two equal rolls apart."""
    how: int = i1()
    """Index into ENDINGS."""

    # What is known. Public unless said otherwise.
    peekers: list[int] = u1(SEATS)
    """Who knows each active character as it lies there: a mask of seats, bit SHOWN for everybody."""
    in_play: list[int] = u1(SEATS)
    """Characters known to be in front or in hand, not in the Lodge."""
    barred: list[int] = u1(SEATS)
    """Characters known not to be the active one, until a card is placed."""
    recall: list[list[int]] = u1(SEATS, SEATS)
    """For each seat, what it alone knows to be in play at each other's: peeks of former active characters. Private."""
    shun: list[list[int]] = u1(SEATS, SEATS)
    """For each seat, what it alone knows not to be the active character of each other. Private."""

    claimed: list[int] = i1(SEATS)
    """The character that each seat last announced unchallenged, while the card in front stays; NONE otherwise."""
    truths: list[int] = u1(SEATS)
    lies: list[int] = u1(SEATS)
    """Announcements of each seat that were denounced, and proved true or false."""
    unchallenged: int = u1()
    """Announcements that nobody denounced."""

    # What is awaited.
    ask: int = i1()
    pending: int = u1()
    """The seats that may answer now."""
    legal: int = u4()
    """What may be answered, as a mask, when that is public (cards of a hand are not)."""
    sealed: list[int] = i1(SEATS)
    """Answers that are released together; NONE for a seat that has not answered (BF-DEN-3, BF-SETUP-11)."""

    # The stack: what is under way, the innermost on top (`operations.py`).
    frames: list[list[int]] = i2(DEPTH, STACK.width)
    depth: int = i1()
    result: int = i1()
    """What the operation that ended last has to say."""

    # Counters that tell whether something has changed.
    placed: list[int] = u1(SEATS)
    rearmed: list[int] = u1(SEATS)


def status(s: State) -> list[str]:
    """What is wrong with a full state; nothing for one that a game could come to (BF-GEN-2, BF-SETUP-6)."""
    broken = []
    if s.cast[CAST - 1] > 0 and s.lodge[s.seats - 1] != NONE:
        broken = [*_wrong_weapons(s), *(wrong for seat in range(s.seats) for wrong in _wrong_seat(s, seat))]
    if s.how == RUNNING and s.pending == 0:
        broken.append("nobody is asked")
    return broken


def _wrong_weapons(s: State) -> Iterator[str]:
    """24 cards, each in one place, and no more than three of a kind (BF-MIX-3, BF-MIX-5)."""
    arms = [*s.weapon[: s.seats], *s.market]
    cards = s.deck + sum(s.discard) + sum(weapon >= 0 for weapon in arms)
    if cards != WEAPON_CARDS:
        yield f"{cards} weapon cards instead of {WEAPON_CARDS}"
    if s.deck > sum(s.unseen):
        yield f"a deck of {s.deck} cards with {sum(s.unseen)} unseen"
    for weapon in range(WEAPONS):
        if arms.count(weapon) + s.discard[weapon] + s.unseen[weapon] > (COPIES if s.arms[weapon] else 0):
            yield f"weapon {weapon} exists {COPIES if s.arms[weapon] else 0} times"


def _wrong_seat(s: State, seat: int) -> Iterator[str]:
    whole = (1 << CAST) - 1
    front = 1 << s.active[seat] if s.active[seat] >= 0 else 0
    zones = [s.hand[seat], s.cemetery[seat], 1 << s.lodge[seat], front]
    if sum(zones) != whole or zones[0] | zones[1] | zones[2] | zones[3] != whole:
        yield f"seat {seat}: the 7 characters are not each in one place: {zones}"
    top = s.code[2 * s.arms[s.weapon[seat]] + 1] & 15
    if not 0 <= s.charge[seat] <= top:
        yield f"seat {seat}: {s.charge[seat]} charges, maximum {top}"
    if s.ask in (ASK_ACTION, ASK_DENOUNCE) and (s.active[seat] < 0 or not s.hand[seat]):
        yield f"seat {seat} has no active character or no hand"
    if s.ask == ASK_ACTION:
        # Nobody has killed yet in this turn, and only its Cool point may have reached the target (BF-TURN-2, BF-R32).
        if s.kills[seat]:
            yield f"seat {seat} has killed {s.kills[seat]} before the action"
        if s.points[seat] >= s.target + (seat == s.turn):
            yield f"seat {seat} has {s.points[seat]} points of {s.target}"
    # What is known must be true.
    known = [s.in_play[seat], *(s.recall[reader][seat] for reader in range(s.seats))]
    excluded = [s.barred[seat], *(s.shun[reader][seat] for reader in range(s.seats))]
    if any(mask & (s.cemetery[seat] | 1 << s.lodge[seat]) for mask in known) or any(
        mask & front for mask in excluded
    ):
        yield f"something untrue is known of the cards of seat {seat}"
    if s.peekers[seat] >> seat & 1 or s.peekers[seat] & ~(1 << SHOWN) >= 1 << s.seats:
        yield f"seat {seat} is known to {s.peekers[seat]:#b}"
