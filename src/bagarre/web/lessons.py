"""Lessons at tables: which one a table gives, and what its page needs to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.words import house_words
from bagarre.lesson import Lesson, find_lesson, lessons_of
from bagarre.web.answers import lang_of
from bagarre.web.guard import clean_text

if TYPE_CHECKING:
    from bagarre.web.app import Server


class LessonPages:
    """The page of lessons, and how one begins."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/learn", **page)(self.learn)
        app.get("/learn/{game}", **page)(self.learn)
        app.get("/learn/{game}/{lesson}", **page)(self.learn)
        app.post("/learn/{game}/{lesson}", include_in_schema=False)(self.begin)

    async def learn(self, request: Request, game: str = "", lesson: str = "") -> HTMLResponse:
        """The lessons of all games; a link to one of them points at it, a link to a game at its first."""
        course = self.server.game(game) if game else None
        wanted = find_lesson(course, clean_text(lesson, 40) or "1") if course else None
        order = sorted(self.server.registry.pages.courses, key=lambda name: name != game)
        return self.server.page(request, "learn.html", wanted=wanted, order=order, here="learn")

    async def begin(self, request: Request, game: str, lesson: str) -> Response:
        """A table of one's own at which a lesson is given."""
        self.server.costly(request)
        lang = lang_of(request)
        name = house_words(lang).say("web.learn.learner")
        placed = await self.server.registry.create_lesson(game, lesson, name=name, lang=lang)
        return RedirectResponse(f"/t/{placed.stored.code}#{','.join(placed.tokens)}", 303)


def lesson_of(game: Game, settings: Mapping[str, Any]) -> Lesson | None:
    """The lesson that a table gives; `None` at other tables, and when it exists no longer."""
    name = settings.get("lesson")
    if not name:
        return None
    try:
        return find_lesson(game, str(name))
    except Mistake:
        return None


def has_coach(game: Game, settings: Mapping[str, Any]) -> bool:
    """Does the coach sit at this table? A lesson has its own, until the rest of it is free."""
    lesson = lesson_of(game, settings)
    wanted = bool(settings.get("aids", True)) and (lesson is None or lesson.free)
    return wanted and (game.folder / "coach.py").is_file()


def lesson_place(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """For the page of a table: the lesson that is given there, its number, and what comes after it."""
    lesson = lesson_of(game, settings)
    if lesson is None:
        return {"lesson": None}
    course = list(lessons_of(game))
    number = course.index(lesson) + 1
    after = course[number] if number < len(course) else None
    return {"lesson": lesson, "lessons": course, "lesson_number": number, "next_lesson": after}
