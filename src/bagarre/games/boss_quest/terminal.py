"""The table in a terminal, drawn from a seat's view.

A weapon is written as in the examples, letter of its colour and value (`B5`), so that colour is never the only sign.
"""

from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bagarre.kernel.speech import Speech

Data = dict[str, Any]

COLORS = {"blue": "B", "red": "R", "green": "G", "purple": "P", "yellow": "Y"}
STYLES = {
    "blue": "bold blue",
    "red": "bold red",
    "green": "bold green",
    "purple": "bold magenta",
    "yellow": "bold yellow",
}
QUIET = "dim"
ACCENT = "magenta"
GAUGE = 24
"""Cells of an attack gauge."""
WIDE = 104
"""Columns of a terminal from which the gauges are drawn."""


def draw(view: Data, speech: Speech) -> RenderableType:
    parts: list[RenderableType] = [_boss(view, speech), _market(view, speech), Seats(view, speech)]
    if view["reserve"]:
        names = ", ".join(companion["name"] for companion in view["reserve"])
        parts.append(Text(_say(speech, "reserve", names=names), QUIET))
    if view["last"]:
        parts.append(_last_fight(view["last"], speech))
    if view["risk"]:
        parts.append(_risk(view["risk"], speech))
    return Group(*parts)


def _say(speech: Speech, key: str, **values: Any) -> str:
    return speech.say(f"terminal.{key}", **values)


# The Boss and the spells on the table.


def _boss(view: Data, speech: Speech) -> RenderableType:
    boss = view["boss"]
    text = Text()
    text.append(boss["name"], "bold")
    text.append("  ")
    text.append(_say(speech, "hp", n=boss["hp"]), f"bold {ACCENT}")
    if boss["hp"] != boss["printed"]:
        text.append(" " + _say(speech, "hp_printed", n=boss["printed"]), QUIET)
    text.append("\n")
    pile = [_say(speech, "pile", n=view["pile"]["count"])]
    if view["pile"]["top"]:
        pile.append(_say(speech, "pile_top", card=_card(view["pile"]["top"]).plain))
    text.append(" · ".join(pile), QUIET)
    text.append("\n")
    text.append(_say(speech, "active"))
    for k, spell in enumerate(view["spells"]):
        text.append(", " if k else "")
        text.append(_active(spell, speech))
    if not view["spells"]:
        text.append(_say(speech, "none_active"), QUIET)
    if view["last_turn"]:
        text.append("\n")
        text.append(_say(speech, "last_turn"), "bold red")
    title = f"{_say(speech, 'round', n=view['round'])} · {_say(speech, 'goal', n=view['goal'])}"
    return Panel(text, title=title, title_align="left", border_style=ACCENT)


def _active(spell: Data, speech: Speech) -> Text:
    where = (
        _say(speech, "beside_boss")
        if spell["seat"] < 0
        else _say(speech, "on_seat", seat=speech.name("seat", spell["seat"]))
    )
    text = Text()
    text.append(" ".join(part for part in (spell["name"], spell["sign"], spell["about"]) if part), "bold")
    text.append(f" ({where})", QUIET)
    return text


def _market(view: Data, speech: Speech) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for slot in view["market"]:
        name, about = Text(), Text()
        if slot["taken"]:
            taker = slot["taker"]
            said = "gone_slot" if taker < 0 else "taken"
            name.append(_say(speech, said, seat=speech.name("seat", taker)), QUIET)
        else:
            if slot["mystery"]:
                name.append("? " + _say(speech, "mystery_seen" if slot["spell"] else "mystery"), "bold")
            if slot["spell"]:
                name.append("◆ " if slot["spell"]["dark"] else "◇ ")
                name.append(slot["spell"]["name"], "bold")
                about.append(slot["spell"]["text"], QUIET)
        table.add_row(Text(str(slot["slot"]), ACCENT), name, about)
    title = f"{_say(speech, 'market')} · {_say(speech, 'spell_pile', n=view['spell_pile'])}"
    return Panel(table, title=title, title_align="left", border_style=QUIET)


# Players.


@dataclass(frozen=True)
class Seats:
    """The players, with gauges when there is room for them."""

    view: Data
    speech: Speech

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _seats(self.view, self.speech, gauges=options.max_width >= WIDE)


