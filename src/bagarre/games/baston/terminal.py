"""The table in a terminal: the board with levels, facings and objects, the gangs, the sheet and its forecast; and the film.

At 80 columns: a point takes two columns (a letter and the way it faces), a link one.
"""

from __future__ import annotations

import time
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event
from bagarre.kernel.speech import Speech

from .choices import ORDERS, WHOLE_SEQUENCES
from .drawing import DrawingError
from .naming import slots

ARROWS = "↑↗→↘↓↙←↖"
GANGS = ("cyan", "red", "green", "magenta", "yellow", "blue")
GROUND = {"-": ("· ", "dim"), "_": ("  ", ""), ",": ("· ", "dim"), ".": (". ", "dim"), "B": ("██", "yellow dim"),
          ":": ("::", "magenta"), "=": ("==", "bold"), "t": ("☎ ", "bold")}  # fmt: skip
PIECES = {"table": "TT", "pinball": "FF", "table_football": "KK", "video_game": "VV"}
CLOSED = {"door": "D", "window": "W", "pane": "!"}
OPENED = {"door": "d", "window": "w", "pane": ":"}
PACE = 0.35
"""Seconds between two lines of the film."""


def draw(view: dict[str, Any], speech: Speech) -> RenderableType:
    """The whole table, from the view."""
    parts: list[RenderableType]
    if view["building"]:
        # The board means nothing yet: the screen is for the characters.
        parts = [_title(view, speech), _building(view, speech)]
    else:
        parts = [_title(view, speech), _board(view), _legend(speech), _people(view, speech)]
    if view["sheet"] and view["sheet"]["must_write"]:
        parts.append(_sheet(view, speech))
    if view["question"]:
        parts.append(Text(view["question"]["text"], style="bold"))
    return Group(*parts)


def _title(view: dict[str, Any], speech: Speech) -> Text:
    points = " · ".join(f"{seat['name']} {seat['points']}" for seat in view["seats"])
    if not view["turn"]:
        return Text(points, style="bold")
    return Text(
        speech.say("table.title", turn=view["turn"], turns=view["turns"], sequence=view["sequence"])
        + "   "
        + points,
        style="bold",
    )


def _at(name: str) -> tuple[int, int]:
    v, h = name.split(",")
    return int(v) - 1, int(h) - 1


def _board(view: dict[str, Any]) -> Text:
    """Rows of points with the links between them, as in the rules."""
    rows, columns = view["board"]["rows"], view["board"]["columns"]
    cells = [[GROUND[mark] for mark in line] for line in view["board"]["ground"]]
    for piece in view["furniture"]:
        for point in piece["points"]:
            v, h = _at(point)
            mark = PIECES[piece["kind"]]
            cells[v][h] = (mark.lower() if piece["overturned"] else mark, "yellow")
    for point in view["chairs"]:
        v, h = _at(point)
        cells[v][h] = ("╥ " if cells[v][h][0] != "tt" else "╥t", "yellow")
    for point in view["shards"]:
        v, h = _at(point)
        cells[v][h] = (cells[v][h][0][0] + "*", "white")
    for thing in view["objects"]:
        v, h = _at(thing["at"])
        cells[v][h] = (
            cells[v][h][0][0] + ("b" if thing["item"] == "bottle" else "o"),
            cells[v][h][1] or "white",
        )
    for person in sorted(view["characters"], key=lambda person: person["fate"] == "in_play"):
        if person["at"] is None:
            continue
        v, h = _at(person["at"])
        if person["fate"] == "hs":
            cells[v][h] = (f"{person['letter'].lower()}×", "dim")
            continue
        style = GANGS[person["seat"] % len(GANGS)] + (" bold" if not person["stun"] else "")
        letter = person["letter"].lower() if person["prone"] else person["letter"]
        arrow = ARROWS[person["facing"] - 1] if person["facing"] else "?"
        on_top = person["level"] is not None and person["level"] >= 2
        cells[v][h] = (
            letter + arrow,
            style + (" underline" if on_top else "") + (" reverse" if person["stun"] else ""),
        )
    across, down = _links(view)
    text = Text("    " + "".join(f"{(h + 1) % 100:<3}" for h in range(columns)) + "\n", style="dim")
    for v in range(rows):
        text.append(f"{v + 1:>3} ", style="dim")
        for h in range(columns):
            text.append(*cells[v][h])
            text.append(across.get((v, h), " "), style="bold")
        text.append("\n")
        below = "".join(
            f"{down.get((v, h), ' ') * (2 if down.get((v, h)) == '─' else 1):<3}" for h in range(columns)
        )
        if below.strip():
            text.append("    " + below.rstrip() + "\n", style="bold")
    return text


