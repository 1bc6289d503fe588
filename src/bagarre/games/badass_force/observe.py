"""What a seat observes, as numbers for learning. Seats are counted from the reader, clockwise; characters and weapons have the
numbers of the notation."""

from typing import Any

from bagarre.kernel.operations import innermost
from bagarre.kernel.pieces import PieceBook, choose_one, put_count, seen_from
from bagarre.kernel.rule import rule

from .operations import (
    ANNOUNCER,
    ATTACK,
    ATTACKER,
    CARD,
    CHARACTER,
    CLAIM,
    DENOUNCER,
    PROGRAM,
    PURPOSE,
    TARGET,
)
from .operations import BOX as BOX_READ
from .rules.table import is_loaded, is_unstable, top_square, trigger_square
from .state import CAST, CHARACTERS, EXECUTION, MARKET, NONE, SEATS, WEAPONS, State

QUESTIONS = (
    "nothing", "cast", "first", "action", "place", "other", "take", "denounce", "box", "target", "target_or_stop", "name",
    "destination", "amount", "direction", "dodge", "defend", "subaction", "may", "revive", "copy",
)  # fmt: skip
COLOURS = ("green", "yellow", "red")
A_CLAIM, AN_ATTACK, A_PROGRAM = CLAIM.number, ATTACK.number, PROGRAM.number

PIECES = PieceBook()
THERE = PIECES.flags("there", SEATS, tells="the seats of this table")
ASKED = PIECES.flags("asked", SEATS, tells="who may answer, as far as the reader knows")
QUESTION = PIECES.one_of("question", options=QUESTIONS, tells="what is asked")
TURN = PIECES.one_of("turn", options=SEATS, tells="whose turn it is")
TURNS = PIECES.counts("turns", most=100, tells="turns so far")
GOAL = PIECES.counts("target", most=50, tells="points that end the game")
CASTING = PIECES.flags("casting", CHARACTERS, tells="characters of the casting")

HAND = PIECES.flags("hand", CHARACTERS, tells="the reader's hand")
ACTIVE = PIECES.one_of("active", SEATS, options=CHARACTERS, tells="active characters that the reader knows")
FRONT = PIECES.flags("has_active", SEATS, tells="who has an active character")
LODGE = PIECES.one_of("lodge", options=CHARACTERS, tells="the character in the reader's Lodge")
CEMETERY = PIECES.flags("cemetery", SEATS, CHARACTERS, tells="dead characters of each seat")
IN_PLAY = PIECES.flags("in_play", SEATS, CHARACTERS, tells="characters known to be in front or in hand")
BARRED = PIECES.flags("barred", SEATS, CHARACTERS, tells="characters known not to be the active one")
CLAIMED = PIECES.one_of(
    "claimed", SEATS, options=CHARACTERS, tells="what each seat last announced unchallenged"
)
TRUTHS = PIECES.counts("truths", SEATS, most=10, tells="announcements that were denounced and true")
LIES = PIECES.counts("lies", SEATS, most=10, tells="announcements that were denounced and false")

POINTS = PIECES.counts("points", SEATS, most=50, tells="points of each seat")
KILLS = PIECES.counts("kills", SEATS, most=6, tells="characters killed in this turn")
VENGEANCE = PIECES.flags("vengeance", SEATS, tells="who is in Vengeance")
WEAPON = PIECES.one_of("weapon", SEATS, options=WEAPONS, tells="the weapon of each seat")
CHARGE = PIECES.counts("charge", SEATS, most=8, tells="charges of each weapon")
LOADED = PIECES.flags("loaded", SEATS, tells="weapons on or beyond their trigger")
TRIGGER = PIECES.counts("trigger", SEATS, most=8, tells="the trigger of each weapon")
TOP = PIECES.counts("top", SEATS, most=8, tells="the most charges of each weapon")
UNSTABLE = PIECES.flags("unstable", SEATS, tells="weapons that explode when overloaded")
ON_MARKET = PIECES.counts("market", WEAPONS, most=MARKET, tells="weapons of the market")
DECK = PIECES.counts("deck", most=24, tells="cards of the weapon deck")
DICE = PIECES.one_of("dice", 2, options=COLOURS, tells="the last roll of the Armory dice")

CLAIM_BY = PIECES.one_of("claim_by", options=SEATS, tells="who is announcing")
CLAIM_OF = PIECES.one_of("claim_of", options=CHARACTERS, tells="which character")
IN_DEFENCE = PIECES.flags("claim_in_defence", tells="in defence, not as an action")
DENOUNCED_BY = PIECES.one_of("denounced_by", options=SEATS, tells="who denounced it")
ATTACK_BY = PIECES.one_of("attack_by", options=SEATS, tells="who attacks")
ATTACK_ON = PIECES.one_of("attack_on", options=SEATS, tells="who is attacked")
POWER_BY = PIECES.one_of("power_by", options=SEATS, tells="whose power or weapon is being carried out")
POWER_OF = PIECES.one_of(
    "power_of", options=CHARACTERS, tells="the character whose power it is; none for a weapon"
)
MY_ANSWER = PIECES.flags("answered", tells="the reader's sealed answer is given")


