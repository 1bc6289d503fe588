"""Who has won, in one line."""

from collections.abc import Sequence

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.meta import Meta
from bagarre.kernel.words import house_words
from bagarre.match import Outcome


def headline(meta: Meta, end: Outcome, names: Sequence[str], lang: str, reader: int = SPECTATOR) -> str:
    """The reader alone, those who share the first place, or nobody: so the rules may decide about a tie (`Meta.undecided`)."""
    say = house_words(lang).say
    first = end.winners
    tied = len(first) > 1 and bool(meta.undecided) and not end.given_up
    if tied or not first:
        return say("web.table.nobody_wins")
    if first == (reader,):
        return say("web.table.you_win")
    return f"{', '.join(names[seat] for seat in first)} {say('web.table.wins', n=len(first))}"