def _links(view: dict[str, Any]) -> tuple[dict[tuple[int, int], str], dict[tuple[int, int], str]]:
    """What stands between two points of a row, and between two rows."""
    across: dict[tuple[int, int], str] = {}
    down: dict[tuple[int, int], str] = {}

    def mark(one: str, other: str, sign: str, flat: str) -> None:
        first, second = sorted((_at(one), _at(other)))
        if first[0] == second[0]:
            across[first] = sign
        else:
            down[first] = flat

    for one, other in view["board"]["walls"]:
        mark(one, other, "│", "─")
    for fixture in view["fixtures"]:
        if fixture["kind"] == "telephone":
            continue
        shut = fixture["state"] in ("closed", "bolted")
        sign = (CLOSED if shut else OPENED)[fixture["kind"]] if fixture["state"] != "destroyed" else "x"
        mark(fixture["near"], fixture["far"], sign, sign)
        if fixture["kind"] == "door" and fixture["state"] == "open":
            mark(fixture["far"], fixture["hinge"], "╎", "╌")
    return across, down


def _legend(speech: Speech) -> Text:
    return Text(speech.say("table.legend"), style="dim")


def _people(view: dict[str, Any], speech: Speech) -> Table:
    table = Table(box=None, padding=(0, 1), expand=False)
    for key in ("rank", "name", "numbers", "hp", "state", "things", "orders"):
        table.add_column(Text(speech.say(f"table.{key}")), overflow="fold")
    order = view["ranks"] or range(len(view["characters"]))
    for place, number in enumerate(order, 1):
        person = view["characters"][number]
        numbers = (
            "?" if not person["known"] else "{strength}/{dexterity}/{speed}/{constitution}".format(**person)
        )
        hp = "?" if person["hp"] is None else "/".join(str(n) for n in person["hp"].values())
        things = ", ".join(
            [f"[{worn['name']}]" for worn in person["worn"]] + [c["name"] for c in person["carried"]]
        )
        table.add_row(
            str(place) if view["ranks"] else "",
            Text(person["name"], style=GANGS[person["seat"] % len(GANGS)]),
            numbers,
            hp,
            _state(person, view, speech),
            Text(things),
            _orders(person, view),
        )
    return table


def _state(person: dict[str, Any], view: dict[str, Any], speech: Speech) -> str:
    if person["fate"] != "in_play":
        return speech.say(f"table.{person['fate']}")
    words = []
    if person["prone"]:
        words.append(speech.say("table.prone"))
    if person["stun"]:
        words.append(f"★{person['stun']}")
    if person["holds"] is not None:
        words.append("→" + view["characters"][person["holds"]]["letter"])
    if person["held_by"] is not None:
        words.append("←" + view["characters"][person["held_by"]]["letter"])
    if person["busy"]:
        words.append(speech.say(f"table.{person['busy']}"))
    return " ".join(words)


def _orders(person: dict[str, Any], view: dict[str, Any]) -> str:
    """The sheet of the turn, the sequence being played marked."""
    if person["fate"] != "in_play" or not view["turn"]:
        return ""
    lines = ["/".join("?" if order is None else order for order in line) for line in person["sheet"]]
    if view["phase"] == "film":
        lines[view["sequence"] - 1] = f"▶{lines[view['sequence'] - 1]}"
    return " ".join(lines)


def _sheet(view: dict[str, Any], speech: Speech) -> RenderableType:
    """The sheet under the pencil with where each order leads."""
    sheet = view["sheet"]
    person = view["characters"][sheet["character"]]
    table = Table(
        title=speech.say("table.sheet", who=person["name"]), title_justify="left", box=None, padding=(0, 1)
    )
    for head in ("", "1", "2", "3", "4", "5", "6"):
        table.add_column(head)
    codes = [order if order is not None else "?" for line in person["sheet"] for order in line]
    cells = []
    for b, code in enumerate(codes, 1):
        shown = code
        if b not in person["writable"]:
            shown = "★" if person["stun"] else "–"
        elif b == sheet["box"]:
            shown = f"[{code}]"
        elif b not in person["written"]:
            shown = f"({code})"
        cells.append(Text(shown, style="bold reverse" if b == sheet["box"] else ""))
    table.add_row(speech.say("table.box"), *cells)
    ends = [f"{box['at'] or '–'}{ARROWS[box['facing'] - 1]}" if box else "" for box in sheet["forecast"]]
    table.add_row(speech.say("table.leads"), *(Text(end, style="dim") for end in ends))
    notes = [
        Text(f"  {b}. {warning['text']} {warning['odds']} [{warning['clause']}]", style="yellow")
        for b, box in enumerate(sheet["forecast"], 1)
        for warning in (box["warnings"] if box else ())
    ]
    return Group(table, *notes, Text(speech.say("table.how_to_write"), style="dim"))


