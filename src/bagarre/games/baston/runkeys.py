"""What the key of a run says: to whom it leads, or who and what stops it."""

from typing import Any

from bagarre.kernel.speech import Speech

View = dict[str, Any]


def run_leads(view: View, stamp: View, rest: str, speech: Speech) -> str:
    """To whom a run leads, and the beat that is rested for it (BA-RUN-6)."""
    if stamp["own"] is not None:
        return speech.say("board.run_own", rest=rest)
    if stamp["target"] is None:
        return speech.say("board.run_nearer", rest=rest)
    return speech.say("board.run_to", who=view["characters"][stamp["target"]]["short"], rest=rest)


def run_ends(view: View, run: View, rest: str, speech: Speech) -> str:
    """What a run meets on its way: who stops it and where (BA-RUN-5); at a wall it stuns (BA-RUN-2)."""
    who = "" if run["who"] is None else view["characters"][run["who"]]["short"]
    if run["end"] == "leaves":
        return speech.say("board.leaves_board", points=points_off(run))
    now = "_now" if run["end"] == "stopped" and not run["squares"] else ""
    return speech.say(f"board.run_{run['end']}{now}", who=who, n=run["squares"], rest=rest)


def points_off(told: View) -> str:
    """What it brings or costs at once that somebody is off the board, at the end of a few words."""
    n = told["points"]
    return f", {'+' if n > 0 else '−'}{abs(n)}" if n else ""
