"""Scenarios: positions set up by name, choices, dice, and what must follow. The format is told in `docs/scenarios.md`.

result = run_scenario("two_players_one_boss.toml")
for line in result.say("en"):   # nothing, when all came as expected
    print(line)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bagarre.kernel.chance import seed_words
from bagarre.kernel.errors import Mistake, RecordError
from bagarre.kernel.events import Event
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Entry, Pack, read_text
from bagarre.kernel.position import FAULTS
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.setting import HEAD, Setting, index_in

CHECKS = ("events", "told", "expect", "sees", "unsure")
"""What may be stated after the deal and after a step; the last three also after everything."""
WORLDS = 200
"""Worlds imagined before a fact that a seat should not be sure of is taken for known."""
_FIELD = re.compile(r"(\w+)=(.*?)(?=\s+\w+=|$)")


class Difference(Mistake):
    """An expectation that was not met: where, what, and both values."""

    def __init__(self, where: Mistake, what: str, expected: Any, found: Any) -> None:
        super().__init__(
            "scenario_differs", where=where, what=what, expected=_shown(expected), found=_shown(found)
        )
        self.where = where
        self.what = what
        self.expected = expected
        self.found = found


@dataclass
class ScenarioResult:
    """What came of a scenario."""

    file: str
    title: str
    game: Game
    rules: list[str]
    steps: int = 0
    """Choices made."""
    checks: int = 0
    """Expectations compared."""
    failures: list[Difference] = field(default_factory=list)
    match: Match | None = None
    """The game as it was played; `None` when it could not begin."""

    @property
    def passed(self) -> bool:
        return not self.failures

    def say(self, lang: str) -> list[str]:
        """One line for each expectation that was not met."""
        return [f"{self.file}: {failure.say(lang)}" for failure in self.failures]


def run_scenario(source: str | Path, *, game: Game | None = None) -> ScenarioResult:
    """Run a scenario: a file, or the text of one. `game` stands in for one that is not of the house.

    :raises Mistake: when the file itself is wrong; it names the file and the field.
    """
    return _opened(source, game).run()


def begin_scenario(
    source: str | Path,
    players: Sequence[str] | None = None,
    *,
    seed: int | str | None = None,
    game: Game | None = None,
) -> Match:
    """A match that begins where a scenario begins, to be played on as one likes.

    :raises Mistake: when the file or its beginning is wrong.
    """
    run = _opened(source, game)
    return run.begin(players or run.seats, run.script(run.deal()), seed)


def _opened(source: str | Path, game: Game | None) -> _Run:
    if isinstance(source, str) and "\n" in source:
        pack, folder = Pack("scenario", source), Path()
    else:
        pack, folder = Pack(str(source), read_text(source)), Path(source).parent
    return _Run(pack.root(), folder, game)


class _Run(Setting):
    """One scenario being run."""

    def __init__(self, root: Entry, folder: Path, game: Game | None) -> None:
        root.allow(*HEAD, "step", "expect", "sees", "unsure")
        super().__init__(root, folder, game)
        self.result = ScenarioResult(root.file, root.text("title"), self.game, self.rules)
        self.speeches = [
            self.game.speech(lang, [str(seat) for seat in range(self.seats)], self.content.names)
            for lang in LANGUAGES
        ]

    def run(self) -> ScenarioResult:
        try:
            return self._run()
        except FAULTS as error:
            # Rules never meet an impossible position, unless somebody lays one out that nothing had recognised.
            if not self.root.has("position"):
                raise
            broken = f"{type(error).__name__}: {str(error)[:200]}"
            raise self.root.wrong("position", "scenario_position", broken=broken) from None

    def _run(self) -> ScenarioResult:
        if self._begin():
            steps = list(self.root.entries("step")) if self.root.has("step") else []
            for number, (_, entry) in enumerate(steps, 1):
                if not self._step(number, entry):
                    break
            else:
                self._check(Mistake("scenario_end"), self.root, ())
            self.result.match = self.match
        return self.result

    @property
    def s(self) -> Position:
        return self.match.state

    # Position and deal.

    def deal(self) -> Entry:
        entry = super().deal()
        entry.allow("chance", "note", *CHECKS)
        return entry

    def _begin(self) -> bool:
        """Deal or lay out the position, and check what is stated about it; false when play cannot begin."""
        entry, where = self.deal(), Mistake("scenario_deal")
        script = self.script(entry)
        try:
            self.match = self.begin(self.seats, script, self.root.number("seed", 0, 1 << 62, 0))
        except RecordError:
            self._differs(where, "chance", Mistake("scenario_chance_fits"), script)
            return False
        dealt = self.match.steps[0]
        self._all_used(where, script, len(dealt.chance))
        self._check(where, entry, self.match.open_events(dealt))
        return True

    # Steps.

    def _step(self, number: int, entry: Entry) -> bool:
        """Check what is offered, make the choice, check what followed; false when play cannot go on."""
        entry.allow("seat", "note", "offers", "refuses", "menu", "choice", "moves", "chance", *CHECKS)
        if entry.has("choice") and entry.has("moves"):
            raise entry.wrong("moves", "scenario_two_ways")
        if entry.has("seat") or not entry.has("moves"):
            seat = entry.number("seat", 0, self.seats - 1)
            self._check_menu(Mistake("scenario_step", number=number, played=f" ({seat})"), entry, seat)
        moves = [(seat, self.read(entry, "choice", entry.text("choice")))] if entry.has("choice") else []
        moves += [self.move(entry, text) for text in entry.texts("moves")]
        script, used, events = self.script(entry), 0, list[Event]()
        where = Mistake("scenario_step", number=number, played="")
        for mover, choice in moves:
            text = f"{mover}: {self.game.verbs.write(choice)}"
            where = Mistake("scenario_step", number=number, played=f" ({text})")
            refused = self._refused(mover, choice)
            if refused is not None:
                self._differs(where, self.game.verbs.write(choice), Mistake("scenario_allowed"), refused)
                return False
            try:
                step = self.match.play(mover, choice, script[used:], exact=False)
            except RecordError:
                self._differs(where, "chance", Mistake("scenario_chance_fits"), script)
                return False
            used += len(step.chance)
            events += self.match.open_events(step)
            self.result.steps += 1
        self._all_used(where, script, used)
        self._check(where, entry, events)
        return True

    def _refused(self, seat: int, choice: Choice) -> Mistake | None:
        if choice in self.game.choices(self.s, seat):
            return None
        reason = self.game.refusal(self.s, seat, choice)
        if reason is None:
            return Mistake("scenario_not_offered")
        said = {speech.lang: speech.reason(reason) for speech in self.speeches}
        return Mistake("scenario_refused", reason=said, clause=reason.clause)

    def _all_used(self, where: Mistake, script: list[int], used: int) -> None:
        self.result.checks += bool(script)
        if used < len(script):
            self._differs(where, "chance", len(script), used)

    # Expectations.

    def _check_menu(self, where: Mistake, entry: Entry, seat: int) -> None:
        offered = self.game.choices(self.s, seat)
        written = [self.game.verbs.write(choice) for choice in offered]
        for text in entry.texts("offers"):
            choice = self.read(entry, "offers", text)
            self._compare(
                where, f"offers {text!r}", self.game.verbs.write(choice) in written, True, shown=written
            )
        if entry.has("menu"):
            wanted = sorted(
                self.game.verbs.write(self.read(entry, "menu", text)) for text in entry.texts("menu")
            )
            self._compare(where, "menu", sorted(written), wanted)
        for text, clause in _table(entry, "refuses").items():
            choice = self.read(entry, "refuses", text)
            reason = self.game.refusal(self.s, seat, choice)
            found = "" if reason is None else reason.clause
            what = f"refuses {text!r}"
            if choice in offered or reason is None:
                self._compare(where, what, False, True, shown=written)
            elif clause:
                known = clause in (reason.clause, reason.name)
                self._compare(where, what, known, True, shown=f"{found} ({reason.name})", wanted=clause)

    def _check(self, where: Mistake, entry: Entry, events: Sequence[Event]) -> None:
        """Compare what came with what the entry expects."""
        if entry.has("events"):
            self._check_events(where, "events", entry.texts("events"), events)
        for reader, table in self._readers(entry, "told"):
            if not isinstance(table, list):
                raise entry.wrong("told", "list", value=table)
            seen = self.game.events(self.game.concealed(self.s, reader))
            self._check_events(where, f"told.{reader}", [str(text) for text in table], seen)
        expected = _table(entry, "expect")
        if expected:
            self._check_facts(where, "expect", entry, expected, self._facts(entry, self.s))
        for reader, table in self._readers(entry, "sees"):
            if not isinstance(table, dict):
                raise entry.wrong("sees", "table", value=table)
            facts = self._facts(entry, self.game.concealed(self.s, reader))
            self._check_facts(where, f"sees.{reader}", entry, table, facts)
        for reader, paths in self._readers(entry, "unsure"):
            if not isinstance(paths, list):
                raise entry.wrong("unsure", "list", value=paths)
            self._check_unsure(where, reader, entry, [str(path) for path in paths])

    def _readers(self, entry: Entry, name: str) -> Iterator[tuple[int, Any]]:
        """The parts of a table whose keys are seats; `spectator` is one."""
        for key, value in _table(entry, name).items():
            if key == "spectator":
                yield SPECTATOR, value
            elif (seat := index_in(key, self.seats)) is not None:
                yield seat, value
            else:
                raise entry.wrong(f"{name}.{key[:60]}", "scenario_reader", seats=self.seats)

    def _check_facts(
        self, where: Mistake, name: str, entry: Entry, expected: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> None:
        for path, value in _flat(expected, facts):
            self._compare(where, f"{name} {path}", _fact(entry, name, facts, path), value)

    def _check_unsure(self, where: Mistake, reader: int, entry: Entry, paths: list[str]) -> None:
        """Each of these facts must take several values among the worlds that the reader may imagine."""
        seen = self.game.concealed(self.s, reader)
        waiting = {path: list[Any]() for path in paths}
        for number in range(WORLDS):
            if not waiting:
                break
            facts = self._facts(entry, self.game.imagined(seen, *seed_words("unsure", number)))
            for path, values in list(waiting.items()):
                values.append(_fact(entry, "unsure", facts, path))
                if values[-1] != values[0]:
                    del waiting[path]
        self.result.checks += len(paths)
        for path, values in waiting.items():
            self._differs(where, f"unsure.{reader} {path}", Mistake("scenario_unsure"), values[0])

    def _facts(self, entry: Entry, s: Position) -> dict[str, Any]:
        """The game's facts, and those that every game has."""
        if not hasattr(self.room, "facts"):
            raise entry.wrong("expect", "scenario_unsupported", game=self.game.meta.title)
        assert self.room is not None
        known: dict[str, Any] = {"deciders": self.game.deciders(s), "ending": self.game.ending(s)}
        if self.game.is_over(s):
            known |= {"ranks": self.game.ranks(s), "scores": self.game.scores(s)}
        return known | self.room.facts(s, self.content) | known

    def _check_events(self, where: Mistake, name: str, wanted: list[str], events: Sequence[Event]) -> None:
        """The wanted events must occur in this order, others may come between."""
        self.result.checks += 1
        left = iter(events)
        for text in wanted:
            if not any(self._is_event(text, event) for event in left):
                self._differs(where, f"{name} {text!r}", wanted, [str(event) for event in events])
                return

    def _is_event(self, text: str, event: Event) -> bool:
        """Is this the event written `kind` or `kind field=value …`? A value is a number, a name, or `?` for unknown."""
        kind, _, rest = text.replace("(", " ").rstrip(") ").partition(" ")
        if kind != event.kind.name:
            return False
        fields = {f.name: (f.kind, value) for f, value in zip(event.kind.fields, event.values)}
        for name, wanted in _FIELD.findall(rest):
            if name not in fields:
                return False
            names = self._names_of(*fields[name])
            if wanted.casefold() not in {known.casefold() for known in names}:
                return False
        return True

    def _names_of(self, kind: str, value: int | None) -> set[str]:
        """How a value of an event may be written; the game's `spoken` may say so for some kinds."""
        if value is None:
            return {"?"}
        own = (
            self.room.spoken(kind, value, self.content)
            if hasattr(self.room, "spoken") and self.room
            else None
        )
        return own or {str(value), *(str(speech.name(kind, value)) for speech in self.speeches)}

    def _compare(
        self, where: Mistake, what: str, found: Any, expected: Any, *, shown: Any = None, wanted: Any = None
    ) -> None:
        self.result.checks += 1
        if found != expected:
            self._differs(
                where, what, expected if wanted is None else wanted, found if shown is None else shown
            )

    def _differs(self, where: Mistake, what: str, expected: Any, found: Any) -> None:
        self.result.failures.append(Difference(where, what, expected, found))


