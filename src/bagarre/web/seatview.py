"""What one pair of eyes sees: the only way from a match to a page, a socket or a program.

A seat_view starts from the concealed state of its seat and uses nothing else of the match: view, legal choices, who is awaited,
refusals, previews and the log all come from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from markupsafe import Markup, escape

from bagarre.kernel.coach import with_signs
from bagarre.kernel.errors import InvalidChoice
from bagarre.kernel.events import begin_step
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech
from bagarre.match import Match
from bagarre.web.templating import html

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
FRAME: dict[str, Any] = {
    "title": "", "ask": "", "answers": False, "avatars": [], "groups": [], "labels": {}, "hints": {}, "alarms": {}, "own_turn": False, "icons": {}, "marks": {}, "keys": {}, "alone": False, "settled": False, "timeout": None, "mood": "", "results": [], "points": [],
}  # fmt: skip
"""What a game says around its board when it says nothing."""
NAME_BEGINS, NAME_ENDS = "\x01", "\x02"
"""Marks around players' names in sentences that become HTML."""


@dataclass(slots=True)
class Option:
    """A choice of the bar."""

    notation: str
    words: str
    verb: str
    arg: int
    key: str = ""
    hint: str = ""
    alarm: str = ""
    """What it may cost, said in red."""
    legal: bool = True
    icon: str = ""
    """The `<symbol>` that pictures it."""
    mark: str = ""
    """Its short code, for those who learn it."""
    family: str = ""


@dataclass(slots=True)
class Group:
    """Choices that stand together in the bar."""

    label: str
    options: list[Option]
    family: str = ""
    """The name of a family, of which one is shown at a time; without families all groups are shown."""
    icon: str = ""
    more: bool = False
    """Is it shown only where all choices are?"""
    goes: str = ""
    """What of the board has the same choices: where there is little room, one key goes there in place of them."""
    steady: bool = False
    """Does a choice that cannot be made now keep its key, so that those after it keep theirs?"""


@dataclass(frozen=True, slots=True)
class Coaching:
    """What the coach says at one moment: the goal, what is asked, and what each choice does."""

    goal: str
    moment: str
    does: list[tuple[Option, str]]
    left: int = 0
    """Choices that are not explained here: they stand behind "all choices", or behind a key of the game's own."""
    where: str = ""
    """That key, if it is the game's own."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as everybody sees it."""

    seat: int
    name: str
    bot: bool = False
    away: bool = False
    you: bool = False
    awaited: bool = False


@cache
def optional_room(game: Game, name: str) -> ModuleType | None:
    """A room that a game may lack."""
    if not (game.folder / f"{name}.py").is_file():
        return None
    room: ModuleType = game.room(name)
    return room


def known_to(game: Game, state: Position, seat: int) -> Position:
    """The concealed state of a seat, without the events of the last choice: those are told by the log.

    Were they left in, a sealed answer of somebody else would show as their disappearance.
    """
    known = game.concealed(state, seat)
    begin_step(known)
    return known


def openly_asked(game: Game, state: Position) -> list[int]:
    """The seats that everybody knows to be asked."""
    return game.deciders(known_to(game, state, SPECTATOR))


