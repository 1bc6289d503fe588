"""What a study of balance compares: the first initiative, factions against each other, and characters in teams made by chance."""

from collections.abc import Sequence
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import rule
from bagarre.kernel.subjects import Part, Setting, Subject, SubjectBook, hold, settle

from .events import TOSSED
from .rules import rank
from .state import FACTION_TEAMS, RUNNING, State

FACTIONS, CARDS = 8, 32

SUBJECTS = SubjectBook()
FIRST = SUBJECTS.kind("first", 1)
FACTION = SUBJECTS.kind("faction", FACTIONS)
CHARACTER = SUBJECTS.kind("character", CARDS)


def against_each_other(content: Any) -> Sequence[Setting]:
    """Every faction against every other, on both sides of the table."""
    ids = [faction.id for faction in content.factions]
    return [match(one, other) for one in ids for other in ids if one != other]


def mirrors(content: Any) -> Sequence[Setting]:
    """Every faction against itself, and teams made by chance against their doubles."""
    factions = [match(faction.id, faction.id) for faction in content.factions]
    return [*factions, Setting("random", (("mirror", True), ("team_mode", "random")))]


def match(heroes: str, villains: str) -> Setting:
    text = f"""[pack]
format = 1
id = "match"
name = {{ fr = "{heroes}", en = "{heroes}" }}

[preset]
heroes = "{heroes}"
villains = "{villains}"
heroes_modules = []
villains_modules = []
second_cosmic = "none"
"""
    return Setting(
        heroes if heroes == villains else f"{heroes}/{villains}",
        (("preset", "set_up_picture"),),
        (Pack(f"{heroes}-{villains}", text),),
    )


PARTS = (
    Part("factions", ("first", "faction"), against_each_other, against="faction"),
    Part(
        "characters",
        ("first", "character"),
        lambda _: (Setting("random", (("team_mode", "random"),)),),
    ),
    Part("mirror", ("first",), mirrors, apart=True),
)


def called(content: Any, kind: str) -> list[Subject]:
    """The subjects of a kind, by their neutral names."""
    if kind == "faction":
        neutral = content.names["faction"][FACTIONS:]
        return [
            Subject(FACTION + i, faction.id, name)
            for i, (faction, name) in enumerate(zip(content.factions, neutral))
        ]
    if kind == "character":
        neutral = content.names["fighter"][CARDS:]
        return [
            Subject(CHARACTER + i, card.id, name)
            for i, (card, name) in enumerate(zip(content.cards, neutral))
        ]
    return []


@rule
def watch(s: State, tally: Any) -> None:
    for i in range(min(s.event_count, len(s.events))):
        if s.events[i][0] == TOSSED:
            hold(tally, FIRST, s.events[i][2])
    if s.how != RUNNING:
        for piece in range(8):
            if s.card[piece] >= 0:
                hold(tally, CHARACTER + s.card[piece], piece >> 2)
                if s.team_mode == FACTION_TEAMS:
                    hold(tally, FACTION + (s.card[piece] >> 2), piece >> 2)
        winners = 0
        for seat in range(2):
            if rank(s, seat) == 1:
                winners |= 1 << seat
        settle(tally, FIRST, 1 + FACTIONS + CARDS, winners, 3)
