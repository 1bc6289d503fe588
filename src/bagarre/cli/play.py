"""`bagarre play GAME`: a table in the terminal, against bots or with friends at one keyboard."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import EXTRA, Say, open_console, option_list, pack_list
from bagarre.cli.faults import report_of, signals_as_interrupts, signals_ignored
from bagarre.cli.measuring import seed_option
from bagarre.cli.opening import OPPONENT, resumed, simplest, started, started_from
from bagarre.kernel.coach import foremost
from bagarre.kernel.errors import InvalidChoice, Mistake
from bagarre.kernel.meta import HUMAN

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from bagarre.kernel.events import Event
    from bagarre.kernel.menu import Choice
    from bagarre.kernel.reasons import Because
    from bagarre.match import Match

YES = ("o", "oui", "y", "yes")
FOUND = 12
"""Clauses shown for one search."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("play", help=say("play.help"), context_settings=EXTRA)
    def play(
        context: typer.Context,
        game: Annotated[str, typer.Argument(metavar="GAME", help=say("game"), show_default=False)] = "",
        seats: Annotated[str, typer.Option("--seats", metavar="KIND,…", help=say("play.seats"))] = "",
        players: Annotated[str, typer.Option("--players", metavar="NAME,…", help=say("play.players"))] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        seed: Annotated[str, seed_option(say, "play.seed")] = "",
        resume: Annotated[str, typer.Option("--resume", metavar="FILE", help=say("play.resume"))] = "",
        start: Annotated[str, typer.Option("--from", metavar="FILE", help=say("play.from"))] = "",
        coach: Annotated[bool, typer.Option("--coach", help=say("play.coach"))] = False,
    ) -> None:
        if resume or start:
            # An unknown option before all other words was taken for the game.
            extra = [game, *context.args] if game.startswith("--") else context.args
            given: dict[str, Any] = {"--option": option, "--pack": pack, " ".join(extra): extra}
            if resume:
                given |= {"--players": players, "--seed": seed, "--from": start}
            if told := [name for name, value in given.items() if value]:
                raise Mistake(
                    "resume_alone", option=", ".join(told), other="--resume" if resume else "--from"
                )
            match = resumed(resume, seats) if resume else started_from(start, seats, players, seed, say)
            if game and game != match.game.name:
                raise Mistake("resume_other_game", file=resume or start, game=match.game.name)
        elif game and not game.startswith("--"):
            new = coach and not (seats or option or pack or context.args)
            who, wanted = simplest(game) if new else (seats, option or [])
            match = started(game, who, players, wanted, context.args, pack or [], seed, say)
        else:
            raise Mistake("which_game")
        session_of(match)(
            match, say, open_console(), file=Path(resume) if resume else None, coach=coach
        ).run()


def session_of(match: "Match") -> "type[Session]":
    """Who asks at the keyboard: at a table of the real box also what came."""
    if not match.companion:
        return Session
    from bagarre.cli.companion import CompanionSession

    return CompanionSession


class Left(Exception):
    """The table was left on purpose."""


