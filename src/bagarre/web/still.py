"""A board that stands still: one page with everything in it, for notebooks, reports and files."""

from __future__ import annotations

from functools import cache
from html import escape

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match
from bagarre.web.assets import asset
from bagarre.web.boards import FOLDER, Board
from bagarre.web.rendering import Person, framed, seen_players
from bagarre.web.seatview import SeatView

STYLES = ("frame.css", "table.css")
ALONE = ".room--still{display:block}.room--still .stage{height:100vh}"
"""The stage without the bars around it."""
HEIGHT = 620
"""Pixels of a board in a notebook."""
BOTS = ("random", "scripted", "search")
"""How the kinds of players begin that are programs."""


@cache
def _board(game: Game) -> Board:
    return Board(game)


def still_page(match: Match, seat: int = SPECTATOR, lang: str = "fr") -> str:
    """The table as that seat sees it now, as a page that needs nothing else; empty when the game has no board."""
    board = _board(match.game)
    if not board.on_web:
        return ""
    view = SeatView.of(match, seat, match.speech(lang))
    kinds = match.kinds or [""] * len(match.players)
    people = [Person(name, kind.startswith(BOTS), away=False) for name, kind in zip(match.players, kinds)]
    html = board.paint(board.board, lang, view.context(seen_players(people, seat, view.awaited))).whole()
    css = [asset(FOLDER / "static" / name)[0].decode() for name in STYLES]
    css.append(board.assets["board.css"][0].decode())
    stage = framed(match.game, str(view.frame["mood"]), html)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{escape(match.game.meta.title)}</title>'
        f"<style>{''.join(css)}{ALONE}</style>"
        f'<body class="room room--still" data-game="{match.game.name}"><div class="sr" aria-hidden="true">{board.symbols}</div>'
        f'<main id="main" class="stage"><div id="stage">{stage}</div></main></body></html>'
    )


def still_frame(match: Match, lang: str) -> str:
    """The same for a notebook: in a frame of its own, so that its styles touch nothing else."""
    page = still_page(match, SPECTATOR, lang)
    if not page:
        return ""
    title = escape(match.game.meta.title, quote=True)
    return (
        f'<iframe title="{title}" srcdoc="{escape(page, quote=True)}" sandbox="" '
        f'style="width:100%;height:{HEIGHT}px;border:0;border-radius:8px"></iframe>'
    )
