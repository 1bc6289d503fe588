"""How the laboratory tells what it found: its sentences, tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bagarre.kernel.words import Words, house_words


def lab_words(lang: str) -> Callable[..., str]:
    """Says sentences of the laboratory (`[lab]` of the words)."""
    words: Words = house_words(lang)
    return lambda key, **values: words.say(f"lab.{key}", **values)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(
        ("|" + "|".join(line) + "|") if line[0] == "---" else f"| {' | '.join(line)} |" for line in lines
    )


def figure(value: float | None, lang: str, digits: int = 1, *, signed: bool = False) -> str:
    """A number as the language writes it; a dash when there is none."""
    if value is None:
        return "–"
    text = f"{value:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text
