"""Hints: what a strong bot thinks of the choices of a seat, on request, where the table allows aids.

A seat is thought for once at each position, in a bot worker, from what it knows; whoever asks again is told the same.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from bagarre.bots.advice import ADVISER, TRIED, Advised, advised, too_close, winning
from bagarre.kernel.coach import foremost
from bagarre.kernel.menu import Choice
from bagarre.web.bot_thinking import Answer
from bagarre.web.bot_workers import BotWorkers
from bagarre.web.commands.base import Refused
from bagarre.web.connection import DATA, Connection
from bagarre.web.pages import Pages
from bagarre.web.seatview import SeatView
from bagarre.web.views import SeatViews

log = logging.getLogger("bagarre.web")
SECONDS = 1.5
"""How long a hint may be thought about."""


class Hints:
    """The hints of one table."""

    def __init__(self, views: SeatViews, bots: BotWorkers, pages: Pages) -> None:
        self._views, self._bots, self._pages = views, bots, pages
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._thought: dict[int, tuple[str, Answer, set[Choice]]] = {}
        """For each seat, the last position that it was thought for, what was thought, and what of it wins the game."""

    def close(self) -> None:
        for task in self._thinking.values():
            task.cancel()

    def ask(self, connection: Connection, seat: int) -> None:
        """Think for a seat, and tell.

        :raises Refused: when there is nothing to tell.
        """
        views = self._views
        if not views.aids:
            raise Refused("no_aids")
        view = views.seat_view(seat, connection.lang)
        if not view.choices:
            raise Refused("not_asked")
        position, known = views.position(seat), self._thought.get(seat)
        if known is not None and known[0] == position:
            connection.answer(self.told(view, known[1], known[2], connection.form, views.look(seat).seq))
        elif seat in self._thinking:
            raise Refused("hint_waits")
        else:
            self._thinking[seat] = asyncio.create_task(
                self._think(connection, seat, view, position, views.look(seat).seq)
            )

    async def _think(
        self, connection: Connection, seat: int, view: SeatView, position: str, seq: int
    ) -> None:
        try:
            answer = await self._bots.ask(
                view.game, ADVISER, view.known.to_bytes(), seat, considered(view), secrets.token_hex(8), SECONDS,
                whole=True,
            )  # fmt: skip
            if answer is not None:
                wins = await asyncio.to_thread(winning, view.game, view.known, seat, answer.values)
                if answer.values:
                    self._thought[seat] = position, answer, wins
                connection.answer(self.told(view, answer, wins, connection.form, seq))
        except Exception:
            log.exception("a hint failed")
        finally:
            del self._thinking[seat]

    def told(self, view: SeatView, answer: Answer, wins: set[Choice], form: str, seq: int) -> dict[str, Any]:
        """A hint as it is sent."""
        found = advised(
            view.game, view.known, view.seat, view.choices, answer.choice, answer.values, view.speech, wins,
            answer.level,
        )  # fmt: skip
        message: dict[str, Any] = {
            "type": "hint",
            "seq": seq,
            "choices": [_data(one) for one in found],
        }
        if form != DATA:
            message["html"] = self._pages.fragment(
                "hint.html", view.speech.lang, hints=found, tried=TRIED, close=too_close(found)
            )
        return message


def considered(view: SeatView) -> list[Choice]:
    """What is thought about: of very many choices the plain ones, so that there is time for each of them."""
    coach = view.game.coach(view.known, view.seat, view.speech)
    return (foremost(coach, view.choices) if coach is not None else []) or view.choices


def _data(one: Advised) -> dict[str, Any]:
    told: dict[str, Any] = {"choice": one.notation, "words": one.words, "why": one.why}
    if one.worth is not None:
        told |= {"share": round(one.worth.value, 3), "error": round(one.worth.error, 3)}
    if one.wins:
        told["wins"] = True
    if one.level:
        told["level"] = True
    return told
