"""Properties of play: notation, choices and refusals, invariants, endings, events."""

from __future__ import annotations

from collections import Counter

from bagarre.kernel.contract.run import Run, outside_state
from bagarre.kernel.events import EVERYONE
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice

REFUSALS = 48
"""Writable choices tried at a position, besides the offered ones, when trying all would take long."""
ALTERNATIVES = 3
"""Choices tried on copies at a position, besides the one that is made."""


class Play(Run):
    """What is offered can be done, what is not is refused, and the state stays sound to the end."""

    def notation(self) -> None:
        """What is written can be read, and dense ids count the choices one by one."""
        book = self.game.verbs
        for number, choice in enumerate(book):
            if book.read(book.write(choice)) != choice:
                self._fail(
                    "notation",
                    f"{choice} is written {book.write(choice)!r}, read {book.read(book.write(choice))}",
                )
            if book.dense(choice) != number or book.from_dense(number) != choice:
                self._fail("notation", f"{choice} has the dense id {book.dense(choice)}, expected {number}")

    def choices(self) -> None:
        """Deciders are seats, offered distinct and declared choices that fit the menu and apply; asking changes nothing."""
        s, book = self._s, self.game.verbs
        mask = self.game.rules.deciders(s)
        if not 0 <= mask < 1 << self.seats:
            self._fail("choices", f"deciders gives {mask:#b} for {self.seats} seats")
        for seat in range(self.seats):
            if not mask >> seat & 1:
                continue
            menu = self._menu(s, seat)
            if not 0 < menu.count <= len(menu.verb):
                self._fail(
                    "choices",
                    f"seat {seat} is offered {menu.count} choices, the menu holds 1 to {len(menu.verb)}",
                )
            offered = [Choice(menu.verb[k], menu.arg[k]) for k in range(menu.count)]
            for choice in offered:
                if not 0 <= choice.verb < len(book.verbs) or choice.arg not in book.verbs[choice.verb].args:
                    self._fail("choices", f"seat {seat} is offered {tuple(choice)}, which is not declared")
            twice = [book.write(choice) for choice, times in Counter(offered).items() if times > 1]
            if twice:
                self._fail("choices", f"seat {seat} is offered twice: {', '.join(twice)}")
            tried = ALTERNATIVES if self._close else 0
            for choice in self._random.sample(offered, min(tried, len(offered))):
                self._try(s, seat, choice)
        if s.to_bytes() != self._packed:
            changed = s.differences(self.game.State.from_bytes(self._packed))
            self._fail("choices", f"asking for deciders or choices changed the state: {'; '.join(changed)}")

    def _try(self, s: Position, seat: int, choice: Choice) -> None:
        """A legal choice must apply on a copy and leave a sound state."""
        copy = s.copy()
        self._apply("choices", copy, seat, choice)
        broken = self.game.status(copy)
        if broken:
            self._fail(
                "status",
                f"after seat {seat} would play {self.game.verbs.write(choice)!r}: {'; '.join(broken)}",
            )

    def refusals(self) -> None:
        """A choice is refused exactly when it is not offered, whoever asks; the reason is one of the book."""
        s = self._s
        offered = {seat: set(self._offered(s, seat)) for seat in range(self.seats)}
        asked = [(seat, choice) for seat in offered for choice in offered[seat]]
        if len(self._pairs) <= 2 * REFUSALS:
            asked = self._pairs
        else:
            asked += self._random.choices(self._pairs, k=REFUSALS)
        for seat, choice in asked:
            number = self.game.rules.refusal(s, seat, choice.verb, choice.arg)
            if (number == 0) != (choice in offered[seat]):
                said = f"refused ({self.game.reasons[number].name})" if number else "allowed"
                shown = "offered" if choice in offered[seat] else "not offered"
                self._fail(
                    "refusals", f"seat {seat}: {self.game.verbs.write(choice)!r} is {said} but {shown}"
                )
            if not 0 <= number < len(self.game.reasons):
                self._fail(
                    "refusals",
                    f"seat {seat}: {self.game.verbs.write(choice)!r} is refused for the unknown reason {number}",
                )
        if s.to_bytes() != self._packed:
            changed = s.differences(self.game.State.from_bytes(self._packed))
            self._fail("refusals", f"asking for a reason changed the state: {'; '.join(changed)}")

    def bytes(self) -> None:
        """The state packs into bytes and comes back the same."""
        s = self._s
        again = self.game.State.from_bytes(self._packed)
        if s.differences(again):
            self._fail("bytes", f"packed and unpacked: {'; '.join(s.differences(again))}")

    def status(self) -> None:
        """The game's own invariants hold: cards conserved, counts in range."""
        broken = self.game.status(self._s)
        if broken:
            self._fail("status", "; ".join(broken))

    def ending(self) -> None:
        """The ending is named exactly when the game is over; then places rank all seats, ties sharing one."""
        s = self._s
        over = self.game.rules.deciders(s) == 0
        number = self.game.rules.ending(s)
        if not 0 <= number < len(self.game.endings) or over != (number > 0):
            self._fail(
                "ending", f"ending is {number} {'after the end' if over else 'while the game goes on'}"
            )
        if not over:
            return
        ranks = self.game.ranks(s)
        self.game.scores(s)
        # When nobody wins (all lost together), places start at 2.
        first = 1 if 1 in ranks else 2
        places = [first + sum(other < rank for other in ranks) for rank in ranks]
        if ranks != places:
            self._fail(
                "ending",
                f"places {ranks} do not rank the seats: expected {places} (ties share the better place)",
            )

    def buffers(self) -> None:
        """Journal and events have room for a step; chance was as scripted; events are as declared."""
        s = self._s
        if s.journal_length > len(s.journal):
            self._fail(
                "buffers",
                f"{s.journal_length} chance results in one step, the journal holds {len(s.journal)}",
            )
        if s.event_count > len(s.events):
            self._fail("buffers", f"{s.event_count} events in one step, the buffer holds {len(s.events)}")
        if s.chance_fault or s.tray_length:
            self._fail("buffers", "the rules wrote to the tray or its fault")
        for result, bound, share in zip(s.journal[: s.journal_length], s.journal_bound, s.journal_share):
            dealt = self._steps[-1].choice is None and bound == 0
            if not dealt and not 0 < share <= bound:
                self._fail("buffers", f"the chance result {result} is noted as {share} of {bound} cases")
        for row in s.events[: s.event_count]:
            if not 0 <= row[0] < len(self.game.event_book.kinds):
                self._fail("buffers", f"an event of the unknown kind {row[0]}")
            kind = self.game.event_book.kinds[row[0]]
            if row[1] != EVERYONE and not 0 <= row[1] < 1 << self.seats:
                self._fail("buffers", f"{kind.name} is told to the seats {row[1]:#b} of {self.seats}")
            if any(row[2 + kind.columns :]):
                self._fail("buffers", f"{kind.name} carries more numbers than its fields: {row[2:]}")
            for declared in kind.fields:
                value = row[2 + declared.column]
                if declared.kind == "seat" and not -1 <= value < self.seats:
                    self._fail("buffers", f"{kind.name}.{declared.name} is {value}, no seat")

    def outside(self) -> None:
        """The global generators of Python and NumPy were left alone."""
        before = outside_state()
        for step in self._steps:
            self._redo(step.before.copy(), step)
        if outside_state() != before:
            self._fail("outside", "a global random generator was used")
