"""What ends when a character is shaken: holds, timed actions, the rest of the sequence (BA-HOLD-10, BA-JOST-12, BA-STUN, BA-TAX-3)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import finish
from bagarre.kernel.rule import rule

from ..events import DECLINED, HOLD_ENDS, STUNNED, TIMED_BROKEN
from ..state import HS, IN_PLAY, TAXING, State
from .objects import drop_chair
from .people import lift, put, tag


@rule
def end_hold(s: State, holder: int) -> None:
    """The holder lets go, or is made to (BA-HOLD-10)."""
    if s.holds[holder]:
        victim = s.holds[holder] - 1
        s.holds[holder] = 0
        s.held_by[victim] = 0
        emit(s, HOLD_ENDS, tag(s, holder), tag(s, victim))
        if s.fate[victim] != HS:
            escape_robbers(s, victim)


@rule
def escape_robbers(s: State, victim: int) -> None:
    """They are neither HS nor held any more: a TAX on them is cancelled, whatever comes later (BA-TAX-3, BA-R95)."""
    for robber in range(s.crowd):
        if s.timed[robber] == TAXING and s.timed_what[robber] == victim:
            break_timed(s, robber)


@rule
def end_holds(s: State, c: int) -> None:
    """Every hold they are part of ends."""
    end_hold(s, c)
    if s.held_by[c]:
        end_hold(s, s.held_by[c] - 1)


@rule
def break_timed(s: State, c: int) -> None:
    """A TAX, MET or TEL in progress is cancelled (BA-TAX-3)."""
    if s.timed[c]:
        s.timed[c] = 0
        s.timed_what[c] = 0
        emit(s, TIMED_BROKEN, tag(s, c))


@rule
def jostled(s: State, c: int) -> None:
    """What being jostled or pushed ends (BA-JOST-12, BA-HOLD-10)."""
    end_hold(s, c)
    break_timed(s, c)


@rule
def stun(s: State, c: int, n: int) -> None:
    """n stun sequences (BA-STUN-2, -3, -4)."""
    if n <= 0 or s.fate[c] != IN_PLAY:
        return
    s.stun[c] += n
    s.shaken[c] = 1
    if s.done[c] == 0:
        # The rest of the current sequence is cancelled and counts as the first one.
        s.circled[c] = 1
        s.done[c] = 1
        s.pending[c] = 0
    emit(s, STUNNED, tag(s, c), n, s.stun[c])
    end_hold(s, c)
    break_timed(s, c)


@rule
def lie_prone(s: State, c: int) -> None:
    """Become prone on the present point: holds and timed actions end, a chair is dropped (BA-FALL-1, BA-PRONE-5)."""
    p = s.at[c]
    lift(s, c)
    s.prone[c] = 1
    put(s, c, p)
    s.stuck[c] = 0
    drop_chair(s, c)
    end_holds(s, c)
    break_timed(s, c)


@rule
def declined(s: State, c: int) -> None:
    """Their owner declines the order (BA-EXEC-5)."""
    emit(s, DECLINED, tag(s, c))
    finish(s)