class SeatView:
    """What a seat sees at one moment, in one language."""

    def __init__(
        self,
        game: Game,
        known: Position,
        seat: int,
        speech: Speech,
        *,
        live: bool,
        aids: bool = True,
        over: bool = False,
    ) -> None:
        """`over` where somebody gave up: nobody is asked, whatever the position says."""
        self.game = game
        self.known = known
        self.seat = seat
        self.speech = speech
        self.live = live and seat != SPECTATOR and not over
        self.over = over
        self.aids = aids

    @classmethod
    def of(cls, match: Match, seat: int, speech: Speech, *, live: bool = True, aids: bool = True) -> SeatView:
        return cls(match.game, known_to(match.game, match.state, seat), seat, speech, live=live, aids=aids)

    @cached_property
    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.game.room("view").view(self.known, self.seat, self.speech)
        return seen

    @cached_property
    def frame(self) -> dict[str, Any]:
        """What the game says around its board."""
        room = optional_room(self.game, "frame")
        return FRAME | (room.frame(self.view, self.seat, self.speech) if room is not None else {})

    @cached_property
    def awaited(self) -> list[int]:
        """The seats that this one knows to be asked."""
        return [] if self.over else self.game.deciders(self.known)

    @cached_property
    def choices(self) -> list[Choice]:
        """The legal choices of this seat."""
        return self.game.choices(self.known, self.seat) if self.live else []

    @cached_property
    def groups(self) -> list[Group]:
        """The bar: the game's own groups first, then what they leave out, by verb."""
        verbs = self.game.verbs
        left = {verbs.write(choice): choice for choice in self.choices}
        hints = self.frame["hints"] if self.aids else {}
        groups = []
        for declared in self.frame["groups"] if self.choices else ():
            options = [
                self._option(left.pop(notation, None), notation, hints) for notation in declared["choices"]
            ]
            if any(option.legal for option in options):
                family, more = declared.get("family", ""), declared.get("more", False)
                groups.append(
                    Group(
                        declared.get("label", ""),
                        options,
                        family,
                        declared.get("icon", ""),
                        more,
                        declared.get("goes", ""),
                        declared.get("steady", False),
                    )
                )
        by_verb: dict[int, list[Option]] = {}
        for notation, choice in left.items():
            by_verb.setdefault(choice.verb, []).append(self._option(choice, notation, hints))
        groups += [Group("", options) for options in by_verb.values()]
        self._give_keys(groups)
        return groups

    def _give_keys(self, groups: list[Group]) -> None:
        """The keys that the game says, then in their order those that are left."""
        said: dict[str, str] = self.frame["keys"]
        free = [key for key in KEYS if key not in said.values()]
        keys = iter(free)
        for group in groups:
            # Of families one is shown at a time: each begins with the first key.
            keys = iter(free) if group.family else keys
            for option in group.options:
                option.family = group.family
                takes = option.notation not in said and (option.legal or group.steady)
                key = next(keys, "") if takes else said.get(option.notation, "")
                option.key = key if option.legal else ""

    def _option(self, choice: Choice | None, notation: str, hints: dict[str, str]) -> Option:
        wanted = choice or self.game.verbs.read(notation)
        words = str(self.frame["labels"].get(notation) or self.speech.choice(wanted, self.known, self.seat))
        verb = self.game.verbs.verbs[wanted.verb].name
        return Option(
            notation,
            words,
            verb,
            wanted.arg,
            hint=str(hints.get(notation, "")),
            alarm=str(self.frame["alarms"].get(notation, "")) if self.aids else "",
            legal=choice is not None,
            icon=str(self.frame["icons"].get(notation, "")),
            mark=str(self.frame["marks"].get(notation, "")),
        )

    @cached_property
    def legal(self) -> dict[str, Option]:
        """The legal choices by notation, in the order of the bar."""
        return {option.notation: option for group in self.groups for option in group.options if option.legal}

    @cached_property
    def coaching(self) -> Coaching | None:
        """What the coach says now; `None` where there is none, or the table has no aids."""
        coach = (
            self.game.coach(self.known, self.seat, self.speech)
            if self.aids and self.seat != SPECTATOR
            else None
        )
        if coach is None or self.over:
            return None
        read = self.game.verbs.read
        # What stands behind "all choices" only is explained where it is pointed at (previews): nobody reads a hundred sentences.
        behind = {option.notation for group in self.groups if group.more for option in group.options}
        does = [
            (option, coach.consequence(read(notation)))
            for notation, option in self.legal.items()
            if notation not in behind
        ]
        where = next((group.label for group in self.groups if group.more and group.goes), "")
        return Coaching(coach.goal(), with_signs(coach), does, len(self.legal) - len(does), where)

    def why_not(self, text: str) -> tuple[str, str]:
        """Why a choice is not possible now: the reason in words, and its clause; both empty when it is possible.

        :raises InvalidChoice: when it cannot be read.
        """
        choice = self.game.verbs.read(text)
        reason = self.game.refusal(self.known, self.seat, choice)
        return (self.speech.reason(reason), reason.clause) if reason is not None else ("", "")

    def preview(self, text: str) -> dict[str, Any] | None:
        """What a choice would do, as far as this seat can tell; `None` when the game does not say."""
        room = optional_room(self.game, "preview")
        if room is None or not self.live:
            return None
        found: dict[str, Any] | None = room.preview(
            self.known.copy(), self.seat, self.game.verbs.read(text), self.speech
        )
        return found

    def default(self) -> Choice:
        """The choice made when a clock runs out or a program fails: a careful player's, the game's own, or the first of the menu."""
        room = optional_room(self.game, "careful")
        if room is not None:
            careful: Choice = room.careful(self.known, self.seat, self.choices)
            return careful
        wanted = self.frame["timeout"]
        if wanted is not None:
            try:
                choice = self.game.verbs.read(str(wanted))
            except InvalidChoice:
                return self.choices[0]
            if choice in self.choices:
                return choice
        return self.choices[0]

    # For templates.

    def context(self, players: Sequence[Player]) -> dict[str, Any]:
        """The variables of a board's template."""
        return {
            "view": self.view,
            "seat": self.seat,
            "live": self.live,
            "over": self.over,
            "legal": list(self.legal.values()),
            "menu": "|".join(self.legal),
            "can": self.legal.__contains__,
            "choice": self._choice,
            "choices_of": self._choices_of,
            "key": self._key,
            "say": self.speech.say,
            "name": self.speech.name,
            "lang": self.speech.lang,
            "players": players,
            "aids": self.aids,
            "frame": self.frame,
        }

    def _key(self, notation: str) -> str:
        option = self.legal.get(notation)
        return option.key if option is not None else ""

    def _choice(self, notation: str) -> Markup:
        if not self.live:
            return Markup("disabled")
        state = "data-legal" if notation in self.legal else 'aria-disabled="true"'
        return html(f'data-choice="{escape(notation)}" {state}')

    def _choices_of(self, *wanted: str) -> Markup:
        """Attributes for an element that stands for several choices: whole verbs, or choices in notation."""
        if not self.live:
            return Markup("disabled")
        found = [o.notation for o in self.legal.values() if o.verb in wanted or o.notation in wanted]
        if len(found) == 1:
            return self._choice(found[0])
        if found:
            return html(f'data-choices="{escape("|".join(found))}" data-legal')
        return self._choice(self._first(wanted[0]))

    def _first(self, wanted: str) -> str:
        """A choice to ask the reason of, when none of a verb is legal."""
        for verb in self.game.verbs.verbs:
            if verb.name == wanted:
                return verb.write(verb.args.start)
        return wanted


def marked(players: Sequence[str]) -> list[str]:
    """Players' names with marks around them."""
    return [f"{NAME_BEGINS}{name}{NAME_ENDS}" for name in players]


def with_names(sentence: str) -> Markup:
    """A sentence as HTML, escaped, with the marked names in bold."""
    text = str(escape(sentence)).replace(NAME_BEGINS, "<b>").replace(NAME_ENDS, "</b>")
    return Markup(text)
