"""`bagarre companion GAME`: the real box on the table, and Bagarre beside it, which counts, asks and referees."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import (
    EXTRA,
    Say,
    game_options,
    list_of,
    open_console,
    option_list,
    pack_list,
    packs_of,
)
from bagarre.cli.opening import names_of, resumed
from bagarre.cli.play import Left, Session, escaped
from bagarre.kernel.errors import Mistake
from bagarre.kernel.meta import HUMAN

if TYPE_CHECKING:
    from rich.console import Console

    from bagarre.companion import Asking, Question
    from bagarre.kernel.game import Game
    from bagarre.kernel.menu import Choice
    from bagarre.kernel.speech import Speech
    from bagarre.match import Match

BACK, DRAW, AGAIN, LEAVE = "u", ("d", "t"), "", "q"
"""What can be typed instead of a result: the last one was wrong, let Bagarre draw, the question again, leave."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("companion", help=say("companion.help"), context_settings=EXTRA)
    def companion(
        context: typer.Context,
        game: Annotated[str, typer.Argument(metavar="GAME", help=say("game"), show_default=False)] = "",
        players: Annotated[
            str, typer.Option("--players", metavar="NAME,…", help=say("companion.players"))
        ] = "",
        seats: Annotated[str, typer.Option("--seats", metavar="KIND,…", help=say("companion.seats"))] = "",
        option: Annotated[list[str] | None, option_list(say)] = None,
        pack: Annotated[list[str] | None, pack_list(say)] = None,
        resume: Annotated[str, typer.Option("--resume", metavar="FILE", help=say("play.resume"))] = "",
    ) -> None:
        from bagarre.games import find_game, games

        console = open_console()
        if resume:
            match = resumed(resume, seats)
            if not match.companion:
                raise Mistake("not_companion", file=resume)
            CompanionSession(match, say, console, file=Path(resume)).run()
        elif game:
            found = find_game(game)
            options = game_options(found, option or [], context.args)
            begun = opened(found, players, seats, options, pack or [], say, console)
            if begun is not None:
                CompanionSession(begun, say, console).run()
        else:
            for found in games().values():
                show_parts(found, say, console)


def show_parts(game: "Game", say: Say, console: "Console") -> None:
    """What can be played with the real box of a game."""
    from bagarre.companion import companion_of

    companion = companion_of(game)
    if companion is None:
        return
    from rich.table import Table
    from rich.text import Text

    console.print(f"[bold]{escaped(game.meta.title)}[/]  [dim]bagarre companion {game.name}[/]")
    listed = Table.grid(padding=(0, 1))
    for mark, parts in (("•", companion.parts), ("–", companion.yours)):
        for part in parts:
            told = Text(part.title[say.lang], style="bold").append(
                f"  {part.text[say.lang]}", style="not bold"
            )
            listed.add_row(f" {mark}", told)
    console.print(listed, "")


def opened(
    game: "Game",
    players: str,
    seats: str,
    options: dict[str, Any],
    pack: Sequence[str],
    say: Say,
    console: "Console",
    ask: Callable[[str], str] | None = None,
) -> "Match | None":
    """A new game of the real box, dealt by those who hold it; `None` when it was left."""
    from bagarre.bots import spec_of
    from bagarre.companion import ask_deal, begun, needed_companion

    companion, packs = needed_companion(game), packs_of(pack)
    count = len(list_of(players)) or (1 if game.is_solo(options) else game.meta.players[0])
    kinds = [spec_of(kind) for kind in list_of(seats)] or [HUMAN] * count
    if any(kind != HUMAN for kind in kinds) and not companion.takes_bots:
        raise Mistake("companion_bots", game=game.meta.title)
    names = names_of(players, kinds, say)
    dealt = ask_deal(game, len(names), options, packs)
    speech = game.speech(say.lang, names, game.content(packs).names)
    table = Results(console, say, ask or input)
    console.print(escaped(say("companion.deal", game=game.meta.title)))
    try:
        while not table.enter(dealt, speech):
            console.print(escaped(say("companion.first")))
    except Left:
        return None
    return begun(game, names, dealt, options=options, packs=packs, kinds=kinds)


