"""Players that are programs. They are shown a concealed state and its legal choices, never the state."""

from bagarre.bots.labels import LABELS, LevelLabel, bot_told, level_of
from bagarre.bots.player import Budget, Estimate, Player, PlayerLike, Thought, driver_bindings, driver_record
from bagarre.bots.seated import Seated
from bagarre.bots.specs import OFFERED, USUAL, make_player, names_code, player_names, spec_of

__all__ = [
    "LABELS", "OFFERED", "USUAL", "Budget", "Estimate", "LevelLabel", "Player", "PlayerLike", "Seated", "Thought", "bot_told",
    "driver_bindings", "driver_record", "level_of", "make_player", "names_code", "player_names", "spec_of",
]  # fmt: skip
