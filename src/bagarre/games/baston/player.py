"""The scripted player: closes in, faces, aims and strikes with the best it has; uses what stands about; spares its wounded;
follows the scenario's aim.

It reads a concealed copy of the state and may scribble on it: `rehearse` moves the figure through the orders already written, and
the event buffer serves as the map of distances.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .choices import (
    DROP,
    FACE,
)
from .programme import decide_sheet
from .rules.machine import (
    Q_AIM_AT,
    Q_BUILD,
    Q_CHAIR,
    Q_FACE,
    Q_FAR,
    Q_GET,
    Q_HOW_MANY,
    Q_MEET,
    Q_PART,
    Q_PLACE,
    Q_PUSH,
    Q_SHEETS,
    Q_STRIKE,
    Q_TAKE,
    Q_THROW,
    Q_TIP,
    Q_TOWARDS,
    Q_WEAPON,
)
from .state import (
    State,
)
from .tactics import decide_blow, decide_push, decide_take, decide_throw, decide_weapon, first_of, pick_choice
from .ways import towards_enemy


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    if s.ask == Q_SHEETS:
        return decide_sheet(s, seat, menu, dice)
    if s.ask == Q_BUILD or s.ask == Q_PLACE:
        return below(dice, menu.count)
    c = s.asked
    if s.ask == Q_FACE:
        return pick_choice(menu, FACE, towards_enemy(s, c, s.at[c], 0))
    if s.ask == Q_WEAPON:
        return decide_weapon(s, c, menu)
    if s.ask == Q_STRIKE or s.ask == Q_HOW_MANY or s.ask == Q_AIM_AT or s.ask == Q_PART or s.ask == Q_MEET:
        return decide_blow(s, c, menu)
    if s.ask == Q_TAKE or s.ask == Q_GET:
        return decide_take(s, c, menu)
    if s.ask == Q_THROW or s.ask == Q_TOWARDS or s.ask == Q_FAR:
        return decide_throw(s, c, menu)
    if s.ask == Q_PUSH or s.ask == Q_TIP:
        return decide_push(s, c, menu)
    if s.ask == Q_CHAIR:
        return first_of(menu, DROP)
    # Crossing, opening, smashing, breaking, calling, going on: the first offer is the deed.
    return 0
