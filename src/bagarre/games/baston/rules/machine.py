"""What is resolved in steps: the operations of the stack (`kernel/operations.py`), and the questions for which they wait.

A fall may push a man who falls, a blow asks which part it aims at. Here stands what each operation is given; its steps are written
in the module that is named beside it.
"""

from bagarre.kernel.operations import Operations, go
from bagarre.kernel.rule import rule

from ..state import DEPTH, State

STACK = Operations()

# activation: a character's two rounds; the long action, or the naming of a push, at the end of the sequence; what comes before an order
ACTIVATE = STACK.operation("activate", "who")
ACTS_LONG = STACK.operation("acts_long", "who")
PREPARES = STACK.operation("prepares", "who kind")

# moves: the orders of movement; `opens` when OUV follows (BA-DOOR-8)
WALKS = STACK.operation("walks", "who way opens")
CRAWLS = STACK.operation("crawls", "who way")
JUMPS = STACK.operation("jumps", "who way")
VAULTS = STACK.operation("vaults", "who")
RUNS = STACK.operation("runs", "who length")
LIES_DOWN = STACK.operation("lies_down", "who")
STANDS_UP = STACK.operation("stands_up", "who")

# jostle: enter a point, jostling whoever is there; be pushed one point. `by`: the gang that did it, NOBODY for none
ENTERS = STACK.operation("enters", "who point way by")
PUSHES = STACK.operation("pushes", "who way manner by")

# falls: in place; beside the top of something on that point; from a height on that point; down the stairs. `left`: the level left
FALLS = STACK.operation("falls", "who by")
FALLS_BESIDE = STACK.operation("falls_beside", "who point left by top")
FALLS_DOWN = STACK.operation("falls_down", "who point left by")
TUMBLES = STACK.operation("tumbles", "who stairs by")
DAZED = STACK.operation("dazed", "who line bonus by")
REELS = STACK.operation("reels", "who sequences by")
KEEPS_FEET = STACK.operation("keeps_feet", "who by")

# blows: a blow order; one blow or thrown object that meets its target
BLOWS = STACK.operation("blows", "who kind aimed broken")
STRIKES = STACK.operation("strikes", "who target row column flags")

# doors, taking, throwing: quick actions, and a leaf that moves
OPENS = STACK.operation("opens", "who kind")
SWINGS = STACK.operation("swings", "who leaf opening")
TAKES = STACK.operation("takes", "who")
BREAKS = STACK.operation("breaks", "who")
THROWS = STACK.operation("throws", "who aimed only")
FLIES = STACK.operation("flies", "who way last flown point")

# furniture, overturning: chairs and pieces that move, and whoever is in their way
SLIDES_CHAIR = STACK.operation("slides_chair", "point way by")
MEETS = STACK.operation("meets", "piece way by")
PUSHES_PIECE = STACK.operation("pushes_piece", "piece way pusher joint")
TOPPLES = STACK.operation("topples", "piece way by")
TIPS = STACK.operation("tips", "who piece way")

# robbing: a TAX or MET that is completed
ROBS = STACK.operation("robs", "who")
WEARS = STACK.operation("wears", "who")

# How a character can be pushed, and what comes of it.
AS_JOSTLE, BY_DOOR, BY_FURNITURE = range(3)
"""By another character, by a leaf, by furniture (straight on only, BA-POU-11)."""
MOVED, STOPPED, WALLED = 1, 2, 3
"""Pushed away; stopped by a third or by a hold; all directions obstructed."""

# Lines of the stun table (BA-STUN-8).
LINE_A, LINE_B, LINE_C = range(3)


@rule
def crowded(s: State) -> bool:
    """Is the stack nearly full? No chain of jostles on a board of people comes near it."""
    return s.depth > DEPTH - 5


# Questions: what the owner of `s.asked` must answer.
(
    NO_QUESTION,
    Q_SHEETS, Q_BUILD, Q_PLACE, Q_FACE, Q_NEXT,
    Q_DROP, Q_CHAIR, Q_CROSS, Q_WEAPON, Q_HOW_MANY, Q_STRIKE, Q_PART, Q_AIM_AT, Q_OPEN, Q_CLOSE, Q_TAKE, Q_MAKE_ROOM,
    Q_THROW, Q_MODE, Q_TOWARDS, Q_FAR, Q_MEET, Q_BREAK, Q_PUSH, Q_TIP, Q_SMASH, Q_ROB, Q_GET, Q_WEAR, Q_CALL,
) = range(31)  # fmt: skip
YES, NO = 1, 0
REFUSED = -1
"""The answer that declines a second-round order (BA-EXEC-5)."""
IMPOSSIBLE = -2
"""Nothing could be asked: the order is lost."""


@rule
def ask_owner(s: State, question: int, c: int) -> None:
    """Stop until the owner of c has answered."""
    s.ask = question
    s.asked = c


@rule
def ask(s: State, question: int, c: int, step: int) -> None:
    """Stop until the owner of c has answered; that step of the operation goes on with the answer in `s.result`."""
    go(s, step)
    ask_owner(s, question, c)