def _building(view: dict[str, Any], speech: Speech) -> RenderableType:
    """The character in hand, as far as they are made; the ready-made ones, or the shop."""
    building = view["building"]
    person = view["characters"][building["character"]]
    numbers = "/".join(
        str(person[stat] or "–") for stat in ("strength", "dexterity", "speed", "constitution")
    )
    bought = ", ".join(thing["name"] for thing in (*person["worn"], *person["carried"]))
    table = Table(box=None, padding=(0, 1))
    if building["stage"] == "made_or_built":
        for i, made in enumerate(building["ready"]):
            ready = "{strength}/{dexterity}/{speed}/{constitution}".format(**made)
            table.add_row(f"ready {i}", made["name"], ready, Text(", ".join(made["equipment"])))
    elif building["stage"] == "shopping":
        for ware in building["shop"]:
            table.add_row(f"buy {ware['item']}", ware["name"], str(ware["cost"]))
    lines = [speech.say("table.builds", who=person["name"], numbers=numbers, things=bought)]
    if building["stage"] == "shopping":
        lines.append(speech.say("table.purse", purse=building["purse"]))
    else:
        lines.append(speech.say("table.points_left", points=building["points_left"]))
    return Group(*map(Text, lines), table)


# Words of the game at the prompt.


def commands(
    view: dict[str, Any], text: str, match: Any, seat: int, speech: Speech
) -> RenderableType | list[str] | None:
    """`M6G/CS -/CS M7/CP` writes whole sequences; `see M6G` forecasts an order; `film` tells the last steps again; `name B Jojo` names a character."""
    word, _, rest = text.strip().partition(" ")
    if word.casefold() == "film":
        return _film(match, seat, speech, rest)
    if word.casefold() in ("see", "voir"):
        return _forecast(rest, match, seat, speech)
    if word.casefold() in ("name", "nommer"):
        return _call(rest, match, seat, speech)
    return _whole_sequences(text, view)


def _call(text: str, match: Any, seat: int, speech: Speech) -> Text:
    """The command `name B Jojo`: a player's own characters are called as their owner likes (BA-CHAR-1)."""
    letter, _, name = text.strip().partition(" ")
    mine = [slot.letter for slot in slots(match.state, match.content) if slot.seat == seat]
    if letter.upper() not in mine:
        raise DrawingError("not_your_character", letter=letter[:8] or "–", letters=", ".join(mine))
    match.rename(letter.upper(), name)
    speech.names = match.content.names
    called = next(
        slot.name[speech.lang] for slot in slots(match.state, match.content) if slot.letter == letter.upper()
    )
    return Text(speech.say("table.called", letter=letter.upper(), name=called))


def _film(match: Any, seat: int, speech: Speech, speed: str) -> Text:
    """The command `film`: once more what happened since this seat's last choice, twice as fast with `film 2`."""
    own = [k for k, step in enumerate(match.steps) if step.seat == seat]
    told = [event for step in match.steps[own[-1] if own else 0 :] for event in match.events(step, seat)]
    faster = float(speed) if speed.replace(".", "", 1).isdecimal() else 1.0
    _roll(told, speech, Console(), PACE / max(0.1, faster))
    return Text("")


def film(events: list[Event], speech: Speech, console: Console) -> None:
    """What the orders led to, told line by line before the table is shown again; Ctrl-C skips to the end."""
    if any(event.kind.name == "executes" for event in events):
        console.print(Text(speech.say("table.film"), style="dim"))
        _roll(events, speech, console, PACE)


def _roll(events: list[Event], speech: Speech, console: Console, pace: float) -> None:
    for event in events:
        heading = event.kind.name in ("turn_begins", "sequence_begins", "executes")
        line = speech.event(event)
        try:
            console.print(Text(line if heading else f"  {line}", style="bold" if heading else ""))
            if console.is_terminal:
                time.sleep(pace)
        except KeyboardInterrupt:
            pace = 0.0


def _forecast(order: str, match: Any, seat: int, speech: Speech) -> Text:
    from .preview import preview

    choice = match.game.verbs.read(order)
    found = preview(match.concealed(seat), seat, choice, speech)
    if found is None:
        raise Mistake("invalid_choice", text=order[:60])
    lines = [f"{found['order']} : {' → '.join(found['way'])} {ARROWS[found['facing'] - 1]}"]
    lines += [f"  ⌖ {target['name']} {target['percent']} %" for target in found["targets"]]
    lines += [
        f"  ! {warning['text']} {warning['odds']} [{warning['clause']}]" for warning in found["warnings"]
    ]
    return Text("\n".join([*lines, f"  {found['note']}"]))


def _whole_sequences(text: str, view: dict[str, Any]) -> list[str] | None:
    """Orders of one character typed on one line, as on the printed sheet."""
    if not view["sheet"] or view["sheet"]["box"] is None:
        return None
    found: list[str] = []
    known = {order.casefold(): order for order in ORDERS}
    for word in text.replace(",", " ").split():
        whole = known.get(word.casefold())
        if whole in WHOLE_SEQUENCES:
            found.append(whole)
            continue
        halves = word.split("/")
        if not 1 <= len(halves) <= 2 or any(half.casefold() not in known for half in halves):
            return None
        found += [known[half.casefold()] for half in halves]
        # After a vault the second box is a rest of its own accord.
        if found[-len(halves)].startswith("F") and len(halves) == 2 and found[-1] == "-":
            found.pop()
    return found
