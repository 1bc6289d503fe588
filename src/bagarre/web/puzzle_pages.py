"""Puzzles, and one's own mistakes as exercises: a board, the choices of one seat, and which of them was the best."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from bagarre.bots.labels import LABELS, bot_name
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.puzzles import PuzzleFile, find_puzzle, posed, puzzle_of_the_day, puzzles_of
from bagarre.review import Decision
from bagarre.review.aftermath import told_figures
from bagarre.review.curve import writing_of
from bagarre.review.looking import exercise_of
from bagarre.review.sheets import told_writing
from bagarre.review.telling import points, speech_of
from bagarre.web.answers import lang_of
from bagarre.web.guard import clean_text
from bagarre.web.rendering import Person, framed, seen_players
from bagarre.web.review_pages import ReviewPages
from bagarre.web.seatview import SeatView, known_to

if TYPE_CHECKING:
    from bagarre.web.app import Server


class Tried(BaseModel):
    """What somebody would do."""

    model_config = ConfigDict(extra="forbid")
    choice: str = Field(max_length=200)


class PuzzlePages:
    """The pages of puzzles and exercises."""

    def __init__(self, app: FastAPI, server: Server, reviews: ReviewPages) -> None:
        self.server, self.reviews = server, reviews
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/puzzles", **page)(self.all)
        app.get("/progress", **page)(self.progress)
        app.get("/puzzles/{game}/{number}", **page)(self.puzzle)
        app.post("/api/puzzles/{game}/{number}")(self.api_puzzle)
        app.get("/r/{code}/try/{first}", **page)(self.exercise)
        app.post("/api/replays/{code}/try/{first}")(self.api_exercise)

    async def all(self, request: Request) -> HTMLResponse:
        """The puzzles of all games."""
        stocks = [(game, puzzles_of(game.folder, game.name)) for game in self.server.playable()]
        return self.server.page(
            request,
            "puzzles.html",
            here="learn",
            stocks=[(game, stock, by_grade(stock)) for game, stock in stocks if stock],
            levels=level_words(lang_of(request)),
            today=todays(self.server),
        )

    async def progress(self, request: Request) -> HTMLResponse:
        """One's own figures over many games, kept on one's own device."""
        return self.server.page(request, "progress.html", here="mine")

    async def puzzle(self, request: Request, game: str, number: int) -> HTMLResponse:
        found = self.server.game(game)
        puzzle = find_puzzle(found, number)
        lang = lang_of(request)
        laid = await self.server.at_leisure(lambda: self._puzzle(found, puzzle, lang))
        stock = [one.number for one in puzzles_of(found.folder, found.name)]
        return self.server.page(
            request,
            "puzzle.html",
            game=found,
            board=self.server.registry.boards[found.name],
            ask=f"/api/puzzles/{found.name}/{number}",
            number=number,
            stock=stock,
            level=level_words(lang)[puzzle.grade],
            back="/puzzles",
            **laid,
        )

    def _puzzle(self, game: Game, puzzle: PuzzleFile, lang: str) -> dict[str, Any]:
        one = posed(puzzle)
        names = names_for(len(one.match.players), one.seat, lang)
        return self._laid(one.match, one.moment, one.seat, one.offered, lang, names)

    async def api_puzzle(self, request: Request, game: str, number: int, tried: Tried) -> dict[str, Any]:
        """Is it the best choice? Tells which one is, and why."""
        found = self.server.game(game)
        puzzle = find_puzzle(found, number)
        lang = lang_of(request)

        def answer() -> dict[str, Any]:
            one = posed(puzzle)
            choice = chosen(one.match.game, one.offered, tried.choice)
            names = names_for(len(one.match.players), one.seat, lang)
            told = explained(one.match, one.moment, one.seat, one.best, choice, lang, names)
            gap = house_words(lang).say("web.puzzles.gap", points=puzzle.gap, value=puzzle.value)
            return told | {"right": choice == one.best, "says": gap}

        return await self.server.at_leisure(answer)

    # One's own mistakes.

    async def exercise(self, request: Request, code: str, first: int) -> Response:
        found = await self._exercise(request, code, first)
        if found is None:
            if await self.reviews.unmade(request, code):
                # A review of another version is made anew: there the mistakes are.
                return RedirectResponse(f"/r/{code}/review", 303)
            return await self.server.not_found(request, None)
        match, decision = found
        lang = lang_of(request)
        menu = [choice for choice, _ in decision.worths]
        laid = await self.server.at_leisure(
            lambda: self._laid(match, decision.first - 1, decision.seat, menu, lang, match.players)
        )
        return self.server.page(
            request,
            "puzzle.html",
            game=match.game,
            board=self.server.registry.boards[match.game.name],
            ask=f"/api/replays/{code}/try/{first}",
            number=0,
            stock=[],
            level="",
            back=f"/r/{code}/review?seat={decision.seat}",
            **laid,
        )

    async def api_exercise(self, request: Request, code: str, first: int, tried: Tried) -> Any:
        """Is it as good as the best choice, or nearly so? Four points are near enough."""
        found = await self._exercise(request, code, first)
        if found is None:
            return await self.server.not_found(request, None)
        match, decision = found
        lang = lang_of(request)
        say = house_words(lang).say

        def answer() -> dict[str, Any]:
            moment = decision.first - 1
            worths = dict(decision.worths)
            choice = chosen(match.game, tuple(worths), tried.choice)
            told = explained(match, moment, decision.seat, decision.best[0], choice, lang, match.players)
            if choice in (decision.best[0], decision.choice):
                # The figures lay these two side by side.
                speech = speech_of(match, lang, match.players)
                told["why"] = f"{told['why']} {told_figures(decision.figures, decision.seat, speech)}".strip()
            # How often it wins is the curve's to say, whose play-outs go farther than those that laid out the menu.
            behind = points(decision.behind(choice), lang)
            says = say("web.puzzles.equal") if behind == "0" else say("web.puzzles.behind", points=behind)
            return told | {"right": decision.accepts(choice), "says": says}

        return await self.server.at_leisure(answer)

    async def _exercise(self, request: Request, code: str, first: int) -> tuple[Match, Decision] | None:
        review = await self.reviews.review_of(request, code)
        decision = exercise_of(review, first) if review is not None else None
        return (review.match, decision) if review is not None and decision is not None else None

    def _laid(
        self, match: Match, moment: int, seat: int, menu: Sequence[Choice], lang: str, names: Sequence[str]
    ) -> dict[str, Any]:
        """What the page shows: the board as the seat sees it, what is asked, and the choices in words."""
        game = match.game
        board = self.server.registry.boards[game.name]
        speech = game.speech(lang, list(names), match.content.names)
        # What the aids tell would be half of the answer.
        view = SeatView(
            game, known_to(game, match.position(moment), seat), seat, speech, live=False, aids=False
        )
        people = [Person(name, bot=other != seat, away=False) for other, name in enumerate(names)]
        html = board.paint(board.board, lang, view.context(seen_players(people, seat, [seat]))).whole()
        known = game.concealed(match.position(moment), seat)
        coach = game.coach(known, seat, speech)
        to_reader = game.speech(lang, addressed(names, seat, lang), match.content.names)
        return {
            "stage": framed(game, str(view.frame["mood"]), html),
            "player": names[seat],
            "seat": seat,
            "asked": coach.moment() if coach is not None else "",
            "sheet": bool(writing_of(game)(known, seat)),
            "written": told_writing(game, known, seat, speech),
            "choices": [(game.verbs.write(choice), to_reader.choice(choice, known, seat)) for choice in menu],
        }


def chosen(game: Game, offered: Sequence[Choice], text: str) -> Choice:
    """:raises Mistake: when that is none of the choices."""
    choice = game.verbs.read(text)
    if choice not in offered:
        raise Mistake("puzzle_choice", text=clean_text(text, 60))
    return Choice(*choice)


def names_for(seats: int, seat: int, lang: str) -> list[str]:
    """Who sits at the table of a puzzle: the reader, and bots."""
    names: list[str] = []
    for other in range(seats):
        reader = house_words(lang).say("web.player")
        names.append(reader if other == seat else bot_name(LABELS[-1].spec, other, lang, names))
    return names


def addressed(names: Sequence[str], seat: int, lang: str) -> list[str]:
    """The names of a table in the choices of one who sits there: a spell is cast on “you”, as the board has it."""
    you = house_words(lang).say("web.puzzles.you")
    return [you if other == seat else name for other, name in enumerate(names)]


def explained(
    match: Match, moment: int, seat: int, best: Choice, tried: Choice, lang: str, names: Sequence[str]
) -> dict[str, Any]:
    """The best choice in words, and what it does in the coach's; what another one does that was tried."""
    game = match.game
    known = game.concealed(match.position(moment), seat)
    speech = game.speech(lang, list(names), match.content.names)
    coach = game.coach(known, seat, speech)
    to_reader = game.speech(lang, addressed(names, seat, lang), match.content.names)
    return {
        "best": game.verbs.write(best),
        "words": to_reader.choice(best, known, seat),
        "why": coach.consequence(best) if coach is not None else "",
        "instead": coach.consequence(tried) if coach is not None and tried != best else "",
    }


def by_grade(stock: tuple[PuzzleFile, ...]) -> list[tuple[int, list[PuzzleFile]]]:
    grades = sorted({puzzle.grade for puzzle in stock})
    return [(grade, [puzzle for puzzle in stock if puzzle.grade == grade]) for grade in grades]


def level_words(lang: str) -> dict[int, str]:
    """From which level of our players on a puzzle of each grade is solved."""
    words = {grade: label.word(lang) for grade, label in enumerate(LABELS, 1)}
    return words | {len(LABELS) + 1: house_words(lang).say("web.puzzles.nobody")}


def todays(server: Server) -> PuzzleFile | None:
    return puzzle_of_the_day(server.playable(), datetime.datetime.now(datetime.UTC).date())
