"""What a player can say, and why not."""

from bagarre.kernel.menu import ReasonBook, VerbBook

VERBS = VerbBook()
KEEP = VERBS.verb("keep")
CHANGE = VERBS.verb("change")

REASONS = ReasonBook()
NOT_YOUR_TURN = REASONS.reason("not_your_turn", "MG-TURN-1")
NO_MORE_CHANGES = REASONS.reason("no_more_changes", "MG-TURN-3")
