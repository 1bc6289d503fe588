"""Pages and fragments of the house: Jinja2 templates with the words of the house."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from bagarre.bots.labels import FIRST, LABELS, bot_told, character_of, level_of
from bagarre.kernel.words import LANGUAGES, Words, house_words
from bagarre.lesson import Lesson, lessons_of
from bagarre.web.assets import Asset, assets_in, digest
from bagarre.web.boards import FOLDER, Memory, mark_of, rendered
from bagarre.web.gamepages import GamePages
from bagarre.web.optionpages import aside
from bagarre.web.slow_clock import pace_said, span_said
from bagarre.web.templating import environment

if TYPE_CHECKING:
    from bagarre.web.registry import TableRegistry

NAVIGATION = (
    ("home", "/"),
    ("mine", "/tables"),
    ("learn", "/learn"),
    ("ladder", "/ladder"),
    ("workshop", "/workshop"),
    ("rules", "/rules"),
)
"""Names and addresses of the one navigation that all pages share."""


class Pages:
    """The templates of the house."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.environment = environment(FOLDER / "templates")
        self.environment.globals |= {
            "static": self.static_link,
            "navigation": NAVIGATION,
            "levels": LABELS,
            "usual_level": FIRST,
            "level_of": level_of,
            "character_of": character_of,
            "bot_told": bot_told,
            "aside": aside,
            "pace_said": pace_said,
            "span_said": span_said,
        }
        self.brought = GamePages(registry, self.environment)
        self.memory = Memory()
        self._template = cache(self.environment.get_template)

    def get_ready(self) -> None:
        """Compile the templates, and read the files that browsers fetch."""
        for name in self.environment.list_templates(extensions=("html",)):
            self._template(name)
        _ = self.static, self.brought.known, self.brought.files

    @cached_property
    def courses(self) -> dict[str, Sequence[Lesson]]:
        """The lessons of each game that has some."""
        found = {name: lessons_of(game) for name, game in self.registry.games.items()}
        return {name: lessons for name, lessons in found.items() if lessons}

    @cached_property
    def static(self) -> dict[str, Asset]:
        """The files of the house that browsers fetch."""
        return assets_in(FOLDER / "static")

    def static_link(self, name: str) -> str:
        """The address of a file of the house; it changes with its content."""
        return f"/static/{name}?v={digest(self.static[name][0])}"

    def fragment(self, template: str, lang: str, **context: Any) -> str:
        """A piece of a page."""
        return rendered(self._template(template), context, say=sayer(lang), raw=rawer(lang), lang=lang)

    def remembered(self, template: str, lang: str, **context: Any) -> str:
        """A piece of a page that is the same whenever what it reads is the same."""
        mark = mark_of(template, lang, context)
        return self.memory.recall(mark, lambda: self.fragment(template, lang, **context))

    def page(self, template: str, lang: str, theme: str, **context: Any) -> str:
        """A whole page."""
        return self.fragment(
            template,
            lang,
            theme=theme,
            languages=LANGUAGES,
            games=self.registry.games,
            boards=self.registry.boards,
            courses=self.courses,
            announcement=self.registry.desk.said(lang),
            **context,
        )


@cache
def rawer(lang: str) -> Callable[[str], str]:
    """A sentence with its places unfilled, for scripts that fill them."""
    words = house_words(lang)
    return lambda key: str(words.find(f"web.{key}") or "")


@cache
def sayer(lang: str) -> Callable[..., str]:
    """`say("home.title")` in a template is the sentence `web.home.title` of the house."""
    return partial(_say, house_words(lang))


def _say(words: Words, key: str, **values: Any) -> str:
    sentence = words.say(f"web.{key}", **values)
    # A few sentences carry their own emphasis; what is filled in is escaped.
    if "<" in sentence and key.endswith("_html"):
        return Markup(words.say(f"web.{key}", **{name: escape(value) for name, value in values.items()}))
    return sentence
