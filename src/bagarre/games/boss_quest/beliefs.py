"""What a seat may believe about the hidden weapons of the others: how far from the Boss those who still equip, and those who went to the
Magician, are wont to be.

The searching player imagines by the habits of players like the scripted one (`believe`). What may be told to people (`believe_warily`)
reckons with several kinds of players, and with what each seat shows of its kind (`clue`).
"""

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import fading, told_table
from bagarre.kernel.rule import rule, table
from bagarre.kernel.searchfile import weights

from .rules.strength import hidden_worth, visible_attack
from .secrets import refill
from .state import CARDS, FIRST_POTION, HIDDEN, MINUS, NO_CARD, SEATS, VALUES, State

DISTANCES = 33
"""Distances from the Boss that habits know, for those who did not visit the Magician and for those who did."""
NEAREST = -12
SIGNS, CLUES = 2 * DISTANCES, 11
WARY = weights(__file__, "wary")
"""For each kind of player what each distance weighs; then for each kind how far each clue speaks for it."""
KINDS = len(WARY) // (SIGNS + CLUES)
HABITS = table((*weights(__file__, "habits"), *WARY[: KINDS * SIGNS], *[0] * SIGNS))
"""What each distance weighs: logarithms, in thousandths. Of players like the scripted one, of each kind, and for the cards alone."""
CLUE_WEIGHTS = table(WARY[KINDS * SIGNS :])
FLOOR = 30
"""Thousandths of all belief that go to the cards alone: people do not play like our players."""
KIND_BITS = 4
KIND_MASK = (1 << KIND_BITS) - 1
SWEEPS = 2
"""How often every unknown weapon is drawn anew."""


@rule
def believe(s: State) -> None:
    """As `refill`, then every unknown hidden weapon is drawn again from what lies face down, as the habits of players make it likely."""
    unknown = unknown_seats(s)
    refill(s)
    for _ in range(SWEEPS):
        for seat in range(s.seats):
            if (unknown >> seat) & 1 and s.loose > 0:
                draw_likely(s, seat, 0)


@rule
def believe_warily(s: State) -> None:
    """The same for players of any kind: first a kind for each, as likely as what it shows makes it, then a weapon that such a player hides."""
    unknown = unknown_seats(s)
    kinds = 0
    for seat in range(s.seats):
        kinds |= likely_kind(s, seat) << (KIND_BITS * seat)
    refill(s)
    for _ in range(SWEEPS):
        for seat in range(s.seats):
            if (unknown >> seat) & 1 and s.loose > 0:
                draw_likely(s, seat, SIGNS * (1 + (kinds >> (KIND_BITS * seat) & KIND_MASK)))


@rule
def unknown_seats(s: State) -> int:
    """Mask of the seats whose hidden weapon the reader does not know."""
    unknown = 0
    for seat in range(s.seats):
        if s.hidden[seat] == HIDDEN:
            unknown |= 1 << seat
    return unknown


@rule
def likely_kind(s: State, seat: int) -> int:
    """A kind of player; KINDS for one of whom nothing is known but the cards."""
    if below(s, 1000) < FLOOR:
        return KINDS
    highest = kind_log(s, seat, 0)
    for kind in range(1, KINDS):
        highest = max(highest, kind_log(s, seat, kind))
    total = 0
    for kind in range(KINDS):
        total += fading(highest - kind_log(s, seat, kind))
    left = below(s, total)
    for kind in range(KINDS):
        left -= fading(highest - kind_log(s, seat, kind))
        if left < 0:
            return kind
    return KINDS


@rule
def kind_log(s: State, seat: int, kind: int) -> int:
    """The logarithm, in thousandths, of how likely the player is of that kind, but for a number that all kinds share."""
    total = 0
    for i in range(CLUES):
        total += CLUE_WEIGHTS[CLUES * kind + i] * clue(s, seat, i)
    return total // 1000


@rule
def clue(s: State, seat: int, i: int) -> int:
    """What tells the kind of a player, in thousandths: at the Magician or not; how far from the Boss without the hidden weapon (and its square,
    each for those at the Magician too); weapons, hearts and keys; how long the game lasts; how many hearts and keys for that."""
    if i == 0:
        return 1000
    if i == 1:
        return 1000 * s.visited[seat]
    if i <= 5:
        away = min(30, max(-10, s.hp - visible_attack(s, seat)))
        value = 100 * away if i == 2 or i == 4 else 10 * away * away
        return value if i <= 3 or s.visited[seat] else 0
    if i == 6:
        return 100 * s.weapons[seat]
    if i == 7:
        return 1000 * s.hearts[seat]
    if i == 8:
        return 100 * s.keys[seat]
    if i == 9:
        return 100 * min(20, s.round)
    return 100 * s.keys[seat] // max(1, min(20, s.round)) * 10


