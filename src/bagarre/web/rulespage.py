"""The rules as a page: each clause has an anchor, each mention of a clause is a link."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from bagarre.kernel.game import Game

CLAUSE = r"[A-Z]{2,}(?:-[A-Z0-9]+)+"
FIRST = re.compile(rf"<li>\s*(?:<p>)?<strong>({CLAUSE})</strong>")
HEADING = re.compile(r"<h([1-4])>(.*?)</h\1>", re.DOTALL)
MENTION = re.compile(rf"\b({CLAUSE})\b")
TAG = re.compile(r"(<[^>]*>)")


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game in one language, ready for a page."""

    html: Markup
    contents: tuple[tuple[int, str, str], ...]
    """Level, anchor and title of each heading."""


@cache
def rules_page(game: Game, lang: str) -> RulesPage:
    """Render the rulebook once."""
    book = game.rulebook(lang)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(book.text)
    contents: list[tuple[int, str, str]] = []

    def heading(found: re.Match[str]) -> str:
        anchor = f"s{len(contents) + 1}"
        contents.append((int(found[1]), anchor, TAG.sub("", found[2])))
        return f'<h{found[1]} id="{anchor}">{found[2]}</h{found[1]}>'

    html = HEADING.sub(heading, html)
    # Wider than a phone: those who have no mouse scroll it as well.
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = FIRST.sub(r'<li class="clause" id="\1"><a class="clause__id" href="#\1">\1</a>', html)
    return RulesPage(Markup(_link_mentions(html, set(book.clauses))), tuple(contents))


def _link_mentions(html: str, known: set[str]) -> str:
    """Link every clause named in the text, outside of tags and of links."""
    parts = TAG.split(html)
    inside = False
    for i, part in enumerate(parts):
        if part.startswith("<"):
            inside = part.startswith("<a ") or (inside and part != "</a>")
        elif not inside:
            parts[i] = MENTION.sub(
                lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[0], part
            )
    return "".join(parts)
