"""How often each clause of the rules is seen in play: by the events that cite it, and by the refusals.

What no game showed is looked for in the game's scenario files; what nothing can show has a reason in `rules.unseen.toml`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.counting import EVENTS
from bagarre.lab.journal import Journal
from bagarre.lab.simulate import Plan, play
from bagarre.lab.study.report import percent
from bagarre.lab.study.rulings import everything, variants_of
from bagarre.lab.telling import lab_words, table
from bagarre.match import Match
from bagarre.scenario import run_scenario

LONGEST = 4000
"""Choices after which a game in which refusals are asked for is let be."""
REASONS = ("setup", "words", "detail", "ruling", "nothing", "table")
"""Why a clause that nothing cites is never seen: keys of `rules.unseen.toml` and of the words."""
RARE = "rare"
"""Why one that something cites was not."""
UNSEEN = "rules.unseen.toml"


@dataclass(frozen=True)
class Clauses:
    """The clauses of a game, and in how many games they were seen."""

    game: Game
    games: int
    """Games in which events were counted."""
    told: Counter[str]
    asked: int
    """Games in which refusals were asked for."""
    refused: Counter[str]
    staged: dict[str, list[str]]
    """Clauses that scenario files of the game reach, with those files."""

    @cached_property
    def citable(self) -> dict[str, list[str]]:
        """Clauses that events or refusals cite, with what cites them."""
        return citable(self.game)

    @property
    def seen(self) -> set[str]:
        return {clause for clause in self.citable if self.told[clause] or self.refused[clause]}

    @property
    def never(self) -> list[str]:
        """Clauses of the book that no game showed, in its order."""
        return [clause for clause in self.game.rulebook("en").clauses if clause not in self.seen]

    @property
    def unreached(self) -> dict[str, list[str]]:
        """By reason, the clauses that neither a game nor a scenario showed; under "" those for which nothing says why."""
        reasons, found = unseen_reasons(self.game), dict[str, list[str]]()
        for clause in self.never:
            if clause not in self.staged:
                reason = RARE if clause in self.citable else reasons.get(clause, "")
                found.setdefault(reason, []).append(clause)
        return {reason: found[reason] for reason in (RARE, *REASONS, "") if reason in found}

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        rows = [
            [
                clause,
                percent(self.told[clause] / self.games, lang) if self.told[clause] else "–",
                percent(self.refused[clause] / self.asked, lang) if self.refused[clause] else "–",
                ", ".join(self.citable[clause]),
            ]
            for clause in sorted(
                self.seen, key=lambda clause: (-self.told[clause], -self.refused[clause], clause)
            )
        ]
        parts = [table([say(f"study.clauses.{key}") for key in ("clause", "told", "refused", "by")], rows)]
        staged = [clause for clause in self.never if clause in self.staged]
        parts.append(
            say(
                "study.clauses.note",
                games=self.games,
                asked=self.asked,
                clauses=len(self.game.rulebook(lang).clauses),
                seen=len(self.seen),
                of=len(self.citable),
                staged=len(staged),
                left=len(self.never) - len(staged),
            )
        )
        if staged:
            heads = [say("study.clauses.clause"), say("study.clauses.scenario")]
            lines = [[clause, ", ".join(self.staged[clause])] for clause in staged]
            parts.append(table(heads, lines))
        if self.unreached:
            heads = [say("study.clauses.why_not"), say("study.clauses.clauses")]
            told = [
                [say(f"study.clauses.reasons.{reason or 'unknown'}"), ", ".join(clauses)]
                for reason, clauses in self.unreached.items()
            ]
            parts.append(table(heads, told))
        return "\n\n".join(parts)


def citable(game: Game) -> dict[str, list[str]]:
    """Clauses that events or refusals of a game cite, with what cites them."""
    found: dict[str, list[str]] = {}
    for kind in game.room("events").EVENTS.kinds:
        found.setdefault(kind.clause, []).append(kind.name)
    for reason in game.room("choices").REASONS.reasons:
        found.setdefault(reason.clause, []).append(reason.name)
    return {clause: names for clause, names in found.items() if clause}


def unseen_reasons(game: Game) -> dict[str, str]:
    """Why play does not show a clause, where the game says so: by the clause's id, or for its whole family."""
    file = game.folder / UNSEEN
    known = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    told = {name: reason for reason in REASONS for name in known.get(reason, [])}
    found = {clause: told.get(clause, told.get(family(clause))) for clause in game.rulebook("en").clauses}
    return {clause: reason for clause, reason in found.items() if reason is not None}


def family(clause: str) -> str:
    """The second part of an id: what a clause is about.

    >>> family("BQ-SPELL-17"), family("BQ-R8")
    ('SPELL', 'R')
    """
    parts = clause.split("-")
    return parts[1] if len(parts) > 2 else parts[1].rstrip("0123456789")


