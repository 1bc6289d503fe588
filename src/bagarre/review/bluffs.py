"""Bluff and knowledge: what was claimed, what was true, who could know, what it was worth; and how sure the others could be of one's cards.

For games in which something is claimed: they bring a room `bluffs`. Nothing here is estimated anew: chances come from the curve, odds from
what the game says of a concealed position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.review.looking import Review

CERTAIN = 0.995
"""Who is as sure as that knows."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Something that was claimed."""

    moment: int
    """The number of the choice that claimed it."""
    seat: int
    subject: int
    true: bool
    odds: tuple[tuple[int, float], ...]
    """For every other seat how likely it was true, from what that seat knew."""
    outcome: str
    """The name of the event that settled it."""
    denouncer: int
    """Who called it a lie; -1 for nobody."""
    worth: float
    """How the claimer's winning chance changed from before the claim until it was settled."""
    denouncer_worth: float
    """And the denouncer's meanwhile: at the denunciation itself a lie that is seen through has long been counted on."""

    def odds_of(self, seat: int) -> float:
        return dict(self.odds)[seat]

    @property
    def who_knew(self) -> list[int]:
        return [seat for seat, odds in self.odds if odds >= CERTAIN or odds <= 1 - CERTAIN]


def bluff_room(game: Game) -> Any:
    """What the game says about claims; `None` for a game without any."""
    return game.room("bluffs") if (game.folder / "bluffs.py").is_file() else None


def claims(review: Review) -> list[Claimed]:
    """Everything that was claimed in a game, in its order."""
    match = review.match
    room = bluff_room(match.game)
    if room is None:
        return []
    values = chances(review)
    found = []
    # Those on the table, by how deep they lie: one in answer to which another was made comes up again, whatever has become of the card.
    lying: dict[int, tuple[int, int]] = {}
    for moment in range(1, len(match.steps)):
        s = match.position(moment)
        here = room.claim(s)
        if here is None:
            lying.clear()
            continue
        made = here.seat, here.subject
        if lying.get(here.depth) != made and match.steps[moment].seat == here.seat:
            odds = tuple(
                (seat, room.odds(match.game.concealed(s, seat)))
                for seat in range(len(match.players))
                if seat != here.seat
            )
            settled, outcome, denouncer = fate(review, room, moment, here.seat)
            worth = values[settled][here.seat] - values[moment - 1][here.seat]
            caller = values[settled][denouncer] - values[moment - 1][denouncer] if denouncer >= 0 else 0.0
            found.append(
                Claimed(moment, here.seat, here.subject, here.true, odds, outcome, denouncer, worth, caller)
            )
        lying = {depth: one for depth, one in lying.items() if depth < here.depth} | {here.depth: made}
    return found


def chances(review: Review) -> list[tuple[float, ...]]:
    """The chances of all seats after each choice, from what each knew."""
    values = [review.known.strides[0].values] * len(review.match.steps)
    last = values[0]
    at = {stride.moment: stride.values for stride in review.known.strides}
    for moment in range(len(values)):
        last = at.get(moment, last)
        values[moment] = last
    return values


def fate(review: Review, room: Any, moment: int, seat: int) -> tuple[int, str, int]:
    """When a claim was settled, by which event, and who called it a lie (-1: nobody)."""
    match = review.match
    for later in range(moment, len(match.steps)):
        for event in match.open_events(match.steps[later]):
            told: dict[str, Any] = dict(zip((field.name for field in event.kind.fields), event.values))
            if event.kind.name in room.SETTLED and told["seat"] == seat:
                # Of several who call it a lie one counts: the event says who.
                return later, event.kind.name, told.get("denouncer", -1)
    return len(match.steps) - 1, "", -1


Knowledge = list[tuple[int, list[float]]]
_KNOWN: WeakKeyDictionary[Match, dict[int, Knowledge]] = WeakKeyDictionary()
"""What was reckoned of games that are still looked at: whoever turns the page of a review does not wait for it again."""


def knowledge(match: Match, seat: int) -> Knowledge:
    """Through a finished game: how sure each other seat could be of the card that this one hid; only where it hid one."""
    known = _KNOWN.setdefault(match, {})
    if seat not in known:
        known[seat] = _knowledge(match, seat)
    return known[seat]


def _knowledge(match: Match, seat: int) -> Knowledge:
    room = bluff_room(match.game)
    if room is None:
        return []
    others = [other for other in range(len(match.players)) if other != seat]
    found = []
    for moment in range(len(match.steps)):
        s = match.position(moment)
        card = room.hidden(s, seat)
        if card >= 0:
            found.append(
                (moment, [room.sure(match.game.concealed(s, other), seat, card) for other in others])
            )
    return found
