"""The table in a terminal: the board, the cards, the duel and its odds. `odds` and `card` are commands of this game."""

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bagarre.kernel.speech import Speech

from .combat_view import attack_odds
from .prospects import decimal
from .shapes import AttackOdds

View = dict[str, Any]

COLOURS = ("blue", "red")
COSMIC = "magenta"
WIDTH = 14
PLAN_SIGNS = {
    "attack": "⚔", "recover_energy": "+⚡", "recover_life": "+♥", "recover_reroll": "+↻", "heal": "✚", "repair": "⚒",
    "module_energy": "⚡⚡", "module_heal": "♥♥", "guard": "⛨", "idle": "·", "none": "",
}  # fmt: skip
FATE_SIGNS = {"pending": "", "executed": "✓", "disturbed": "✗", "cancelled": "✗", "lost": "✗", "none": ""}
ASKING_FOR_ATTACKS = ("activating", "moving", "planning", "stepping", "targeting", "supporting")
"""Stages in which one weighs attacks: the command `odds` is recalled."""
MODULE_SIGNS = {"energy": "⚡", "double_defence": "⛨", "heal": "♥"}


def draw(view: View, speech: Speech) -> RenderableType:
    """What the table shows now."""
    if view["pool"] is not None:
        return Group(_header(view, speech), _pool(view, speech))
    parts: list[RenderableType] = [_header(view, speech), Beside(_board(view), _cards(view, speech))]
    if view["combat"] is not None:
        parts.append(_duel(view, speech))
    if view["asked"] and view["stage"] in ASKING_FOR_ATTACKS:
        parts.append(Text(speech.say("table.ask_odds"), "dim"))
    return Group(*parts)


def commands(view: View, text: str, match: Any, seat: int, speech: Speech) -> RenderableType | None:
    """`odds`: the odds of every attack, or of those of one character (`odds 2`); `card ram`: a card with its powers in words."""
    word, _, rest = text.strip().casefold().partition(" ")
    if word in ("odds", "chances"):
        lines = attack_odds(match.concealed(seat), seat, speech)
        if rest:
            lines = [line for line in lines if str(view["pieces"][line["piece"]]["number"]) == rest.strip()]
        return _odds(view, lines, speech) if lines else Text(speech.say("table.no_odds"))
    if word in ("card", "carte"):
        return _whole_cards(view, rest.strip(), speech)
    return None


def _whole_cards(view: View, wanted: str, speech: Speech) -> RenderableType:
    """The cards whose names hold these letters; all of them when none are given."""
    found = [
        piece
        for piece in view["pieces"]
        if wanted in piece["name"].casefold() or wanted in piece["short"].casefold()
    ]
    panels = []
    for piece in found:
        body = Text()
        for label, value in (
            ("life", f"{piece['life']}/{piece['life_max']}"),
            ("power", f"{piece['power']}/{piece['power_max']}"),
            ("victories", f"{piece['victory']}/{piece['slots']}"),
            ("strike", piece["strike"]),
            ("reach", piece["reach"]),
        ):
            body.append(f"{speech.say(f'table.{label}')} {value} · ")
        body.append(f"D{piece['die']} · {' · '.join(_signs(piece, speech))}")
        for power in piece["powers"]:
            body.append(f"\n{power['name']}. ", "bold")
            body.append(power["exact"])
        title = f"{piece['name']} · {piece['faction']}"
        panels.append(
            Panel(body, title=title, title_align="left", border_style=COLOURS[piece["seat"]], width=76)
        )
    return Group(*panels) if panels else Text(speech.say("table.no_card"))


def _header(view: View, speech: Speech) -> Text:
    line = Text()
    line.append(view["phase_name"], "bold")
    if view["turn"]:
        line.append(f" · {speech.say('table.turn', n=view['turn'])}")
    if view["initiative"] is not None:
        side = view["sides"][view["initiative"]]
        line.append(" · ")
        line.append(speech.say("table.initiative", side=side["side_name"]), COLOURS[view["initiative"]])
    clock = view["clock"]
    line.append(" · ")
    line.append(
        speech.say("table.clock", entity=clock["name"], energy=clock["energy"], threshold=clock["threshold"]),
        COSMIC,
    )
    line.append(" " + "■" * clock["energy"] + "□" * (clock["threshold"] - clock["energy"]), COSMIC)
    return line


class Beside:
    """The cards to the right of the board where there is room, below it elsewhere."""

    ROOM = 70
    """What the cards need."""

    def __init__(self, board: Table, cards: RenderableType) -> None:
        self.board, self.cards = board, cards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = console.measure(self.board, options=options).maximum
        if options.max_width < width + 2 + self.ROOM:
            yield self.board
            yield self.cards
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width)
        grid.add_column(width=options.max_width - width - 2)
        grid.add_row(self.board, self.cards)
        yield grid


# The board.