def _table(entry: Entry, name: str) -> dict[str, Any]:
    value = entry.data.get(name, {})
    if not isinstance(value, dict):
        raise entry.wrong(name, "table", value=value)
    return value


def _flat(expected: Mapping[str, Any], facts: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Paths with their values; tables inside tables are paths too."""
    for key, value in expected.items():
        if isinstance(value, Mapping):
            yield from _flat(value, facts, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _fact(entry: Entry, name: str, facts: Any, path: str) -> Any:
    """The fact at a dotted path."""
    node = facts
    for part in path.split("."):
        known: Sequence[Any] = []
        if isinstance(node, Mapping):
            known = [str(key) for key in node]
            if part in node:
                node = node[part]
                continue
        elif isinstance(node, list | tuple):
            known = [f"0…{len(node) - 1}"] if node else []
            if (place := index_in(part, len(node))) is not None:
                node = node[place]
                continue
        raise entry.wrong(f"{name}.{path}", "scenario_path", part=part, known=", ".join(known) or "–")
    return _written(node)


def _written(value: Any) -> Any:
    """A fact as TOML can write it, which knows no nothing: that is "none"."""
    if isinstance(value, list | tuple):
        return [_written(item) for item in value]
    return "none" if value is None else value


def _shown(value: Any) -> Any:
    """A value as people read it in a failure."""
    if isinstance(value, Mistake):
        return value
    return "true" if value is True else "false" if value is False else repr(value)
