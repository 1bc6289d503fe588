"""What the terminal shows of any game: the table, the story so far, the choices, the result.

Colours are few and of the terminal's own palette, so that dark and light terminals both stay readable.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bagarre.bots.advice import Advised, too_close
from bagarre.bots.labels import character_of, level_of
from bagarre.cli.common import Say
from bagarre.kernel.clauses import Clause
from bagarre.kernel.events import Event
from bagarre.kernel.game import Game
from bagarre.kernel.reasons import Because, signed
from bagarre.kernel.speech import Speech
from bagarre.match import Match

ACCENT = "magenta"
QUIET = "dim"
WARNING = "red"
COACH = "blue"
WIDEST = 8
"""Columns of a table in a plain view."""
FEW = 9
"""Up to so many choices stand in one column."""


def board(game: Game, view: dict[str, Any], speech: Speech) -> RenderableType:
    """The table, drawn by the game's `terminal` room, or plainly when it has none."""
    if (game.folder / "terminal.py").exists():
        drawn: RenderableType = game.room("terminal").draw(view, speech)
        return drawn
    return plain(view)


def plain(view: Mapping[str, Any]) -> RenderableType:
    """Any view: numbers and texts as lines, lists of like things as tables, everything else inside a frame."""
    lines = Table.grid(padding=(0, 2))
    parts: list[RenderableType] = [lines]
    for name, value in view.items():
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            simple = all(_is_simple(cell) for item in value for cell in item.values())
            things = [_rows(value)] if simple and len(value[0]) <= WIDEST else [plain(item) for item in value]
            parts += [Panel(thing, title=name, title_align="left", expand=False) for thing in things]
        elif isinstance(value, Mapping):
            parts.append(Panel(plain(value), title=name, title_align="left", expand=False))
        else:
            lines.add_row(Text(name, QUIET), _shown(value))
    return Group(*parts)


def _is_simple(value: Any) -> bool:
    return not isinstance(value, Mapping) and not (isinstance(value, list) and any(map(_is_mapping, value)))


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


def _rows(rows: Sequence[Mapping[str, Any]]) -> Table:
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = Table(*names, box=None, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*(_shown(row.get(name)) for name in names))
    return table


def _shown(value: Any) -> Text:
    if isinstance(value, bool):
        return Text("✓" if value else "")
    if isinstance(value, list | tuple):
        return Text(" ".join(str(item) for item in value))
    return Text("–" if value is None else str(value))


def story(
    events: Sequence[Event],
    speech: Speech,
    *,
    because: Mapping[int, Sequence[Because]] | None = None,
    clauses: bool = False,
    most: int = 0,
) -> Text:
    """What happened, in words, and why; only the end of it when it is longer than `most` lines."""
    text, reasons = Text(), because or {}
    first = max(0, len(events) - most) if most else 0
    if first:
        text.append(f"… ({first})\n", QUIET)
    for k, event in enumerate(events[first:], first):
        text.append("• ", ACCENT)
        text.append(speech.event(event))
        if clauses:
            text.append(f"  {event.kind.clause}", QUIET)
        if k in reasons:
            text.append(f"\n  {reasoned(reasons[k], clauses=clauses)}", QUIET)
        if k < len(events) - 1:
            text.append("\n")
    return text


def reasoned(reasons: Sequence[Because], *, clauses: bool = False) -> str:
    """What a result is made of, on one line."""
    return " · ".join(
        " ".join(
            [
                *([signed(each["value"])] if each["value"] is not None else []),
                each["reason"],
                *([f"({each['clause']})"] if clauses else []),
            ]
        )
        for each in reasons
    )


def menu(sentences: Sequence[str], notations: Sequence[str], width: int) -> Table:
    """Numbered choices in words, each with its notation where that says more, in as many columns as fit."""
    cells = [
        (str(k), words, "" if words == written else f"{written}  ")
        for k, (words, written) in enumerate(zip(sentences, notations), 1)
    ]
    columns = 1 if len(cells) <= FEW else math.ceil(len(cells) / FEW)
    while columns > 1 and sum(widths(stacks(cells, columns))) > width:
        columns -= 1
    stacked = stacks(cells, columns)
    table = Table.grid(padding=(0, 1))
    for _ in stacked:
        table.add_column(justify="right", style=f"bold {ACCENT}")
        table.add_column()
        table.add_column(style=QUIET)
    for row in zip_longest(*stacked, fillvalue=("", "", "")):
        table.add_row(*(Text(cell) for trio in row for cell in trio))
    return table


