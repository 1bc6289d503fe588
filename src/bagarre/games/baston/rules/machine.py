"""The stack of what is being resolved.

Rules cannot call themselves, yet a fall may push a man who falls. So whatever can interrupt itself, or wait for an answer, is
an *operation* on a small stack in the state: a frame holds the operation, the place reached in it, and its numbers. An
operation runs until it opens another one (`call`), turns into another one (`become`), asks a question, or ends (`finish`).
The operations are dispatched in rules/sequence.py.
"""

from bagarre.kernel.rule import rule

from ..state import DEPTH, State

(
    NO_OP,
    ACTIVATE,  # character: his two rounds
    WALKS, CRAWLS, JUMPS, VAULTS, RUNS, LIES_DOWN, STANDS_UP,  # character, parameter
    ENTERS,  # character, point, direction, gang: enters a point, jostling whoever is there
    PUSHES,  # character, direction, manner, gang: is pushed one point
    FALLS,  # character, gang: in place
    FALLS_BESIDE,  # character, point, level left, gang, level of the top: from the top of something at that point
    FALLS_DOWN,  # character, point, level left, gang: from a height on that point
    TUMBLES,  # character, stairs point, gang
    DAZED,  # character, line, bonus, gang: a roll on the stun table
    REELS,  # character, sequences, gang: 3 or more at once, Constitution
    KEEPS_FEET,  # character, gang: Dexterity or a fall in place
    SWINGS,  # operator, leaf, 1 to open
    SLIDES_CHAIR,  # point, direction, gang: a pushed chair
    STRIKES,  # attacker, target, row, column, flags
    BLOWS,  # character, kind: a blow order
    TAKES, THROWS, FLIES, BREAKS, OPENS,  # character, …: quick actions
    MEETS,  # piece, direction, gang: whoever is in its way
    TOPPLES,  # piece, direction, gang: over an edge or the rim of the board
    PUSHES_PIECE, TIPS, ROBS, WEARS,  # long actions
    ACTS_LONG,  # character: his long action, or the naming of a push
) = range(34)  # fmt: skip


@rule
def call(s: State, op: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Open an operation above the current one."""
    frame = s.frames[s.depth]
    frame[0] = op
    frame[1] = 0
    frame[2] = a
    frame[3] = b
    frame[4] = c
    frame[5] = d
    frame[6] = e
    frame[7] = 0
    frame[8] = 0
    s.depth += 1


@rule
def become(s: State, op: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """End the current operation with another one in its place."""
    s.depth -= 1
    call(s, op, a, b, c, d, e)


@rule
def finish(s: State, result: int = 0) -> None:
    """End the current operation; the one below reads `s.result`."""
    s.depth -= 1
    frame = s.frames[s.depth]
    for i in range(9):
        frame[i] = 0
    s.result = result


@rule
def crowded(s: State) -> bool:
    """Is the stack nearly full? No chain of jostles on a board of people comes near it."""
    return s.depth > DEPTH - 5


# Questions: what the owner of `s.asked` must answer; the operation on top of the stack waits for it.
(
    NO_QUESTION,
    Q_SHEETS, Q_BUILD, Q_PLACE, Q_FACE, Q_NEXT,
    Q_DROP, Q_CHAIR, Q_CROSS, Q_WEAPON, Q_HOW_MANY, Q_STRIKE, Q_PART, Q_AIM_AT, Q_OPEN, Q_CLOSE, Q_TAKE, Q_MAKE_ROOM,
    Q_THROW, Q_MODE, Q_TOWARDS, Q_FAR, Q_MEET, Q_BREAK, Q_PUSH, Q_TIP, Q_SMASH, Q_ROB, Q_GET, Q_WEAR, Q_CALL,
) = range(31)  # fmt: skip
YES, NO = 1, 0


@rule
def ask(s: State, question: int, c: int) -> None:
    """Stop until the owner of c has answered; the answer comes as `s.result`."""
    s.ask = question
    s.asked = c
