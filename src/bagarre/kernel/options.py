"""Options of a game: declared in its `meta`, told in its `words`, checked here.

Each kind reads what a person typed and gives the value that the game's `prepare` receives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bagarre.kernel.errors import OptionError


@dataclass(frozen=True, slots=True)
class Choose:
    """One of several named values; the first is the default."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, raw: Any) -> str:
        if str(raw) not in self.values:
            raise OptionError("option_value", option=self.name, value=raw, allowed=", ".join(self.values))
        return str(raw)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    default: bool

    def read(self, raw: Any) -> bool:
        match str(raw).casefold():
            case "true" | "on" | "yes" | "oui" | "1":
                return True
            case "false" | "off" | "no" | "non" | "0":
                return False
        raise OptionError("option_value", option=self.name, value=raw, allowed="on, off")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between two bounds; `None` (written `none`) when the default is none."""

    name: str
    default: int | None
    least: int
    most: int

    def read(self, raw: Any) -> int | None:
        if self.default is None and (raw is None or str(raw).casefold() in ("none", "")):
            return None
        try:
            number = int(str(raw))
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            raise OptionError(
                "option_value", option=self.name, value=raw, allowed=f"{self.least}–{self.most}"
            )
        return number


@dataclass(frozen=True, slots=True)
class Subset:
    """Any of several named values together, written with commas or plus signs; none by default."""

    name: str
    values: tuple[str, ...]
    default: tuple[str, ...] = ()

    def read(self, raw: Any) -> tuple[str, ...]:
        parts = (
            raw
            if isinstance(raw, list | tuple | set | frozenset)
            else str(raw or "").replace("+", ",").split(",")
        )
        wanted = {str(part).strip() for part in parts} - {"", "none"}
        if wanted == {"all"}:
            return self.values
        if wanted - set(self.values):
            bad = ", ".join(sorted(wanted - set(self.values)))
            raise OptionError("option_value", option=self.name, value=bad, allowed=", ".join(self.values))
        return tuple(value for value in self.values if value in wanted)


Option = Choose | Switch | Number | Subset


def read_options(declared: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Every option of a game with its value: what was given, checked, and defaults for the rest."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            raise OptionError("unknown_option", option=name, allowed=", ".join(known) or "–")
    return {
        name: option.read(given[name]) if name in given else option.default for name, option in known.items()
    }