def _board(view: View) -> Table:
    grid = Table(show_header=False, show_lines=True, padding=0, pad_edge=False)
    grid.add_column(justify="center", vertical="middle", style="dim", width=1)
    for _ in range(5):
        grid.add_column(width=WIDTH, no_wrap=True)
    for row in range(6, -1, -1):
        squares = view["squares"][5 * row : 5 * row + 5]
        grid.add_row(str(row + 1), *(_cell(view, square) for square in squares))
    grid.add_row("", *(Text(letter, "dim", justify="center") for letter in "ABCDE"))
    return grid


def _cell(view: View, square: View) -> Text:
    text = Text()
    if square["piece"] is not None:
        _write_piece(text, view["pieces"][square["piece"]])
    elif square["entity"] is not None:
        entity = next(entity for entity in view["entities"] if entity["role"] == square["entity"])
        text.append(f"{entity['name']}\n", f"bold {COSMIC}")
        if entity["life"] is not None:
            text.append(f"♥{entity['life']}", COSMIC)
        text.append("\n")
    else:
        text.append("\n\n")
    if square["module"] is not None:
        side = square["module"] // 3
        module = next(m for m in view["sides"][side]["modules"] if m["module"] == square["module"])
        text.append(f"{MODULE_SIGNS[module['kind']]} ", COLOURS[side])
        text.append("▮" * module["resistance"] + "▯" * (module["full"] - module["resistance"]), COLOURS[side])
        if module["target"]:
            text.append(" ◎", "bold yellow")
    return text


def _write_piece(text: Text, piece: View) -> None:
    colour = COLOURS[piece["seat"]]
    mark = "^" if piece["flying"] else ""
    role = {"initiator": "»", "supporter": "›", "defender": "◎", "target": "◎", "guard": "⛨"}.get(
        piece["role"], ""
    )
    text.append(f"{role}{piece['number']} {piece['short'][: WIDTH - 4]}{mark}\n", f"bold {colour}")
    text.append(f"♥{piece['life']} ⚡{piece['power']}", colour)
    if piece["victory"]:
        text.append(f" ★{piece['victory']}", colour)
    if piece["reroll"]:
        text.append(" ↻", "green")
    if piece["burning"]:
        text.append(" ♨", "yellow")
    text.append("\n")
    plan = PLAN_SIGNS[piece["plan"]] + FATE_SIGNS[piece["fate"]]
    text.append(f"D{piece['die']} {plan}", "yellow" if piece["fate"] == "pending" else "dim")
    text.append(" ")


# The cards.


def _cards(view: View, speech: Speech) -> RenderableType:
    tables = []
    for side in view["sides"]:
        title = f"{side['side_name']} · {side['player']} · {', '.join(side['factions'])}"
        table = Table(
            title=title,
            title_justify="left",
            title_style=f"bold {COLOURS[side['seat']]}",
            box=None,
            padding=(0, 1, 0, 0),
        )
        for heading in (
            "",
            "D",
            "♥",
            "⚡",
            "★",
            "↻",
            speech.say("table.strike"),
            "",
            speech.say("table.plan"),
        ):
            table.add_column(heading, no_wrap=len(heading) == 1)
        for number in side["pieces"]:
            table.add_row(*_card_row(view["pieces"][number], speech))
        tables.append(table)
        if side["leader"] is not None:
            state = "order_given" if side["leader"]["given"] else "order_ready"
            line = f"  {side['leader']['order']} ({speech.say(f'table.{state}')}) : {side['leader']['text']}"
            tables.append(Table.grid())
            tables[-1].add_row(Text(line, "dim"))
    legend = Table.grid()
    legend.add_row(Text(speech.say("table.legend"), "dim"))
    return Group(*tables, legend)


def _card_row(piece: View, speech: Speech) -> list[Text]:
    style = "" if piece["alive"] else "dim strike"
    plan = piece["plan_name"] if piece["plan"] != "none" else ""
    if plan and piece["fate"] not in ("pending", "none"):
        plan = f"{plan} ({piece['fate_name']})"
    powers = ", ".join(power["name"] for power in piece["powers"])
    name = Text(f"{piece['number']} {piece['name']}", style)
    name.append(f"\n  {powers}", "dim")
    return [
        name,
        Text(str(piece["die"]), style),
        Text(f"{piece['life']}/{piece['life_max']}", style),
        Text(f"{piece['power']}/{piece['power_max']}", style),
        Text(f"{piece['victory']}/{piece['slots']}", style),
        Text("↻" if piece["reroll"] else "–", style),
        Text(str(piece["strike"]), style),
        Text(" ".join(_signs(piece, speech)), "dim"),
        Text(plan if piece["alive"] else speech.say("table.out"), style),
    ]


def _signs(piece: View, speech: Speech) -> list[str]:
    signs = [speech.say(f"table.{piece['attack']}")]
    if piece["flight"]:
        signs.append(speech.say("table.grounded" if piece["grounded"] else "table.flight"))
    if piece["metal"]:
        signs.append(speech.say("table.metal"))
    return signs


