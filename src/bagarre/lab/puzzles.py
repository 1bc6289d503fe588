"""Puzzles: moments of games between programs with one clearly best choice. `bagarre puzzles find GAME` looks for them.

A moment is taken when the Expert sees one choice that is better than every other by 15 points of winning chance, from what the seat
knows, over all that chance and the others may do: no luck is needed to see it. A second search with four times the thought must agree,
and so must a comparison with each other choice in the same worlds with the same dice. Each level of our players then tries it: that
grades it. Of a game the hardest is kept. A puzzle is a scenario file (docs/scenarios.md): the game up to the moment, the choices
there, and the best one; its note holds the figures (`bagarre/puzzles.py` reads them).

On a sheet of orders a hundred may be written, and many of them come to the same. There a puzzle offers a few of those that the coach
explains first: the best one, and others that are worse by 15 points. The coach must tell them apart, and no order of the whole menu may be
better than the best one offered. The rest of the sheet is written as the scripted player would.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from bagarre.bots.levels import LEVELS
from bagarre.bots.player import Budget, Thought
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.coach import Coach, foremost
from bagarre.kernel.files import make_folder, write_atomically
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match, Step
from bagarre.puzzles import NOTE, PuzzleFile, answer_of, posed
from bagarre.review.appraiser import Appraiser
from bagarre.review.curve import writing_of
from bagarre.review.decisions import NEARLY
from bagarre.review.telling import speech_of

GAP = 0.15
"""Winning share by which the best choice must be better than every other."""
SURE = 2.0
"""Standard errors by which it must be better at all, in the comparison."""
LONGER = 4
"""How many times more thought the second search has."""
AT_A_GLANCE = 0.25
"""How much thought the first look has: most moments are dropped by it."""
ENOUGH, HARD = 4, 4
"""Puzzles of a game that are looked at, and the grade with which one is content at once."""
MOST_CHOICES = 12
"""Choices that a puzzle may offer: it should be seen at a glance."""
TRIES = 3
"""How often each level tries a puzzle; it solves it when it finds the best choice most times."""
LEAST = 0.2
"""The winning chance that the best choice must keep."""
FEWEST_ORDERS, MOST_ORDERS = 4, 6
"""Orders that a puzzle on a sheet offers."""
SENTENCES = re.compile(r"(?<=[.!?])\s+")
NO_TRAP = 0.25
"""Of the best one's worth, what an order must keep to be offered: nobody is tempted by what loses at once."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A moment of a game with one clearly best choice."""

    match: Match
    moment: int
    """Choices made before it."""
    seat: int
    best: Choice
    value: float
    """The winning chance with it."""
    gap: float
    """By how much it is better than the second best."""
    levels: tuple[int, ...]
    """The levels of our players that solve it."""
    offered: tuple[Choice, ...] = ()
    """The choices that it offers, where these are not all."""

    @property
    def grade(self) -> int:
        return grade_of(self.levels)

    @property
    def note(self) -> str:
        return note_of(round(100 * self.gap), round(100 * self.value), self.levels)

    def text(self, title: str) -> str:
        """The puzzle as a scenario."""
        match, write = self.match, self.match.game.verbs.write
        menu = self.offered or match.game.choices(match.position(self.moment), self.seat)
        lines = [
            f'title = "{title}"',
            f'game = "{match.game.name}"',
            f"seats = {len(match.players)}",
            *([f"options = {inline(match.options)}"] if match.options else []),
            self.note,
            "",
            "[deal]",
            f"chance = {list(match.steps[0].chance)}",
        ]
        for steps in self.handfuls():
            moves = ", ".join(
                f'"{step.seat}: {write(step.choice)}"' for step in steps if step.choice is not None
            )
            chance = [result for step in steps for result in step.chance]
            lines += ["", "[[step]]", f"moves = [{moves}]"] + ([f"chance = {chance}"] if chance else [])
        offered = ", ".join(f'"{write(choice)}"' for choice in menu)
        lines += [
            "",
            "[[step]]",
            f"seat = {self.seat}",
            f"{'offers' if self.offered else 'menu'} = [{offered}]",
            f'choice = "{write(self.best)}"',
        ]
        return "\n".join(lines) + "\n"

    def handfuls(self) -> Iterator[list[Step]]:
        """The steps up to the moment, as many together as have their chance results on one tray."""
        most = len(self.match.position(0).tray)
        together: list[Step] = []
        results = 0
        for step in self.match.steps[1 : self.moment + 1]:
            if together and results + len(step.chance) > most:
                yield together
                together, results = [], 0
            together.append(step)
            results += len(step.chance)
        if together:
            yield together


