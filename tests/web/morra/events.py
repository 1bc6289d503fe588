from bagarre.kernel.events import EventBook

EVENTS = EventBook()
BEGINS = EVENTS.kind("begins", "n", clause="MO-SHOW-1")
REVEALS = EVENTS.kind("reveals", "seat fingers:n call:n", clause="MO-CALL-1")
SCORES = EVENTS.kind("scores", "seat", clause="MO-CALL-2")

SECRET_COLUMNS = EVENTS.secret_columns()