class Results:
    """Asks those at the keyboard what came."""

    def __init__(self, console: "Console", say: Say, ask: Callable[[str], str]) -> None:
        self.console, self.say, self._ask = console, say, ask
        self.at_keyboard: int | None = None
        """The only one who may look at the screen now."""
        self.rules: Callable[[str], object] | None = None
        """Shows the rules about some words."""
        self._happened = 0

    def enter(self, asking: "Asking", speech: "Speech") -> bool:
        """Ask until nothing is open; `False` when the first question was left with a step back.

        :raises Left: when the table is left.
        """
        self._happened = 0
        while asking.question is not None:
            question = asking.question
            self.hand_over(question, speech)
            self.tell(asking, speech)
            self.show(question, speech)
            try:
                if not self.answer(asking, question, speech, self._ask(self.say("companion.prompt")).strip()):
                    return False
            except Mistake as mistake:
                self.complain(mistake)
        self.hide()
        return True

    def answer(self, asking: "Asking", question: "Question", speech: "Speech", text: str) -> bool:
        """Do what was typed; `False` to leave the choice."""
        if text == LEAVE:
            self.hide()
            raise Left
        if text == BACK:
            self.hide()
            return asking.back()
        if text.startswith("?") and self.rules is not None:
            self.rules(text[1:].strip())
        elif text in DRAW:
            asking.draw()
            told = asking.told[-1]
            self.console.print(
                escaped(self.say("companion.drew", result=told.question.label(told.result, speech)))
            )
        elif text != AGAIN:
            asking.answer(self.read(question, speech, text))
        return True

    def read(self, question: "Question", speech: "Speech", text: str) -> int:
        """The result that was typed: the face of a die, the number in the list, or enough of the name.

        :raises Mistake: when it is none, or could be several.
        """
        labels = question.labels(speech)
        if text.isdecimal():
            if question.asked.sides:
                return int(text)
            if not 1 <= int(text) <= len(labels):
                raise Mistake("no_such_number", number=text, most=len(labels))
            return labels[int(text) - 1][0]
        wanted = text.casefold()
        found = [number for number, label in labels if wanted == label.casefold()] or [
            number for number, label in labels if wanted in label.casefold()
        ]
        if len(found) != 1:
            raise Mistake("companion_unclear", text=text)
        return found[0]

    def tell(self, asking: "Asking", speech: "Speech") -> None:
        """What has happened since the question before."""
        happened = asking.happened()
        for event in happened[min(self._happened, len(happened)) :]:
            self.console.print(f"[dim]·[/] {escaped(speech.event(event))}", soft_wrap=True)
        self._happened = len(happened)

    def show(self, question: "Question", speech: "Speech") -> None:
        from bagarre.cli import drawing

        self.console.print(f"[bold]{escaped(question.say(speech))}[/]")
        labels = [label for _, label in question.labels(speech)]
        if question.asked.sides:
            self.console.print(escaped(self.say("companion.faces", sides=question.asked.sides)))
        else:
            self.console.print(drawing.menu(labels, question.notes(speech), self.console.width))
        self.console.print(f"[dim]{escaped(self.say('companion.keys'))}[/]")

    def hand_over(self, question: "Question", speech: "Speech") -> None:
        """What only one may see is asked when only that one looks."""
        if question.is_open or question.seat == self.at_keyboard:
            if question.is_open:
                self.hide()
            return
        self.hide()
        name = str(speech.name("seat", question.seat))
        if self._ask(self.say("companion.hand_over", name=name)).strip() == LEAVE:
            raise Left
        self.at_keyboard = question.seat

    def hide(self) -> None:
        """Nothing of what one of them typed stays on the screen."""
        from bagarre.cli import drawing

        if self.at_keyboard is not None:
            drawing.clear(self.console, thoroughly=True)
            self.at_keyboard = None

    def complain(self, mistake: Mistake) -> None:
        from bagarre.cli import drawing

        self.console.print(escaped(mistake.say(self.say.lang)), style=drawing.WARNING)


class CompanionSession(Session):
    """A game of the real box at one keyboard."""

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
        super().__init__(match, say, console, file=file, ask=ask, coach=coach)
        self.results = Results(console, say, self._ask)
        self.results.rules = lambda words: self.rules(-1, words)

    def choose(self, seat: int, choice: "str | Choice") -> bool:
        from bagarre.companion import ask

        before = self.told[seat]
        self.told[seat] = len(self.match.steps)
        try:
            self.enter(ask(self.match, seat, choice))
        except BaseException:
            self.told[seat] = before
            raise
        return False

    def let_bot_play(self, seat: int) -> None:
        from bagarre.companion import ask, is_open_to

        match = self.match
        with self.console.status(escaped(self.say("play.thinking", name=match.players[seat]))):
            known, menu = match.concealed(seat), list(match.legal(seat))
            choice = match.program(seat).think(known, menu, None).choice
        if is_open_to(match, seat):
            told = self.speech.choice(choice, match.concealed(), seat)
            self.console.print(escaped(self.say("companion.bot", name=match.players[seat], choice=told)))
        self.enter(ask(match, seat, choice))

    def enter(self, asking: "Asking") -> None:
        """Ask what came; then the choice is made. A step back before anything was said leaves it."""
        try:
            done = self.results.enter(asking, self.speech)
        except Left:
            self.leave(asking.seat, "")
            return
        if done:
            asking.play(self.match)
        if len(self.humans) > 1 and any(not answer.question.is_open for answer in asking.told):
            # The keyboard has been in other hands.
            self.at_keyboard = None

    def hand_over(self, seat: int) -> None:
        """The screen lies on the table: it changes hands only where somebody has a secret."""
        from bagarre.companion import is_open_to

        if is_open_to(self.match, seat):
            self.at_keyboard = seat
        else:
            super().hand_over(seat)

    def undo(self, seat: int, rest: str) -> bool:
        """The last choice is taken back, whoever made it; where something was rolled or drawn, only the last result is asked again."""
        from bagarre.companion import ask_again

        match = self.match
        last = match.steps[-1]
        match.undo(by=seat)
        self.seat_players()
        self.told = [min(told, len(match.steps) - 1) for told in self.told]
        again = ask_again(match, last)
        if again is not None:
            self.enter(again)
        return False
