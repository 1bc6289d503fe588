from bagarre.kernel.menu import ReasonBook, VerbBook

VERBS = VerbBook()
SHOW = VERBS.verb("show", range(3))
CALL = VERBS.verb("call", range(7))

REASONS = ReasonBook()
NOT_ASKED = REASONS.reason("not_asked", "MO-SHOW-1")
SHOW_FIRST = REASONS.reason("show_first", "MO-SHOW-2")
SHOWN = REASONS.reason("shown", "MO-SHOW-1")
IMPOSSIBLE = REASONS.reason("impossible", "MO-CALL-1")
