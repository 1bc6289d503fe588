"""What a player can choose, and why a choice may be refused."""

from bagarre.kernel.menu import ReasonBook, VerbBook

from .state import POTIONS, SEATS, SLOTS

CARD_IDS = [
    f"{color}_{value}" for color in ("blue", "red", "green", "purple", "yellow") for value in range(1, 8)
]
CARD_IDS += [f"potion_{number}" for number in range(1, POTIONS + 1)]
COMPANION_IDS = ["chameleon", "owl", "hare", "fox", "turtle", "raven"]
"""Notation never changes with a pack: a card is its colour and rank, a companion its place in the printed list."""

VERBS = VerbBook()
EQUIP = VERBS.verb("equip", range(1, 5))
VISIT = VERBS.verb("visit")
STOP = VERBS.verb("stop")
REPEAT = VERBS.verb("repeat")
DECLINE = VERBS.verb("decline")
POWER = VERBS.verb("power")
LOOK = VERBS.verb("look", range(SEATS), kind="seat")
LOOK_MYSTERY = VERBS.verb("look_mystery")
REPLACE = VERBS.verb("replace", range(SLOTS))
GO_ON = VERBS.verb("go_on")
END_TURN = VERBS.verb("end_turn")
TAKE_SPELL = VERBS.verb("take", range(SLOTS))
ACTIVATE = VERBS.verb("activate")
DISCARD = VERBS.verb("discard")
PLAYER = VERBS.verb("player", range(SEATS), kind="seat")
AMOUNT_OF = VERBS.verb("amount", range(1, 3))
WITH = VERBS.verb("with", range(SEATS), kind="seat")
GIVE_HIDDEN = VERBS.verb("hidden")
GIVE = VERBS.verb("weapon", names=CARD_IDS, kind="weapon")
TURN_POTION = VERBS.verb("potion", range(1, POTIONS + 1), kind="potion")
CANCEL = VERBS.verb("cancel", range(SLOTS))
COMPANION = VERBS.verb("companion", names=COMPANION_IDS, kind="companion")
READ_PLUS = VERBS.verb("plus")
READ_MINUS = VERBS.verb("minus")
LIFE = VERBS.verb("life")
BECOME_REAPER = VERBS.verb("reaper")

REASONS = ReasonBook()
NOT_YOUR_TURN = REASONS.reason("not_your_turn", "BQ-TURN-2")
NOT_NOW = REASONS.reason("not_now", "BQ-TURN-3")
AT_MAGICIAN = REASONS.reason("at_magician", "BQ-VISIT-1")
PILE_EMPTY = REASONS.reason("pile_empty", "BQ-EQUIP-6")
PILE_SHORT = REASONS.reason("pile_short", "BQ-EQUIP-5")
BARRED = REASONS.reason("barred", "BQ-EQUIP-7")
LAST_EQUIP_USED = REASONS.reason("last_equip_used", "BQ-EQUIP-11")
STRAGGLER = REASONS.reason("straggler", "BQ-P56-2")
NOT_STRAGGLER = REASONS.reason("not_straggler", "BQ-P56-3")
IN_PHASE_A = REASONS.reason("in_phase_a", "BQ-P2-3")
NO_POWER = REASONS.reason("no_power", "BQ-COMP-10")
POWER_USED = REASONS.reason("power_used", "BQ-COMP-11")
NOTHING_TO_DRAW = REASONS.reason("nothing_to_draw", "BQ-R29")
NOT_ONESELF = REASONS.reason("not_oneself", "BQ-COMP-5")
NOT_THERE = REASONS.reason("not_there", "BQ-REAP-24")
SLOT_EMPTY = REASONS.reason("slot_empty", "BQ-VISIT-3")
NO_TARGET = REASONS.reason("no_target", "BQ-VISIT-15")
SAME_PLAYER = REASONS.reason("same_player", "BQ-R8")
NOT_THEIR_WEAPON = REASONS.reason("not_their_weapon", "BQ-SPELL-4")
POTION_NOT_VISIBLE = REASONS.reason("potion_not_visible", "BQ-POT-11")
SPELL_NOT_ACTIVE = REASONS.reason("spell_not_active", "BQ-SPELL-17")
COMPANION_NOT_THERE = REASONS.reason("companion_not_there", "BQ-COMP-12")
REAPER_TAKEN = REASONS.reason("reaper_taken", "BQ-REAP-11")
