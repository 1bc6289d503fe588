"""What environments need besides the house."""

from __future__ import annotations

from importlib.util import find_spec

from bagarre.kernel.errors import Mistake


class MissingExtra(Mistake, ImportError):
    """A package that is not installed; says which extra brings it, in one line of the reader's language."""

    def __str__(self) -> str:
        import os

        from bagarre.kernel.words import language_of

        return self.say(language_of(os.environ))


def need(package: str, extra: str = "envs") -> None:
    """:raises MissingExtra: when the package is not installed."""
    if find_spec(package) is None:
        raise MissingExtra("extra_missing", package=package, extra=extra)
