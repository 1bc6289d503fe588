"""Worked examples of the rules, tried on a real board inside the page of the rules.

A trial is a scenario of the game. The reader chooses for one seat; the others do as the example says for as long as the reader does,
and what chance brings is the example's too; whoever leaves the example plays on with programs and dice of the trial's own.
Nothing is kept between two requests: the browser sends all that was chosen so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.errors import Mistake, RecordError
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Pack, read_text
from bagarre.match import Match, Step
from bagarre.setting import Setting
from bagarre.web.boards import Board
from bagarre.web.rendering import Person, framed, seen_players
from bagarre.web.seatview import SeatView, known_to, marked, with_names

MOST = 24
"""Choices of a reader in one trial."""
ALONE = 400
"""Choices of the others between two of the reader's."""


@dataclass(frozen=True)
class Move:
    """What the example does: who chooses what, and what chance brings."""

    seat: int
    choice: Choice
    chance: tuple[int, ...] | None
    """Of the whole step, with its first choice."""


class Trial:
    """One scenario, played again from its beginning."""

    def __init__(self, game: Game, name: str) -> None:
        """:raises Mistake: when the game has no such example."""
        file = game.folder / "scenarios" / f"{name}.toml"
        if name not in {one.stem for one in (game.folder / "scenarios").glob("*.toml")}:
            raise Mistake("no_trial", name=name)
        self.game = game
        setting = Setting(Pack(file.name, read_text(file)).root(), file.parent, game)
        self.names = [chr(ord("A") + seat) for seat in range(setting.seats)]
        self.match: Match = setting.begin(self.names, setting.script(setting.deal()), 1)
        self.moves = list(_moves(setting))
        self.reader = next((move.seat for move in self.moves), 0)
        self.on_path = True
        self._chance: list[int] = []
        self.told: list[Step] = []
        self._others()

    def choose(self, notation: str) -> None:
        """What the reader does.

        :raises Mistake: when that cannot be done.
        """
        choice = self.match.read(self.reader, notation)
        self._play(self.reader, choice)
        self._others()

    @property
    def done(self) -> bool:
        """Has the example been played to its end, or the game?"""
        return self.match.is_over or (self.on_path and not self.moves)

    def _play(self, seat: int, choice: Choice) -> None:
        wanted = self.moves[0] if self.on_path and self.moves else None
        self.on_path = wanted is not None and (wanted.seat, wanted.choice) == (seat, choice)
        if self.on_path and wanted is not None:
            self.moves.pop(0)
            if wanted.chance is not None:
                self._chance = list(wanted.chance)
            try:
                step = self.match.play(seat, choice, self._chance, exact=False)
                self._chance = self._chance[len(step.chance) :]
                self.told.append(step)
                return
            except RecordError:
                self.on_path = False
        self.told.append(self.match.play(seat, choice))

    def _others(self) -> None:
        """Everybody else, until the reader is asked."""
        for _ in range(ALONE):
            asked = self.match.deciders
            if self.done or not asked or self.reader in asked:
                return
            if self.on_path and self.moves and self.moves[0].seat in asked:
                self._play(self.moves[0].seat, self.moves[0].choice)
            else:
                self.on_path = False
                self.told.append(self.match.let_play(asked[0]))


def _moves(setting: Setting) -> list[Move]:
    """The steps of a scenario, choice by choice."""
    found = []
    for _, entry in setting.root.entries("step") if setting.root.has("step") else ():
        script = tuple(setting.script(entry))
        moves = (
            [(entry.number("seat", 0, setting.seats - 1), entry.text("choice"))]
            if entry.has("choice")
            else []
        )
        texts = [(seat, setting.read(entry, "choice", text)) for seat, text in moves]
        texts += [setting.move(entry, text) for text in entry.texts("moves")]
        for number, (seat, choice) in enumerate(texts):
            found.append(Move(seat, choice, script if number == 0 else None))
    return found


def told_trial(game: Game, board: Board, name: str, choices: Sequence[str], lang: str) -> dict[str, Any]:
    """A trial as the page shows it: the board as the reader sees it, what happened, what can be chosen.

    :raises Mistake: when there is no such example, or a choice cannot be made.
    """
    trial = Trial(game, name)
    for choice in choices[:MOST]:
        if trial.done:
            break
        trial.told.clear()
        trial.choose(choice)
    names = list(trial.names)
    speech = game.speech(lang, names, trial.match.content.names)
    bold = game.speech(lang, marked(names), trial.match.content.names)
    state = trial.match.state
    view = SeatView(
        game, known_to(game, state, trial.reader), trial.reader, speech, live=not trial.done, over=False
    )
    people = [Person(one, seat != trial.reader, away=False) for seat, one in enumerate(names)]
    html = board.paint(
        board.board, lang, view.context(seen_players(people, trial.reader, view.awaited))
    ).whole()
    legal = [] if trial.done or len(choices) >= MOST else list(view.legal.values())
    return {
        "html": framed(game, str(view.frame["mood"]), html),
        "ask": str(view.frame["ask"]),
        "who": names[trial.reader],
        "choices": [{"choice": one.notation, "words": one.words, "hint": one.hint} for one in legal],
        "log": [
            {"html": with_names(bold.event(event)), "clause": event.kind.clause}
            for step in trial.told
            for event in trial.match.events(step, trial.reader)
        ],
        "as_told": trial.on_path,
        "done": trial.done or not legal,
    }