def coached(goal: str, moment: str) -> Panel:
    """What the coach says before the choices."""
    told = Text(f"{goal}\n")
    told.append(moment, style="bold")
    return Panel(told, border_style=COACH, padding=(0, 1))


def explained(numbers: Sequence[int], sentences: Sequence[str], consequences: Sequence[str]) -> Table:
    """Numbered choices, each with what it does."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style=f"bold {ACCENT}")
    table.add_column()
    for number, words, told in zip(numbers, sentences, consequences):
        table.add_row(Text(str(number)), Text.assemble(words, "  ", (told, QUIET)))
    return table


Trio = tuple[str, str, str]
"""A choice on the menu: number, words, notation."""


def stacks(cells: Sequence[Trio], columns: int) -> list[Sequence[Trio]]:
    """The choices in columns, read downwards."""
    rows = math.ceil(len(cells) / columns)
    return [cells[k : k + rows] for k in range(0, len(cells), rows)]


def widths(columns: Sequence[Sequence[Trio]]) -> list[int]:
    """How wide each column is, with the space after each of its three parts."""
    return [sum(max(len(trio[part]) for trio in column) + 1 for part in range(3)) for column in columns]


def result(match: Match, speech: Speech, say: Say) -> RenderableType:
    """Who won, and why the game ended."""
    end = match.outcome
    assert end is not None
    # Points are shown where they tell more than who won.
    points = any(score for score, place in zip(end.scores, end.ranks) if place > 1)
    table = Table(
        say("play.place"),
        say("play.player"),
        *([say("play.score")] if points else []),
        box=None,
        padding=(0, 2, 0, 0),
    )
    for seat in sorted(range(len(match.players)), key=lambda seat: end.ranks[seat]):
        style = f"bold {ACCENT}" if end.ranks[seat] == 1 else ""
        score = [str(end.scores[seat])] if points else []
        name = Text(match.players[seat])
        if (level := level_of(match.kinds[seat] if match.kinds else "")) is not None:
            name.append(f" ({level.word(say.lang)})", QUIET)
        table.add_row(str(end.ranks[seat]), name, *score, style=style)
    reason = speech.say(f"endings.{end.ending}")
    return Panel(
        Group(Text(reason), Text(), table), title=say("play.over"), border_style=ACCENT, expand=False
    )


def hint(found: Sequence[Advised], numbers: Sequence[int], say: Say) -> RenderableType:
    """The best choices with what they are worth, and what they do."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for one, number in zip(found, numbers):
        words = Text(one.words, "bold")
        if one.why:
            words.append(f"\n{one.why}", QUIET)
        share = (
            ""
            if one.worth is None
            else say("play.hint_share", n=one.percent, spread=one.spread, rest=one.rest)
        )
        share = say("play.hint_wins") if one.wins else share
        table.add_row(Text(str(number), ACCENT), Text(share), words)
    close = too_close(found)
    first = [Text(say(f"play.hint_close_{close}", n=sum(one.level for one in found) + 1))] if close else []
    return Group(
        Text(say("play.hint_title"), f"bold {COACH}"), *first, table, Text(say("play.hint_how"), QUIET)
    )


def company(match: Match, say: Say) -> Text:
    """The bots of a level at this table: name, level, temper."""
    text = Text()
    for name, kind in zip(match.players, match.kinds):
        level, character = level_of(kind), character_of(kind, name)
        if level is not None:
            temper = f" · {character.temper(say.lang)}" if character is not None else ""
            text.append(name, "bold").append(f" {level.pips} {level.word(say.lang)}{temper}\n", QUIET)
    return text


def clauses(found: Sequence[Clause]) -> RenderableType:
    """Clauses under the titles of their sections."""
    from rich.markdown import Markdown
    from rich.padding import Padding

    shown = list[RenderableType]()
    section = None
    for clause in found:
        if clause.section != section:
            section = clause.section
            shown.append(Text(section, "bold"))
        shown += [Text(clause.id, ACCENT), Padding(Markdown(clause.text), (0, 0, 1, 2))]
    return Group(*shown)


def clear(console: Console, *, thoroughly: bool = False) -> None:
    """A clean screen; thoroughly: what was shown before cannot be scrolled back to."""
    if console.is_terminal:
        console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if thoroughly else ""))
        console.file.flush()
