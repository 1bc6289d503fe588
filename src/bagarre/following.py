"""From a record to a match: the one function that follows a record, for matches, servers, replays and checks."""

from __future__ import annotations

from collections.abc import Iterator

from bagarre.games import find_game
from bagarre.kernel.errors import Mistake, RecordError
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import Deal, Line, Record


def follow(record: Record, game: Game | None = None) -> Iterator[tuple[Line, Match]]:
    """Make a record happen again: gives each line with the match as the line leaves it. The one way from a record to a match.

    `game` when it is not one of the house. Whoever wants as much as can be had keeps the last match when it raises.

    :raises Mistake: when the game cannot begin so.
    :raises RecordError: when a line does not follow; names it, and says so when it was written under other rules.
    """
    header = record.header
    game = game or find_game(header.game)
    if header.rules_version > game.meta.rules_version:
        raise RecordError("record_future_rules", version=header.rules_version, game=game.meta.title)
    deal = record.lines[0] if record.lines else None
    if not isinstance(deal, Deal):
        raise RecordError("record_header")
    match = Match(
        game,
        header.players,
        options=dict(header.options),
        packs=header.packs,
        seed=header.seed,
        kinds=header.seats,
        start=header.start,
        companion=header.companion,
        _deal=deal,
    )
    match.fair, match.taken_over = header.fair, header.taken_over
    yield deal, match
    for number, line in enumerate(record.lines[1:], start=3):
        try:
            match.follow(line)
        except Mistake as problem:
            then, now = header.rules_version, game.meta.rules_version
            key = "record_old_rules" if then < now else "record_line"
            raise RecordError(key, line=number, version=then, now=now, problem=problem) from None
        yield line, match


def follow_as_far(record: Record, game: Game | None = None) -> tuple[Match, RecordError | None]:
    """The match of a record as far as its lines follow, and what is wrong with the next line, if anything is.

    :raises Mistake: when not even the first line follows.
    """
    lines = follow(record, game)
    _, match = next(lines)
    try:
        for _ in lines:
            pass
    except RecordError as problem:
        return match, problem
    return match, None
