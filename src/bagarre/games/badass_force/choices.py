"""What a player can say, and why it may be refused."""

from bagarre.kernel.menu import ReasonBook, VerbBook

from .state import CHARACTERS, SEATS, WEAPONS

# How characters and weapons are written in notation: those of the two boxes by name, others by number.
CHARACTER_NAMES = (
    "buck", "rocco", "otto", "melinda", "sigrid", "stefan", "bruno", "jeanloup",
    "vince", "stan", "caillou", "milana", "john", "ursula", "jetlag", "max",
)  # fmt: skip
WEAPON_NAMES = (
    "lance_flammes", "fusil_a_pompe", "bazooka", "minigun", "couteau_survie", "arc_explosif", "grenade", "etoiles_ninja",
    "katana", "pistolets_jumeaux", "fusil_precision", "crayon", "bolide_nitro", "valise_piegee", "pistolet_mitrailleur",
    "lance_grenades",
)  # fmt: skip
_characters = [*CHARACTER_NAMES, *(f"c{i}" for i in range(len(CHARACTER_NAMES), CHARACTERS))]
_weapons = [*WEAPON_NAMES, *(f"w{i}" for i in range(len(WEAPON_NAMES), WEAPONS))]

VERBS = VerbBook()
CAST_IN = VERBS.verb("cast", names=_characters, kind="character")
PLACE = VERBS.verb("place", names=_characters, kind="character")
CHANGE_CHARACTER = VERBS.verb("change_character")
CHANGE_WEAPON = VERBS.verb("change_weapon")
EXECUTE = VERBS.verb("execute")
GO_ARMORY = VERBS.verb("armory")
ANNOUNCE = VERBS.verb("announce", names=_characters, kind="character")
DENOUNCE = VERBS.verb("denounce")
PASS = VERBS.verb("pass")
TAKE = VERBS.verb("take", names=_weapons, kind="weapon")
BOX = VERBS.verb("box", names=("normal", "vengeance"), kind="box")
TARGET = VERBS.verb("target", range(SEATS), kind="seat")
STOP = VERBS.verb("stop")
NAME = VERBS.verb("name", names=_characters, kind="character")
DELIVER = VERBS.verb("deliver", range(SEATS), kind="seat")
AMOUNT = VERBS.verb("amount", range(1, 8))
DIRECTION = VERBS.verb("direction", names=("clockwise", "counter_clockwise"), kind="direction")
DODGE = VERBS.verb("dodge")
ENDURE = VERBS.verb("endure")
YES = VERBS.verb("yes")
NO = VERBS.verb("no")
REVIVE = VERBS.verb("revive", names=_characters, kind="character")
COPY = VERBS.verb("copy", names=_characters, kind="character")

REASONS = ReasonBook()
NOT_ASKED = REASONS.reason("not_asked", "BF-TURN-4")
ANSWERED = REASONS.reason("answered", "BF-DEN-11")
WRONG_QUESTION = REASONS.reason("wrong_question", "BF-TURN-5")
NOT_AVAILABLE = REASONS.reason("not_available", "BF-SETUP-1")
NOT_IN_HAND = REASONS.reason("not_in_hand", "BF-CHANGE-2")
NOT_LOADED = REASONS.reason("not_loaded", "BF-WEAPON-1")
NOT_IN_CASTING = REASONS.reason("not_in_casting", "BF-ANN-3")
NOT_PLAYABLE = REASONS.reason("not_playable", "BF-ANN-4")
NO_REACTION = REASONS.reason("no_reaction", "BF-DEF-2")
NOT_ON_MARKET = REASONS.reason("not_on_market", "BF-CHANGE-5")
NOT_A_TARGET = REASONS.reason("not_a_target", "BF-ANN-12")
NAMED_ALREADY = REASONS.reason("named_already", "BF-C-ROCCO")
NOT_A_DESTINATION = REASONS.reason("not_a_destination", "BF-C-STAN")
TOO_MUCH = REASONS.reason("too_much", "BF-CHARGE-5")
NOT_IN_CEMETERY = REASONS.reason("not_in_cemetery", "BF-C-MILANA")
NOT_COPYABLE = REASONS.reason("not_copyable", "BF-C-MAX")
GAME_OVER = REASONS.reason("game_over", "BF-END-1")
