"""The rules as a page: chapters with their figures and positions to try; each clause has an anchor, each mention of a clause is a link."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from bagarre.kernel.game import Game
from bagarre.kernel.words import house_words

CLAUSE = r"[A-Z]{2,}(?:-[A-Z0-9]+)+"
FIRST = re.compile(rf"<li>\s*(?:<p>)?<strong>({CLAUSE})</strong>")
HEADING = re.compile(r"<h([1-4])>(.*?)</h\1>", re.DOTALL)
MENTION = re.compile(rf"\b({CLAUSE})\b")
TAG = re.compile(r"(<[^>]*>)")


MARKED = re.compile(r"\s*[\[(](?:reconstructed|reconstruit)[\])]")
"""A clause that says itself where it comes from."""
LINE = re.compile(r'<li class="clause".*?</li>', re.DOTALL)
RULING = re.compile(r"-R\d+$")
SOURCES = ("printed", "reported", "reconstructed", "ours", "ruling")
NUMBER = re.compile(r"^(\d+(?:\.\d+)*\.?) ")
"""Of a chapter: the book names chapters by it, and among the essentials it says nothing."""
NUMBERED = re.compile(r'<span class="chapter__no">.*?</span> ')
EXAMPLE = re.compile(r"e(x?)0*(\d+)([a-z]?)_")
"""The beginning of a scenario's file that shows an example of the book: `e03b_…` is E3 (b), `ex07_…` is EX-7."""


@dataclass(frozen=True)
class Trial:
    """A worked example that can be tried on a board."""

    name: str
    """Of the scenario's file, without its ending."""
    title: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    """A chapter of the book."""

    anchor: str
    title: str
    heading: Markup
    body: Markup
    part: str
    """What its clauses begin with (`fight` of BQ-FIGHT-1): the name of its figure."""
    trials: tuple[Trial, ...] = ()


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game in one language, ready for a page."""

    html: Markup
    contents: tuple[tuple[int, str, str], ...]
    """Level, anchor and title of each heading."""
    title: Markup
    """The first heading."""
    opening: Markup
    """What else stands before the first chapter: how to read the clauses."""
    chapters: tuple[Chapter, ...]


@cache
def rules_page(game: Game, lang: str) -> RulesPage:
    """Render the rulebook once."""
    book = game.rulebook(lang)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(book.text)
    contents: list[tuple[int, str, str]] = []

    def heading(found: re.Match[str]) -> str:
        anchor = f"s{len(contents) + 1}"
        contents.append((int(found[1]), anchor, TAG.sub("", found[2])))
        return f'<h{found[1]} id="{anchor}">{_numbered(found[2])}</h{found[1]}>'

    html = HEADING.sub(heading, html)
    # Wider than a phone: those who have no mouse scroll it as well.
    html = html.replace("<pre>", '<pre tabindex="0">').replace("<table>", '<table tabindex="0">')
    words, sources = house_words(lang), sources_of(game, lang)

    def clause(found: re.Match[str]) -> str:
        line = f'<li class="clause" id="{found[1]}"><a class="clause__id" href="#{found[1]}">{found[1]}</a> '
        source = sources.get(found[1])
        if source is None:
            return line
        told, why = (words.say(f"web.rules.{key}.{source}") for key in ("source", "source_help"))
        return f'{line}<small class="clause__source" data-source="{source}" title="{escape(why)}">{escape(told)}</small>'

    html = LINE.sub(lambda line: MARKED.sub("", line[0]), FIRST.sub(clause, html))
    html = _link_mentions(html, set(book.clauses))
    opening, *rest = re.split(r"(?=<h2 )", html)
    title, end, opening = opening.partition("</h1>")
    titles = {anchor: title for _, anchor, title in contents}
    trials = trials_of(game, tuple((anchor, title) for _, anchor, title in contents))
    chapters = tuple(_chapter(text, titles, trials) for text in rest)
    return RulesPage(Markup(html), tuple(contents), Markup(title + end), Markup(opening), chapters)


@cache
def sources_of(game: Game, lang: str) -> dict[str, str]:
    """Where each clause comes from, as `rules.sources.toml` of the game says; nothing for a game without that file."""
    file = game.folder / "rules.sources.toml"
    if not file.is_file():
        return {}
    families = tomllib.loads(file.read_text(encoding="utf-8"))
    found = {}
    for name in game.rulebook(lang).clauses:
        source = "ruling" if RULING.search(name) else _source(families.get(name.split("-")[1], {}), name)
        if source:
            found[name] = source
    return found


def _source(family: str | dict[str, str], name: str) -> str:
    """A whole family has one source, or each source lists its numbers (`1-4 7`)."""
    if isinstance(family, str):
        return family
    number = int(name.rpartition("-")[2])
    for source, listed in family.items():
        for part in listed.split():
            first, _, last = part.partition("-")
            if int(first) <= number <= int(last or first):
                return source
    return ""


def _chapter(html: str, titles: dict[str, str], trials: tuple[Trial, ...]) -> Chapter:
    anchor = re.findall(r'id="(s\d+)"', html)[0]
    clauses = re.findall(rf'id="({CLAUSE})"', html)
    part = clauses[0].split("-")[1].casefold() if clauses else ""
    mine = _told_apart([trial for trial in trials if trial.clauses and trial.clauses[0] in clauses])
    heading, end, body = html.partition("</h2>")
    return Chapter(anchor, _numbered(titles[anchor]), Markup(heading + end), Markup(body), part, mine)


def plain_title(chapter: Chapter) -> str:
    """A chapter's name where its number says nothing."""
    return str(Markup(NUMBERED.sub("", chapter.title)).striptags())


def _numbered(title: str) -> str:
    return NUMBER.sub(r'<span class="chapter__no">\1</span> ', title)


@cache
def trials_of(game: Game, headings: tuple[tuple[str, str], ...]) -> tuple[Trial, ...]:
    """The worked examples that the game ships as scenarios, called as the book calls them."""
    found = []
    named = {label: title for _, text in headings for label, _, title in [text.partition(". ")]}
    for file in sorted((game.folder / "scenarios").glob("*.toml")):
        match = EXAMPLE.match(file.stem)
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        label = f"EX-{match[2]}" if match and match[1] else f"E{match[2]}" if match else ""
        if label in named and any("choice" in step or "moves" in step for step in data.get("step", ())):
            variant = f" ({match[3]})" if match and match[3] else ""
            found.append(Trial(file.stem, named[label] + variant, tuple(data.get("rules", ()))))
    return tuple(found)


def _told_apart(trials: list[Trial]) -> tuple[Trial, ...]:
    """Examples of a chapter that have one name are counted."""
    often = Counter(trial.title for trial in trials)
    met: Counter[str] = Counter()
    made = []
    for trial in trials:
        met[trial.title] += 1
        more = f" ({met[trial.title]})" if often[trial.title] > 1 else ""
        made.append(replace(trial, title=trial.title + more))
    return tuple(made)


def _link_mentions(html: str, known: set[str]) -> str:
    """Link every clause named in the text, outside of tags and of links."""
    parts = TAG.split(html)
    inside = False
    for i, part in enumerate(parts):
        if part.startswith("<"):
            inside = part.startswith("<a ") or (inside and part != "</a>")
        elif not inside:
            parts[i] = MENTION.sub(
                lambda found: (
                    f'<a class="clause__ref" href="#{found[1]}">{found[1]}</a>'
                    if found[1] in known
                    else found[0]
                ),
                part,
            )
    return "".join(parts)
