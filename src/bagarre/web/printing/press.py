"""The press: data and layouts become pages. Typst sets them, from files that are handed over and nothing else: no network, no fonts of the machine."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.web.printing.wanted import Wanted

FONTS = Path(__file__).parent / "fonts"
PAGE = re.compile(rb"/Type\s*/Page\b")
PREVIEW = 72.0
"""Dots per inch of a page to look at."""


def can_print() -> bool:
    """Is what prints installed?"""
    try:
        import cssselect2  # noqa: F401
        import tinycss2  # noqa: F401
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


def need_press() -> None:
    """:raises Mistake: when what prints is not installed."""
    if not can_print():
        raise Mistake("extra_missing", package="typst", extra="print")


def pdf(game: Game, wanted: Wanted, packs: Sequence[Pack] = (), *, strict: bool = False) -> bytes:
    """The sheets as one PDF; `strict` fails rather than cut off what has no room.

    :raises Mistake: when there is no such part, or a pack is wrong.
    """
    pages: bytes = _set(game, wanted, packs, strict, format="pdf")
    return pages


def pictures(game: Game, wanted: Wanted, packs: Sequence[Pack] = ()) -> list[bytes]:
    """The sheets as pictures (PNG), page by page: to look at."""
    found = _set(game, wanted, packs, False, format="png", ppi=PREVIEW)
    return [found] if isinstance(found, bytes) else list(found)


def page_count(sheets: bytes) -> int:
    """The pages of a PDF of this press."""
    return len(PAGE.findall(sheets))


def _set(game: Game, wanted: Wanted, packs: Sequence[Pack], strict: bool, **how: Any) -> Any:
    need_press()
    import typst

    from bagarre.web.printing.kit import LAYOUTS, GameKit

    wanted = wanted.checked(game)
    kit = GameKit(game, wanted, packs)
    layouts = kit.layouts()
    files = {f"{name}.typ": text for name, text in layouts.items()}
    files["house.typ"] = (LAYOUTS / "house.typ").read_text(encoding="utf-8")
    files["house.json"] = json.dumps(kit.house() | {"strict": strict})
    for name, data in kit.sheets().items():
        files[f"{name}.json"] = json.dumps(data)
    files["main.typ"] = _main(wanted)
    return typst.compile(
        {name: text.encode() for name, text in files.items()},
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        timestamp=0,
        **how,
    )


def _main(wanted: Wanted) -> str:
    """One document: the parts one after the other."""
    lines = ['#import "/house.typ": booklet', "#show: booklet"]
    for i, name in enumerate(wanted.what):
        lines += [f'#import "/{name}.typ" as part{i}', f'#part{i}.sheets(json("/{name}.json"))']
    return "\n".join(lines)
