from bagarre.kernel.menu import ReasonBook, VerbBook

VERBS = VerbBook()
BID = VERBS.verb("bid", range(3))

REASONS = ReasonBook()
ALREADY_BID = REASONS.reason("already_bid", "BI-1")
GAME_OVER = REASONS.reason("game_over", "BI-2")
