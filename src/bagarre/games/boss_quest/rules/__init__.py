"""The rules of Boss Quest. Here the phases are led one into the next; each module below is one part of a round.

next_round   set-up, Boss, market, deal
turn         who plays, equip, stop            companions   owl, raven, and where each companion is
potions      readings                          visit        taking a spell and naming its parameters
spells       what each spell does              solo         the League's spell
fight        hearts, ranking, keys             ending       key goal, ghosts, departures, result
strength     sums used everywhere              piles        taking and laying cards
"""

from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from ..choices import (
    ACTIVATE,
    AMOUNT_OF,
    BECOME_REAPER,
    CANCEL,
    COMPANION,
    END_TURN,
    GIVE,
    GIVE_HIDDEN,
    GO_ON,
    LIFE,
    LOOK,
    LOOK_MYSTERY,
    NOT_NOW,
    NOT_YOUR_TURN,
    PLAYER,
    READ_MINUS,
    READ_PLUS,
    REPLACE,
    TAKE_SPELL,
    TURN_POTION,
    WITH,
)
from ..state import (
    AMOUNT,
    CANCELLING,
    CHAIN,
    DEAL,
    DEPART,
    DESTINY,
    FIGHT,
    FINISHED,
    LEAGUE,
    NOBODY,
    OTHER,
    PASS,
    PEEKING,
    POTION,
    READ_DEAL,
    READ_EQUIP,
    READ_EXCHANGE,
    READ_FIGHT,
    REPLACING,
    REVEAL,
    SETTLE,
    TAKE,
    TARGET,
    TURN,
    USE,
    WEAPON,
    State,
)
from .companions import look, look_refusal, replace_spell
from .ending import ask_destiny, choose_destiny, depart, destiny_refusal, ending, rank, score, settle
from .fight import fight, reveal
from .next_round import deal_round, set_up
from .potions import ask_hidden_reading, ask_visible_reading, read_potion
from .solo import league_acts
from .turn import chain_visit, end_equip, pass_turn, take_turn, turn_menu, turn_refusal
from .visit import (
    name_parameter,
    parameter_menu,
    parameter_refusal,
    slot_menu,
    slot_refusal,
    take_spell,
    use_menu,
    use_refusal,
    use_spell,
)

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]


@rule
def setup(s: State) -> None:
    set_up(s)
    run(s)


@rule
def run(s: State) -> None:
    """Lead the game on, phase by phase, until somebody must choose or it is over."""
    s.decider = NOBODY
    while s.decider == NOBODY and s.phase != FINISHED:
        if s.phase == DEAL:
            deal_round(s)
        elif s.phase == READ_DEAL:
            if not ask_visible_reading(s):
                s.phase = PASS
        elif s.phase == PASS:
            pass_turn(s)
        elif s.phase == READ_EQUIP:
            if not ask_visible_reading(s):
                end_equip(s)
        elif s.phase == READ_EXCHANGE:
            if not ask_visible_reading(s):
                s.phase = PASS
        elif s.phase == LEAGUE:
            league_acts(s)
        elif s.phase == REVEAL:
            reveal(s)
        elif s.phase == READ_FIGHT:
            if not ask_hidden_reading(s):
                s.phase = FIGHT
        elif s.phase == FIGHT:
            fight(s)
        elif s.phase == SETTLE:
            settle(s)
        elif s.phase == DESTINY:
            ask_destiny(s)
        elif s.phase == DEPART:
            depart(s)
        else:
            s.decider = s.turn


@rule
def deciders(s: State) -> int:
    """No decision is simultaneous."""
    return 0 if s.decider == NOBODY else 1 << s.decider


@rule
def is_reading(s: State) -> bool:
    return s.phase == READ_DEAL or s.phase == READ_EQUIP or s.phase == READ_EXCHANGE or s.phase == READ_FIGHT


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    if s.phase == TURN:
        turn_menu(s, seat, menu)
    elif s.phase == TAKE:
        slot_menu(s, menu, TAKE_SPELL)
    elif s.phase == USE:
        use_menu(s, menu)
    elif s.phase == CHAIN:
        offer(menu, GO_ON)
        offer(menu, END_TURN)
    elif s.phase == PEEKING:
        for other in range(s.seats):
            if look_refusal(s, seat, LOOK, other) == 0:
                offer(menu, LOOK, other)
        if look_refusal(s, seat, LOOK_MYSTERY, 0) == 0:
            offer(menu, LOOK_MYSTERY)
    elif s.phase == REPLACING:
        slot_menu(s, menu, REPLACE)
    elif s.phase == DESTINY:
        offer(menu, LIFE)
        if destiny_refusal(s, BECOME_REAPER) == 0:
            offer(menu, BECOME_REAPER)
    elif is_reading(s):
        offer(menu, READ_PLUS)
        offer(menu, READ_MINUS)
    else:
        parameter_menu(s, menu)


@rule
def belongs(s: State, verb: int) -> bool:
    """Is this the kind of thing asked for now?"""
    if s.phase == TURN:
        return verb < LOOK
    if s.phase == TAKE:
        return verb == TAKE_SPELL
    if s.phase == USE:
        return verb >= ACTIVATE and verb < PLAYER
    if s.phase == CHAIN:
        return verb == GO_ON or verb == END_TURN
    if s.phase == PEEKING:
        return verb == LOOK or verb == LOOK_MYSTERY
    if s.phase == REPLACING:
        return verb == REPLACE
    if s.phase == DESTINY:
        return verb == LIFE or verb == BECOME_REAPER
    if is_reading(s):
        return verb == READ_PLUS or verb == READ_MINUS
    if s.phase == TARGET:
        return verb == PLAYER
    if s.phase == AMOUNT:
        return verb == AMOUNT_OF
    if s.phase == OTHER:
        return verb == WITH
    if s.phase == WEAPON:
        return verb == GIVE or verb == GIVE_HIDDEN
    if s.phase == POTION:
        return verb == TURN_POTION
    if s.phase == CANCELLING:
        return verb == CANCEL
    return verb == COMPANION


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why a choice is not allowed, 0 when it is."""
    if seat != s.decider or s.decider == NOBODY:
        return NOT_YOUR_TURN
    if not belongs(s, verb):
        return NOT_NOW
    if s.phase == TURN:
        return turn_refusal(s, seat, verb, arg)
    if s.phase == TAKE or s.phase == REPLACING:
        return slot_refusal(s, arg)
    if s.phase == USE:
        return use_refusal(s, verb)
    if s.phase == PEEKING:
        return look_refusal(s, seat, verb, arg)
    if s.phase == DESTINY:
        return destiny_refusal(s, verb)
    return parameter_refusal(s, verb, arg)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    if s.phase == TURN:
        take_turn(s, seat, verb, arg)
    elif s.phase == TAKE:
        take_spell(s, seat, arg)
    elif s.phase == USE:
        use_spell(s, seat, verb)
    elif s.phase == CHAIN:
        if verb == GO_ON:
            chain_visit(s, seat)
        else:
            s.phase = PASS
    elif s.phase == PEEKING:
        look(s, seat, verb, arg)
    elif s.phase == REPLACING:
        replace_spell(s, seat, arg)
    elif s.phase == DESTINY:
        choose_destiny(s, seat, verb)
    elif is_reading(s):
        read_potion(s, seat, verb)
    else:
        name_parameter(s, verb, arg)
    run(s)
