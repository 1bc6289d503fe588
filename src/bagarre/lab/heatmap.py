"""A heat map of things against each other."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

Shares = NDArray[np.float64]


def heat_map(points: Shares, overall: Shares, names: Sequence[str], title: str) -> str:
    """A heat map: blue below 50 %, orange above, the number in each square."""
    cell, left, top = 56, 170, 40
    count = len(names)
    width, height = left + cell * (count + 1), top + cell * count + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for a, name in enumerate(names):
        y = top + cell * a
        parts.append(
            f'<text x="{left - 8}" y="{y + cell / 2 + 5}" text-anchor="end" fill="#222">{escape(name)}</text>'
        )
        parts.append(
            f'<text x="{left + cell * a + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">{escape(_initials(name))}</text>'
        )
        for b in range(count + 1):
            value = overall[a] if b == count else points[a, b]
            same = a == b
            fill = "#eeeeee" if same else _colour(value)
            x = left + cell * b
            parts.append(f'<rect x="{x}" y="{y}" width="{cell - 2}" height="{cell - 2}" fill="{fill}"/>')
            shown = "–" if same else f"{100 * value:.0f}"
            weight = ' font-weight="bold"' if b == count else ""
            parts.append(
                f'<text x="{x + cell / 2 - 1}" y="{y + cell / 2 + 5}" text-anchor="middle" fill="#111"{weight}>{shown}</text>'
            )
    parts.append(
        f'<text x="{left + cell * count + cell / 2}" y="{top - 12}" text-anchor="middle" fill="#222">∅</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper()) or name[:2]


def _colour(value: float) -> str:
    """From blue (25 %) over white (50 %) to orange (75 %)."""
    far = max(-1.0, min(1.0, (value - 0.5) / 0.25))
    end = (0xE6, 0x7E, 0x22) if far > 0 else (0x2E, 0x86, 0xC1)
    return "#" + "".join(f"{round(255 + (channel - 255) * abs(far)):02x}" for channel in end)
