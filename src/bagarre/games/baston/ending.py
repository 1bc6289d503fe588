"""The poster at the end of a brawl: who won, and what the points of everybody were made of."""

from typing import Any

from bagarre.kernel.speech import Speech

from .rules.people import side_of
from .rules.score import side_points
from .state import NOBODY, State

View = dict[str, Any]


def poster(view: View, seat: int, speech: Speech) -> View | None:
    """What the end says in large; nothing where an aim of the scenario decided (BA-END-4): there are no points to tell."""
    verdict = view["verdict"]
    if not all("points" in told for told in verdict):
        return None
    first = _winners(verdict)
    names = ", ".join(str(view["seats"][other]["name"]) for other in first)
    if not first or len(first) == len(verdict):
        title = speech.say("board.end.level")
    elif seat < 0:
        title = speech.say("board.won_by", names=names)
    else:
        title = speech.say("board.end.won" if seat in first else "board.end.lost")
    return {"title": title, "first": first, "why": _why(view, first, speech), "rows": _rows(view)}


def _winners(verdict: list[View]) -> list[int]:
    """Who comes first by points and what breaks a tie (BA-VP-8); nobody where hidden sheets decide."""
    ranks = [
        (told["points"], told.get("favoured", False), told.get("in_play", 0), told.get("stamina", 0))
        for told in verdict
    ]
    if any(rank[3] is None for rank in ranks):
        return []
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def _worth(one: View, what: str) -> int:
    return int(one["terms"][what]["points"]) if what in one["terms"] else 0


def _rows(view: View) -> list[View]:
    """What scored, with the points of each player."""
    said = dict.fromkeys(what for one in view["seats"] for what in one["terms"])
    return [{"what": what, "points": [_worth(one, what) for one in view["seats"]]} for what in said]


def _why(view: View, first: list[int], speech: Speech) -> str:
    """Between two: what made most of the difference."""
    seats = view["seats"]
    if len(seats) != 2 or len(first) != 1:
        return ""
    won, lost = first[0], 1 - first[0]
    gaps = {row["what"]: row["points"][won] - row["points"][lost] for row in _rows(view)}
    what = max(gaps, key=lambda term: gaps[term], default="")
    if not what or gaps[what] <= 0:
        return ""
    return speech.say("board.end.why", what=what, n=gaps[what])


def won(s: State, seat: int) -> bool:
    """By the aim of the scenario, or by more points than anybody; what breaks a tie may be hidden."""
    mine = side_of(s, seat)
    if s.winner != NOBODY:
        return bool(s.winner == mine)
    rivals = {side_of(s, other) for other in range(s.seats)} - {mine}
    return all(side_points(s, mine) > side_points(s, side) for side in rivals)
