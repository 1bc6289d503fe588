"""A new game in a package of its own: the skeleton (`bagarre/skeleton/`) under another name."""

from __future__ import annotations

import keyword
import os
import re
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from bagarre.kernel.errors import Mistake, os_reason
from bagarre.kernel.files import make_folder

SKELETON = Path(__file__).parent / "skeleton"
LEFT_OUT = ("__init__.py", "__pycache__")
"""What lies in the folder besides the skeleton."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def make_game(name: str, into: Path, known: Collection[str], prefixes: Collection[str]) -> Path:
    """Write the package `bagarre-NAME` into a folder and give its own; `known` are the games that are there already.

    :raises Mistake: when the name cannot be that of a game, or the folder is there already or cannot be written; there is none then.
    """
    name = name.strip().casefold().replace("_", "-").replace(" ", "-")
    module = name.replace("-", "_")
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(module):
        raise Mistake("game_name", name=name, most=LONGEST)
    if name in known or module in (*sys.stdlib_module_names, "bagarre"):
        raise Mistake("game_name_taken", name=name)
    target = into / f"bagarre-{name}"
    if target.exists():
        raise Mistake("folder_exists", folder=str(target))
    title = " ".join(word.capitalize() for word in name.split("-"))
    words = {"my-game": name, "my_game": module, "My Game": title, "MG": prefix_of(name, prefixes)}
    make_folder(into)
    try:
        with TemporaryDirectory(dir=into, prefix=f".{target.name}.") as unfinished:
            # Whole or not at all: a disk may be full in the middle.
            _copy(Path(unfinished) / target.name, words)
            os.rename(Path(unfinished) / target.name, target)
    except OSError as error:
        raise Mistake("file_unwritable", file=str(target), reason=os_reason(error)) from None
    return target


def _copy(target: Path, words: dict[str, str]) -> None:
    """The skeleton with those words in the place of its own."""
    for file in sorted(SKELETON.rglob("*")):
        place = file.relative_to(SKELETON)
        if file.is_file() and place.parts[0] not in LEFT_OUT and "__pycache__" not in place.parts:
            copy = target / _named(place.as_posix(), words)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_named(file.read_text(encoding="utf-8"), words), encoding="utf-8")


def prefix_of(name: str, taken: Collection[str]) -> str:
    """What the clauses of the game begin with: two of its letters that no other game has, or more of them."""
    letters = re.sub("[^A-Z]", "", name.upper())
    initials = "".join(word[0] for word in name.upper().split("-") if word[0].isalpha())
    pairs = [letters[0] + other for other in letters[1:]]
    found = [*([initials] if len(initials) > 1 else []), *pairs, letters]
    return next((prefix for prefix in found if len(prefix) > 1 and prefix not in taken), letters + "XX")


def _named(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        text = re.sub(rf"(?<![A-Za-z]){re.escape(old)}(?![A-Za-z])", new, text)
    return text
