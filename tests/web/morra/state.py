from bagarre.kernel.layout import Position, i1, layout

ENDINGS = ("running", "called")
UNKNOWN, HIDDEN = -1, -2
"""Not answered yet; an answer (or none) that the reader may not know of."""
ROUNDS = 3


@layout(journal=8, events=16)
class State(Position):
    fingers: list[int] = i1(3)
    """What each seat shows, UNKNOWN until it has."""
    calls: list[int] = i1(3)
    points: list[int] = i1(3)
    round_number: int = i1()
    last_fingers: list[int] = i1(3)
    """What was shown in the round before: open."""


def status(s: State) -> list[str]:
    return []
