"""Pictures: what browsers are shown of a seat view, as plain data. Made by the server itself, or for a busy one by a render worker's process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from markupsafe import escape

from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Speech
from bagarre.web.boards import Board, Canvas
from bagarre.web.seatview import Group, Player, SeatView, known_to

SAID = ("title", "ask", "answers", "own_turn", "avatars", "results")
"""What of a frame is said around the board."""


class Person(NamedTuple):
    """Who sits in a seat, the same for all who look."""

    name: str
    bot: bool
    away: bool


@dataclass(slots=True)
class Picture:
    """One seat view on the page: the board, and what the bar around it says."""

    awaited: list[int]
    legal: list[list[str]]
    """Each legal choice in notation, in words, and its key."""
    frame: dict[str, Any]
    groups: list[Group]
    canvas: Canvas


def seen_players(people: Sequence[Person], eye: int, awaited: Sequence[int]) -> list[Player]:
    """The seats as one pair of eyes sees them."""
    return [Player(i, *person, you=i == eye, awaited=i in awaited) for i, person in enumerate(people)]


def framed(game: Game, mood: str, board: str) -> str:
    """The board in its element of the page."""
    feel = f' data-mood="{escape(mood)}"' if mood else ""
    return f'<div id="board" class="board" data-game="{escape(game.name)}"{feel}>{board}</div>'


def picture_of(
    seat_view: SeatView, board: Board, players: Sequence[Player], has: Mapping[str, int]
) -> Picture:
    """The picture of a seat view, without the parts of the board that its reader `has`."""
    canvas = board.paint(board.board, seat_view.speech.lang, seat_view.context(players), has)
    canvas.frame(framed(seat_view.game, str(seat_view.frame["mood"]), canvas.skeleton))
    legal = [[option.notation, option.words, option.key] for option in seat_view.legal.values()]
    return Picture(
        seat_view.awaited, legal, {name: seat_view.frame[name] for name in SAID}, seat_view.groups, canvas
    )


# For render workers in processes of their own.


class Look(NamedTuple):
    """One pair of eyes at a table."""

    seat: int
    lang: str
    live: bool
    has: Mapping[str, int]


class Order(NamedTuple):
    """All that a render worker needs to know of a table."""

    package: str
    packs: tuple[Pack, ...]
    state: bytes
    people: tuple[Person, ...]
    aids: bool
    over: bool
    looks: tuple[Look, ...]


@cache
def _board(package: str) -> Board:
    return Board(Game(package))


def get_ready(packages: Sequence[str]) -> None:
    """Compile the boards of these games."""
    for package in packages:
        _ = _board(package).board


@lru_cache(maxsize=2048)
def _speech(package: str, packs: tuple[Pack, ...], names: tuple[str, ...], lang: str) -> Speech:
    game = _board(package).game
    return game.speech(lang, names, game.content(packs).names)


def render(order: Order) -> list[Picture]:
    """A picture for each look: through the same door as everything that leaves for a seat."""
    board = _board(order.package)
    state = board.game.State.from_bytes(order.state)
    names = tuple(person.name for person in order.people)
    pictures = []
    for seat, lang, live, has in order.looks:
        speech = _speech(order.package, order.packs, names, lang)
        known = known_to(board.game, state, seat)
        seat_view = SeatView(board.game, known, seat, speech, live=live, aids=order.aids, over=order.over)
        pictures.append(
            picture_of(seat_view, board, seen_players(order.people, seat, seat_view.awaited), has)
        )
    return pictures
