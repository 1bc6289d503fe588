"""What the commands share: the language, the console, and reading what was typed."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import checked_language, house_words, language_of

if TYPE_CHECKING:
    from rich.console import Console

    from bagarre.kernel.game import Game
    from bagarre.kernel.pack import Pack


class Say:
    """Says sentences of the command line (`[cli]` of the words) in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._words = house_words(lang)

    def __call__(self, key: str, **values: Any) -> str:
        return self._words.say(f"cli.{key}", **values)


# The language.


def take_language(argv: list[str], environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """The language asked for by `--lang`, wherever it stands, or by the environment; and the other arguments.

    :raises Mistake: when there is no such language.
    """
    rest, asked = list[str](), ""
    arguments = iter(argv)
    for argument in arguments:
        if argument == "--":
            rest += [argument, *arguments]
        elif argument == "--lang":
            asked = checked_language(next(arguments, ""))
        elif argument.startswith("--lang="):
            asked = checked_language(argument.removeprefix("--lang="))
        else:
            rest.append(argument)
    return asked or language_of(environment), rest


# What comes out.

UNBROKEN = re.compile(r"[^\S\xa0\u202f]*[\S\xa0\u202f]+[^\S\xa0\u202f]*")
"""What a line of the terminal keeps together: a word with the spaces in it that do not break, and those around it that do."""


def open_console(**settings: Any) -> "Console":
    """The terminal; colours are left out when they are not wanted (NO_COLOR) or not possible."""
    import rich._wrap
    from rich.console import Console

    # Rich breaks lines at any white space, even where a sentence forbids it (98 %).
    rich._wrap.re_word = UNBROKEN
    return Console(highlight=False, **settings)


def print_json(data: Any) -> None:
    """Data for programs: one JSON text, not touched by the terminal's width."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def one_line(text: str) -> str:
    """A text that stays on its line and cannot speak to the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


# What was typed.


def list_of(text: str) -> list[str]:
    """`a, b,c` as a list."""
    return [part.strip() for part in text.split(",") if part.strip()]


def whole(option: str, least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise Mistake("option_value", option=option, value=text, allowed=f"{least}–{most}")
        return number

    return read


def letters(option: str) -> Callable[[str], str]:
    """A reader of texts that can be written in UTF-8: what a shell hands over need not be."""

    def read(text: str) -> str:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Mistake("option_value", option=option, value=one_line(text), allowed="UTF-8") from None
        return text

    return read


def decimal(option: str, least: float, most: float) -> Callable[[str], float]:
    """A reader of numbers between two bounds."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not least <= number <= most:
            raise Mistake("option_value", option=option, value=text, allowed=f"{least:g}–{most:g}")
        return number

    return read


def game_options(game: "Game", given: Sequence[str], extra: Sequence[str]) -> dict[str, Any]:
    """Options of the game: `--option name=value`, and `--name value`, `--name=value` or `--name` among the rest.

    :raises Mistake: when one cannot be read or does not exist.
    """
    pairs = list(given)
    words = list(extra)
    while words:
        word = words.pop(0)
        if not word.startswith("--") or word == "--":
            raise Mistake("too_much", words=word)
        name = word.removeprefix("--")
        if "=" not in name:
            takes_value = words and not words[0].startswith("--")
            name += "=" + (words.pop(0) if takes_value else "on")
        pairs.append(name)
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Mistake("option_pair", text=pair)
        options[name.strip().replace("-", "_")] = value.strip()
    from bagarre.kernel.options import read_options

    read_options(game.meta.options, options)
    return options


def packs_of(files: Sequence[str]) -> "list[Pack]":
    from bagarre.kernel.pack import read_pack

    return [read_pack(file) for file in files]


def clean_name(name: str) -> str:
    """A player's name as typed, short and printable."""
    return one_line(name.encode("utf-8", "replace").decode())[:24].strip() or "?"


EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Lets a command take the options of its game: `--expansions potions`."""


def game_argument(say: Say) -> Any:
    return typer.Argument(metavar="GAME", help=say("game"), show_default=False)


def json_flag(say: Say) -> Any:
    return typer.Option("--json", help=say("json"))


def option_list(say: Say) -> Any:
    return typer.Option("--option", metavar="NAME=VALUE", help=say("option"), show_default=False)


def pack_list(say: Say) -> Any:
    return typer.Option("--pack", metavar="FILE", help=say("pack"), show_default=False)


def number_option(say: Say, name: str, key: str, least: int, most: int) -> Any:
    """A whole number between two bounds."""
    return typer.Option(f"--{name}", metavar="N", help=say(key), parser=whole(name, least, most))
