"""Who has won, in one line."""

from collections.abc import Sequence

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.meta import Meta
from bagarre.kernel.words import house_words
from bagarre.match import Outcome


def headline(meta: Meta, end: Outcome, names: Sequence[str], lang: str, reader: int = SPECTATOR) -> str:
    """The reader alone, those who share the first place, or nobody: so the rules may decide about a tie (`Meta.undecided`).

    Of several who are left when somebody gives up, nobody knows who would have won.
    """
    say = house_words(lang).say
    first = end.winners
    if len(first) > 1 and end.given_up:
        return say("web.table.given_up")
    if not first or (len(first) > 1 and meta.undecided):
        return say("web.table.nobody_wins")
    if first == (reader,):
        return say("web.table.you_win")
    return f"{', '.join(names[seat] for seat in first)} {say('web.table.wins', n=len(first))}"
