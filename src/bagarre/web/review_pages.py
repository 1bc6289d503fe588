"""The page of a review: the curve, luck and skill, the turning points; made in the reader's language from what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import hypot
from typing import TYPE_CHECKING, Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from bagarre.bots.player import Z_95
from bagarre.kernel.errors import Mistake
from bagarre.kernel.meta import HUMAN
from bagarre.kernel.words import house_words
from bagarre.review import Curve, Review
from bagarre.review.bands import band
from bagarre.review.bluffs import Claimed, bluff_room, claims, knowledge
from bagarre.review.curve import LUCK, PARTS
from bagarre.review.plans import told_in_words
from bagarre.review.sheets import told_rolls
from bagarre.review.telling import (
    Turning,
    also_costly,
    curve_of,
    points,
    signed,
    speech_of,
    summary,
    turnings,
    whole,
)
from bagarre.web.answers import lang_of
from bagarre.web.replay import Replay
from bagarre.web.review_sheets import told_plans
from bagarre.web.reviews import Progress

if TYPE_CHECKING:
    from bagarre.web.app import Server

VIEWS = ("known", "everything")
SIZES = {"wide": (900, 340), "narrow": (360, 260)}
"""The drawings of the curve: on a wide screen, and on a phone."""
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 34
SPOT = 27
"""How far apart the spots of turning points are, at least: a little more than their width."""
MARKS = (0, 25, 50, 75, 100)


class ReviewPages:
    """Who answers when somebody asks for a review."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        self.reviews = server.registry.reviews
        app.get("/r/{code}/review", response_class=HTMLResponse, include_in_schema=False)(self.page)
        app.post("/api/replays/{code}/review", status_code=202)(self.api_ask)
        app.get("/api/replays/{code}/review")(self.api_review)

    async def page(
        self, request: Request, code: str, seat: int = -1, view: str = VIEWS[0], sheet: int = -1
    ) -> Response:
        replay = await self.server.replay(request, code)
        if replay is None or not replay.match.is_over:
            if await self.server.stored(request, code) is None:
                return await self.server.not_found(request, None)
            return self._page(
                request, None, 409, problem=house_words(lang_of(request)).say("mistakes.review_running")
            )
        found = await self._found(code, replay)
        if found is None:
            return self._page(request, replay)
        whose = seat if 0 <= seat < len(replay.match.players) else first_person(replay)
        lang, wanted = lang_of(request), view if view in VIEWS else VIEWS[0]
        board = self.server.registry.boards[replay.match.game.name]

        def told() -> dict[str, Any]:
            names = replay.names()
            plans = told_plans(found, board, names, whose, lang, sheet)
            return told_review(found, names, whose, wanted, lang) | {
                "plans": plans,
                "rolls": told_rolls(found, names, whose, lang),
            }

        return self._page(
            request,
            replay,
            told=await self.server.at_leisure(told),
            whose=whose,
            view=wanted,
            board=board,
        )

    def _page(self, request: Request, replay: Replay | None, code: int = 200, **more: Any) -> HTMLResponse:
        context: dict[str, Any] = {
            "told": None,
            "problem": "",
            "whose": 0,
            "view": VIEWS[0],
            "replay": replay,
            "here": "mine",
        }
        if replay is not None:
            outcome = replay.outcome(lang_of(request))
            seats = range(len(replay.stored.seats))
            context |= {
                "table": replay.stored,
                "game": replay.match.game,
                "outcome": outcome,
                "by_place": sorted(seats, key=lambda seat: outcome["ranks"][seat] if outcome["ranks"] else 0),
                "headline": replay.headline(lang_of(request)),
            }
        return self.server.page(request, "review.html", code=code, **context | more)

    async def _found(self, code: str, replay: Replay) -> Review | None:
        kept = await self.reviews.kept(replay.stored.code)
        return Review.read(replay.match, kept) if kept is not None else None

    async def review_of(self, request: Request, code: str) -> Review | None:
        """The review of a finished game, when it was made."""
        replay = await self.server.replay(request, code)
        return await self._found(code, replay) if replay is not None else None

    async def unmade(self, request: Request, code: str) -> bool:
        """Is it a finished game that has no review?"""
        replay = await self.server.replay(request, code)
        return replay is not None and replay.match.is_over and await self._found(code, replay) is None

    async def api_ask(self, request: Request, code: str) -> Any:
        """Have a finished game reviewed; tells how far it is. A game that goes on is refused: it could tell somebody too much."""
        replay = await self._replay(request, code)
        if replay is None:
            return await self.server.not_found(request, None)
        if await self._found(code, replay) is not None:
            return {"state": "done", "done": 1, "of": 1}
        self.server.costly(request)
        return self._told(self.reviews.ask(replay.stored.code, replay.match), lang_of(request))

    async def api_review(self, request: Request, code: str) -> Any:
        """The review of a finished game as data, or how far it is."""
        replay = await self._replay(request, code)
        if replay is None:
            return await self.server.not_found(request, None)
        # In this order: a review that is kept between the two looks is told as running once more, never as nothing.
        progress = self.reviews.progress(replay.stored.code)
        found = await self._found(code, replay)
        if found is not None:
            return Response(orjson.dumps(found.data() | {"state": "done"}), media_type="application/json")
        if progress is None:
            return {"state": "none", "done": 0, "of": 0}
        return self._told(progress, lang_of(request))

    def _told(self, progress: Progress, lang: str) -> dict[str, Any]:
        """How far a review is and how many are made before it, or why it failed."""
        if not progress.failed:
            return progress.data() | {"ahead": self.reviews.ahead(progress.code)}
        minutes = max(1, round(self.reviews.seconds / 60))
        why = house_words(lang).say(f"web.review.failures.{progress.failed}", n=minutes)
        return progress.data() | {"why": progress.failed, "message": why}

    async def _replay(self, request: Request, code: str) -> Replay | None:
        """:raises Mistake: while the game goes on."""
        replay = await self.server.replay(request, code)
        if replay is None and await self.server.stored(request, code) is not None:
            raise Mistake("review_running")
        return replay


