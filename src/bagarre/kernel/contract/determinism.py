"""Properties of determinism: copies, what never changes, replays from the journal, and the compiled twin."""

from __future__ import annotations

from bagarre.kernel.chance import Dice, seed
from bagarre.kernel.contract.run import Run, shake
from bagarre.kernel.contract.twin import Twin
from bagarre.kernel.layout import Position, copy_moving, position_hash
from bagarre.kernel.menu import Choice


class Determinism(Run):
    """The same step gives the same state: on a copy, from its journal, and in the other mode."""

    def copies(self) -> None:
        """A copy lives its own life, and the same step gives the same state, whatever runs beside."""
        step = self._steps[-1]
        kept = step.before.to_bytes()
        copy = step.before.copy()
        shake(len(self._steps))
        self._redo(copy, step)
        if step.before.to_bytes() != kept:
            self._fail(
                "copies",
                f"a change to a copy reached the original: {step.before.differences(self.game.State.from_bytes(kept))}",
            )
        self._same("copies", "the same step gave another state", step.after, copy)

    def fixed(self) -> None:
        """The fields declared fixed are as `prepare` left them, whatever was played and for whoever looks."""
        s, game = self._s, self.game
        states = {"play": s}
        if self._close:
            reader = self._random.choice(self.readers)
            states["conceal"] = game.concealed(s, reader)
            states["refill"] = game.imagined(states["conceal"], *self._some_words())
        for cause, state in states.items():
            changed = [
                f"{name}: {getattr(self._template, name)} → {getattr(state, name)}"
                for name in state.FIXED
                if getattr(state, name) != getattr(self._template, name)
            ]
            if changed:
                self._fail("fixed", f"{cause} changed what is declared fixed: {'; '.join(changed)}")

    def forks(self) -> None:
        """A state that takes over the moving part of another goes on as that one does; the hash knows them for the same position."""
        step = self._steps[-1]
        if step.choice is None:
            return
        forks = [step.before.fork(), self._steps[-2].before.copy()]
        copy_moving(forks[1], step.before)
        for fork in forks:
            if position_hash(fork) != position_hash(step.before):
                self._fail("forks", "the same position has two hashes")
            self._redo(fork, step)
            self._same("forks", "the same step gave another state", step.after, fork)

    def replay(self) -> None:
        """The step can be made again from its journal, without the generator.

        A pile drawn from needs a number of its own for each card: alike cards would leave another order behind.
        """
        step = self._steps[-1]
        again = step.before.copy()
        again.rng = [0, 0, 0, 0]
        results = step.journal
        again.tray[: len(results)] = results
        again.tray_length = len(results)
        if step.choice is None:
            self.game.begin(again)
        else:
            self.game.apply(again, step.seat, step.choice)
        if again.chance_fault or again.tray_next != len(results) or any(again.rng):
            self._fail("replay", f"the journal {results} does not script the step (used {again.tray_next})")
        again.rng, again.tray, again.tray_length, again.tray_next = (
            step.after.rng[:],
            [0] * len(again.tray),
            0,
            0,
        )
        self._same("replay", f"from the journal {results}", step.after, again)

    def modes(self) -> None:
        """Interpreted and compiled rules agree byte for byte."""
        step = self._steps[-1]
        s = step.after
        if step.choice is None:
            self._twin = Twin(self.game, step.before)
            mask = self._twin.deal(*self._words())
        else:
            mask = self._twin.apply(step.seat, step.choice)
        self._twin_equals("the step", self._twin, s)
        if mask != self.game.rules.deciders(s):
            self._fail("modes", f"deciders: compiled {mask:#b}, interpreted {self.game.rules.deciders(s):#b}")
        if mask == 0:
            ranks = [self._twin.rank(seat) for seat in range(self.seats)]
            if ranks != self.game.ranks(s):
                self._fail("modes", f"places: compiled {ranks}, interpreted {self.game.ranks(s)}")
        else:
            self._same_menus(mask)
        if self._close:
            self._same_secrets(s)
            self._same_forks(s)

    def _same_menus(self, mask: int) -> None:
        s = self._s
        seat = self._random.choice([seat for seat in range(self.seats) if mask >> seat & 1])
        menu, there = self._menu(s, seat), self._twin.choices(seat)
        offered = [Choice(*pair) for pair in zip(menu.verb[: menu.count], menu.arg[: menu.count])]
        if offered != there:
            self._fail("modes", f"choices of seat {seat}: compiled {there}, interpreted {offered}")
        if menu.count < 2 or menu.count > len(menu.verb):
            return
        dice = Dice()
        seed(dice, *self._some_words())
        other, tossed = self._twin.decide(dice)
        k = self.game.room("player").decide(self.game.concealed(s, seat), seat, menu, dice)
        if k != other or tossed != dice.to_bytes():
            self._fail("modes", f"the scripted player of seat {seat}: compiled {other}, interpreted {k}")

    def _same_secrets(self, s: Position) -> None:
        reader, words, world = self._random.choice(self.readers), self._some_words(), self._twin.copy()
        world.conceal(reader)
        seen = self.game.concealed(s, reader)
        self._twin_equals(f"conceal for reader {reader}", world, seen)
        world.imagine(*words)
        self._twin_equals(f"refill for reader {reader}", world, self.game.imagined(seen, *words))

    def _same_forks(self, s: Position) -> None:
        fork = self._steps[0].before.copy()
        copy_moving(fork, s)
        twin, there = self._twin.fork()
        self._twin_equals("copy_moving", twin, fork)
        here = position_hash(s)
        if there != here:
            self._fail("modes", f"position_hash: compiled {there}, interpreted {here}")

    def _twin_equals(self, what: str, twin: Twin, s: Position) -> None:
        if twin.to_bytes() != s.to_bytes():
            differences = "; ".join(twin.unpack().differences(s))
            self._fail("modes", f"{what}, compiled ≠ interpreted: {differences}")