class Session:
    """One game at one keyboard: asks the humans, lets the bots answer, and loses nothing when it is left."""

    def __init__(
        self,
        match: "Match",
        say: Say,
        console: "Console",
        *,
        file: Path | None = None,
        ask: Callable[[str], str] | None = None,
        coach: bool = False,
    ) -> None:
        self.match = match
        self.coach = coach
        """Does the coach explain?"""
        self.game = match.game
        self.say = say
        self.console = console
        self.file = file
        """Where the game was saved last."""
        self.speech = match.speech(say.lang)
        self.people = [seat for seat, kind in enumerate(match.kinds) if kind == HUMAN]
        """The seats of those who sit at the keyboard, whether they play on or gave up."""
        self.seat_players()
        check_programs(match, self.bots)
        self.told = [
            max((k for k, step in enumerate(match.steps) if step.seat == seat), default=0)
            for seat in range(len(match.players))
        ]
        """For each seat, how many steps of the story it has been told: all those before its last choice."""
        self.at_keyboard = self.humans[0] if len(self.humans) == 1 else None
        self._ask = ask or input
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "?": self.rules,
            "h": self.help,
            "l": self.log,
            "t": self.table,
            "c": self.switch_coach,
            "list": self.list_choices,
            "liste": self.list_choices,
            "hint": self.hint,
            "conseil": self.hint,
            "u": self.undo,
            "concede": self.concede,
            "abandonner": self.concede,
            "s": self.save,
            "q": self.leave,
            "q!": self.leave_anyway,
        }
        """What can be typed besides choices; each says whether the player must still choose."""

    def seat_players(self) -> None:
        """Who plays where: programs where they were asked for, and for those who gave up."""
        gave_up = self.match.conceded
        self.humans = [seat for seat in self.people if seat not in gave_up]
        self.bots = [seat for seat in range(len(self.match.kinds)) if seat not in self.humans]

    # The loop.

    def run(self) -> None:
        """Play to the end, or until it is left: then the game is kept, whatever it was that went wrong."""
        with signals_as_interrupts():
            try:
                self.use_line_editing()
                while self.goes_on():
                    seat = self.next_seat()
                    if seat in self.bots:
                        self.let_bot_play(seat)
                    else:
                        self.let_human_play(seat)
            except Left:
                return
            except BaseException as fault:
                with signals_ignored():
                    raise self.kept_after(fault) from None

    def goes_on(self) -> bool:
        """Is there somebody to ask? At the end the players look back, save, or take a choice back and play on."""
        if self.match.is_over:
            self.finish()
        return not self.match.is_over

    def next_seat(self) -> int:
        """Who is asked next."""
        return self.match.deciders[0]

    def let_bot_play(self, seat: int) -> None:
        from bagarre.bots import level_of

        if level_of(self.match.kinds[seat]) is None:
            self.match.let_play(seat)
            return
        with self.console.status(escaped(self.say("play.thinking", name=self.match.players[seat]))):
            self.match.let_play(seat)

    def let_human_play(self, seat: int) -> None:
        """Show the table and ask until a choice is made (or taken back)."""
        self.hand_over(seat)
        self.tell(seat)
        self.show(seat)
        while True:
            try:
                if not self.answer(seat, self.ask(self.say("play.prompt"))):
                    return
            except Mistake as mistake:
                self.complain(mistake)

    def answer(self, seat: int, text: str) -> bool:
        """Do what was typed; must the player still choose?"""
        legal = self.match.legal(seat)
        if text.isdecimal():
            if not 1 <= int(text) <= len(legal):
                raise Mistake("no_such_number", number=text, most=len(legal))
            return self.choose(seat, legal[int(text) - 1])
        if not text:
            # Enter takes the only choice there is, but it is always asked: an instant answer would tell the others.
            return self.choose(seat, legal[0]) if len(legal) == 1 else True
        if text in legal:
            return self.choose(seat, self.game.verbs.read(text))
        word, _, rest = text.partition(" ")
        if text.startswith("?"):
            word, rest = "?", text[1:]
        if word in self.commands:
            return self.commands[word](seat, rest.strip())
        return self.game_command(seat, text)

    def choose(self, seat: int, choice: "str | Choice") -> bool:
        self.told[seat] = len(self.match.steps)
        self.match.play(seat, choice)
        return False

    def game_command(self, seat: int, text: str) -> bool:
        """What the game's own `terminal.commands` makes of a text: something to show, or choices to make one after another."""
        match = self.match
        hook = getattr(self.game.room("terminal"), "commands", None) if self.has_terminal else None
        found = hook(self.view(seat), text, match, seat, self.speech) if hook is not None else None
        if found is None:
            return self.choose(seat, text)
        if not isinstance(found, list):
            self.console.print(found)
            return True
        for notation in found:
            self.choose(seat, notation)
        return False

    @property
    def has_terminal(self) -> bool:
        return (self.game.folder / "terminal.py").exists()

    # What is shown.

    def view(self, seat: int) -> dict[str, Any]:
        return self.match.view(seat, self.say.lang)

    def events(self, seat: int, first: int) -> "list[Event]":
        """What happened from a step on, as that seat may know it."""
        return [event for step in self.match.steps[first:] for event in self.match.events(step, seat)]

    def because(self, seat: int, first: int) -> "dict[int, list[Because]]":
        """Why it came out so, by the place of each event among those from a step on."""
        found, told = dict[int, "list[Because]"](), 0
        for count in range(first, len(self.match.steps)):
            reasons = self.match.because(count, seat, self.say.lang)
            found |= {told + place: each for place, each in reasons.items()}
            told += len(self.match.events(self.match.steps[count], seat))
        return found

    def story(self, seat: int, first: int) -> "Text":
        """What happened from a step on, in words, and why; the end of it when the screen is small."""
        from bagarre.cli import drawing

        return drawing.story(
            self.events(seat, first),
            self.speech,
            because=self.because(seat, first),
            most=max(8, self.console.height // 3),
        )

    def tell(self, seat: int) -> None:
        """A game whose choices set off a long story (`terminal.film`) tells it at its own pace before the table is shown."""
        film = getattr(self.game.room("terminal"), "film", None) if self.has_terminal else None
        if film is not None and self.console.is_terminal:
            film(self.events(seat, self.told[seat]), self.speech, self.console)

    def show(self, seat: int) -> None:
        """The table, the story since this seat's last choice, and the choices: what matters most stands lowest."""
        self.show_table(seat)
        self.show_choices(seat)

    def show_table(self, seat: int) -> None:
        from bagarre.cli import drawing

        match, console = self.match, self.console
        drawing.clear(console)
        console.rule(
            f"[bold]{self.game.meta.title}[/] · {escaped(match.players[seat])}", style=drawing.ACCENT
        )
        console.print(drawing.board(self.game, self.view(seat), self.speech))
        console.print()
        if not any(step.seat == seat for step in match.steps) and (
            company := drawing.company(match, self.say)
        ):
            console.print(company, end="\n")
        if story := self.story(seat, self.told[seat]):
            console.print(story, end="\n\n")

    def show_choices(self, seat: int) -> None:
        from bagarre.cli import drawing

        match, console = self.match, self.console
        legal = match.legal(seat)
        concealed = match.concealed(seat)
        sentences = [self.speech.choice(choice, concealed, seat) for choice in legal]
        coach = self.game.coach(concealed, seat, self.speech) if self.coach else None
        if coach is None:
            console.print(drawing.menu(sentences, legal.notation(), console.width))
        else:
            console.print(drawing.coached(coach.goal(), coach.moment()))
            first = foremost(coach, list(legal))
            numbers = [number for number, choice in enumerate(legal, 1) if choice in first]
            console.print(
                drawing.explained(
                    numbers,
                    [sentences[number - 1] for number in numbers],
                    [coach.consequence(legal[number - 1]) for number in numbers],
                )
            )
            if others := len(sentences) - len(numbers):
                console.print(f"[dim]{self.say('play.others', n=others)}[/]")
        console.print(f"[dim]{self.say('play.keys')}[/]")

    def hand_over(self, seat: int) -> None:
        """Several humans: hide what the last one saw until the next one sits down."""
        if seat == self.at_keyboard:
            return
        from rich.align import Align
        from rich.panel import Panel
        from rich.text import Text

        from bagarre.cli import drawing

        drawing.clear(self.console, thoroughly=True)
        name = self.match.players[seat]
        told = Text(self.say("play.hand_over", name=name), justify="center")
        self.console.print(
            Align.center(Panel(told, padding=(1, 4), border_style=drawing.ACCENT, title=escaped(name)))
        )
        if self.ask(self.say("play.ready")) == "q":
            self.leave(seat, "")
        self.at_keyboard = seat

    def finish(self) -> None:
        """The end of the game, as the one human or as everybody may see it."""
        from bagarre.cli import drawing

        seat = self.people[0] if len(self.people) == 1 else -1
        if len(self.people) > 1:
            drawing.clear(self.console, thoroughly=True)
        told = self.told[seat] if seat >= 0 else max(len(self.match.steps) - 2, 0)
        if seat >= 0:
            self.tell(seat)
        self.console.print(drawing.board(self.game, self.view(seat), self.speech))
        self.console.print()
        self.console.print(self.story(seat, told), end="\n\n")
        self.console.print(drawing.result(self.match, self.speech, self.say))
        if self.people and sys.stdin.isatty():
            with suppress(EOFError):
                self.look_back(seat)

    def look_back(self, seat: int) -> None:
        """After the end: the log, the rules, saving, undoing, until the players leave."""
        self.console.print(f"[dim]{self.say('play.end_keys')}[/]")
        last = next((step.seat for step in reversed(self.match.steps) if step.seat in self.people), seat)
        while self.match.is_over:
            text = self.ask(self.say("play.prompt"))
            word, _, rest = text.partition(" ")
            if text.startswith("?"):
                word, rest = "?", text[1:]
            try:
                if word in ("", "q"):
                    return
                if word not in ("?", "l", "s", "u"):
                    raise InvalidChoice(text)
                self.commands[word](last if word == "u" else seat, rest.strip())
            except Mistake as mistake:
                self.complain(mistake)

    def complain(self, mistake: Mistake) -> None:
        from bagarre.cli import drawing

        self.console.print(escaped(mistake.say(self.say.lang)), style=drawing.WARNING)

    def ask(self, prompt: str) -> str:
        return self._ask(prompt).strip()

    def use_line_editing(self) -> None:
        """Arrow keys and history, but not where the next player could look at it."""
        if len(self.humans) == 1 and sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401

    # Commands.

    def help(self, seat: int, rest: str) -> bool:
        self.console.print(self.say("play.commands", clause=self.some_clause()))
        own = self.speech.words.find("commands")
        for name, told in own.items() if isinstance(own, dict) else ():
            self.console.print(f"  [bold]{escaped(name)}[/]  {escaped(told)}")
        return True

    def rules(self, seat: int, rest: str) -> bool:
        """The sections of the rules, or the clauses that hold some words."""
        from bagarre.cli import drawing

        book = self.game.rulebook(self.say.lang)
        if not rest:
            sections = list(dict.fromkeys(clause.section for clause in book.clauses.values()))
            self.console.print(" · ".join(escaped(section) for section in sections))
            self.console.print(f"[dim]{self.say('play.search', clause=self.some_clause())}[/]")
            return True
        found = book.search(rest)
        if not found:
            raise Mistake("no_clause_found", words=rest)
        self.console.print(drawing.clauses(found[:FOUND]))
        if len(found) > FOUND:
            self.console.print(f"[dim]{self.say('play.more_clauses', n=len(found) - FOUND)}[/]")
        return True

    def some_clause(self) -> str:
        """A clause of this game, as an example."""
        return next(iter(self.game.rulebook(self.say.lang).clauses), "")

    def log(self, seat: int, rest: str) -> bool:
        from bagarre.cli import drawing

        told = drawing.story(self.events(seat, 0), self.speech, because=self.because(seat, 0), clauses=True)
        self.console.print(told)
        return True

    def table(self, seat: int, rest: str) -> bool:
        self.show(seat)
        return True

    def list_choices(self, seat: int, rest: str) -> bool:
        """All choices, without a word of the coach."""
        from bagarre.cli import drawing

        legal, known = self.match.legal(seat), self.match.concealed(seat)
        sentences = [self.speech.choice(choice, known, seat) for choice in legal]
        self.console.print(drawing.menu(sentences, legal.notation(), self.console.width))
        return True

    def switch_coach(self, seat: int, rest: str) -> bool:
        """The coach speaks, or is silent."""
        if self.game.coach(self.match.concealed(seat), seat, self.speech) is None:
            raise Mistake("no_coach", game=self.game.meta.title)
        self.coach = not self.coach
        return self.table(seat, rest)

    def hint(self, seat: int, rest: str) -> bool:
        """What a strong player thinks of the choices, from what this seat knows."""
        from bagarre.bots import Budget, make_player
        from bagarre.bots.advice import ADVISER, advice, advised, winning
        from bagarre.cli import drawing

        known, menu = self.match.concealed(seat), list(self.match.legal(seat))
        with self.console.status(self.say("play.hint_thinking")):
            player = make_player(ADVISER, self.game, self.match.seed, seat, "hint")
            thought = advice(player, known, seat, menu, Budget())
            wins = winning(self.game, known, seat, thought.values)
        found = advised(
            self.game, known, seat, menu, thought.choice, thought.values, self.speech, wins, thought.level
        )
        numbers = [menu.index(one.choice) + 1 for one in found]
        self.console.print(drawing.hint(found, numbers, self.say))
        return True

    def undo(self, seat: int, rest: str) -> bool:
        """Take back this seat's last choice and what followed; the other humans may refuse unless nothing was shown."""
        match = self.match
        own = [k for k, step in enumerate(match.steps) if step.seat == seat]
        if not own:
            raise Mistake("nothing_to_undo")
        count = len(match.steps) - own[-1]
        if not (count == 1 and match.can_undo(seat)) and not self.all_agree(seat):
            self.console.print(self.say("play.undo_refused"))
            return True
        match.undo(count, by=seat)
        self.seat_players()
        self.told = [min(told, len(match.steps) - 1) for told in self.told]
        return False

    def all_agree(self, seat: int) -> bool:
        """Ask every other human, with the asker's secrets out of sight."""
        from bagarre.cli import drawing

        others = [other for other in self.humans if other != seat]
        if others:
            drawing.clear(self.console, thoroughly=True)
            self.at_keyboard = None
        names = self.match.players
        return all(
            self.ask(self.say("play.undo_ask", asker=names[seat], name=names[other])).casefold() in YES
            for other in others
        )

    def concede(self, seat: int, rest: str) -> bool:
        """Give the game up, when a second question is answered with yes."""
        if not self.match.may_concede:
            raise Mistake("no_concession")
        if self.ask(self.say("play.concede_ask", name=self.match.players[seat])).casefold() not in YES:
            return True
        self.told[seat] = len(self.match.steps)
        self.match.concede(seat, program=OPPONENT)
        self.seat_players()
        return False

    def save(self, seat: int, rest: str) -> bool:
        file = Path(rest).expanduser() if rest else self.file or self.default_file()
        self.match.save(file)
        self.file = file
        self.console.print(escaped(self.say("play.saved", file=file)))
        return True

    def leave(self, seat: int, rest: str) -> bool:
        """Leave the table; a game that cannot be kept is not left by mistake."""
        try:
            self.keep()
        except Mistake as mistake:
            self.complain(mistake)
            self.console.print(self.say("play.not_kept"))
            return True
        raise Left

    def leave_anyway(self, seat: int, rest: str) -> bool:
        raise Left

    # Nothing is lost.

    def keep(self) -> None:
        """Save a game that is left before its end and say where.

        :raises Mistake: when there is no place for it.
        """
        if told := self.kept():
            self.console.print(escaped(told), soft_wrap=True)

    def kept(self) -> str:
        """Save a game that is left before its end, if need be somewhere else; says where."""
        if self.match.is_over or not any(step.seat in self.humans for step in self.match.steps):
            return ""
        first = self.file or self.default_file()
        elsewhere = [
            folder / f"bagarre-{first.name}" for folder in (Path(gettempdir()), Path.home(), Path.cwd())
        ]
        for file in (first, *elsewhere):
            try:
                self.match.save(file)
            except Mistake as mistake:
                problem = mistake
            else:
                return self.say("play.kept", file=file)
        raise problem

    def kept_after(self, fault: BaseException) -> BaseException:
        """Keep the game that something broke off, and say where; gives what is to be told of the fault itself."""
        try:
            kept = self.kept()
        except Exception as error:
            told = error.say(self.say.lang) if isinstance(error, Mistake) else repr(error)
            kept = self.say("play.lost", reason=told)
        if isinstance(fault, EOFError):
            return Mistake("input_closed", kept=kept)
        if isinstance(fault, KeyboardInterrupt | SystemExit | Mistake):
            # The terminal itself may be gone.
            with suppress(OSError, ValueError):
                self.console.print("\n" + escaped(kept), soft_wrap=True)
            return fault
        return Mistake(
            "play_fault", fault=f"{type(fault).__name__}: {fault}"[:200], report=report_of(fault), kept=kept
        )

    def default_file(self) -> Path:
        from datetime import datetime

        from platformdirs import user_data_path

        folder = Path(user_data_path("bagarre")) / "saves"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            folder = Path()
        return folder / f"{self.game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"


def check_programs(match: "Match", seats: Sequence[int]) -> None:
    """Every program must be there before the first question is asked."""
    for seat in seats:
        try:
            match.program(seat)
        except Mistake as mistake:
            if mistake.key == "unknown_player":
                mistake = Mistake(
                    "unknown_player",
                    player=match.kinds[seat],
                    players=f"{HUMAN}, {mistake.values['players']}",
                )
            raise mistake from None


def escaped(text: str) -> str:
    """Text that means itself, not markup."""
    from rich.markup import escape

    return escape(text)
