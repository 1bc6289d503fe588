"""Rules are written once, as plain functions, and run interpreted or compiled.

A rule is a module-level function marked `@rule`. Interpreted, it is just that function. Compiled, `Compiler` makes a
twin of it for Numba in which every other rule it names is a compiled twin too and every `table` is a NumPy
constant. So the same source runs in both modes, side by side in one process, and without Numba installed
the interpreted mode is complete.

Inside rules: integers, fields of the state, other rules, tables; no allocation, strings, dicts, exceptions,
closures or recursion (the compiler refuses a cycle). That is also what a CUDA device function asks for.
"""

from __future__ import annotations

import dis
import hashlib
import os
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bagarre.kernel.errors import Mistake

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as rule code, fit for every mode."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def native(function: F) -> F:
    """Mark a rule whose compiled form is not made from its text: `targets/natives.py` has one of the same name."""
    function.__native__ = True  # type: ignore[attr-defined]
    return function


class Table(tuple[Any, ...]):
    """A constant table of integers, of one or two dimensions: a tuple here, a NumPy constant when compiled."""

    __slots__ = ()


def table(rows: Iterable[Any]) -> Any:
    """Make a constant table for rules; rows are ints, or sequences of ints that are filled up to one length with 0."""
    listed = [tuple(row) if isinstance(row, Sequence) else row for row in rows]
    if listed and isinstance(listed[0], tuple):
        width = max(len(row) for row in listed) or 1
        return Table(row + (0,) * (width - len(row)) for row in listed)
    return Table(listed)


