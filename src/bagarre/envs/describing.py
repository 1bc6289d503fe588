"""The observations of every game, told for people: `python -m bagarre.envs.describing > docs/observations.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.kernel.pieces import ONE_OF, SIGNED, Piece, PieceBook

FEW = 8
"""Up to so many names are told."""


def document() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Observations"
    yield ""
    yield (
        "What a seat observes in each game, as named pieces of one vector. Made from the declarations (`games/*/observe.py`) by "
        "`python -m bagarre.envs.describing > docs/observations.md`; a test keeps it true. How they are used: "
        "[environments](environments.md)."
    )
    yield ""
    yield (
        "Everything comes from the position as the seat may know it. A *flag* is 0 or 1; a *count* is a number divided by the one after "
        "the stroke, so it lies between 0 and 1 (larger numbers are cut off); a *signed* count lies between -1 and 1; of *one of* n there "
        "is a single 1 along the last axis, or none. Seats are counted from the reader, clockwise; places for seats that the table does "
        "not have stay 0."
    )
    for game in games().values():
        yield from _game(game)


def _game(game: Game) -> Iterator[str]:
    book: PieceBook = game.room("observe").PIECES
    yield ""
    yield f"## {game.meta.title}"
    yield ""
    yield f"{book.size} numbers, {game.verbs.size} actions (version `{game.verbs.version}`)."
    yield ""
    yield "| piece | place | shape | kind | what it tells |"
    yield "|---|---|---|---|---|"
    for piece in book:
        shape = " × ".join(str(n) for n in piece.shape)
        yield f"| `{piece.name}` | {piece.first} | {shape} | {_kind(piece)} | {piece.tells}{_names(piece)} |"


def _kind(piece: Piece) -> str:
    if piece.kind == ONE_OF:
        return f"one of {piece.shape[-1]}"
    if piece.most == 1:
        return "sign" if piece.kind == SIGNED else "flag"
    return f"{piece.kind} / {piece.most}"


def _names(piece: Piece) -> str:
    if not piece.options:
        return ""
    if len(piece.options) <= FEW:
        return f" ({', '.join(piece.options)})"
    return f" ({', '.join(piece.options[: FEW - 2])} … {piece.options[-1]})"


if __name__ == "__main__":
    sys.stdout.write(document())
