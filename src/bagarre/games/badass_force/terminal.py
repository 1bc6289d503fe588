"""The table in a terminal: casting, market, seats, and what is under way."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bagarre.kernel.speech import Speech

Data = dict[str, Any]


def draw(view: Data, speech: Speech) -> RenderableType:
    if not view["seats"]:
        return _available(view, speech)
    goal = Text(
        "  ".join(
            (
                speech.say("table.goal", n=view["target"]),
                speech.say("table.turn", n=view["turns"]),
                speech.say("table.deck", n=view["deck"]),
            )
        ),
        "dim",
    )
    parts: list[RenderableType] = [
        goal,
        _casting(view, speech),
        _market(view, speech),
        Columns([_seat(seat, speech) for seat in view["seats"]], expand=False),
    ]
    if len(view["stack"]) > 1:
        parts.append(_stack(view, speech))
    return Group(*parts)


def _available(view: Data, speech: Speech) -> RenderableType:
    """While the host picks the casting."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for card in view["available"]:
        chosen = card["number"] in view["picked"]
        table.add_row(
            Text("✓" if chosen else "", "green"), _title(card, speech), Text(card["archetype"], "dim")
        )
    return Panel(table, title=speech.say("table.casting"), expand=False)


def _title(card: Data, speech: Speech) -> Text:
    return Text(card["name"], "bold") + Text(f" ({speech.say('classes.' + card['class'])})", "dim")


def _casting(view: Data, speech: Speech) -> RenderableType:
    """The seven characters with their powers; the red ones once somebody may use them."""
    vengeful = any(seat["vengeance"] for seat in view["seats"])
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for card in view["casting"]:
        powers = Text()
        for box in card["boxes"]:
            if box["mode"] == "vengeance" and not vengeful:
                continue
            powers.append(f"{box['title']}", "bold red" if box["mode"] == "vengeance" else "bold")
            note = [] if box["timing"] == "action" else [speech.say("table.reaction")]
            note += [speech.say("table.cost", n=box["cost"])] if box["cost"] else []
            powers.append(f" ({', '.join(note)})" if note else "", "dim")
            powers.append(f" {box['text']}\n")
        if card["trait"]:
            powers.append(card["trait"]["title"], "bold cyan")
            powers.append(f" {card['trait']['text']}\n")
        powers.rstrip()
        table.add_row(Text(card["name"], "bold"), powers)
    return Panel(table, title=speech.say("table.casting"), title_align="left", border_style="dim")


def _track(arm: Data, charge: int | None) -> Text:
    """Squares 0 to maximum: the trigger with an asterisk, the marker in brackets."""
    track = Text()
    for square in range(arm["max"] + 1):
        text = f"{square}*" if square == arm["trigger"] else str(square)
        at = square == charge
        track.append(f"[{text}]" if at else f" {text} ", "bold yellow" if at else "dim")
    return track


def _market(view: Data, speech: Speech) -> RenderableType:
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for arm in view["market"]:
        name = Text(arm["name"], "bold") + _unstable(arm, speech)
        table.add_row(name, _track(arm, None), Text(arm["text"]))
    return Panel(table, title=speech.say("table.market"), title_align="left", border_style="dim")


def _unstable(arm: Data, speech: Speech) -> Text:
    return Text(f" ⚠ {speech.say('table.unstable')}", "yellow") if arm["unstable"] else Text()


def _seat(seat: Data, speech: Speech) -> RenderableType:
    arm = seat["weapon"]
    lines = Table.grid(padding=(0, 1))
    mode = Text(speech.say("modes." + seat["mode"]), "bold red" if seat["vengeance"] else "cyan")
    points = Text(speech.say("table.points", n=seat["points"]), "bold") + Text("  ") + mode
    lines.add_row(points + Text("  ★" if seat["leader"] else "", "yellow"))
    state = Text(f"  {speech.say('table.loaded')}", "bold yellow") if arm["loaded"] else Text()
    lines.add_row(Text(arm["name"], "bold") + _unstable(arm, speech) + state)
    lines.add_row(_track(arm, arm["charge"]))
    lines.add_row(Text(arm["text"], "dim"))
    lines.add_row(_labelled(speech.say("table.active"), _active(seat, speech)))
    if seat["hand"] is not None:
        lines.add_row(_labelled(speech.say("table.hand"), ", ".join(card["name"] for card in seat["hand"])))
    else:
        lines.add_row(_labelled(speech.say("table.hand"), str(seat["hand_size"])))
    if seat["lodge"]:
        lines.add_row(_labelled(speech.say("table.lodge"), seat["lodge"]["name"]))
    lines.add_row(
        _labelled(speech.say("table.cemetery"), ", ".join(card["name"] for card in seat["cemetery"]) or "–")
    )
    border = "magenta" if seat["turn"] else "bold" if seat["you"] else "dim"
    return Panel(lines, title=seat["name"], title_align="left", border_style=border, width=39)


def _labelled(label: str, value: str) -> Text:
    return Text(f"{label} ", "dim") + Text(value)


def _active(seat: Data, speech: Speech) -> str:
    if seat["active_empty"]:
        return speech.say("table.empty")
    return seat["active"]["name"] if seat["active"] else speech.say("table.hidden")


def _stack(view: Data, speech: Speech) -> RenderableType:
    """What is under way, outermost first; the last line is what is being resolved."""
    lines = Text()
    for depth, frame in enumerate(view["stack"]):
        lines.append("  " * depth + "└ " * (depth > 0) + say_frame(frame, speech) + "\n")
    claim = view["claim"]
    if claim and claim["estimate"] is not None:
        lines.append(speech.say("table.truth", n=claim["possible"], estimate=claim["estimate"]), "dim")
    lines.rstrip()
    return Panel(
        lines, title=speech.say("table.under_way"), title_align="left", border_style="magenta", expand=False
    )


def say_frame(frame: Data, speech: Speech) -> str:
    """One level of the stack in words."""
    key = "defence" if frame["kind"] == "claim" and frame["detail"] == "defence" else frame["kind"]
    return speech.say(
        f"frames.{key}",
        who=speech.name("seat", frame["who"]),
        whom=speech.name("seat", frame["whom"]),
        character=frame["character"]["name"] if frame["character"] else "",
        weapon=frame["weapon"]["name"] if frame["weapon"] else "",
    )
