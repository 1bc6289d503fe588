"""How often each clause of the rules is seen in play: by the events that cite it, and by the refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab.study.report import percent
from bagarre.lab.study.rulings import everything, variants_of
from bagarre.lab.telling import lab_words, table
from bagarre.match import Match

LONGEST = 4000
"""Choices after which a game of a study is let be."""


@dataclass(frozen=True)
class Clauses:
    """The clauses of a game that can be seen, and in how many games they were."""

    game: Game
    games: int
    seen: Counter[str]

    @property
    def citable(self) -> dict[str, list[str]]:
        """Clauses that events or refusals cite, with what cites them."""
        found: dict[str, list[str]] = {}
        for kind in self.game.room("events").EVENTS.kinds:
            found.setdefault(kind.clause, []).append(kind.name)
        for reason in self.game.room("choices").REASONS.reasons:
            found.setdefault(reason.clause, []).append(reason.name)
        return {clause: names for clause, names in found.items() if clause}

    @property
    def never(self) -> list[str]:
        return [clause for clause in sorted(self.citable) if not self.seen[clause]]

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        book = self.game.rulebook(lang).clauses
        rows = [
            [clause, percent(self.seen[clause] / self.games, lang), ", ".join(self.citable[clause])]
            for clause in sorted(self.citable, key=lambda clause: (-self.seen[clause], clause))
        ]
        head = [say(f"study.clauses.{key}") for key in ("clause", "games", "by")]
        known, silent = len(book), len(set(book) - set(self.citable))
        told = say(
            "study.clauses.note",
            games=self.games,
            seen=len(rows) - len(self.never),
            of=len(rows),
            clauses=known,
            silent=silent,
        )
        if self.never:
            told += "\n\n" + say("study.clauses.never", clauses=", ".join(self.never))
        return table(head, rows) + "\n\n" + told


def measure_clauses(
    game: Game, *, games: int, seed: str, progress: Callable[[int], None] = lambda games: None
) -> Clauses:
    """Play random and scripted games of every number of players, with every option now and then, and count."""
    seen: Counter[str] = Counter()
    numbers = list(game.meta.players)
    variants = [
        dict(variant.options) for base in ({}, everything(game)) for variant in variants_of(game, base)
    ]
    for number in range(games):
        seats = numbers[number % len(numbers)]
        kind = ("random", "scripted")[number // len(numbers) % 2]
        options = fitting(game, seats, variants[number % len(variants)])
        match = Match(game, seats, seed=f"{seed}/{number}", kinds=[kind] * seats, options=options)
        here = set()
        for _ in range(LONGEST):
            if match.is_over:
                break
            for seat in range(seats):
                here |= _refused(match, seat)
            match.let_play(match.deciders[0])
        for step in match.steps:
            here |= {event.kind.clause for event in match.open_events(step)}
        seen.update(here - {""})
        progress(1)
    return Clauses(game, games, seen)


def fitting(game: Game, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options, or none when this table cannot have them."""
    try:
        game.prepare(seats, options)
    except Mistake:
        return {}
    return options


def _refused(match: Match, seat: int) -> set[str]:
    """The clauses by which choices are refused now, of each verb its first and last."""
    game, found = match.game, set()
    legal = set(match.legal(seat))
    for number, verb in enumerate(game.verbs.verbs):
        for argument in {verb.args.start, verb.args.stop - 1}:
            choice = game.verbs.read(verb.write(argument))
            if choice not in legal and choice.verb == number:
                reason = game.refusal(match.state, seat, choice)
                if reason is not None:
                    found.add(reason.clause)
    return found
