"""What can happen. A star marks what only those who are told learn."""

from bagarre.kernel.events import EventBook

EVENTS = EventBook()
DEALT = EVENTS.kind("dealt", "seat card*", clause="MG-DEAL-1")
KEEPS = EVENTS.kind("keeps", "seat", clause="MG-TURN-2")
CHANGES = EVENTS.kind("changes", "seat card*", clause="MG-TURN-3")
SHOWS = EVENTS.kind("shows", "seat card", clause="MG-END-1")
WINS = EVENTS.kind("wins", "seat", clause="MG-END-1")

SECRET_COLUMNS = EVENTS.secret_columns()