def _seats(view: Data, speech: Speech, *, gauges: bool) -> RenderableType:
    names = ["player", "place", "weapons", "attack", "keys", "hearts"]
    if view["expansions"]["companions"]:
        names.append("companion")
    table = Table(
        "", *(_say(speech, name) for name in names), box=None, padding=(0, 2, 0, 0), header_style=QUIET
    )
    for seat in view["seats"]:
        mark = Text("▶", f"bold {ACCENT}") if seat["decides"] else Text("★" if seat["winner"] else "")
        cells = [mark, Text(seat["name"], "bold"), _place(seat, speech)]
        if seat["role"] == "gone":
            table.add_row(*cells, style=QUIET)
            continue
        attack = _attack(seat, speech)
        if gauges:
            attack.pad_right(max(0, 8 - len(attack)))
            attack.append(_gauge(seat, view["boss"]["hp"]))
        cells += [_hand(seat), attack]
        cells += [Text(str(seat["keys"])), _hearts(seat)]
        if seat["companion"]:
            used = f" ({_say(speech, 'used')})" if seat["companion"]["used"] else ""
            cells.append(Text(seat["companion"]["name"] + used))
        table.add_row(*cells)
    return table


def _place(seat: Data, speech: Speech) -> Text:
    if seat["role"] == "gone":
        return Text(_say(speech, "gone"))
    where = [_say(speech, "at_magician" if seat["visited"] else "at_armourer")]
    if seat["stopped"]:
        where.append(_say(speech, "last_turn_done"))
    if seat["armourer"]:
        where.append(_say(speech, "dealer"))
    if seat["role"] in ("ghost", "reaper"):
        where.append(_say(speech, seat["role"]))
    return Text(", ".join(where))


def _card(card: Data) -> Text:
    if card["potion"]:
        reading = "" if card["text"] == "?" else card["text"]
        return Text(f"Q{card['potion']}{reading}", "bold cyan")
    return Text(f"{COLORS[card['color']]}{card['text']}", STYLES[card["color"]])


def _hand(seat: Data) -> Text:
    text = Text("[")
    text.append(_card(seat["hidden"]) if seat["hidden"] else Text("?"))
    text.append("]")
    for card in seat["cards"]:
        text.append(" ")
        text.append(_card(card))
    if seat["bonus"]:
        text.append(f" {seat['bonus']:+d}".replace("-", "−"), "bold")
    return text


def _attack(seat: Data, speech: Speech) -> Text:
    """The sum in figures; with an unread hidden potion, both sums."""
    if seat["attack"] is None:
        return Text(_say(speech, "unknown_sum", visible=seat["visible"]), "bold")
    figures = str(seat["attack"])
    if seat["attack_plus"] != seat["attack"]:
        figures += f" / {seat['attack_plus']}"
    return Text(figures, "bold red" if seat["over"] else "bold")


def _gauge(seat: Data, hp: int) -> Text:
    """`█` is what is known, `░` what the hidden weapon may add, `│` the Boss's HP."""
    known = seat["visible"] if seat["attack"] is None else seat["attack"]
    reach = known + seat["reach"] if seat["attack"] is None else known
    text = Text()
    for cell in range(1, GAUGE + 1):
        sign = "█" if cell <= known else "░" if cell <= reach else "·"
        text.append(sign, "red" if hp < cell <= known else QUIET)
        if cell == hp:
            text.append("│", f"bold {ACCENT}")
    return text


def _hearts(seat: Data) -> Text:
    if seat["role"] in ("ghost", "reaper"):
        return Text("–", QUIET)
    return Text("♥" * seat["hearts"] + "♡" * (3 - seat["hearts"]), "red")


# The latest fight, odds.


def _last_fight(last: Data, speech: Speech) -> Text:
    results = []
    for fighter in last["seats"]:
        said = [f"{fighter['name']} {fighter['attack']}"]
        said += [_say(speech, name) for name in ("over", "missed") if fighter["verdict"] == name]
        said += [_say(speech, name) for name in ("won", "perfect", "struck") if fighter[name]]
        results.append(" ".join(said))
    return Text(
        _say(speech, "last_fight", boss=last["name"], hp=last["hp"], results=" · ".join(results)), QUIET
    )


def _risk(risk: list[int], speech: Speech) -> Text:
    listed = [_say(speech, "risk_one", n=n, percent=percent) for n, percent in enumerate(risk, 1)]
    return Text(_say(speech, "risk", list=" · ".join(listed)), QUIET)
