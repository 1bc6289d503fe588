"""What a connection is told when something is not allowed."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.words import house_words
from bagarre.web.commands import Message


def refused(code: str, lang: str, message: Message, **values: Any) -> dict[str, Any]:
    """A refusal of the house, by its code."""
    return error(code, house_words(lang).say(f"web.errors.{code}", **values), message)


def error(code: str, words: str, message: Message, clause: str = "") -> dict[str, Any]:
    """An error as it is told: a code for programs, words for people, and the message it answers."""
    told: dict[str, Any] = {"type": "error", "code": code, "message": words}
    if clause:
        told["clause"] = clause
    if isinstance(message.get("id"), int | str):
        told["re"] = message["id"]
    return told
