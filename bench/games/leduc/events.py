"""What can happen."""

from bagarre.kernel.events import EventBook

EVENTS = EventBook()
DEALT = EVENTS.kind("dealt", "seat card*", clause="LE-DEAL-1")
BOARD = EVENTS.kind("board", "card", clause="LE-DEAL-2")
FOLDS = EVENTS.kind("folds", "seat", clause="LE-BET-4")
CALLS = EVENTS.kind("calls", "seat paid:n", clause="LE-BET-1")
RAISES = EVENTS.kind("raises", "seat paid:n", clause="LE-BET-2")
SHOWS = EVENTS.kind("shows", "seat card", clause="LE-END-2")
WINS = EVENTS.kind("wins", "seat", clause="LE-END-1")

SECRET_COLUMNS = EVENTS.secret_columns()
