"""`bagarre learn GAME`: lessons in the terminal, one thing to do at a time on the real table."""

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bagarre.cli.common import Say, open_console
from bagarre.cli.play import Left, Session, escaped
from bagarre.kernel.errors import Mistake

if TYPE_CHECKING:
    from bagarre.kernel.game import Game
    from bagarre.kernel.menu import Choice
    from bagarre.lesson import Lesson

NO = ("q", "n", "non", "no")


def add(app: typer.Typer, say: Say) -> None:
    @app.command("learn", help=say("learn.help"))
    def learn(
        game: Annotated[str, typer.Argument(metavar="GAME", help=say("learn.game"), show_default=False)] = "",
        lesson: Annotated[
            str, typer.Argument(metavar="LESSON", help=say("learn.lesson"), show_default=False)
        ] = "",
    ) -> None:
        from bagarre.games import find_game, games

        if game:
            follow_course(find_game(game), lesson, say)
        else:
            for found in games().values():
                show_course(found, say)


def follow_course(game: "Game", wanted: str, say: Say) -> None:
    """The lesson that was asked for, or the first that was not finished; then the next, for as long as one likes."""
    from bagarre.lesson import find_lesson, lessons_of

    course = list(lessons_of(game))
    if not course:
        raise Mistake("no_lessons", game=game.meta.title)
    progress = Progress()
    lesson: Lesson | None
    if wanted:
        lesson = find_lesson(game, wanted)
    else:
        lesson = next((one for one in course if not progress.has(one)), course[0])
    while lesson is not None:
        session = LessonSession(lesson, course.index(lesson) + 1, len(course), say)
        session.run()
        if not lesson.is_done(session.match):
            return
        progress.add(lesson)
        lesson = course[course.index(lesson) + 1] if lesson is not course[-1] else None
        if lesson is None:
            session.console.print(escaped(say("learn.course_done", command=f"bagarre play {game.name}")))
        elif not (
            sys.stdin.isatty() and session.ask(say("learn.next", title=lesson.title[say.lang])) not in NO
        ):
            return


def show_course(game: "Game", say: Say) -> None:
    """The lessons of a game, with those that were finished."""
    from bagarre.lesson import lessons_of

    progress, console = Progress(), open_console()
    console.print(f"[bold]{escaped(game.meta.title)}[/]  [dim]bagarre learn {game.name}[/]")
    for number, lesson in enumerate(lessons_of(game), 1):
        mark = "✓" if progress.has(lesson) else " "
        console.print(f"  {mark} {number}  {escaped(lesson.title[say.lang])}")


class LessonSession(Session):
    """One lesson at the keyboard."""

    def __init__(self, lesson: "Lesson", number: int, of: int, say: Say) -> None:
        self.lesson = lesson
        self.heading = say("learn.heading", number=number, of=of, title=lesson.title[say.lang])
        super().__init__(lesson.start(say("learn.you"), say.lang), say, open_console(), coach=lesson.free)
        self.read = 0
        """How many pages were read."""

    def goes_on(self) -> bool:
        if not self.lesson.is_done(self.match):
            return True
        if self.match.is_over:
            self.finish()
        else:
            self.show_table(self.lesson.you)
        self.say_pages()
        self.console.print(f"[bold]{escaped(self.say('learn.done'))}[/]")
        return False

    def next_seat(self) -> int:
        act = self.lesson.act(self.match)
        return act.seat if act is not None else super().next_seat()

    def let_bot_play(self, seat: int) -> None:
        move = self.lesson.next_move(self.match)
        if move is None:
            super().let_bot_play(seat)
            return
        if any(page.number >= self.read for page in self.lesson.pages_at(self.match)):
            self.show_table(self.lesson.you)
            self.say_pages(wait=True)
        self.match.play(seat, move[1], self.lesson.chance(self.match), exact=False)

    def show(self, seat: int) -> None:
        super().show(seat)
        self.say_pages()

    def say_pages(self, *, wait: bool = False) -> None:
        """What the coach says, page by page; `wait` when something happens after the last one."""
        from rich.panel import Panel

        from bagarre.cli import drawing

        pages = [page for page in self.lesson.pages_at(self.match) if page.number >= self.read]
        for page in pages:
            text = escaped(page.text[self.say.lang])
            clause = f"[dim]? {page.clause}[/]" if page.clause else None
            self.console.print(
                Panel(text, title=escaped(self.heading), subtitle=clause, border_style=drawing.ACCENT)
            )
            self.read = page.number + 1
            if (wait or page is not pages[-1]) and sys.stdin.isatty():
                with suppress(EOFError):
                    self.ask(self.say("learn.go_on"))

    def choose(self, seat: int, choice: "str | Choice") -> bool:
        wanted = self.match.read(seat, choice)
        reply = self.lesson.judge(self.match, wanted)
        if reply is not None:
            raise Mistake("lesson_reply", text=reply)
        self.told[seat] = len(self.match.steps)
        self.match.play(seat, wanted, self.lesson.chance(self.match), exact=False)
        return False

    def leave(self, seat: int, rest: str) -> bool:
        """A lesson is not kept: it is begun again."""
        raise Left

    def kept(self) -> str:
        return ""


class Progress:
    """The lessons that were finished on this device."""

    def __init__(self) -> None:
        from platformdirs import user_data_path

        self.file = Path(user_data_path("bagarre")) / "lessons.json"
        self.done: set[str] = set()
        with suppress(OSError, ValueError):
            found = json.loads(self.file.read_text(encoding="utf-8"))
            self.done = {name for name in found if isinstance(name, str)}

    def has(self, lesson: "Lesson") -> bool:
        return self._name(lesson) in self.done

    def add(self, lesson: "Lesson") -> None:
        from bagarre.kernel.files import write_atomically

        self.done.add(self._name(lesson))
        # A device that keeps nothing can still be learnt on.
        with suppress(OSError, Mistake):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.file, json.dumps(sorted(self.done)))

    @staticmethod
    def _name(lesson: "Lesson") -> str:
        return f"{lesson.game.name}/{lesson.name}"
