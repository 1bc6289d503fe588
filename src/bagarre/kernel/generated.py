"""Rules whose text is written by the kernel: from the declarations of a game to plain branches, which compile like those written by hand."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bagarre.kernel.rule import rule

Rule = Callable[..., Any]


def made_rules(source: str, title: str, named: Mapping[str, Rule], makes: Sequence[str]) -> list[Rule]:
    """The functions of a text as rules. It may name the rules of `named`; tracebacks find it through `linecache`."""
    file = f"<{title} of {min((function.__module__ for function in named.values()), default='nothing')}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    space: dict[str, Any] = {**named, "__name__": __name__}
    exec(compile(source, file, "exec"), space)  # our own text, made of names of rules and numbers
    for name in makes:
        rule(space[name]).__generated__ = source
    return [space[name] for name in makes]


def parameters(function: Rule) -> list[str]:
    """The names of what a rule is given."""
    return list(inspect.signature(function).parameters)