def measure_clauses(
    game: Game,
    *,
    games: int,
    asked: int,
    seed: str,
    compiled: bool | None = None,
    out: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Clauses:
    """Play random and scripted games of every number of players with every option in turn, and count the events of `games` and the refusals of `asked` of them.

    With `out` what each way to play showed is kept there, and a study that was broken off goes on where it stopped.

    :raises Mistake: when the file holds something else or cannot be written.
    """
    fast = fast_mode_available() if compiled is None else compiled
    mode: Literal["compiled", "interpreted"] = "compiled" if fast else "interpreted"
    ways = list(ways_to_play(game))
    head = {
        "what": "clauses", "package": game.package, "rules": game.meta.rules_version, "games": games, "asked": asked, "seed": seed,
    }  # fmt: skip
    journal: Journal[Counter[str]] = Journal(out, head, lambda _, data: Counter(data), dict)
    kept = iter(journal.kept)

    def counted(count: Callable[[], Iterable[str] | Mapping[str, int]]) -> Counter[str]:
        """What was found here before, or what `count` finds."""
        if (found := next(kept, None)) is None:
            found = Counter(count())
            journal.add(found)
        return found

    told: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    played = 0
    try:
        for number, (players, options) in enumerate(ways):
            share = games * (number + 1) // len(ways) - games * number // len(ways)
            if share:
                plan = Plan(
                    game.package, players, tuple(options.items()), (), f"{seed}/{number}", mode, EVENTS
                )
                told.update(counted(partial(_told, game, plan, share)))
                played += share
                progress(played, games + asked)
        for number in range(asked):
            players, options = ways[number * len(ways) // asked]
            refused.update(counted(partial(_refused_in, game, players, options, f"{seed}/asked/{number}")))
            progress(played + number + 1, games + asked)
    finally:
        journal.close()
    return Clauses(game, games, told, asked, refused, staged_clauses(game))


def ways_to_play(game: Game) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Tables of random and of scripted players with each value of each option, alone and with all that may be added; those that the game refuses are left out."""
    numbers = ([1] if game.meta.solo else []) + list(game.meta.players)
    known = set()
    for base in ({}, everything(game)):
        for variant in variants_of(game, base):
            for seats in numbers:
                options = dict(variant.options)
                if seats == 1:
                    options |= dict(game.meta.solo)
                told = (seats, tuple(sorted(map(str, options.items()))))
                if told in known or not fits(game, seats, options):
                    continue
                known.add(told)
                yield from (((kind,) * seats, options) for kind in ("random", "scripted"))


def fits(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.prepare(seats, options)
    except Mistake:
        return False
    return True


def _told(game: Game, plan: Plan, games: int) -> Counter[str]:
    """In how many games the events of each clause came."""
    tallies = play(game, plan, 0, games).tallies
    columns: dict[str, list[int]] = {}
    for number, kind in enumerate(game.room("events").EVENTS.kinds):
        columns.setdefault(kind.clause, []).append(number)
    return Counter(
        {clause: int((tallies[:, numbers] > 0).any(axis=1).sum()) for clause, numbers in columns.items()}
    )


def _refused_in(game: Game, players: tuple[str, ...], options: dict[str, Any], seed: str) -> set[str]:
    """The clauses by which choices would be refused somewhere in a game."""
    match = Match(game, len(players), seed=seed, kinds=list(players), options=options)
    found: set[str] = set()
    for turn in range(LONGEST):
        for seat in range(len(players)):
            found |= _refused(match, seat, turn)
        if match.is_over:
            break
        match.let_play(match.deciders[0])
    return found


def _refused(match: Match, seat: int, turn: int) -> set[str]:
    """The clauses by which choices are refused now: of each verb its first, its last, and one in between."""
    game, found = match.game, set()
    legal = set(match.legal(seat))
    for number, verb in enumerate(game.verbs.verbs):
        first, last = verb.args.start, verb.args.stop - 1
        for argument in {first, last, first + 7 * turn % (last - first + 1)}:
            choice = game.verbs.read(verb.write(argument))
            if choice not in legal and choice.verb == number:
                reason = game.refusal(match.state, seat, choice)
                if reason is not None:
                    found.add(reason.clause)
    return found


def staged_clauses(game: Game) -> dict[str, list[str]]:
    """The clauses that the game's scenario files reach: those that they name, and those that their events and refusals cite."""
    found: dict[str, list[str]] = {}
    named = {reason.name: reason.clause for reason in game.room("choices").REASONS.reasons}
    for file in sorted(game.folder.glob("scenarios/**/*.toml")):
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        result = run_scenario(file, game=game)
        reached = set(result.rules)
        refusals = [reason for step in told.get("step", []) for reason in step.get("refuses", {}).values()]
        reached |= {named.get(reason, reason) for reason in refusals}
        if result.match is not None:
            reached |= {
                event.kind.clause for step in result.match.steps for event in result.match.open_events(step)
            }
        for clause in reached - {""} if result.passed else ():
            found.setdefault(clause, []).append(file.stem)
    return found