def grade_of(levels: Sequence[int]) -> int:
    """1 for what the weakest level finds, up to one more than the levels for what none finds reliably."""
    solved = [level for level in LEVELS if all(one in levels for one in LEVELS if one >= level)]
    return min(solved, default=max(LEVELS) + 1)


def note_of(gap: int, value: int, levels: Sequence[int]) -> str:
    """The line of a puzzle's file that tells how hard it is (`puzzles.NOTE` reads it)."""
    solvers = " ".join(map(str, levels)) or "none"
    return f'note = "gap {gap}, value {value}, grade {grade_of(levels)}, levels {solvers}"'


def inline(options: Mapping[str, Any]) -> str:
    """Options of a game as a table of TOML on one line."""
    return "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in options.items()) + " }"


def find_puzzles(
    game: Game,
    *,
    games: int,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
    seed: str = "1",
    most: int = 0,
    within: int = 0,
    alike: Callable[[str], bool] = lambda best: False,
    compiled: bool | None = None,
    simulations: int | None = None,
    outs: int = 0,
    progress: Callable[[int, int], None] = lambda games, found: None,
) -> Iterator[Puzzle]:
    """Look for puzzles in so many games; one of a game at most, so that they differ.

    `within` so many choices of the end; none of which `alike` says that there are enough with this answer.
    """
    number = seats or min(4, game.meta.players[-1])
    found = 0
    for k in range(games):
        match = played(game, number, f"{seed}/{k}", options)
        puzzle = Finder(match, compiled, simulations, outs).puzzle(within, alike)
        if puzzle is not None:
            found += 1
            yield puzzle
        progress(k + 1, found)
        if most and found >= most:
            return


def played(game: Game, seats: int, seed: str, options: Mapping[str, Any] | None = None) -> Match:
    match = Match(game, seats, seed=seed, kinds=["scripted"] * seats, options=dict(options or {}))
    while not match.is_over:
        match.let_play(match.deciders[0])
    return match


