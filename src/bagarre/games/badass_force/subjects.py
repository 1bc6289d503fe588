"""What a study of balance compares: who begins, characters, and the weapons that were dealt.

The Lodge is drawn at random, so whoever has a character there is a fair comparison with the others: that is what a character is worth.
Who announces a character chose to; how much those win is told apart.
"""

from typing import Any

from bagarre.kernel.rule import rule
from bagarre.kernel.subjects import Part, Setting, Subject, SubjectBook, hold, settle

from .events import ANNOUNCES, DEALT, DEFENDS, LODGED
from .rules.turn import rank
from .state import CHARACTERS, NONE, RUNNING, WEAPONS, State

SUBJECTS = SubjectBook()
FIRST = SUBJECTS.kind("first", 1)
CHARACTER = SUBJECTS.kind("character", CHARACTERS, missing=True)
ANNOUNCER = SUBJECTS.kind("announcer", CHARACTERS)
WEAPON = SUBJECTS.kind("weapon", WEAPONS)

COMPARED = ("first", "character", "announcer", "weapon")


def box(name: str) -> Part:
    return Part(name, COMPARED, lambda _: (Setting(name, (("edition", name),)),))


PARTS = (box("vhs"), box("dvd"), box("mixed"), box("own"))
USUAL = ("vhs", "dvd", "mixed")
"""`own` asks for a pack of somebody's own."""


def called(content: Any, kind: str) -> list[Subject]:
    """The subjects of a kind."""
    if kind == "first":
        return []
    things, first = content.weapons if kind == "weapon" else content.characters, SUBJECTS.kinds[kind].first
    return [Subject(first + i, thing.id, thing.name) for i, thing in enumerate(things)]


@rule
def watch(s: State, tally: Any) -> None:
    if s.turns == 1:
        hold(tally, FIRST, s.turn)
    for i in range(s.event_count):
        row = s.events[i]
        kind = row[0]
        if kind == ANNOUNCES or kind == DEFENDS:
            hold(tally, ANNOUNCER + row[3], row[2])
        elif kind == LODGED and s.turn == NONE:
            hold(tally, CHARACTER + row[3], row[2])
        elif kind == DEALT:
            hold(tally, WEAPON + row[3], row[2])
    if s.how != RUNNING:
        winners = 0
        for seat in range(s.seats):
            if rank(s, seat) == 1:
                winners |= 1 << seat
        settle(tally, FIRST, 1 + 2 * CHARACTERS + WEAPONS, winners, (1 << s.seats) - 1)
