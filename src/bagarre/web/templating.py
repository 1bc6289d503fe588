"""Templates: Jinja, quick where `quick_templates` knows the installed version, and as it comes where it does not."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined
from markupsafe import Markup

from bagarre.kernel.errors import Mistake

html: Callable[[str], Markup] = partial(str.__new__, Markup)
"""A text that is HTML already; quicker than asking `Markup`, which looks for more."""


class StockJinja(UserWarning):
    """Templates are rendered by Jinja as it comes; `mistake` says so in the reader's language."""

    def __init__(self, version: str, reason: str) -> None:
        self.mistake = Mistake("stock_jinja", version=version, reason=reason)
        super().__init__(str(self.mistake))


@cache
def templates_class() -> type[Environment]:
    """The quick templates where they can be used; otherwise Jinja's own, with one line of notice a process."""
    from importlib.metadata import version

    try:
        from bagarre.web import quick_templates

        reason = quick_templates.surprise(version("jinja2"))
        if not reason:
            return quick_templates.QuickTemplates
    except (ImportError, AttributeError) as error:
        reason = str(error)
    warnings.warn(StockJinja(version("jinja2"), reason), stacklevel=2)
    return Environment


class Strict(StrictUndefined):
    """A name that is not there is an error; what an `if` without `else` gives is nothing."""

    def __new__(cls, hint: str | None = None, *given: Any, **more: Any) -> Any:
        if hint is not None and "inline if-expression" in hint:
            return Undefined(hint, *given, **more)
        return super().__new__(cls)


def environment(*folders: Path, kind: type[Environment] | None = None) -> Environment:
    """Templates of these folders: escaped, strict about names, no blank lines left by blocks."""
    return (kind or templates_class())(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=True,
        undefined=Strict,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def macro_name(macro: Any) -> str:
    """The name of a macro, whoever compiled it."""
    name: str = getattr(macro, "name", None) or macro.__name__
    return name