def first_person(replay: Replay) -> int:
    """Whom a review is shown to, when nobody says: the first person at the table."""
    kinds = replay.match.kinds
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    return people[0] if people else 0


def told_review(review: Review, names: Sequence[str], seat: int, view: str, lang: str) -> dict[str, Any]:
    """What the page shows of a review."""
    curve = curve_of(review, view)
    found = turnings(review, seat, lang, names, view)
    start, parts, end = whole(curve, seat)
    largest = max(0.05, *map(abs, parts))
    best, hidden = rival_of(review, seat), anything_hidden(review, seat)
    return {
        "players": [
            {"name": name, "seat": other, "score": points(review.score(other), lang, 1), "counted": len(review.of(other)),
             "lost": points(review.lost(other), lang), "band": level.told(lang) if (level := band(review, other)) else "",
             "parts": [signed(part, lang) for part in whole(curve, other)[1]]}
            for other, name in enumerate(names)
        ],
        "curves": {
            name: drawn(curve, seat, best, found, len(review.match.steps) - 1, *size) for name, size in SIZES.items()
        },
        "rival": names[best],
        "hidden": hidden,
        "in_words": told_in_words(review.match),
        "turnings": [told_turning(one, number, names, lang) for number, one in enumerate(found, 1)],
        "also": [asdict(one) | {"points": points(one.lost, lang)} for one in also_costly(review, seat, found, lang, names)],
        "bars": [{"part": name, "share": round(100 * abs(total) / largest), "up": total >= 0, "points": signed(total, lang)} for name, total in zip(PARTS, parts)],
        "start": points(start, lang),
        "end": points(end, lang),
        "change": signed(end - start, lang),
        "without_luck": without_luck(curve, seat, lang) if curve is review.everything or not hidden else None,
        "doubt": points(Z_95 * curve.doubt(seat), lang),
        "summary": summary(review, seat, lang),
        "bluffs": told_bluffs(review, names, seat, lang),
        "exercises": [one.first for one in review.costliest(seat) if one.worths],
        "figures": orjson.dumps(figures(review, names, seat)).decode(),
    }  # fmt: skip


