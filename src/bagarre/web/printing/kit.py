"""The sheets of a game: what each part is made of, ready for the press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import house_words
from bagarre.web.boards import Board
from bagarre.web.essentials import essentials_of
from bagarre.web.printing.figures import row
from bagarre.web.printing.inks import Inks, shade
from bagarre.web.printing.wanted import PAPERS, Wanted, parts_of
from bagarre.web.rulespage import plain_title, rules_page
from bagarre.web.seatview import SeatView

LAYOUTS = Path(__file__).parent / "layout"
SEED = (20, 1, 87)


class GameKit:
    """What the sheets of one game are made of (`kernel.printed.Kit`)."""

    def __init__(self, game: Game, wanted: Wanted, packs: Sequence[Pack] = ()) -> None:
        self.game, self.wanted, self.packs = game, wanted, tuple(packs)
        self.deck = wanted.deck

    @cached_property
    def content(self) -> Any:
        return self.game.content(self.packs)

    @cached_property
    def speech(self) -> Speech:
        return self.game.speech(self.wanted.lang, [], self.content.names)

    def draw(self, body: str, box: str) -> str:
        return inks_of(self.game).picture(body, box, black=self.wanted.ink == "black")

    def position(self, options: Mapping[str, Any], seats: int) -> Position:
        s = self.game.prepare(seats, dict(options), self.packs)
        self.game.begin(s, *SEED)
        return s

    def board(self, position: Position) -> Mapping[str, str]:
        names = ["", *"ABCDEF"[: position.seats]][1:]
        speech = self.game.speech(self.wanted.lang, names, self.content.names)
        view = SeatView(self.game, position, SPECTATOR, speech, live=False)
        board = board_of(self.game)
        painted = board.paint(board.board, self.wanted.lang, view.context([]))
        return {name: part or "" for name, part in painted.parts.items()}

    def essentials(self) -> dict[str, Any]:
        lang = self.wanted.lang
        told = essentials_of(self.game, lang)
        titles = {chapter.part: plain_title(chapter) for chapter in rules_page(self.game, lang).chapters}
        return {
            "title": house_words(lang).say("web.rules.essential_of"),
            "goal": self.game.words(lang).find("coach.card.goal") or "",
            "chapters": [
                {
                    "title": titles[part],
                    "lead": one.lead,
                    "art": self.figure(part),
                    "steps": [
                        {
                            "name": step.name if step.name[-1] in "?!" else f"{step.name}.",
                            "text": step.text,
                            "clauses": " · ".join(cited for _, cited in step.cited),
                        }
                        for step in one.steps
                    ],
                }
                for part, one in told.items()
            ],
        }

    def figure(self, part: str) -> str:
        """The figure of a chapter of the rules."""
        return self.draw(*row(board_of(self.game).picture("figure", self.wanted.lang, value=part)))

    def sheets(self) -> dict[str, Any]:
        """Everything that the layouts read, as plain data."""
        found = {name: parts_of(self.game)[name].make(self) for name in self.wanted.what}
        return _in_ink(found) if self.wanted.ink == "black" else found

    def house(self) -> dict[str, Any]:
        """What all layouts share."""
        lang, meta = self.wanted.lang, self.game.meta
        words = house_words(lang)
        width, height = PAPERS[self.wanted.paper]
        makers = " · ".join(
            part for part in (", ".join(meta.authors), meta.publisher) if part not in ("", "–")
        )
        return {
            "title": meta.title,
            "width": width,
            "height": height,
            "lang": lang,
            "black": self.wanted.ink == "black",
            "icon": self.draw_file("icon.svg"),
            "words": {
                key: words.say(f"print.sheet.{key}")
                for key in ("fan_card", "cut", "glue", "printed", "reported", "reconstructed")
            },
            "credit": words.say("print.sheet.credit", title=meta.title, makers=makers)
            if makers
            else words.say("print.sheet.credit_alone"),
        }

    def draw_file(self, name: str) -> str:
        """A picture of the board's folder as it is."""
        found = board_of(self.game).assets.get(name)
        picture = found[0].decode() if found is not None else ""
        return shade(picture) if self.wanted.ink == "black" else picture

    def layouts(self) -> dict[str, str]:
        """The templates that are needed, by the names of the parts."""
        found = {}
        for name in self.wanted.what:
            file = f"{parts_of(self.game)[name].layout}.typ"
            own = self.game.folder / "print" / file
            found[name] = (own if own.is_file() else LAYOUTS / file).read_text(encoding="utf-8")
        return found


def _in_ink(data: Any) -> Any:
    """Colours of plain data as greys; pictures are grey already."""
    if isinstance(data, dict):
        return {key: _in_ink(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_in_ink(value) for value in data]
    return shade(data) if isinstance(data, str) and data[:1] == "#" else data


@cache
def board_of(game: Game) -> Board:
    return Board(game)


@cache
def inks_of(game: Game) -> Inks:
    board = board_of(game)
    css = "".join(
        board.assets[name][0].decode() for name in ("board.css", "room.css") if name in board.assets
    )
    return Inks(css, str(board.symbols), {"class": "board", "data-game": game.name})
