"""Rules with some of the rules that they name replaced by others: how a driver becomes the driver of one game, interpreted.

The compiler does the same with twins for Numba (`rule.Compiler`), from the same bindings.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

from bagarre.kernel.rule import global_names

Bindings = Mapping[Callable[..., Any], Callable[..., Any]]
"""For each placeholder of the kernel the rule that takes its place."""


class Binder:
    """Interpreted twins of rules, for one set of bindings. A rule that reaches no placeholder is its own twin."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self._twins: dict[Callable[..., Any], Callable[..., Any]] = {}

    def bound(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The rule, in which every placeholder that it reaches means the rule bound to it."""
        if function not in self._twins:
            self._twins[function] = self._twin(function)
        return self._twins[function]

    def _twin(self, function: Callable[..., Any]) -> Callable[..., Any]:
        known = function.__globals__
        others = {}
        for name in global_names(function):
            value = known.get(name)
            if isinstance(value, types.FunctionType) and getattr(value, "__rule__", False):
                other = self.bound(self.bindings.get(value, value))
                if other is not value:
                    others[name] = other
        if not others:
            return function
        twin = types.FunctionType(function.__code__, known | others, function.__name__, function.__defaults__)
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        return twin


class Records(list[Any]):
    """Records in a row, as an array of NumPy holds them: to assign one is to copy its content, whoever else looks at the place."""

    def __setitem__(self, place: Any, value: Any) -> None:
        here, copy = self[place], value.copy()
        for name in copy.FIELDS:
            setattr(here, name, getattr(copy, name))
