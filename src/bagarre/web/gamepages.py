"""Pages that a game brings besides its board: an editor of boards, say.

A page is `pages/<name>.html` in the game's folder: a template that extends the house's `base.html`. Beside it lie `<name>.css` and `<name>.js`,
and a room `<name>.py` with two functions:

    context(speech) -> dict          what the template reads, besides `words` (those of the game) and all that pages of the house read
    answer(asked, speech) -> dict    what the page's script asks of the server: POST /api/games/<game>/pages/<name>, JSON both ways;
                                     it is asked in a process of its own (`readers.py`), for a limited time

Its title, which is also the text of the link to it, is the word `pages.<name>.title` of the game.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader

from bagarre.kernel.game import Game
from bagarre.web.assets import Asset, assets_in, digest

if TYPE_CHECKING:
    from bagarre.web.registry import TableRegistry


class GamePages:
    """The pages of all games, in one set of templates: `baston/editor.html`."""

    def __init__(self, registry: TableRegistry, environment: Environment) -> None:
        self.registry = registry
        folders = {
            name: FileSystemLoader(str(game.folder / "pages")) for name, game in registry.games.items()
        }
        assert environment.loader is not None
        environment.loader = ChoiceLoader([environment.loader, PrefixLoader(folders)])
        environment.globals["brought"] = self.brought
        environment.globals["brought_file"] = self.link

    @cached_property
    def known(self) -> dict[str, list[str]]:
        """The pages of each game, by name."""
        return {
            name: sorted(file.stem for file in (game.folder / "pages").glob("*.html"))
            for name, game in self.registry.games.items()
        }

    @cached_property
    def files(self) -> dict[tuple[str, str], Asset]:
        """What browsers fetch for them, by game and name."""
        return {
            (name, file): found
            for name, game in self.registry.games.items()
            for file, found in assets_in(game.folder / "pages").items()
        }

    def link(self, game: str, name: str) -> str:
        """The address of a file; it changes with its content."""
        return f"/games/{game}/pages/{name}?v={digest(self.files[game, name][0])}"

    def brought(self, game: str, lang: str) -> list[tuple[str, str]]:
        """Addresses and titles of the pages that a game brings."""
        words = self.registry.games[game].words(lang)
        return [
            (f"/games/{game}/pages/{page}", words.say(f"pages.{page}.title")) for page in self.known[game]
        ]

    def context(self, game: Game, page: str, lang: str) -> dict[str, Any]:
        """What the template of a page reads."""
        speech = game.speech(lang, [], game.content().names)
        told: dict[str, Any] = game.room(f"pages.{page}").context(speech)
        return told | {"game": game, "words": game.words(lang), "here": "workshop"}
