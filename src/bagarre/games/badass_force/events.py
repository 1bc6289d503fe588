"""What can happen at the table; every kind names its clause."""

from bagarre.kernel.events import EventBook

EVENTS = EventBook()

# Set-up.
CASTS = EVENTS.kind("casts", "character", clause="BF-SETUP-1")
DEALT = EVENTS.kind("dealt", "seat weapon n", clause="BF-SETUP-6")
ON_MARKET = EVENTS.kind("on_market", "weapon", clause="BF-CHANGE-6")
RESHUFFLES = EVENTS.kind("reshuffles", "n", clause="BF-GEN-1")
LODGED = EVENTS.kind("lodged", "seat character*", clause="BF-SETUP-8")
PLACES = EVENTS.kind("places", "seat character*", clause="BF-SHOW-3")
FIRST = EVENTS.kind("first", "seat", clause="BF-SETUP-12")

# Turn and charges.
TURN_STARTS = EVENTS.kind("turn_starts", "seat", clause="BF-TURN-1")
COOL_POINT = EVENTS.kind("cool_point", "seat total:n", clause="BF-VENG-8")
CHARGES = EVENTS.kind("charges", "seat n charge:n", clause="BF-CHARGE-3")
GAINS = EVENTS.kind("gains", "seat n charge:n", clause="BF-OVER-6")
RECEIVES = EVENTS.kind("receives", "seat giver:seat n charge:n", clause="BF-OVER-1")
WASTES = EVENTS.kind("wastes", "seat n charge:n", clause="BF-CHARGE-4")
SETS_MARKER = EVENTS.kind("sets_marker", "seat charge:n", clause="BF-OVER-7")
LOSES = EVENTS.kind("loses", "seat n charge:n", clause="BF-CHARGE-5")
PAYS = EVENTS.kind("pays", "seat n charge:n", clause="BF-C-1")
EXPLODES = EVENTS.kind("explodes", "seat weapon", clause="BF-OVER-2")

# The five actions.
CHANGES = EVENTS.kind("changes", "seat", clause="BF-CHANGE-2")
DISCARDS = EVENTS.kind("discards", "seat weapon", clause="BF-CHANGE-4")
TAKES = EVENTS.kind("takes", "seat weapon n", clause="BF-CHANGE-5")
KEEPS = EVENTS.kind("keeps", "seat weapon", clause="BF-WEAPON-4")
EXECUTES = EVENTS.kind("executes", "seat weapon", clause="BF-WEAPON-1")
ROLLS = EVENTS.kind("rolls", "seat first:colour second:colour", clause="BF-ARMORY-1")
JAMS = EVENTS.kind("jams", "seat n", clause="BF-ARMORY-5")
ANNOUNCES = EVENTS.kind("announces", "seat character", clause="BF-ANN-1")

# The window.
DENOUNCES = EVENTS.kind("denounces", "seat announcer:seat", clause="BF-DEN-3")
PASSES = EVENTS.kind("passes", "seat", clause="BF-R16")
UNCHALLENGED = EVENTS.kind("unchallenged", "seat character", clause="BF-ANN-7")
PROVES = EVENTS.kind("proves", "seat character denouncer:seat", clause="BF-DEN-5")
CAUGHT = EVENTS.kind("caught", "seat character claimed:character denouncer:seat", clause="BF-DEN-8")

# Powers.
USES = EVENTS.kind("uses", "seat character box", clause="BF-ANN-8")
FIZZLES = EVENTS.kind("fizzles", "seat character", clause="BF-ANN-9")
COPIES_POWER = EVENTS.kind("copies", "seat character", clause="BF-C-12")
AIMS = EVENTS.kind("aims", "seat target:seat", clause="BF-ATT-3")
NAMES = EVENTS.kind("names", "seat character", clause="BF-C-2")
MISSES = EVENTS.kind("misses", "seat target:seat", clause="BF-R35")
PEEKS = EVENTS.kind("peeks", "seat target:seat character*", clause="BF-SHOW-2")
SHOWS = EVENTS.kind("shows", "seat character", clause="BF-SHOW-1")
TAKES_BACK = EVENTS.kind("takes_back", "seat", clause="BF-SHOW-1")
MUST_DIFFER = EVENTS.kind("must_differ", "seat", clause="BF-C-CAILLOU")
SWAPS = EVENTS.kind("swaps", "seat target:seat charge:n other:n", clause="BF-C-7")
REVIVES = EVENTS.kind("revives", "seat character", clause="BF-C-MILANA")
TURNS_TOWARDS = EVENTS.kind("turns_towards", "seat direction", clause="BF-ATT-3")

# Attack and defence.
ATTACKS = EVENTS.kind("attacks", "seat target:seat attack_kind", clause="BF-ATT-1")
DODGES = EVENTS.kind("dodges", "seat n charge:n", clause="BF-ATT-4")
ENDURES = EVENTS.kind("endures", "seat", clause="BF-ATT-4")
DEFENDS = EVENTS.kind("defends", "seat character", clause="BF-DEF-2")
STANDS = EVENTS.kind("stands", "seat", clause="BF-DEF-2")
CANCELS = EVENTS.kind("cancels", "seat", clause="BF-DEF-4")
ABSORBS = EVENTS.kind("absorbs", "seat", clause="BF-R27")

# Loss, points, Vengeance.
DIES = EVENTS.kind("dies", "seat character killer:seat cause", clause="BF-LOSS-1")
PERISHES = EVENTS.kind("perishes", "seat character", clause="BF-SCORE-8")
COMES_BACK = EVENTS.kind("comes_back", "seat character", clause="BF-C-10")
TOPPLES = EVENTS.kind("topples", "seat victim:seat", clause="BF-SCORE-4")
SCORES = EVENTS.kind("scores", "seat n total:n", clause="BF-SCORE-1")
AVENGES = EVENTS.kind("avenges", "seat", clause="BF-VENG-2")
RETURNS = EVENTS.kind("returns", "seat", clause="BF-VENG-3")

# The end.
WINS = EVENTS.kind("wins", "seat n", clause="BF-END-3")
TIES = EVENTS.kind("ties", "seat n", clause="BF-END-5")

SECRET_COLUMNS = EVENTS.secret_columns()
