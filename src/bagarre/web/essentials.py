"""The essentials of the rules: the chapters that matter first, each told in a sentence and a few numbered steps. Page and paper tell the same."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from bagarre.kernel.game import Game


@dataclass(frozen=True)
class Step:
    """One numbered step, with the clauses that it tells in short."""

    name: str
    text: str
    clauses: tuple[str, ...]

    @property
    def cited(self) -> tuple[tuple[str, str], ...]:
        """Each clause, and as people cite it among those of one game: `FIGHT-2` of BQ-FIGHT-2."""
        return tuple((clause, clause.partition("-")[2]) for clause in self.clauses)


@dataclass(frozen=True)
class Essential:
    """A chapter in short."""

    lead: str
    steps: tuple[Step, ...]


@cache
def essentials_of(game: Game, lang: str) -> dict[str, Essential]:
    """By what the clauses of the chapter begin with (`fight` of BQ-FIGHT-1), as `rules.essentials.toml` of the game lists them; empty without that file."""
    file = game.folder / "rules.essentials.toml"
    if not file.is_file():
        return {}
    words = game.words(lang)
    listed: dict[str, list[str]] = tomllib.loads(file.read_text(encoding="utf-8"))

    def say(key: str) -> str:
        return game.retold(words.say(f"essentials.{key}"), lang)

    return {
        part: Essential(
            say(f"{part}.lead"),
            tuple(
                Step(say(f"{part}.{number}.name"), say(f"{part}.{number}.text"), tuple(cited.split()))
                for number, cited in enumerate(clauses, 1)
            ),
        )
        for part, clauses in listed.items()
    }
