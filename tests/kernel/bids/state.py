from bagarre.kernel.layout import Position, i1, layout

ENDINGS = ("running", "three_rounds")
NO_BID, SEALED = -1, -2


@layout(journal=4, events=8)
class State(Position):
    round: int = i1()
    bids: list[int] = i1(4)
    points: list[int] = i1(4)


def status(s: State) -> list[str]:
    return ["more points than rounds"] if sum(s.points) > s.round else []
