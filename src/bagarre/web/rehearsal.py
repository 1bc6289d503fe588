"""Rehearsal: what the first who come would wait for is loaded and compiled before the door opens.

A game that is loaded, a template that is compiled or words that are read while people play would hold everybody up for a tenth of a second.
"""

from __future__ import annotations

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.match import Match
from bagarre.web.boards import NOTHING, Board
from bagarre.web.pages import Pages
from bagarre.web.rendering import Person, picture_of, seen_players
from bagarre.web.seatview import SeatView, known_to

_rehearsed: set[str] = set()
"""The games that this process has played through once."""


def rehearse(pages: Pages, boards: list[Board]) -> None:
    """Make every template ready, and show the beginning of every game once, in every language."""
    pages.get_ready()
    for board in boards:
        _ = board.board, board.panel, board.aid, board.preview, board.assets
        if board.game.package not in _rehearsed:
            _rehearsed.add(board.game.package)
            _show(board)


def _show(board: Board) -> None:
    game = board.game
    seats = game.meta.players[0]
    match = Match(game, seats)
    people = [Person("…", bot=False, away=False)] * seats
    for lang in LANGUAGES:
        house_words(lang)
        speech = game.speech(lang, [person.name for person in people], game.content().names)
        for seat in (SPECTATOR, *match.deciders[:1]):
            view = SeatView(
                game, known_to(game, match.state, seat), seat, speech, live=True, aids=True, over=False
            )
            picture_of(view, board, seen_players(people, seat, view.awaited), NOTHING)
            _ = view.coaching, game.explained