def without_luck(curve: Curve, seat: int, lang: str) -> dict[str, str]:
    """The result without what chance gave. It belongs to the view that reads everything: in the other one what comes to light is luck, too."""
    luck, end = whole(curve, seat)[1][LUCK], curve.end[seat]
    return {"luck": signed(luck, lang), "n": points(end - luck, lang), "beyond": beyond(end - luck, end > 0)}


def beyond(without: float, won: bool) -> str:
    """What the result without luck says, beside the result."""
    if won:
        return "above" if without > 1 else "won"
    return "below" if without < 0 else "lost"


def anything_hidden(review: Review, seat: int) -> bool:
    """Was anything ever hidden from a seat? Where not, both points of view are one."""
    return any(
        known.values[seat] != everything.values[seat] or known.parts[seat] != everything.parts[seat]
        for known, everything in zip(review.known.strides, review.everything.strides)
    )


def rival_of(review: Review, seat: int) -> int:
    """Whose line is drawn beside a seat's: whoever of the others came out best."""
    outcome = review.match.outcome
    assert outcome is not None
    others = (other for other in range(len(review.match.players)) if other != seat)
    return min(others, key=lambda other: (-review.known.end[other], outcome.ranks[other], other))


def told_bluffs(review: Review, names: Sequence[str], seat: int, lang: str) -> dict[str, Any] | None:
    """What a seat claimed and denounced, and how sure the others could be of its card; `None` in a game without claims."""
    room = bluff_room(review.match.game)
    if room is None:
        return None
    speech = speech_of(review.match, lang, names)
    found, known = claims(review), knowledge(review.match, seat)

    def odds(one: Claimed, other: int) -> str:
        return f"{points(one.odds_of(other), lang)} %"

    return {
        "claims": [
            {"moment": one.moment, "subject": speech.name(room.KIND, one.subject), "true": one.true, "outcome": one.outcome,
             "odds": [{"name": names[other], "share": odds(one, other), "knew": other in one.who_knew} for other, _ in one.odds],
             "worth": signed(one.worth, lang)}
            for one in found if one.seat == seat
        ],
        "denounced": [
            {"moment": one.moment, "name": names[one.seat], "subject": speech.name(room.KIND, one.subject),
             "lie": f"{points(1 - one.odds_of(seat), lang)} %", "right": not one.true, "worth": signed(one.denouncer_worth, lang)}
            for one in found if one.denouncer == seat
        ],
        "sure": {name: drawn_knowledge(review, known, names, seat, *size) for name, size in KNOWING.items()},
    }  # fmt: skip


KNOWING = {"wide": (720, 200), "narrow": (360, 190)}
"""The pictures of what the others could know."""


def drawn_knowledge(
    review: Review,
    found: Sequence[tuple[int, list[float]]],
    names: Sequence[str],
    seat: int,
    wide: int,
    high: int,
) -> dict[str, Any]:
    """How sure each rival could be of the hidden card, through the game: one broken line a rival."""
    last = max(1, len(review.match.steps) - 1)
    rivals = [other for other in range(len(names)) if other != seat]

    def at(moment: int, share: float) -> str:
        x = LEFT + (wide - LEFT - RIGHT) * moment / last
        return f"{x:.1f},{TOP + (high - TOP - BOTTOM) * (1 - share):.1f}"

    lines = []
    for place, other in enumerate(rivals):
        pieces: list[list[str]] = []
        before = -2
        for moment, shares in found:
            if moment != before + 1:
                pieces.append([])
            pieces[-1].append(at(moment, shares[place]))
            before = moment
        lines.append(
            {"name": names[other], "place": place + 1, "pieces": [" ".join(piece) for piece in pieces]}
        )
    mean = sum(sum(shares) for _, shares in found) / max(1, len(found) * len(rivals))
    marks = [(percent, float(at(0, percent / 100).split(",")[1])) for percent in (0, 50, 100)]
    return {
        "wide": wide,
        "high": high,
        "left": LEFT,
        "right": wide - RIGHT,
        "lines": lines,
        "marks": marks,
        "mean": round(100 * mean),
    }


PHASES = 3
"""Parts of a game, of the same number of choices."""