class Finder:
    """Looks through one game, from its end: later moments are clearer."""

    def __init__(
        self, match: Match, compiled: bool | None = None, simulations: int | None = None, outs: int = 0
    ) -> None:
        self.match, self.game = match, match.game
        self.appraiser = Appraiser(match.game, len(match.players), match.seed, compiled=compiled)
        self.outs, self.simulations = outs or 8 * self.appraiser.outs, simulations

    def puzzle(self, within: int = 0, alike: Callable[[str], bool] = lambda best: False) -> Puzzle | None:
        """The hardest of a few puzzles of this game."""
        found: list[Puzzle] = []
        for moment, seat, menu in self.moments(within):
            one = self.clear(moment, seat, menu)
            if one is not None and not alike(self.game.verbs.write(one.best)):
                found.append(one)
                if len(found) == ENOUGH or one.grade >= HARD:
                    break
        return max(found, key=lambda puzzle: (puzzle.grade, puzzle.moment), default=None)

    def moments(self, within: int = 0) -> Iterator[tuple[int, int, Sequence[Choice]]]:
        last = len(self.match.steps) - 2
        for moment in range(last, max(0, last - within) if within else 0, -1):
            step = self.match.steps[moment + 1]
            if step.choice is not None:
                menu = self.game.choices(self.match.position(moment), step.seat)
                if 2 <= len(menu) <= MOST_CHOICES or self.is_sheet(moment, step.seat):
                    yield moment, step.seat, menu

    def is_sheet(self, moment: int, seat: int) -> bool:
        return bool(writing_of(self.game)(self.match.position(moment), seat))

    def clear(self, moment: int, seat: int, menu: Sequence[Choice]) -> Puzzle | None:
        """The moment as a puzzle, when one choice is clearly the best."""
        sheet = self.is_sheet(moment, seat)
        if sheet:
            menu = self.orders(moment, seat, menu)
        best, gap = self.sought(moment, seat, menu, AT_A_GLANCE)
        if best is None or gap < GAP / 2:
            return None
        best, gap = self.sought(moment, seat, menu, 1)
        if best is None or gap < GAP:
            return None
        if sheet and not (self.told_apart(moment, seat, menu, best) and self.best_of_all(moment, seat, best)):
            return None
        found = self.confirmed(moment, seat, menu, best)
        return replace(found, offered=tuple(menu)) if found is not None and sheet else found

    def orders(self, moment: int, seat: int, menu: Sequence[Choice]) -> list[Choice]:
        """Of the orders that the coach explains first the best one, as it looks at a glance, and some that are clearly worse; none
        where that makes too few."""
        coach = self.coach(moment, seat)
        plain = foremost(coach, menu) if coach is not None else []
        verb = Counter(choice.verb for choice in plain).most_common(1)[0][0] if plain else -1
        orders = [choice for choice in plain if choice.verb == verb]
        if len(orders) < FEWEST_ORDERS:
            return []
        values = self.thought(moment, seat, orders, 1).values
        ranked = sorted(values, key=lambda choice: -values[choice].value)
        best = values[ranked[0]].value
        clearly = [choice for choice in ranked if best * NO_TRAP <= values[choice].value <= best - GAP]
        offered = [ranked[0], *clearly[: MOST_ORDERS - 1]]
        return [choice for choice in orders if choice in offered] if len(offered) >= FEWEST_ORDERS else []

    def told_apart(self, moment: int, seat: int, menu: Sequence[Choice], best: Choice) -> bool:
        """Does the coach say of the best order what it says of no other, besides where it leads? Otherwise its reason lies in the rest of
        the sheet, which nobody sees."""
        coach = self.coach(moment, seat)
        if coach is None:
            return False
        told = {choice: SENTENCES.split(coach.consequence(choice))[1:] for choice in menu}
        return all(told[choice] != told[best] for choice in menu if choice != best)

    def coach(self, moment: int, seat: int) -> Coach | None:
        known = self.game.concealed(self.match.position(moment), seat)
        return self.game.coach(known, seat, speech_of(self.match, "en"))

    def best_of_all(self, moment: int, seat: int, best: Choice) -> bool:
        """Is an order as good as any that could be written there, or nearly so?"""
        s = self.match.position(moment)
        strong = self.thought(moment, seat, self.game.choices(s, seat), LONGER).choice
        if strong == best:
            return True
        found = self.appraiser.compared(s, seat, [best], [strong], salt=f"all/{moment}", outs=self.outs)
        return found.gain <= NEARLY

    def confirmed(self, moment: int, seat: int, menu: Sequence[Choice], best: Choice) -> Puzzle | None:
        """The moment as a puzzle, when the longer search and the comparison with every other choice agree on the best one."""
        again, gap = self.sought(moment, seat, menu, LONGER)
        if again != best or gap < GAP:
            return None
        s, smallest, value = self.match.position(moment), 1.0, 0.0
        for other in menu:
            if other != best:
                found = self.appraiser.compared(
                    s, seat, [other], [best], salt=f"puzzle/{moment}", outs=self.outs
                )
                if found.gain < GAP or found.gain < SURE * found.error:
                    return None
                smallest, value = min(smallest, found.gain), found.second
        if value < LEAST:
            return None
        return Puzzle(self.match, moment, seat, best, value, smallest, self.solvers(moment, seat, menu, best))

    def sought(
        self, moment: int, seat: int, menu: Sequence[Choice], times: float
    ) -> tuple[Choice | None, float]:
        """The Expert's choice, and by how much it is better than the second best."""
        if len(menu) < 2:
            return None, 0.0
        thought = self.thought(moment, seat, menu, times)
        others = [worth.value for choice, worth in thought.values.items() if choice != thought.choice]
        if len(others) < len(menu) - 1:
            return None, 0.0
        return thought.choice, thought.values[thought.choice].value - max(others)

    def thought(self, moment: int, seat: int, menu: Sequence[Choice], times: float) -> Thought:
        """What the Expert thinks of some choices, with so many times its usual thought."""
        known = self.game.concealed(self.match.position(moment), seat)
        player = SearchPlayer(
            self.game, "", f"{self.match.seed}/puzzle/{moment}/{times}", self.appraiser.mode
        )
        simulations = max(1, int(times * (self.simulations or player.settings.simulations)))
        return player.think(known, seat, menu, Budget(simulations=simulations))

    def solvers(self, moment: int, seat: int, menu: Sequence[Choice], best: Choice) -> tuple[int, ...]:
        """The levels that find the best choice most times."""
        known = self.game.concealed(self.match.position(moment), seat)
        solved = []
        for level in LEVELS:
            right = 0
            for attempt in range(TRIES):
                seed = f"{self.match.seed}/try/{moment}/{level}/{attempt}"
                player = SearchPlayer(self.game, str(level), seed, self.appraiser.mode)
                right += player.think(known, seat, menu, Budget()).choice == best
            if 2 * right > TRIES:
                solved.append(level)
        return tuple(solved)


