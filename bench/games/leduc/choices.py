"""What a player can say."""

from bagarre.kernel.menu import ReasonBook, VerbBook

VERBS = VerbBook()
FOLD = VERBS.verb("fold")
CALL = VERBS.verb("call")
RAISE = VERBS.verb("raise")

REASONS = ReasonBook()
NOT_YOUR_TURN = REASONS.reason("not_your_turn", "LE-BET-1")
NOTHING_TO_FOLD_TO = REASONS.reason("nothing_to_fold_to", "LE-BET-4")
TOO_MANY_RAISES = REASONS.reason("too_many_raises", "LE-BET-2")
