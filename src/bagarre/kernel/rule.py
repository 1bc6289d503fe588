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


INNER, OPEN, CACHED = "inner", "open", "cached"
"""How a rule is compiled: for other rules only (Python must not call it), for Python too, and kept on disk besides."""


class Compiler:
    """Compiled twins of rules, for one set of bindings.

    `bindings` replaces rules by others wherever they are named: so the drivers of the kernel, which speak of
    their own `apply` and `choices`, are bound to the functions of one game. `sources` are the files whose digest keys the on-disk
    cache: Numba itself does not notice a change in a called function of another file.
    """

    _lock = threading.RLock()

    def __init__(self, bindings: dict[Callable[..., Any], Callable[..., Any]], sources: Iterable[Path]) -> None:
        self.bindings = bindings
        self.cache_directory = cache_home() / digest_of(sources)
        self._twins: dict[tuple[Callable[..., Any], str], Any] = {}
        self._open: list[Callable[..., Any]] = []

    def compiled(self, function: Callable[..., Any], *, cached: bool = False) -> Any:
        """The compiled twin of a rule; `cached` keeps its machine code on disk."""
        with self._lock:
            return self._compiled(function, CACHED if cached else OPEN)

    def _compiled(self, function: Callable[..., Any], how: str) -> Any:
        if (function, how) in self._twins:
            return self._twins[function, how]
        if not getattr(function, "__rule__", False):
            raise TypeError(f"{function.__module__}.{function.__qualname__} is not marked @rule")
        if function in self._open:
            names = [open.__qualname__ for open in (*self._open, function)]
            raise TypeError(f"recursion in rules: {' → '.join(names)}")
        self._open.append(function)
        try:
            space = self._globals(function)
        finally:
            self._open.pop()
        twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        self._twins[function, how] = self._jit(twin, how)
        return self._twins[function, how]

    def _globals(self, function: Callable[..., Any]) -> dict[str, Any]:
        known = function.__globals__
        space: dict[str, Any] = {"__name__": function.__module__, "__builtins__": known["__builtins__"]}
        for name in global_names(function):
            if name in known:
                space[name] = self._constant(known[name])
        return space

    def _constant(self, value: Any) -> Any:
        if isinstance(value, Table):
            import numpy as np

            wide = np.array(value, dtype=np.int64)
            narrow = np.int8 if wide.size and abs(wide).max() < 128 else np.int32
            return wide.astype(narrow)
        if isinstance(value, types.FunctionType) and getattr(value, "__rule__", False):
            if hasattr(value, "__native__"):
                from bagarre.kernel.targets import natives

                return getattr(natives, value.__name__)
            return self._compiled(self.bindings.get(value, value), INNER)
        # Numbers with more about them (an operation of the stack) are plain numbers there.
        return int(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _jit(self, twin: Any, how: str) -> Any:
        import numba

        from bagarre.kernel.whole import PartCompiler, WholeCompiler, load_at_once

        # Rules make no objects: nothing need be counted to know when it can be thrown away.
        plain: dict[str, Any] = {"nogil": True, "_nrt": False}
        if how == INNER:
            inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            return _one_version(numba.njit(twin, pipeline_class=PartCompiler, **plain, **inner))
        if how == OPEN:
            return _one_version(numba.njit(twin, pipeline_class=WholeCompiler, **plain))
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(self.cache_directory)
        try:
            return load_at_once(_one_version(numba.njit(twin, pipeline_class=WholeCompiler, cache=True, **plain)))
        finally:
            numba.config.CACHE_DIR = before


def _one_version(dispatcher: Any) -> Any:
    """Take every integer argument as an int64, whether it came from a small field, a literal or a default; and True like False.

    Otherwise Numba compiles a rule anew for each mixture of them: `emit` fifty times over, for one game.
    """
    from numba.core import types

    wide: Any = types  # the stubs do not know Omitted
    fold = dispatcher._compiler.fold_argument_types

    def widened(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(
            wide.int64
            if isinstance(kind, wide.Integer) or (isinstance(kind, wide.Omitted) and isinstance(kind.value, int))
            else wide.unliteral(kind)
            for kind in folded
        )

    dispatcher._compiler.fold_argument_types = widened
    return dispatcher


def global_names(function: Callable[..., Any]) -> set[str]:
    """The global names that a function reads; a field of the state may share a name with a rule (`s.ending`)."""
    return {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}


def digest_of(sources: Iterable[Path]) -> str:
    """One digest for the text of all these files, in a fixed order."""
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


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


def _find_cache_home() -> Path:
    from platformdirs import user_cache_path

    wanted = Path(os.environ.get("BAGARRE_CACHE", "") or user_cache_path("bagarre")) / "compiled"
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
