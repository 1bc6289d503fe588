"""What a study of balance compares: the first Armourer and companions by the game, spells and weapons by the round."""

from typing import Any

from bagarre.kernel.rule import rule
from bagarre.kernel.subjects import Part, Setting, Subject, SubjectBook, add_settled, hold, settle

from .events import ACTIVATES, ARMOURER, COMPANION_DEALT, NOBODY_WINS, WINS_ROUND
from .rules.ending import rank
from .state import COMPANIONS, FIRST_POTION, KINDS, NO_CARD, POTIONS, RUNNING, SEATS, VALUES, WON, State

SUBJECTS = SubjectBook()
FIRST = SUBJECTS.kind("first", 1)
COMPANION = SUBJECTS.kind("companion", COMPANIONS)
CASTING = SUBJECTS.kind("casting", KINDS)
"""Marks of who cast what in the round; told as spells once the fight is over."""
SPELL = SUBJECTS.kind("spell", KINDS)
WEAPON = SUBJECTS.kind("weapon", VALUES + POTIONS)

WITH_EXPANSIONS = (("expansions", ("potions", "companions", "reaper")),)
PARTS = (
    Part("usual", ("first", "spell", "weapon")),
    Part(
        "expansions", ("first", "companion", "spell", "weapon"), lambda _: (Setting("all", WITH_EXPANSIONS),)
    ),
)


def called(content: Any, kind: str) -> list[Subject]:
    """The subjects of a kind."""
    things = {
        "companion": content.companions,
        "spell": content.spells,
        "weapon": (*content.weapons, *content.potions),
    }
    first = SUBJECTS.kinds[kind].first
    return [Subject(first + i, thing.id, thing.names) for i, thing in enumerate(things.get(kind, ()))]


@rule
def watch(s: State, tally: Any) -> None:
    fought = False
    for i in range(s.event_count):
        row = s.events[i]
        kind = row[0]
        if kind == ARMOURER and s.round == 1:
            hold(tally, FIRST, row[2])
        elif kind == COMPANION_DEALT:
            hold(tally, COMPANION + row[3], row[2])
        elif kind == ACTIVATES:
            hold(tally, CASTING + row[3], row[2])
        elif kind == WINS_ROUND or kind == NOBODY_WINS:
            fought = True
    if fought:
        settle_round(s, tally)
    if s.how != RUNNING:
        winners = 0
        for seat in range(s.seats):
            if rank(s, seat) == 1:
                winners |= 1 << seat
        settle(tally, FIRST, 1 + COMPANIONS, winners, (1 << s.seats) - 1)


@rule
def settle_round(s: State, tally: Any) -> None:
    """What everybody had in the fight that is just over, and whom it helped to win the round."""
    winners = 0
    present = 0
    for seat in range(s.seats):
        if s.result[seat] != 0:
            present |= 1 << seat
            if s.result[seat] & WON != 0:
                winners |= 1 << seat
    begin = 0
    for seat in range(s.seats):
        for i in range(begin, s.fought_end[seat]):
            add_settled(tally, WEAPON + weapon_of(s.fought_card[i]), seat, winners, present)
        begin = s.fought_end[seat] + 0
        if s.exposed[seat] != NO_CARD:
            add_settled(tally, WEAPON + weapon_of(s.exposed[seat]), seat, winners, present)
    for spell in range(KINDS):
        for seat in range(SEATS):
            if (tally[3 * (CASTING + spell)] >> seat) & 1 == 1:
                add_settled(tally, SPELL + spell, seat, winners, present)
        tally[3 * (CASTING + spell)] = 0


@rule
def weapon_of(card: int) -> int:
    """The rank of a weapon, whatever its colour; potions come after."""
    return card % VALUES if card < FIRST_POTION else VALUES + card - FIRST_POTION