class Compiler:
    """Compiled twins of rules, for one set of bindings.

    `bindings` replaces rules by others wherever they are named: so the drivers of the kernel, which speak of
    their own `apply` and `choices`, are bound to the functions of one game. Rules that mean the same to another
    compiler, `base`, have their twins there, so that a process lowers the rules of a game once.
    """

    _lock = threading.RLock()

    def __init__(
        self, bindings: dict[Callable[..., Any], Callable[..., Any]], base: Compiler | None = None
    ) -> None:
        self.bindings = bindings
        self._base = base
        self._alike: dict[Callable[..., Any], bool] = {}
        self._twins: dict[tuple[Callable[..., Any], str], Any] = {}
        self._open: list[Callable[..., Any]] = []
        self._named: dict[Callable[..., Any], dict[str, Any]] = {}

    def compiled(self, function: Callable[..., Any], *, cached: bool = False) -> Any:
        """The compiled twin of a rule; `cached` keeps its machine code on disk."""
        from bagarre.kernel.targets import CACHED, OPEN

        with self._lock:
            return self._compiled(function, CACHED if cached else OPEN)

    def _compiled(self, function: Callable[..., Any], how: str) -> Any:
        from bagarre.kernel.targets import CACHED, INNER, best_target

        if (function, how) in self._twins:
            return self._twins[function, how]
        if self._base is not None and how == INNER and self._is_alike(function, self._base):
            return self._base._compiled(function, how)
        if not getattr(function, "__rule__", False):
            raise TypeError(f"{function.__module__}.{function.__qualname__} is not marked @rule")
        if function in self._open:
            names = [open.__qualname__ for open in (*self._open, function)]
            raise TypeError(f"recursion in rules: {' → '.join(names)}")
        self._open.append(function)
        try:
            space = {name: self._constant(value) for name, value in self._globals(function).items()}
        finally:
            self._open.pop()
        space |= {"__name__": function.__module__, "__builtins__": function.__globals__["__builtins__"]}
        twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        folder = cache_home() / self.key(function) if how == CACHED else Path()
        self._twins[function, how] = best_target().compile(twin, how, folder)
        return self._twins[function, how]

    def _is_alike(self, function: Callable[..., Any], base: Compiler) -> bool:
        """Does a rule name the same rules there as here, and they in turn?"""
        if function not in self._alike:
            # Until more is known: rules that call each other in a circle are refused when they are compiled.
            self._alike[function] = True
            there = base._globals(function)
            self._alike[function] = hasattr(function, "__native__") or all(
                value is there[name] and self._is_alike(value, base)
                for name, value in self._globals(function).items()
                if is_rule(value)
            )
        return self._alike[function]

    def _globals(self, function: Callable[..., Any]) -> dict[str, Any]:
        """What the global names of a rule stand for, with the bindings."""
        if function not in self._named:
            known = function.__globals__
            self._named[function] = {
                name: self._value(known[name]) for name in sorted(global_names(function)) if name in known
            }
        return self._named[function]

    def _value(self, value: Any) -> Any:
        if is_rule(value):
            return self.bindings.get(value, value)
        # Numbers with more about them (an operation of the stack) are plain numbers here.
        return int(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _constant(self, value: Any) -> Any:
        if isinstance(value, Table):
            import numpy as np

            wide = np.array(value, dtype=np.int64)
            narrow = np.int8 if wide.size and abs(wide).max() < 128 else np.int32
            return wide.astype(narrow)
        if is_rule(value):
            if hasattr(value, "__native__"):
                from bagarre.kernel.targets import natives

                return getattr(natives, value.__name__)
            from bagarre.kernel.targets import INNER

            return self._compiled(value, INNER)
        return value

    # What compiled code depends on.

    def reached(self, function: Callable[..., Any]) -> list[Callable[..., Any]]:
        """A rule and all that it calls, each once."""
        found: dict[Callable[..., Any], None] = {}

        def visit(here: Callable[..., Any]) -> None:
            if here not in found:
                found[here] = None
                if hasattr(here, "__native__"):
                    return
                for value in self._globals(here).values():
                    if is_rule(value):
                        visit(value)

        visit(function)
        return list(found)

    def key(self, function: Callable[..., Any]) -> str:
        """Names the machine code of a driver: it changes with any rule or constant that is reached, and with the compilers.

        Numba itself does not notice a change in a called function of another file.
        """
        from bagarre.kernel.targets import best_target, fingerprint

        rules = self.reached(function)
        numbers = {reached: number for number, reached in enumerate(rules)}
        digest = hashlib.sha256((best_target().name + fingerprint()).encode())
        for found in rules:
            if hasattr(found, "__native__"):
                digest.update(found.__name__.encode())
                continue
            named = [
                (name, f"rule {numbers[value]}" if is_rule(value) else value)
                for name, value in self._globals(found).items()
            ]
            digest.update(repr((code_of(found), named)).encode())
        return digest.hexdigest()[:20]


def is_rule(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and getattr(value, "__rule__", False)


def code_of(function: Callable[..., Any]) -> tuple[Any, ...]:
    """What a function is called and does, whatever its comments say."""
    code = function.__code__
    # Rules know no strings: the only one is the docstring.
    constants = [constant for constant in code.co_consts if not isinstance(constant, str)]
    # Compiled code remembers the module that it came from.
    name = function.__module__, function.__qualname__
    return name, code.co_code, constants, code.co_names, code.co_varnames, function.__defaults__


def global_names(function: Callable[..., Any]) -> set[str]:
    """The global names that a function reads; a field of the state may share a name with a rule (`s.ending`)."""
    return {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}


class CacheElsewhere(UserWarning):
    """The cache cannot be where it should; `mistake` says so in the reader's language."""

    def __init__(self, wanted: Path, used: Path) -> None:
        self.mistake = Mistake("cache_elsewhere", wanted=str(wanted), used=str(used))
        super().__init__(str(self.mistake))


_cache_home: Path | None = None


def cache_home() -> Path:
    """Where compiled code is kept: the user's cache directory, or a temporary one when that cannot be written."""
    global _cache_home
    if _cache_home is None:
        _cache_home = _find_cache_home()
    return _cache_home


def cache_folder() -> Path:
    """The user's cache directory, or the one that `BAGARRE_CACHE` names; it need not exist."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("BAGARRE_CACHE", "") or user_cache_path("bagarre"))


def _find_cache_home() -> Path:
    wanted = cache_folder() / "compiled"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        fallback = Path(tempfile.mkdtemp(prefix="bagarre-"))
        warnings.warn(CacheElsewhere(wanted, fallback), stacklevel=2)
        return fallback


def fast_mode_available() -> bool:
    """Is Numba installed? Asked without importing it."""
    from importlib.util import find_spec

    return find_spec("numba") is not None
