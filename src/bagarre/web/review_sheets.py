"""The part of a review that shows sheets on the board: the way of what was written, and a strong player's as ghosts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from bagarre.review import Decision, Review
from bagarre.review.sheets import told_sheets, ways_of
from bagarre.review.telling import speech_of
from bagarre.web.boards import Board
from bagarre.web.rendering import Person, seen_players
from bagarre.web.seatview import SeatView, known_to


def told_plans(
    review: Review, board: Board, names: Sequence[str], seat: int, lang: str, first: int
) -> dict[str, Any] | None:
    """The sheets of a seat, and the one that began with choice `first` on the board: the costliest, when there is none such; `None` in a
    game without sheets."""
    found = told_sheets(review, names, seat, lang)
    if not found or board.hindsight is None:
        return None
    costliest = max(found, key=lambda one: (one["lost"], -one["first"]))
    shown = next((one for one in found if one["first"] == first), costliest)
    sheet = next(one for one, _ in review.sheets(seat) if one.first == shown["first"])
    return {"sheets": found, "shown": shown} | drawn_plan(review, board, sheet, names, lang)


def drawn_plan(
    review: Review, board: Board, sheet: Decision, names: Sequence[str], lang: str
) -> dict[str, Any]:
    """The board as the seat saw it when it wrote, with both ways."""
    game, seat = review.match.game, sheet.seat
    speech = speech_of(review.match, lang, names)
    known = known_to(game, review.match.position(sheet.first - 1), seat)
    view = SeatView(game, known, seat, speech, live=False)
    people = [Person(name, bot=False, away=False) for name in names]
    context = view.context(seen_players(people, seat, []))
    page = board.paint(board.board, lang, context)
    ways = ways_of(review, sheet, speech)
    assert board.hindsight is not None
    more = {"drawn": lambda part: Markup(page.parts.get(part) or ""), "ways": ways}
    return {
        "board": Markup(board.paint(board.hindsight, lang, {**context, **more}).whole()),
        "orders": ways["orders"],
    }
