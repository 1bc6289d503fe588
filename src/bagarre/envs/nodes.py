"""A game as a tree with chance nodes, one for each draw or die: what OpenSpiel walks.

The rules draw when they need to, in the middle of a choice. So a choice is made again and again with the results that are known so far in
the tray; as long as the journal holds one more, that one is the next chance node, and the journal says in how many of how many cases each
result comes (`kernel/outcomes.py` enumerates whole choices in the same way). Nodes never change: a copy of one is the node itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from bagarre.envs.core import Setting
from bagarre.envs.rewards import rewards
from bagarre.kernel.events import Event
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.outcomes import RESULTS

DEALER = -1
"""The seat of the deal."""
NOBODY = -1
Step = tuple[int, Choice | None, tuple[int, ...]]
"""Who chose what (`None`: the deal), and what chance brought."""


class Node:
    """A settled position: somebody is asked, or the game is over."""

    is_chance = False

    def __init__(
        self,
        setting: Setting,
        s: Position,
        parent: Node | None = None,
        step: tuple[int, Choice | None] = (DEALER, None),
        script: tuple[int, ...] = (),
        *,
        past: Mapping[int, str] | None = None,
        first: int = NOBODY,
    ) -> None:
        self.setting, self.game = setting, setting.game
        self.s = s
        """The position; nobody may change it."""
        self.parent, self.step, self.script = parent, step, script
        """The position before, who chose what there, and what chance brought."""
        self.past = past or {}
        """What seats had been told before an imagined beginning."""
        self.first = first
        """Whom to ask first, of several who are asked at once."""
        self._told: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> Any:
        return restored, (self.setting, *self.way())

    def way(self) -> tuple[bytes, dict[int, str], int, list[Step]]:
        """How to come here: where the tree begins, what was told before, who was asked first there, and every step since."""
        steps: list[Step] = []
        node = self
        while node.parent is not None:
            steps.append((*node.step, node.script))
            node = node.parent
        return node.s.to_bytes(), dict(node.past), node.first, steps[::-1]

    @cached_property
    def deciders(self) -> list[int]:
        return self.game.deciders(self.s)

    @property
    def player(self) -> int:
        """The seat that is asked; of several one after the other. NOBODY when the game is over."""
        if self.first in self.deciders:
            return self.first
        return self.deciders[0] if self.deciders else NOBODY

    @cached_property
    def legal(self) -> list[int]:
        """The actions of the seat that is asked, in ascending order."""
        dense = self.game.verbs.dense
        return sorted(dense(choice) for choice in self.game.choices(self.s, self.player))

    def after(self, action: int) -> Node | ChanceNode:
        """One choice further, up to where chance is needed."""
        return ChanceNode(self, self.player, self.game.verbs.from_dense(action)).settled()

    @cached_property
    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing while it goes on."""
        if self.deciders:
            return [0.0] * self.setting.players
        return rewards(self.game.ranks(self.s))

    # What seats know.

    def concealed(self, seat: int) -> Position:
        return self.game.concealed(self.s, seat)

    def events(self, seat: int) -> list[Event]:
        """What happened in the step that led here, as the seat may know it."""
        return self.game.events(self.concealed(seat)) if self.parent is not None else []

    def told(self, seat: int) -> str:
        """All that a seat was told, line by line: its own choices, and the events as it may know them."""
        steps: list[Node] = []
        node = self
        while seat not in node._told and node.parent is not None:
            steps.append(node)
            node = node.parent
        text = node._told.get(seat, node.past.get(seat, ""))
        for step in reversed(steps):
            text += step._line(seat)
            step._told[seat] = text
        return text

    def _line(self, seat: int) -> str:
        by, choice = self.step
        own = f"> {self.game.verbs.write(choice)}\n" if by == seat and choice is not None else ""
        return own + "".join(f"{event}\n" for event in self.events(seat))

    def information(self, seat: int) -> str:
        """All that a seat was told, and a mark of the position as it may know it: the same for worlds that it cannot tell apart."""
        mark = hashlib.blake2b(self.concealed(seat).moving_bytes(), digest_size=8).hexdigest()
        return f"{self.told(seat)}= {mark}"

    def imagined(self, seat: int, *words: int) -> Node:
        """A world that fits what the seat knows, drawn at random: it remembers what it was told, the others begin here."""
        world = self.game.imagined(self.concealed(seat), *words)
        return Node(self.setting, world, past={seat: self.told(seat)}, first=seat)


class ChanceNode:
    """A choice under way that needs one more result of chance."""

    is_chance = True
    player = NOBODY

    def __init__(self, base: Node, seat: int, choice: Choice | None, script: tuple[int, ...] = ()) -> None:
        """`choice` is `None` for the deal."""
        self.base, self.seat, self.choice, self.script = base, seat, choice, script
        self.setting, self.game = base.setting, base.game

    def __deepcopy__(self, memo: Any) -> ChanceNode:
        return self

    def __reduce__(self) -> Any:
        return ChanceNode, (self.base, self.seat, self.choice, self.script)

    @cached_property
    def chances(self) -> list[tuple[int, Fraction]]:
        """The results that may come, with their chances, in ascending order.

        :raises ValueError: for a draw whose chance nobody knows.
        """
        place = len(self.script)
        bound = self._tried.journal_bound[place]
        if bound == 0:
            hanging = self.game.room("outcomes").next_results(self.base.s, self.script)
            return sorted(hanging.items())
        results, cases = [], 0
        for result in RESULTS:
            after = self._with((*self.script, result))
            if not after.chance_fault:
                share = after.journal_share[place]
                results.append((result, Fraction(share, bound)))
                cases += share
                if cases == bound:
                    return results
        raise ValueError(f"{self.game.name}: {cases} of {bound} cases of result {place + 1} found")

    def after(self, result: int) -> Node | ChanceNode:
        """One result further."""
        return ChanceNode(self.base, self.seat, self.choice, (*self.script, result)).settled()

    def settled(self) -> Node | ChanceNode:
        """This node, or the position where the choice leads when it needs no more chance."""
        s = self._tried
        if s.journal_length > len(self.script):
            return self
        s.tray, s.tray_length, s.tray_next = [0] * len(s.tray), 0, 0
        s.rng = [0] * len(s.rng)
        return Node(self.setting, s, self.base, (self.seat, self.choice), self.script)

    @cached_property
    def _tried(self) -> Position:
        """The choice with the results so far, and whatever comes after them."""
        return self._with(self.script)

    def _with(self, script: tuple[int, ...]) -> Position:
        after = self.base.s.copy()
        after.tray[: len(script)] = script
        after.tray_length, after.tray_next = len(script), 0
        after.rng = [1, 2, 3, 4]
        if self.choice is None:
            self.game.begin(after)
        else:
            self.game.apply(after, self.seat, self.choice)
        return after


def root(setting: Setting) -> Node | ChanceNode:
    """Where a game begins: at the first draw of the deal, when there is one."""
    return ChanceNode(Node(setting, setting.start), DEALER, None).settled()


def restored(setting: Setting, start: bytes, past: dict[int, str], first: int, steps: list[Step]) -> Node:
    """A node from its `way`."""
    node = Node(setting, setting.game.State.from_bytes(start), past=past, first=first)
    for seat, choice, script in steps:
        settled = ChanceNode(node, seat, choice, script).settled()
        assert isinstance(settled, Node)
        node = settled
    return node
