"""What a study of balance compares: ready-made gangs and their characters, and the sides of the scenarios that have sides."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import rule
from bagarre.kernel.subjects import Part, Setting, Subject, SubjectBook, hold, settle

from .rules.people import side_of
from .rules.score import rank
from .state import READY, RUNNING, State

SUBJECTS = SubjectBook()
SIDE = SUBJECTS.kind("side", 2)
CHARACTER = SUBJECTS.kind("character", READY)


def duels(content: Any) -> Sequence[Setting]:
    """Everybody against everybody, one against one. Gangs of a pack are led in player order; the deals are played from both seats."""
    ids = [figure.id for figure in content.figures[:READY]]
    return [setting for pair in combinations(ids, 2) for setting in (duel(*pair), duel(*pair[::-1]))]


def duel(one: str, other: str) -> Setting:
    gang = '[[gangs]]\nname = {{ fr = "{0}", en = "{0}" }}\ncharacters = ["{0}"]\nflag = "reconstructed"\n'
    text = gang.format(one) + gang.format(other)
    return Setting(f"{one}/{other}", (("size", 1),), (Pack(f"{one}-{other}", text),))


def scenarios(content: Any) -> Sequence[Setting]:
    return [
        Setting(name, (("scenario", name),)) for name in content.scenarios if name not in ("brawl", "own")
    ]


PARTS = (
    Part("gangs", ("gang",), players=(2, 3)),
    Part("characters", ("character",), duels, players=(2,)),
    Part("scenarios", ("side", "gang"), scenarios, players=(2,), apart=True),
)


def called(content: Any, kind: str) -> list[Subject]:
    """The subjects of a kind. A gang is known by its first character, who is there whatever its size."""
    if kind == "gang":
        first = [content.figure(gang.figures[0]) for gang in content.gangs]
        return [
            Subject(CHARACTER + number, content.figures[number].id, gang.name)
            for number, gang in zip(first, content.gangs)
        ]
    if kind == "character":
        return [
            Subject(CHARACTER + i, figure.id, figure.name) for i, figure in enumerate(content.figures[:READY])
        ]
    if kind == "side":
        return [
            Subject(SIDE + i, str(i + 1), {"fr": f"camp {i + 1}", "en": f"side {i + 1}"}) for i in range(2)
        ]
    return []


@rule
def watch(s: State, tally: Any) -> None:
    if s.how != RUNNING:
        winners = 0
        for c in range(s.crowd):
            if s.name[c] > 0 and s.name[c] <= READY:
                hold(tally, CHARACTER + s.name[c] - 1, s.seat_of[c])
        for seat in range(s.seats):
            if s.sided == 1:
                hold(tally, SIDE + side_of(s, seat), seat)
            if rank(s, seat) == 1:
                winners |= 1 << seat
        settle(tally, SIDE, 2 + READY, winners, (1 << s.seats) - 1)