# The duel.


def _duel(view: View, speech: Speech) -> Panel:
    combat = view["combat"]
    table = Table(box=None, padding=(0, 3, 0, 0))
    for key in ("attack", "defence"):
        corner = combat[key]
        colour = COLOURS[corner["seat"]] if corner["seat"] is not None else COSMIC
        heading = f"{speech.say(f'table.{key}')} · {corner['name']}"
        if corner["guard"]:
            heading += f" ({speech.say('table.guard')})"
        table.add_column(Text(heading, f"bold {colour}"))
    table.add_row(*(_corner(combat[key], combat["rolled"], speech) for key in ("attack", "defence")))
    parts: list[RenderableType] = [table]
    if combat["rolled"]:
        line = Text(speech.say("table.margin", n=combat["margin"]))
        if combat["stake"] is not None:
            lost = speech.say(f"board.lost.{combat['loses']}", n=combat["stake"])
            line.append(f" · −{lost}")
        parts.append(line)
    if combat["choices"]:
        parts.append(_chances(combat["choices"], speech))
    return Panel(
        Group(*parts),
        title=speech.say("table.combat"),
        title_align="left",
        expand=False,
        border_style="yellow",
    )


def _corner(corner: View, rolled: bool, speech: Speech) -> Text:
    text = Text()
    for roll in corner["rolls"]:
        kind = speech.say(f"table.roll_{roll['kind']}")
        bonus = f" +{roll['bonus']}" if roll["bonus"] else ""
        text.append(f"D{roll['die']} {roll['face']}{bonus} = {roll['worth']}  ")
        text.append(f"{kind} {roll['name'] if roll['kind'] == 'support' else ''}\n", "dim")
    if rolled:
        text.append(f"{corner['total']}\n", "bold")
    if corner["piece"] is not None:
        text.append(f"⚡{corner['power']} ")
        text.append(speech.say("table.spent", n=corner["spent"]), "dim")
        text.append(" ↻" if corner["reroll"] else "", "green")
    elif not corner["entity"]:
        text.append(speech.say("table.module"), "dim")
    return text


def _chances(lines: Sequence[View], speech: Speech) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    keys = ("ahead", "level", "behind") if lines[0]["more"] is None else ("more",)
    for heading in (speech.say("table.odds"), *(speech.say(f"table.{key}") for key in keys)):
        table.add_column(heading, style="dim", header_style="dim")
    for line in lines:
        table.add_row(line["choice"], *(_percent(line[key]) for key in keys))
    return table


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _odds(view: View, lines: Sequence[AttackOdds], speech: Speech) -> Panel:
    """The end of the whole combat, and the wounds to expect under sensible play, alone and with all who could join."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", "won", "level", "lost", "dealt", "taken", "roll_support"):
        table.add_column(speech.say(f"table.{heading}") if heading else "")
    for line in lines:
        table.add_row(
            view["pieces"][line["piece"]]["short"],
            f"→ {line['name']}",
            *(_percent(chance) for chance in (line["won"], line["tied"], line["lost"])),
            decimal(line["dealt"], speech),
            decimal(line["taken"], speech),
            _together(view, line, speech),
        )
    return Panel(table, title=speech.say("table.odds"), title_align="left", expand=False, border_style="dim")


def _together(view: View, line: AttackOdds, speech: Speech) -> str:
    best = line["best"]
    led = best["leader"] != line["piece"]
    if line["together"] is None and not led:
        return ""
    # Led by another where that is best, as its key says.
    team = [best["leader"], *best["helpers"]] if led else line["supporters"]
    names = ", ".join(view["pieces"][p]["short"] for p in team)
    both = best if led else line["together"] or line
    dealt, taken = decimal(both["dealt"], speech), decimal(both["taken"], speech)
    return f"{names} : {_percent(both['won'])}, {dealt} / {taken}"


# Choosing teams.


def _pool(view: View, speech: Speech) -> RenderableType:
    panels = []
    for faction in view["pool"]:
        table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
        for card in faction["cards"]:
            signs = " ".join(
                [
                    speech.say(f"table.{card['attack']}"),
                    *([speech.say("table.flight")] if card["flight"] else []),
                ]
            )
            style = "dim strike" if card["taken"] else ""
            table.add_row(
                Text(card["name"], style),
                f"D{card['die']}",
                f"♥{card['life']}",
                f"⚡{card['power']}",
                f"★{card['filled']}/{card['slots']}",
                f"{speech.say('table.strike')} {card['strike']}",
                Text(signs, "dim"),
            )
            for power in card["powers"]:
                table.add_row(Text(f"  {power['name']}", "italic"), *[""] * 5, Text(power["text"], "dim"))
        colour = COLOURS[faction["colour"] == "red"]
        title = f"{faction['faction']} · {faction['name']}"
        panels.append(Panel(table, title=title, title_align="left", border_style=colour, expand=False))
    return Columns(panels)
