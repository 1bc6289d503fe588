"""`bagarre replay FILE`: a recorded game again, step by step, in words and with the board."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json
from bagarre.kernel.errors import Mistake

if TYPE_CHECKING:
    from bagarre.kernel.events import Event
    from bagarre.match import Match

OPEN = -2
"""Not a seat: the eye that sees everything."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("replay", help=say("replay.help"))
    def replay(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("replay.file"), show_default=False)],
        seat: Annotated[str, typer.Option("--seat", metavar="N", help=say("replay.seat"))] = "",
        to: Annotated[str, typer.Option("--to", metavar="STEP", help=say("replay.to"))] = "",
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        match, problem = opened(file)
        film = Film(match, eye(match, seat), say)
        if problem is not None and not as_json:
            film.console.print(problem.say(say.lang), style="yellow", markup=False, soft_wrap=True)
        last = len(film) - 1
        step = number(to, last) if to else last
        if as_json:
            print_json(film.data(step) | ({} if problem is None else {"problem": problem.say(say.lang)}))
        elif to:
            film.show(step)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            film.leaf_through()
        else:
            film.tell()


def opened(file: str) -> "tuple[Match, Mistake | None]":
    """The game of a record; one written under older rules is shown as far as today's follow it, with one line that says so."""
    from bagarre.following import follow_as_far
    from bagarre.kernel.pack import read_text
    from bagarre.record import LARGEST_RECORD, read_record

    match, problem = follow_as_far(read_record(read_text(file, LARGEST_RECORD)))
    if problem is not None and problem.key != "record_old_rules":
        raise problem
    return match, problem


def eye(match: "Match", seat: str) -> int:
    """Whose view is shown: a seat's, or the open one."""
    if not seat:
        return OPEN
    if not (seat.isdecimal() and int(seat) < len(match.players)):
        raise Mistake("no_such_seat", seat=seat, seats=len(match.players))
    return int(seat)


def number(text: str, most: int) -> int:
    if not (text.isdecimal() and int(text) <= most):
        raise Mistake("no_such_step", step=text, most=most)
    return int(text)


class Film:
    """A game looked back at, position by position; step 0 is the deal."""

    def __init__(self, match: "Match", seat: int, say: Say) -> None:
        self.match = match
        self.seat = seat
        self.say = say
        self.speech = match.speech(say.lang)
        self.console = open_console()

    def __len__(self) -> int:
        return len(self.match.steps)

    def view(self, step: int) -> dict[str, Any]:
        game, s = self.match.game, self.match.position(step)
        return game.open_view(s, self.speech) if self.seat == OPEN else game.view(s, self.seat, self.speech)

    def events(self, step: int) -> "list[Event]":
        made = self.match.steps[step]
        return self.match.open_events(made) if self.seat == OPEN else self.match.events(made, self.seat)

    def choice(self, step: int) -> str | None:
        """The choice made, in notation; another seat's may be sealed and is told by the events alone."""
        made = self.match.steps[step]
        known = made.choice is not None and self.seat in (OPEN, made.seat)
        return self.match.game.verbs.write(made.choice) if known and made.choice is not None else None

    def data(self, last: int) -> dict[str, Any]:
        """The game up to a step as plain data, with the view that is reached."""
        match, end = self.match, self.match.outcome
        return {
            "game": match.game.name,
            "players": match.players,
            "options": match.options,
            "seat": None if self.seat == OPEN else self.seat,
            "steps": [
                {
                    "step": step,
                    "seat": match.steps[step].seat if step else None,
                    "choice": self.choice(step),
                    "events": [
                        {
                            "kind": event.kind.name,
                            "text": self.speech.event(event),
                            "clause": event.kind.clause,
                        }
                        for event in self.events(step)
                    ],
                }
                for step in range(last + 1)
            ],
            "view": self.view(last),
            "outcome": None
            if end is None or last < len(self) - 1
            else {"ending": end.ending, "ranks": list(end.ranks), "scores": list(end.scores)},
        }

    def show(self, step: int) -> None:
        """One position: what led to it, the board, and the result at the end."""
        from bagarre.cli import drawing

        game, console = self.match.game, self.console
        title = f"[bold]{game.meta.title}[/] · {self.say('replay.step', step=step, last=len(self) - 1)}"
        console.rule(title, style=drawing.ACCENT)
        console.print(self.told(step))
        console.print(drawing.board(game, self.view(step), self.speech))
        if step == len(self) - 1 and self.match.is_over:
            console.print(drawing.result(self.match, self.speech, self.say))

    def told(self, step: int) -> Any:
        """A step in words, with its notation."""
        from rich.text import Text

        from bagarre.cli import drawing

        made, text = self.match.steps[step], Text()
        if choice := self.choice(step):
            text.append(f"{self.match.players[made.seat]} › {choice}\n", drawing.QUIET)
        return text + drawing.story(self.events(step), self.speech, clauses=True)

    def tell(self) -> None:
        """The whole game in words, then the last position."""
        for step in range(len(self) - 1):
            if text := self.told(step):
                self.console.print(text)
        self.show(len(self) - 1)

    def leaf_through(self) -> None:
        """Forwards and backwards, as the reader likes."""
        from bagarre.cli import drawing

        step, last = 0, len(self) - 1
        while True:
            drawing.clear(self.console)
            self.show(step)
            self.console.print(f"[dim]{self.say('replay.keys')}[/]")
            try:
                typed = input("› ").strip()
            except EOFError:
                return
            if typed == "q":
                return
            if typed == "b":
                step = max(0, step - 1)
            elif typed == "e":
                step = last
            elif typed.isdecimal():
                step = min(int(typed), last)
            elif step == last:
                return
            else:
                step += 1
