"""The goal of a brawl in words: what scores, and what costs points."""

from collections.abc import Sequence

from bagarre.kernel.speech import Speech

from .rules.people import side_of
from .state import (
    NOBODY,
    SCORE_TERMS,
    W_BASE,
    W_DEALT,
    W_KNOCKED,
    W_SELF_HURT,
    W_SELF_KNOCKED,
    State,
)
from .view import called

TERMS = 3
"""How many of the things that score the goal names, besides the life taken from rivals; and how many of those that cost."""
MIRRORED = ((W_DEALT, W_SELF_HURT), (W_KNOCKED, W_SELF_KNOCKED))
"""What is done to rivals, and the same to one's own."""


def goal(s: State, seat: int, speech: Speech) -> str:
    mine = side_of(s, seat)
    if s.caller != NOBODY:
        ours = side_of(s, s.seat_of[s.caller]) == mine
        key = "coach.goal.call" if ours else "coach.goal.no_call"
        return speech.say(key, who=called(s, s.caller, speech), n=s.turns)
    if s.loot_game:
        return speech.say("coach.goal.loot", n=s.turns)
    return points(s.weights[mine if s.sided and any(s.weights[1]) else 0], s.turns, speech)


def aim(s: State, seat: int, speech: Speech) -> str:
    """The same in one line, where points decide."""
    if s.caller != NOBODY or s.loot_game:
        return goal(s, seat, speech)
    return speech.say("coach.goal.short", n=s.turns)


def points(row: Sequence[int], turns: int, speech: Speech) -> str:
    worth = [(n, term) for term, n in enumerate(row) if n > 0 and term != W_BASE]
    best = sorted((pair for pair in worth if pair[1] != W_DEALT), key=lambda pair: (-pair[0], pair[1]))[
        :TERMS
    ]
    # Whatever else scores, the points that come with every blow are named first: it is they that one sees grow.
    best = [pair for pair in worth if pair[1] == W_DEALT] + best
    # What one does to one's own is mostly worth the same, the other way round.
    mirrored = row[W_DEALT] > 0 and all(row[own] == -row[rival] for rival, own in MIRRORED)
    told = [own for _, own in MIRRORED] if mirrored else []
    worst = [(n, term) for term, n in enumerate(row) if n < 0 and term not in told][:TERMS]
    said = [speech.say("coach.goal.points", n=turns, terms=listed(best, speech))]
    if mirrored:
        said.append(speech.say("coach.goal.mirror"))
    if worst:
        said.append(speech.say("coach.goal.minus", terms=listed(worst, speech)))
    return " ".join(said)


def listed(worth: list[tuple[int, int]], speech: Speech) -> str:
    """What scores, each with its points and its sign."""
    return ", ".join(
        speech.say(
            "coach.goal.term",
            points=f"{n:+d}".replace("-", "−"),
            what=speech.say(f"board.aim.{SCORE_TERMS[term]}").rstrip("."),
        )
        for n, term in worth
    )
