from bagarre.kernel.events import EventBook

EVENTS = EventBook()
REVEALED = EVENTS.kind("revealed", "seat n", clause="BI-1")
SCORES = EVENTS.kind("scores", "seat", clause="BI-1")
SECRET_COLUMNS = EVENTS.secret_columns()
