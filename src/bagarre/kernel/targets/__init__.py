"""Compile targets: ways to turn rules into machine code, behind one interface.

| target | what it is |
|---|---|
| `linked` | the whole-game compiler: each rule lowered once, all linked into the driver that needs them and optimised together |
| `plain` | Numba as its manual shows it: any version, far slower to compile |

The whole-game compiler leans on the inside of Numba and says which versions it knows. With another, or when something inside is not as it
expects, plain Numba takes over, with one line of notice. `natives` has what rule code cannot say quickly, for both.
"""

from __future__ import annotations

import hashlib
import warnings
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from bagarre.kernel.errors import Mistake

INNER, OPEN, CACHED = "inner", "open", "cached"
"""How a rule is compiled: for other rules only (Python must not call it), for Python too, and kept on disk besides."""


class Target(Protocol):
    """A way to compile rules."""

    name: str

    def compile(self, function: Any, how: str, folder: Path) -> Any:
        """What Numba calls a dispatcher: compiles the function when it is first called. `folder` keeps machine code, where `how` is CACHED.

        The globals of the function hold compiled rules of the same target, natives, and constants.
        """


class Unexpected(Exception):
    """The whole-game compiler does not know the Numba that is installed, or something inside it."""


class PlainInstead(UserWarning):
    """Plain Numba has taken over; `mistake` says so in the reader's language."""

    def __init__(self, reason: str) -> None:
        import numba

        self.mistake = Mistake("plain_numba", version=numba.__version__, reason=reason)
        super().__init__(str(self.mistake))


@cache
def best_target() -> Target:
    """The whole-game compiler, where it can be used; the notice is given once a process."""
    try:
        from bagarre.kernel.targets import linked

        linked.check()
    except (Unexpected, ImportError, AttributeError) as reason:
        from bagarre.kernel.targets.plain import Plain

        warnings.warn(PlainInstead(str(reason)), stacklevel=2)
        return Plain()
    return linked.Linked()


@cache
def fingerprint() -> str:
    """Changes when the compilers themselves do: part of the key of compiled code."""
    import numba

    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
