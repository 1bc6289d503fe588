"""The rules as people read them: `rules.fr.md` and `rules.en.md` of each game, clause by clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bagarre.kernel.grammar import folded

CLAUSE = re.compile(r"^\s*- \*\*([A-Z]{2,}(?:-[A-Z0-9]+)+)\*\*\s+(.*)$")
HEADING = re.compile(r"^(#{1,4})\s+(.*)$")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule in one language."""

    id: str
    text: str
    section: str


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in one language."""

    lang: str
    text: str
    clauses: dict[str, Clause]

    def search(self, query: str) -> list[Clause]:
        """The clauses that hold every word of the query, or whose id begins with it; accents and capitals do not matter."""
        asked = folded(query).strip()
        return [
            clause
            for clause in self.clauses.values()
            if folded(clause.id).startswith(asked)
            or all(word in folded(f"{clause.text} {clause.section}") for word in asked.split())
        ]


@cache
def read_rulebook(file: Path, lang: str) -> Rulebook:
    """Read a rules file."""
    return parse_rulebook(file.read_text(encoding="utf-8"), lang)


def parse_rulebook(text: str, lang: str) -> Rulebook:
    """The clauses of a text; a clause runs on over the indented lines below it."""
    clauses: dict[str, Clause] = {}
    section, current, lines = "", "", list[str]()

    def close() -> None:
        if current:
            clauses[current] = Clause(current, " ".join(lines), section)

    for line in text.splitlines():
        clause, heading = CLAUSE.match(line), HEADING.match(line)
        if clause or heading or not line.startswith("  "):
            close()
            current, lines = "", []
        if heading:
            section = heading[2]
        elif clause:
            current, lines = clause[1], [clause[2]]
        elif current:
            lines.append(line.strip())
    close()
    return Rulebook(lang, text, clauses)