@rule
def draw_likely(s: State, seat: int, base: int) -> None:
    """Exchange the hidden weapon for one of the pile, or keep it, each as likely as the habits say that begin at `base`."""
    first = base + (DISTANCES if s.visited[seat] else 0)
    away = s.hp - visible_attack(s, seat) - NEAREST
    old = s.hidden[seat] + 0
    highest = HABITS[first + place_of(away - hidden_worth(s, old, MINUS))] + 0
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            highest = max(highest, HABITS[first + place_of(away - added)])
    total = fading(highest - HABITS[first + place_of(away - hidden_worth(s, old, MINUS))])
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            total += fading(highest - HABITS[first + place_of(away - added)])
    left = below(s, total)
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            left -= fading(highest - HABITS[first + place_of(away - added)])
            if left < 0:
                s.hidden[seat] = s.pile[i]
                s.pile[i] = old
                return


@rule
def place_of(distance: int) -> int:
    """The place of a distance among the habits, counted from NEAREST."""
    return min(DISTANCES - 1, max(0, distance))


# What habits are learned from (`bagarre train`).


@rule
def habit(s: State, seat: int, value: int, i: int) -> int:
    """Is the i-th habit the one that tells how likely the seat hides a weapon of that value? 1000 if so."""
    place = place_of(s.hp - visible_attack(s, seat) - NEAREST - value - LEAST)
    return 1000 if i == (DISTANCES if s.visited[seat] else 0) + place else 0


sign = habit
"""Each kind of player has weights of its own for the same distances."""


@rule
def ways(s: State, seat: int, value: int) -> int:
    """How many cards of that value may lie hidden there, by what is known."""
    if value + LEAST > s.most[seat]:
        return 0
    count = 0
    for card in range(CARDS):
        if hidden_worth(s, card, MINUS) == value + LEAST and in_the_dark(s, card):
            count += 1
    return count


@rule
def in_the_dark(s: State, card: int) -> bool:
    """Is the card in play, and nowhere in sight?"""
    if card >= FIRST_POTION:
        if s.potions == 0:
            return False
    elif card >= s.colors * VALUES:
        return False
    for i in range(s.laid):
        if s.laid_card[i] == card:
            return False
    for seat in range(SEATS):
        if s.hidden[seat] == card:
            return False
    for i in range(s.bottom_count):
        if s.bottom[i] == card:
            return False
    return s.top != card


# What can be asked about beliefs, for measuring them (`bagarre study beliefs`).

SUBJECTS = ("weapon", "over")
"""What a hidden weapon adds, and whether its owner is over the Boss."""
THINGS = 2 * SEATS
ANSWERS = 20
LEAST = -4
"""The least that a hidden card may add, and less."""
ROWS = len(SUBJECTS)
TOLD = told_table(weights(__file__, "told"), ROWS)
"""What a share of imagined worlds is told as, of each subject."""
LATE = 4
"""The round from which a game is late."""
ONE_IN = 8
"""Decisions while nobody's hidden weapon changes, all of which would be asked about the same ones."""


@rule
def row(s: State, thing: int, value: int, mark: int) -> int:
    """By which row of TOLD it is told; of who may be over the Boss it is asked only whether he is."""
    return -1 if thing >= SEATS and value != 1 else thing // SEATS


@rule
def subject(s: State, thing: int) -> int:
    """What the thing is about: an index of SUBJECTS."""
    return thing // SEATS


@rule
def secret(s: State, thing: int) -> int:
    """The hidden thing as it is in this state; HIDDEN in one that conceals it, -1 when there is no such thing."""
    seat = thing % SEATS
    if seat >= s.seats or s.hidden[seat] == NO_CARD:
        return -1
    if s.hidden[seat] == HIDDEN:
        return HIDDEN
    added = hidden_worth(s, s.hidden[seat], MINUS)
    if thing < SEATS:
        return min(ANSWERS - 1, max(0, added - LEAST))
    return 1 if visible_attack(s, seat) + added > s.hp else 0