def figures(review: Review, names: Sequence[str], seat: int) -> dict[str, Any]:
    """What a player's own device keeps of a reviewed game: for statistics over many games, and the mistakes to try again."""
    match = review.match
    phases = [{"lost": 0.0, "n": 0} for _ in range(PHASES)]
    for decision in review.of(seat):
        phase = phases[min(PHASES - 1, PHASES * decision.first // len(match.steps))]
        phase["lost"] += decision.lost
        phase["n"] += 1
    return {
        "game": {
            "game": match.game.name, "seat": seat, "seats": len(names), "won": review.known.end[seat],
            "luck": review.everything.total(seat, LUCK), "without": review.everything.adjusted(seat),
            "opponents": [name for other, name in enumerate(names) if other != seat], "phases": phases,
            "start": review.known.start[seat], "curve": thinned(review.known, seat),
        },
        "mistakes": [
            {"first": one.first, "lost": one.proven, "game": match.game.meta.title}
            for one in review.costliest(seat) if one.worths
        ],
    }  # fmt: skip


SPARKS = 60
"""Points of a curve that a list of games shows."""


def thinned(curve: Curve, seat: int) -> list[float]:
    """A seat's chances through the game, the last one among them, at so many moments that a small drawing shows them."""
    values = [round(share, 3) for _, share in curve.values(seat)]
    every = -(-len(values) // SPARKS)
    return values[::-1][::every][::-1]


def told_turning(turning: Turning, number: int, names: Sequence[str], lang: str) -> dict[str, Any]:
    return asdict(turning) | {
        "number": number,
        "heading": turning.heading,
        "level_why": turning.level_why,
        "who": names[turning.seat] if turning.seat >= 0 else "",
        "together": turning.together,
        "points": signed(turning.change, lang),
        "cost": signed(-turning.lost, lang),
        "sure": turning.kind == "mistake",
        "doubted_by": points(turning.doubted_by, lang),
        "erred": points(turning.erred, lang) if turning.erred > 0 else "",
        "too": turning.change < 0,
    }


def apart(places: Sequence[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Spots that would hide each other, one above the other (or below, where there is no room): where each is drawn, and its height on the line."""
    found: list[tuple[float, float, float]] = []
    for x, foot in places:
        heights = (foot + way * step * SPOT for step in range(len(places)) for way in (-1, 1))
        free = (
            y
            for y in heights
            if y >= TOP and all(hypot(x - other, y - height) >= SPOT for other, height, _ in found)
        )
        found.append((x, round(next(free, foot), 1), foot))
    return found


def drawn(
    curve: Curve, seat: int, rival: int, found: Sequence[Turning], last: int, wide: int, high: int
) -> dict[str, Any]:
    """The curve as a picture: points of the two lines, how far the seat's may be off, and where the turning points stand."""

    def at(moment: int, share: float) -> tuple[float, float]:
        x = LEFT + (wide - LEFT - RIGHT) * moment / max(1, last)
        return round(x, 1), round(TOP + (high - TOP - BOTTOM) * (1 - share), 1)

    def line(whose: int) -> str:
        return " ".join(f"{x},{y}" for x, y in (at(moment, share) for moment, share in curve.values(whose)))

    def edge(side: int) -> list[tuple[float, float]]:
        """One edge of what the estimate may be off by, with 95 % confidence."""
        shares = [(one.moment, one.values[seat] + side * Z_95 * one.error(seat)) for one in curve.strides]
        return [at(moment, min(1.0, max(0.0, share))) for moment, share in shares]

    def spot(moment: int) -> tuple[float, float]:
        """Where the line stands after the step to which a choice belongs."""
        step = next(stride for stride in curve.strides if stride.moment >= moment)
        return at(step.moment, step.values[seat])

    return {
        "band": " ".join(f"{x},{y}" for x, y in [*edge(1), *reversed(edge(-1))]),
        "wide": wide, "high": high, "left": LEFT, "right": wide - RIGHT,
        "line": line(seat), "rival": line(rival), "fair": at(0, curve.start[seat])[1],
        "marks": [(percent, at(0, percent / 100)[1]) for percent in MARKS],
        "moments": [(moment, at(moment, 0)[0]) for moment in sorted({0, last // 2, last})],
        "spots": [
            (number, one.kind, x, y, foot)
            for number, (one, (x, y, foot)) in enumerate(zip(found, apart([spot(one.moment) for one in found])), 1)
        ],
    }  # fmt: skip
