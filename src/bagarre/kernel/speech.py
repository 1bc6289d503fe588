"""Speech: numbers of a game turned into sentences of one language, with the players' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bagarre.kernel.events import Event
from bagarre.kernel.grammar import Name
from bagarre.kernel.menu import Choice, Reason
from bagarre.kernel.words import Words, house_words

if TYPE_CHECKING:
    from bagarre.kernel.game import Game

Names = Mapping[str, Sequence[Mapping[str, str]]]
"""For each kind of thing, the names of its numbers in each language: `names["spell"][3]["fr"]`."""


class Speech:
    """Says events, choices and reasons of one match in one language."""

    def __init__(self, game: Game, lang: str, players: Sequence[str], names: Names) -> None:
        self.game = game
        self.lang = lang
        self.players = list(players)
        self.names = names
        self.words: Words = game.words(lang)
        self.house: Words = house_words(lang)

    def name(self, kind: str, value: int | None) -> Any:
        """The name of one number; plain numbers stay numbers so that sentences can agree with them."""
        if value is None:
            found = self.words.find(f"unknown.{kind}")
            return found if isinstance(found, str) else "?"
        if kind == "seat":
            return self.players[value] if 0 <= value < len(self.players) else "–"
        named = self.names.get(kind, ())
        if 0 <= value < len(named):
            return named[value][self.lang]
        found = self.words.find(f"names.{kind}.{value}")
        if not isinstance(found, str):
            return value
        noun = self.words.find(f"nouns.{kind}.{value}")
        return Name(found, noun) if noun else found

    def event(self, event: Event) -> str:
        """The sentence of an event, as its reader may know it."""
        values = {f.name: self.name(f.kind, v) for f, v in zip(event.kind.fields, event.values)}
        words = self.words if event.kind.number >= 0 else self.house
        return words.said(f"events.{event.kind.name}", values)

    def choice(self, choice: Choice, s: Any = None, seat: int = -1) -> str:
        """The sentence of a choice; with a (concealed) state the game may say more (`describe` of its view)."""
        describe = getattr(self.game.room("view"), "describe", None)
        if describe is not None and s is not None:
            described = describe(s, seat, choice, self)
            if described is not None:
                return str(described)
        verb = self.game.verbs.verbs[choice.verb]
        return self.words.say(f"choices.{verb.name}", arg=self.name(verb.kind, choice.arg), n=choice.arg)

    def reason(self, reason: Reason) -> str:
        """Why a choice is refused."""
        return self.words.say(f"reasons.{reason.name}")

    def say(self, key: str, **values: Any) -> str:
        """Any other sentence of the game, or of the house when the game has none."""
        words = self.words if self.words.find(key) is not None else self.house
        return words.said(key, values)