@rule
def observe(s: State, seat: int, o: Any) -> None:
    choose_one(o, QUESTION, s.ask)
    choose_one(o, TURN, seen_from(seat, s.turn, s.seats))
    put_count(o, TURNS, s.turns, 100)
    put_count(o, GOAL, s.target, 50)
    put_count(o, DECK, s.deck, 24)
    o[MY_ANSWER] = 1 if s.sealed[seat] != NONE else 0
    for i in range(s.seats):
        o[THERE + i] = 1
        o[ASKED + i] = (s.pending >> ((seat + i) % s.seats)) & 1
    if s.lodge[seat] == NONE:
        # The casting is still being chosen.
        for character in range(CHARACTERS):
            o[CASTING + character] = 1 if s.place_of[character] != NONE else 0
        return
    observe_market(s, o)
    for i in range(s.seats):
        observe_seat(s, seat, (seat + i) % s.seats, i, o)
    observe_characters(s, seat, o, HAND, s.hand[seat])
    choose_one(o, LODGE, character_of(s, s.lodge[seat]))
    observe_stack(s, seat, o)


@rule
def character_of(s: State, place: int) -> int:
    """The character at a place of the casting; NONE where there is none or it is not known."""
    return s.cast[place] + 0 if place >= 0 else NONE


@rule
def observe_characters(s: State, seat: int, o: Any, at: int, mask: int) -> None:
    """A mask over the casting as flags of characters."""
    for place in range(CAST):
        if (mask >> place) & 1:
            o[at + s.cast[place]] = 1


@rule
def observe_market(s: State, o: Any) -> None:
    for place in range(CAST):
        o[CASTING + s.cast[place]] = 1
    for slot in range(MARKET):
        weapon = s.market[slot]
        if weapon >= 0:
            count = 0
            for other in range(MARKET):
                count += 1 if s.market[other] == weapon else 0
            put_count(o, ON_MARKET + weapon, count, MARKET)
    if s.rolled[0] != NONE:
        choose_one(o, DICE, s.rolled[0])
        choose_one(o, DICE + 3, s.rolled[1])


@rule
def observe_seat(s: State, seat: int, other: int, i: int, o: Any) -> None:
    row = CHARACTERS * i
    choose_one(o, ACTIVE + row, character_of(s, s.active[other]))
    o[FRONT + i] = 1 if s.active[other] != NONE else 0
    observe_characters(s, seat, o, CEMETERY + row, s.cemetery[other])
    observe_characters(s, seat, o, IN_PLAY + row, s.in_play[other] | s.recall[seat][other])
    observe_characters(s, seat, o, BARRED + row, s.barred[other] | s.shun[seat][other])
    choose_one(o, CLAIMED + row, character_of(s, s.claimed[other]))
    put_count(o, TRUTHS + i, s.truths[other], 10)
    put_count(o, LIES + i, s.lies[other], 10)
    put_count(o, POINTS + i, s.points[other], 50)
    put_count(o, KILLS + i, s.kills[other], 6)
    o[VENGEANCE + i] = s.mode[other]
    weapon = s.weapon[other]
    if weapon >= 0:
        choose_one(o, WEAPON + WEAPONS * i, weapon)
        put_count(o, CHARGE + i, s.charge[other], 8)
        o[LOADED + i] = 1 if is_loaded(s, other) else 0
        put_count(o, TRIGGER + i, trigger_square(s, weapon), 8)
        put_count(o, TOP + i, top_square(s, weapon), 8)
        o[UNSTABLE + i] = 1 if is_unstable(s, weapon) else 0


@rule
def observe_stack(s: State, seat: int, o: Any) -> None:
    """The innermost announcement, attack and power."""
    place = innermost(s, A_CLAIM)
    if place >= 0:
        claim = s.frames[place]
        choose_one(o, CLAIM_BY, seen_from(seat, claim[ANNOUNCER], s.seats))
        choose_one(o, CLAIM_OF, character_of(s, claim[CHARACTER]))
        o[IN_DEFENCE] = 1 if claim[PURPOSE] else 0
        choose_one(o, DENOUNCED_BY, seen_from(seat, claim[DENOUNCER], s.seats))
    place = innermost(s, AN_ATTACK)
    if place >= 0:
        choose_one(o, ATTACK_BY, seen_from(seat, s.frames[place][ATTACKER], s.seats))
        choose_one(o, ATTACK_ON, seen_from(seat, s.frames[place][TARGET], s.seats))
    place = innermost(s, A_PROGRAM)
    if place >= 0:
        program = s.frames[place]
        choose_one(o, POWER_BY, seen_from(seat, program[1], s.seats))
        if program[BOX_READ] != EXECUTION:
            choose_one(o, POWER_OF, character_of(s, program[CARD]))