def check_puzzle(
    file: PuzzleFile, *, compiled: bool | None = None, simulations: int | None = None, outs: int = 0
) -> Puzzle | None:
    """A kept puzzle as the players of today see it; `None` when it is none any more."""
    one = posed(file)
    finder = Finder(one.match, compiled, simulations, outs)
    if finder.is_sheet(one.moment, one.seat) and not finder.best_of_all(one.moment, one.seat, one.best):
        return None
    return finder.confirmed(one.moment, one.seat, one.offered, one.best)


def grade_puzzle(file: PuzzleFile, *, compiled: bool | None = None) -> bool:
    """Write into a kept puzzle which levels of today's players solve it; is it graded otherwise than before?

    :raises Mistake: when it cannot be written.
    """
    one = posed(file)
    levels = Finder(one.match, compiled).solvers(one.moment, one.seat, one.offered, one.best)
    text = file.file.read_text(encoding="utf-8")
    write_atomically(file.file, NOTE.sub(note_of(file.gap, file.value, levels), text, count=1))
    return grade_of(levels) != file.grade


def enough_alike(folder: Path, most: int) -> Callable[[str], bool]:
    """Has a folder as many puzzles with this answer as it should? Whoever knows the answer beforehand solves nothing."""

    def enough(best: str) -> bool:
        kept = Counter(answer_of(file) for file in folder.glob("[0-9]*.toml"))
        return bool(most) and kept[best] >= most

    return enough


def folder_of(game: Game) -> Path:
    """Where the puzzles of a game are kept."""
    return game.folder / "puzzles"


def keep(puzzle: Puzzle, folder: Path) -> Path:
    """Write a puzzle as the file of the first number of the folder that is free.

    :raises Mistake: when it cannot be written.
    """
    make_folder(folder)
    taken = {int(file.stem) for file in folder.glob("[0-9]*.toml") if file.stem.isdecimal()}
    number = next(n for n in count(1) if n not in taken)
    file = folder / f"{number:03}.toml"
    write_atomically(file, puzzle.text(f"Puzzle {number}"))
    return file
