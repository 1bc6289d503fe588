"""Templates: Jinja, quick where `quick_templates` knows the installed version, and as it comes where it does not."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, Undefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from bagarre.kernel.errors import Mistake
from bagarre.kernel.rule import cache_folder

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


class KeptCode(BytecodeCache):
    """Compiled templates, kept for this process and, beside compiled rules, for the next ones: a server is ready sooner."""

    def __init__(self, compiler: str) -> None:
        made_by = hashlib.blake2b(digest_size=8)
        for file in (Path(__file__), Path(__file__).with_name("quick_templates.py")):
            made_by.update(file.read_bytes())
        made_by.update(f"{compiler} {version('jinja2')} {sys.version}".encode())
        self._folder = cache_folder() / "templates" / made_by.hexdigest()
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            with contextlib.suppress(OSError), open(self._folder / bucket.key, "rb") as file:
                bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            # Whole or not at all: several servers may write at the same time.
            with tempfile.NamedTemporaryFile("wb", dir=self._folder, delete=False) as file:
                file.write(bucket.bytecode_to_string())
            os.replace(file.name, self._folder / bucket.key)


@cache
def _kept_code(compiler: str) -> KeptCode:
    return KeptCode(compiler)


def environment(*folders: Path, kind: type[Environment] | None = None) -> Environment:
    """Templates of these folders: escaped, strict about names, no blank lines left by blocks."""
    kind = kind or templates_class()
    return kind(
        bytecode_cache=_kept_code(kind.__name__),
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
