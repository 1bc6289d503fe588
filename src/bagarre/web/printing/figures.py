"""Figures of the pages as pictures on paper: what a page lays out in a row becomes one drawing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

HIGH = 64.0
"""A drawing that does not say how high it is."""
GAP, APART = 8.0, 16.0
SIZE = re.compile(r"width:(\d+)px;height:(\d+)px")
SIGN = 24.0
LETTER = 0.7
"""The width of a letter of a sign such as « → » or VS, in its heights."""


def row(html: str) -> tuple[str, str]:
    """The drawing and its viewBox, of a figure: `svg` drawings, `b` signs between them, `i` a little room."""
    root = ET.fromstring(html)
    placed: list[str] = []
    x, high = 0.0, 0.0
    found = [(piece, around, *_size(piece)) for piece, around in _pieces(root, "")]
    high = max((height for *_, height in found), default=0.0)
    for piece, around, width, height in found:
        placed.append(_placed(piece, around, x, high, width, height))
        x += width + GAP
    look = f'class="{root.get("class", "")}" style="{root.get("style", "")}"'
    return f"<g {look}>{''.join(placed)}</g>", f"0 0 {max(x - GAP, 1):g} {high or 1:g}"


def _pieces(node: ET.Element, style: str) -> Iterator[tuple[ET.Element, str]]:
    """What stands in the row, each with the style of what it stands in."""
    for child in node:
        if child.tag == "span":
            yield from _pieces(child, child.get("style", ""))
        else:
            yield child, style


def _size(piece: ET.Element) -> tuple[float, float]:
    if piece.tag != "svg":
        return (SIGN * LETTER * len(piece.text or ""), SIGN) if piece.tag == "b" else (APART, 0.0)
    told = SIZE.search(piece.get("style", ""))
    if told:
        return float(told[1]), float(told[2])
    _, _, width, height = map(float, piece.get("viewBox", "0 0 1 1").split())
    return HIGH * width / height, HIGH


def _placed(piece: ET.Element, around: str, x: float, high: float, width: float, height: float) -> str:
    if piece.tag == "b":
        middle, base = x + width / 2, high / 2 + SIGN / 3
        return f'<text x="{middle:g}" y="{base:g}" style="font:700 {SIGN:g}px sans-serif;text-anchor:middle;fill:#1b1512">{piece.text}</text>'
    if piece.tag != "svg":
        return ""
    place = {"x": x, "y": (high - height) / 2, "width": width, "height": height}
    piece.attrib |= {name: f"{value:g}" for name, value in place.items()}
    piece.attrib.setdefault("viewBox", f"0 0 {width:g} {height:g}")
    piece.tail = ""
    drawn = ET.tostring(piece, encoding="unicode")
    return f'<g style="{around}">{drawn}</g>' if around else drawn
