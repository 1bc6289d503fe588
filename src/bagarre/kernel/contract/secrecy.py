"""Properties of secrecy: what a seat may know, imagined worlds, sealed answers, and worlds that look alike."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container
from typing import Any

from bagarre.kernel.chance import seed
from bagarre.kernel.coach import with_signs
from bagarre.kernel.contract.run import Run, Step
from bagarre.kernel.events import Event, begin_step
from bagarre.kernel.layout import PLUMBING, Position
from bagarre.kernel.reasons import Because, total
from bagarre.kernel.words import LANGUAGES

ENOUGH = 8
"""Positions at which a zone must have been hidden before it is blamed for never varying."""


class Secrecy(Run):
    """Nothing leaves for a seat that it may not know."""

    def secrets(self) -> None:
        """Conceal is idempotent, imagined worlds look the same and are sound, and no answer depends on a secret."""
        s, game = self._s, self.game
        reader = self._random.choice(self.readers)
        who = f"reader {reader}"
        seen = game.concealed(s, reader)
        if s.to_bytes() != self._packed:
            self._fail("secrets", f"{who}: concealing a copy changed the state")
        self._same("secrets", f"{who}: conceal is not idempotent", seen, game.concealed(seen, reader))
        self._asked_the_same(s, seen, reader, "concealed")
        worlds = []
        for _ in range(2):
            world = game.imagined(seen, *self._some_words())
            self._same(
                "secrets",
                f"{who}: conceal(refill(conceal(s))) ≠ conceal(s)",
                game.concealed(world, reader),
                seen,
            )
            worlds.append(world)
        broken = game.status(worlds[0])
        if broken:
            self._fail("secrets", f"{who}: an imagined world is not sound: {'; '.join(broken)}")
        self._asked_the_same(s, worlds[0], reader, "imagined")
        self._compare_zones(s, seen, self.report.hidden)
        self._compare_zones(worlds[0], worlds[1], self.report.varied)
        if self._random.random() < 0.1:
            self._play_on(worlds[0], who)

    def _asked_the_same(self, s: Position, world: Position, reader: int, kind: str) -> None:
        """What a seat is offered, and why it is refused, must not depend on what it may not know."""
        rules = self.game.rules
        if rules.ending(s) != rules.ending(world) or (rules.deciders(s) == 0) != (rules.deciders(world) == 0):
            self._fail("secrets", f"reader {reader}: the {kind} state does not end when the game does")
        if reader < 0:
            return
        if rules.deciders(s) >> reader & 1 != rules.deciders(world) >> reader & 1:
            self._fail(
                "secrets", f"reader {reader}: the {kind} state is wrong about whether the reader decides"
            )
        offered, there = self._offered(s, reader), self._offered(world, reader)
        if offered != there:
            write = self.game.verbs.write
            self._fail(
                "secrets",
                f"reader {reader}: the {kind} state offers {[write(c) for c in there]}, the game {[write(c) for c in offered]}",
            )
        for choice in self._random.sample(self._writable, min(6, len(self._writable))):
            reason = rules.refusal(s, reader, choice.verb, choice.arg)
            other = rules.refusal(world, reader, choice.verb, choice.arg)
            if reason != other:
                names = self.game.reasons
                self._fail(
                    "secrets",
                    f"reader {reader}: {self.game.verbs.write(choice)!r} is answered {names[reason].name} in the game,"
                    f" {names[other].name} in the {kind} state",
                )

    def _compare_zones(self, one: Position, other: Position, seen: Counter[str]) -> None:
        """Count the zones (a field, or a row of it) in which two states differ."""
        sets = getattr(self.game.secrets, "SETS", ())
        for name, declared in one.FIELDS.items():
            if name in PLUMBING:
                continue
            here, there = getattr(one, name), getattr(other, name)
            if here == there:
                continue
            rows = enumerate(zip(here, there)) if len(declared.shape) == 2 else [(-1, (here, there))]
            for i, (mine, theirs) in rows:
                if mine == theirs or (name in sets and sorted(mine) == sorted(theirs)):
                    continue
                seen[name if i < 0 else f"{name}[{i}]"] += 1

    def _play_on(self, world: Position, who: str) -> None:
        """An imagined world must be fit to play in."""
        for _ in range(8):
            mask = self.game.rules.deciders(world)
            if mask == 0:
                return
            seat = self._random.choice([seat for seat in range(self.seats) if mask >> seat & 1])
            offered = self._offered(world, seat)
            if not offered:
                self._fail(
                    "secrets", f"{who}: in an imagined world seat {seat} must choose and is offered nothing"
                )
            choice = self._random.choice(offered)
            self._apply("secrets", world, seat, choice)
            broken = self.game.status(world)
            if broken:
                self._fail("secrets", f"{who}: playing on in an imagined world: {'; '.join(broken)}")

    def sealed(self) -> None:
        """When several seats decide, answers commute and nobody learns what was answered, nor who has, unless the game shows that."""
        s, rules = self._s, self.game.rules
        mask = rules.deciders(s)
        deciders = [seat for seat in range(self.seats) if mask >> seat & 1]
        if len(deciders) < 2:
            return
        one, two = self._random.sample(deciders, 2)
        first = self._random.choice(self._offered(s, one))
        second = self._random.choice(self._offered(s, two))
        told = f"seat {one} {self.game.verbs.write(first)!r}, seat {two} {self.game.verbs.write(second)!r}"
        after = s.copy()
        self.game.apply(after, one, first)
        left = rules.deciders(after)
        if (mask & ~left) & ~(1 << one):
            self._fail(
                "sealed",
                f"deciders go from {mask:#b} to {left:#b} though only seat {one} has answered ({told})",
            )
        if after.event_count:
            names = ", ".join(str(event) for event in self.game.events(after))
            self._fail(
                "sealed", f"an answer that others still owe theirs to is told at once: {names} ({told})"
            )
        for reader in self.readers:
            if reader != one:
                known, learnt = self.game.concealed(s, reader), self.game.concealed(after, reader)
                begin_step(known)
                bare = self.game.without_ready
                self._same(
                    "sealed", f"reader {reader} learns of a sealed answer ({told})", bare(known), bare(learnt)
                )
        other = s.copy()
        self.game.apply(other, two, second)
        if second not in self._offered(after, two) or first not in self._offered(other, one):
            self._fail("sealed", f"one sealed answer takes the other away ({told})")
        self.game.apply(after, two, second)
        self.game.apply(other, one, first)
        self._same("sealed", f"the order of answers matters ({told})", after, other)

    def speech(self) -> None:
        """View, events and choices can be said in every language, as plain data, the same in alike worlds."""
        if self._random.random() > 0.2 and len(self._steps) > 1:
            return
        s, game = self._s, self.game
        reader = self._random.choice(self.readers)
        seen = game.concealed(s, reader)
        world = game.imagined(seen, *self._some_words())
        names = game.content(self.packs).names
        for lang in LANGUAGES:
            speech = game.speech(lang, [f"J{seat + 1}" for seat in range(self.seats)], names)
            sent = self._sent(s, reader, speech)
            if sent != self._sent(world, reader, speech):
                self._fail("speech", f"reader {reader}: two worlds that look alike are shown differently")
            for row in game.events(s):
                speech.event(row)
            for choice in self._random.sample(self._writable, min(4, len(self._writable))):
                reason = game.refusal(s, max(reader, 0), choice)
                if reason is not None:
                    speech.reason(reason)
            if game.is_over(s):
                speech.words.say(f"endings.{game.ending(s)}")

    def coaching(self) -> None:
        """Where a game has a coach, it has a sentence for every choice of whoever is asked, in every language, and changes nothing."""
        game, asked = self.game, self.game.deciders(self._s)
        if not asked:
            return
        seat = self._random.choice(asked)
        known = game.concealed(self._s, seat)
        before, names = known.to_bytes(), game.content(self.packs).names
        choices = game.choices(self._s, seat)
        for lang in LANGUAGES:
            coach = game.coach(
                known, seat, game.speech(lang, [f"J{other + 1}" for other in range(self.seats)], names)
            )
            if coach is None:
                return
            # What there is to say of a moment may have lines; a goal and a consequence are one.
            told = [("goal", coach.goal()), *(("moment", line) for line in with_signs(coach).split("\n"))]
            told += [(game.verbs.write(choice), coach.consequence(choice)) for choice in choices]
            for what, sentence in told:
                if not sentence.strip() or "\n" in sentence or sentence.rstrip(" ”»)")[-1:] not in ".?!…":
                    self._fail("coaching", f"{lang}, seat {seat}, {what}: {sentence!r} is not a sentence")
        if known.to_bytes() != before:
            self._fail("coaching", f"the coach of seat {seat} changed what it was shown")

    def explaining(self) -> None:
        """Where a game says why, the reasons of a result add up to it, and each is a text with a clause of the rulebook."""
        game, reader = self.game, self._random.choice(self.readers)
        known = game.concealed(self._s, reader)
        told, names = game.events(known), game.content(self.packs).names
        if not any(event.kind.name in game.explained for event in told):
            return
        for lang in LANGUAGES:
            speech = game.speech(lang, [f"J{seat + 1}" for seat in range(self.seats)], names)
            reasons, clauses = game.because(known, told, speech), game.rulebook(lang).clauses
            for place, event in enumerate(told):
                fault = self._wrong_reasons(event, reasons.get(place, []), clauses)
                if fault:
                    self._fail("explaining", f"{lang}, reader {reader}, {event}: {fault}")

    def _wrong_reasons(self, event: Event, reasons: list[Because], clauses: Container[str]) -> str:
        field = self.game.explained.get(event.kind.name)
        if field is None:
            return "it has reasons and is not among the kinds that are explained" if reasons else ""
        for each in reasons:
            if not each["reason"].strip() or each["clause"] not in clauses:
                return f"{each} is not a reason with a clause"
        value = next((v for f, v in zip(event.kind.fields, event.values) if f.name == field), None)
        if value is not None and total(reasons) != value:
            return f"{[each['value'] for each in reasons]} do not add up to {value}"
        return ""

    def _sent(self, s: Position, reader: int, speech: Any) -> str:
        """All that leaves the engine for a reader, as text."""
        seen = self.game.concealed(s, reader)
        told = self.game.events(seen)
        return json.dumps(
            [
                self.game.view(s, reader, speech),
                [speech.event(event) for event in told],
                self.game.because(seen, told, speech),
                [speech.choice(choice, seen, reader) for choice in self._offered(seen, reader)],
            ],
            ensure_ascii=False,
        )

    def alike(self) -> None:
        """Worlds that were told alike look alike: what no event told a reader, its concealed state does not hold.

        One chance result of the game is changed; as long as a reader is told the same events, it must be shown
        the same bytes.
        """
        with_chance = [i for i, step in enumerate(self._steps) if step.journal]
        for _ in range(min(8, 2 * len(with_chance))):
            first = self._random.choice(with_chance)
            results = self._disturbed(self._steps[first].journal)
            readers = list(self.readers)
            world = self._steps[first].before.copy()
            for step in self._steps[first : first + 6]:
                if not readers or not self._again(world, step, results):
                    break
                readers = [reader for reader in readers if self._looks_alike(step.after, world, reader)]
                results = step.journal

    def _disturbed(self, results: list[int]) -> list[int]:
        """The results with one changed; when the new one comes later anyway, the two change places."""
        results = list(results)
        i = self._random.randrange(len(results))
        new = (
            self._random.choice(results)
            if self._random.random() < 0.5
            else self._random.randrange(max(results) + 8)
        )
        later = [j for j in range(len(results)) if results[j] == new]
        if later:
            results[later[0]] = results[i]
        results[i] = new
        return results

    def _again(self, world: Position, step: Step, results: list[int]) -> bool:
        """Make the step in another world with these chance results, if that is possible there."""
        if step.choice is not None and step.choice not in self._offered(world, step.seat):
            return False
        world.tray[: len(results)] = results
        world.tray_length, world.tray_next = len(results), 0
        if step.choice is None:
            seed(world, *self._words())
            self.game.begin(world)
        else:
            self.game.apply(world, step.seat, step.choice)
        world.tray, world.tray_length, world.tray_next = [0] * len(world.tray), 0, 0
        return world.chance_fault == 0

    def _looks_alike(self, s: Position, world: Position, reader: int) -> bool:
        seen, there = self.game.concealed(s, reader), self.game.concealed(world, reader)
        if seen.events != there.events or seen.event_count != there.event_count:
            return False
        if seen.to_bytes() != there.to_bytes():
            self._fail(
                "alike",
                f"reader {reader} is shown what no event told (conceal leaks it, or an event is missing): "
                + "; ".join(seen.differences(there)),
            )
        return True

    def variety(self) -> None:
        """Every zone that was hidden is seen to vary between imagined worlds of one reader."""
        unvaried = getattr(self.game.secrets, "UNVARIED", ())
        still = [
            f"{zone} (hidden at {times} positions)"
            for zone, times in self.report.hidden.items()
            if times >= ENOUGH and not self.report.varied[zone] and zone.partition("[")[0] not in unvaried
        ]
        if still:
            self._fail(
                "variety",
                f"hidden but never varied over refills: {', '.join(still)}. Let refill vary it; or name it in secrets.SETS (only the"
                " order of a set is erased) or in secrets.UNVARIED (scratch, or determined by the rest)",
            )
