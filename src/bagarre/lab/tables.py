"""One game between programs as a match, which can be looked back at; those who search think in the mode of the study."""

from __future__ import annotations

from collections.abc import Sequence

from bagarre.bots.player import Budget, Player
from bagarre.bots.searching import SearchPlayer
from bagarre.bots.specs import make_player
from bagarre.kernel.game import Game
from bagarre.kernel.modes import Mode
from bagarre.match import Match


def played(game: Game, specs: Sequence[str], seed: str, mode: Mode) -> Match:
    """A whole game between those players.

    :raises Mistake: when one of them is unknown.
    """
    match = Match(game, len(specs), seed=seed, kinds=list(specs))
    players = [thinking(spec, game, f"{seed}/{seat}", mode) for seat, spec in enumerate(specs)]
    while not match.is_over:
        seat = match.deciders[0]
        menu = list(match.legal(seat))
        match.play(seat, players[seat].think(match.concealed(seat), seat, menu, Budget()).choice)
    return match


def thinking(spec: str, game: Game, seed: str, mode: Mode) -> Player:
    """A player with all the thought of its level: in plain Python it would have to hurry."""
    player = make_player(spec, game, seed)
    if isinstance(player, SearchPlayer):
        player.mode = mode
    return player
