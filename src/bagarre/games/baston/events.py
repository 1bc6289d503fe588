"""What can happen. Every kind cites the clause that makes it so; each roll is followed by its modifiers, one event each."""

from bagarre.kernel.events import EventBook

EVENTS = EventBook()

# Set-up.
CHARACTER = EVENTS.kind(
    "character", "who:character seat strength:n* dexterity:n* speed:n* constitution:n*", clause="BA-CHAR-2"
)
EQUIPPED = EVENTS.kind("equipped", "who:character item", clause="BA-EQUIP-3")
CARRIES = EVENTS.kind("carries", "who:character item", clause="BA-EQUIP-2")
RANK_LOT = EVENTS.kind("rank_lot", "who:character", clause="BA-RANK-1")
RANKED = EVENTS.kind("ranked", "who:character rank:n", clause="BA-RANK-1")
ZONE_DRAWN = EVENTS.kind("zone_drawn", "seat zone:n", clause="BA-SETUP-5")
PLACED = EVENTS.kind("placed", "who:character point", clause="BA-SETUP-6")
PLACE_REFUSED = EVENTS.kind("place_refused", "who:character point", clause="BA-SETUP-7")
FACES = EVENTS.kind("faces", "who:character direction", clause="BA-SETUP-5")

# Turn and sequence.
TURN_BEGINS = EVENTS.kind("turn_begins", "turn:n", clause="BA-TURN-1")
REVEALED = EVENTS.kind("revealed", "turn:n", clause="BA-EXEC-1")
SHEET_LINE = EVENTS.kind(
    "sheet_line", "who:character sequence:n first:order second:order", clause="BA-EXEC-1"
)
REWRITTEN = EVENTS.kind("rewritten", "who:character", clause="BA-REPROG-3")
SEQUENCE_BEGINS = EVENTS.kind("sequence_begins", "sequence:n", clause="BA-EXEC-2")
EXECUTES = EVENTS.kind("executes", "who:character order round:n", clause="BA-EXEC-2")
RESTS = EVENTS.kind("rests", "who:character", clause="BA-REST-1")
SITS_STUNNED = EVENTS.kind("sits_stunned", "who:character", clause="BA-EXEC-8")
AWAKE = EVENTS.kind("awake", "who:character", clause="BA-STUN-6")
DECLINED = EVENTS.kind("declined", "who:character", clause="BA-EXEC-5")

# Lost orders.
LOST_PRONE = EVENTS.kind("lost_prone", "who:character", clause="BA-CRAWL-4")
LOST_STANDING = EVENTS.kind("lost_standing", "who:character", clause="BA-CRAWL-4")
LOST_LEGS = EVENTS.kind("lost_legs", "who:character", clause="BA-WOUND-3")
LOST_ARM = EVENTS.kind("lost_arm", "who:character", clause="BA-WOUND-4")
LOST_ARMS = EVENTS.kind("lost_arms", "who:character", clause="BA-WOUND-6")
LOST_POSTURE = EVENTS.kind("lost_posture", "who:character", clause="BA-PRONE-2")
LOST_CHAIR = EVENTS.kind("lost_chair", "who:character", clause="BA-CHAIR-3")
LOST_COMBO = EVENTS.kind("lost_combo", "who:character", clause="BA-COMBO-1")
LOST_OFF_BOARD = EVENTS.kind("lost_off_board", "who:character", clause="BA-JUMP-9")
LOST_JUMP = EVENTS.kind("lost_jump", "who:character", clause="BA-JUMP-4")
LOST_VAULT = EVENTS.kind("lost_vault", "who:character", clause="BA-VAULT-2")
LOST_NO_TARGET = EVENTS.kind("lost_no_target", "who:character", clause="BA-BLOW-3")
LOST_NO_LEAF = EVENTS.kind("lost_no_leaf", "who:character", clause="BA-DOOR-1")
LOST_NOTHING_THERE = EVENTS.kind("lost_nothing_there", "who:character", clause="BA-PRE-1")
LOST_SIX = EVENTS.kind("lost_six", "who:character", clause="BA-PRE-5")
LOST_NO_OBJECT = EVENTS.kind("lost_no_object", "who:character", clause="BA-LAN-1")
LOST_NO_BOTTLE = EVENTS.kind("lost_no_bottle", "who:character", clause="BA-BRI-1")
LOST_NOTHING_TO_PUSH = EVENTS.kind("lost_nothing_to_push", "who:character", clause="BA-POU-2")
LOST_NO_TABLE = EVENTS.kind("lost_no_table", "who:character", clause="BA-REN-1")
LOST_OVERTURN = EVENTS.kind("lost_overturn", "who:character", clause="BA-REN-3")
LOST_NO_TOOL = EVENTS.kind("lost_no_tool", "who:character", clause="BA-DES-3")
LOST_NOTHING_TO_SMASH = EVENTS.kind("lost_nothing_to_smash", "who:character", clause="BA-DES-2")
LOST_NO_VICTIM = EVENTS.kind("lost_no_victim", "who:character", clause="BA-TAX-2")
LOST_NOTHING_TO_WEAR = EVENTS.kind("lost_nothing_to_wear", "who:character", clause="BA-MET-2")
LOST_NO_PHONE = EVENTS.kind("lost_no_phone", "who:character", clause="BA-EXEC-6")

# Rolls under a characteristic.
PENALTY_STUNNED = EVENTS.kind("penalty_stunned", "who:character n", clause="BA-TEST-2")
PENALTY_OVER = EVENTS.kind("penalty_over", "who:character n", clause="BA-LAN-5")
PENALTY_ARM = EVENTS.kind("penalty_arm", "who:character n", clause="BA-WOUND-5")
ROLL_UNDER = EVENTS.kind(
    "roll_under", "who:character stat die:n penalty:n outcome limit:n*", clause="BA-TEST-1"
)

# Movement.
ENTERED = EVENTS.kind("entered", "who:character point", clause="BA-MOVE-2")
TURNS = EVENTS.kind("turns", "who:character direction", clause="BA-PIV-1")
BUMPS = EVENTS.kind("bumps", "who:character", clause="BA-MOVE-2")
STOPS_AT_EDGE = EVENTS.kind("stops_at_edge", "who:character", clause="BA-R19")
JUMP_IMPOSSIBLE = EVENTS.kind("jump_impossible", "who:character", clause="BA-JUMP-3")
LIES = EVENTS.kind("lies", "who:character", clause="BA-POST-2")
RISES = EVENTS.kind("rises", "who:character", clause="BA-POST-1")
RISES_UNDER = EVENTS.kind("rises_under", "who:character", clause="BA-POST-1")
LEAVES_BOARD = EVENTS.kind("leaves_board", "who:character", clause="BA-EXIT-1")
PUSHED_OFF = EVENTS.kind("pushed_off", "who:character by:seat", clause="BA-EXIT-1")
DRAGS = EVENTS.kind("drags", "who:character victim:character point where:point", clause="BA-HOLD-5")
DRAG_FAILS = EVENTS.kind("drag_fails", "who:character victim:character", clause="BA-HOLD-5")

# Jostling.
JOSTLE_TIE = EVENTS.kind("jostle_tie", "who:character other:character die:n", clause="BA-JOST-2")
JOSTLE = EVENTS.kind("jostle", "who:character other:character outcome", clause="BA-JOST-2")
CANNOT_ENTER = EVENTS.kind("cannot_enter", "who:character other:character", clause="BA-JOST-10")
DEFLECTED = EVENTS.kind("deflected", "who:character die:n direction", clause="BA-JOST-5")
PUSHED_TO = EVENTS.kind("pushed_to", "who:character point by:seat", clause="BA-JOST-4")
JOSTLE_BLOCKED = EVENTS.kind("jostle_blocked", "who:character", clause="BA-JOST-8")
MADE_ROOM = EVENTS.kind("made_room", "who:character point", clause="BA-OCC-9")

# Stun and falls.
STUN_ROLL = EVENTS.kind("stun_roll", "who:character line die:n bonus:n n", clause="BA-STUN-8")
STUNNED = EVENTS.kind("stunned", "who:character n total:n", clause="BA-STUN-4")
FALLS_IN_PLACE = EVENTS.kind("falls_in_place", "who:character point", clause="BA-FALL-1")
FALLS_FROM_HEIGHT = EVENTS.kind("falls_from_height", "who:character point n", clause="BA-FALL-2")
TUMBLES_DOWN = EVENTS.kind("tumbles_down", "who:character point direction", clause="BA-FALL-4")
NO_ROOM_TO_FALL = EVENTS.kind("no_room_to_fall", "who:character point", clause="BA-FALL-3")
BODY_FALLS = EVENTS.kind("body_falls", "who:character point", clause="BA-FALL-7")
CUT = EVENTS.kind("cut", "who:character die:n part", clause="BA-GLASS-1")

# Blows.
USES_WEAPON = EVENTS.kind("uses_weapon", "who:character weapon:weapon_in_hand", clause="BA-CP-1")
TARGET_DRAWN = EVENTS.kind("target_drawn", "who:character target:character", clause="BA-BLOW-4")
STRIKES_BESIDE = EVENTS.kind("strikes_beside", "who:character", clause="BA-BLOW-5")
AIMED = EVENTS.kind("aimed", "who:character target:character part", clause="BA-BLOW-6")
LOCATION = EVENTS.kind("location", "who:character die:n part column", clause="BA-LOC-1")
MOD_COMBAT = EVENTS.kind("mod_combat", "who:character n*", clause="BA-HIT-4")
MOD_STRENGTH = EVENTS.kind("mod_strength", "who:character n*", clause="BA-HIT-4")
MOD_DEXTERITY = EVENTS.kind("mod_dexterity", "who:character n*", clause="BA-HIT-4")
MOD_PRONE_TARGET = EVENTS.kind("mod_prone_target", "who:character n beaten", clause="BA-HIT-2")
MOD_HOLDING = EVENTS.kind("mod_holding", "who:character n beaten", clause="BA-HIT-2")
MOD_BEHIND = EVENTS.kind("mod_behind", "who:character n beaten", clause="BA-HIT-2")
MOD_STUNNED = EVENTS.kind("mod_stunned", "who:character n beaten", clause="BA-HIT-2")
MOD_HELD = EVENTS.kind("mod_held", "who:character n beaten", clause="BA-HIT-2")
MOD_ARM = EVENTS.kind("mod_arm", "who:character n", clause="BA-HIT-3")
MOD_PRONE = EVENTS.kind("mod_prone", "who:character n", clause="BA-PRONE-3")
MOD_RANGE = EVENTS.kind("mod_range", "who:character n", clause="BA-LAN-9")
HELD_HIT = EVENTS.kind("held_hit", "who:character", clause="BA-HIT-5")
TO_HIT = EVENTS.kind("to_hit", "who:character target:character die:n outcome:hit total:n*", clause="BA-HIT-1")
MISSES = EVENTS.kind("misses", "who:character target:character", clause="BA-HIT-1")
HITS = EVENTS.kind(
    "hits", "who:character target:character part wounds:n stun:n weapon:row", clause="BA-DMG-1"
)
PROTECTS = EVENTS.kind("protects", "who:character part", clause="BA-EQUIP-4")
STUN_SOFTENED = EVENTS.kind("stun_softened", "who:character", clause="BA-EQUIP-6")
WOUNDED = EVENTS.kind("wounded", "who:character part n left:n*", clause="BA-WOUND-1")
LIMB_LOST = EVENTS.kind("limb_lost", "who:character part", clause="BA-WOUND-4")
KNOCKED_OUT = EVENTS.kind("knocked_out", "who:character by:seat", clause="BA-WOUND-2")
LOOT_FALLS = EVENTS.kind("loot_falls", "point", clause="BA-EXIT-1")
VICIOUS = EVENTS.kind("vicious", "who:character", clause="BA-CV-2")
RECOIL = EVENTS.kind("recoil", "who:character", clause="BA-CB-2")
BOTTLE_BREAKS = EVENTS.kind("bottle_breaks", "who:character", clause="BA-CP-4")
TRIPS = EVENTS.kind("trips", "who:character target:character", clause="BA-CJ-2")
HOLD_ROLL = EVENTS.kind(
    "hold_roll", "who:character target:character die:n outcome:hit total:n*", clause="BA-HOLD-2"
)
GRABS = EVENTS.kind("grabs", "who:character victim:character", clause="BA-HOLD-3")
KEEPS_HOLD = EVENTS.kind("keeps_hold", "who:character victim:character", clause="BA-HOLD-7")
HOLD_ENDS = EVENTS.kind("hold_ends", "who:character victim:character", clause="BA-HOLD-10")
BREAKS_FREE = EVENTS.kind("breaks_free", "who:character", clause="BA-HOLD-8")
LOSES_SEQUENCE = EVENTS.kind("loses_sequence", "who:character", clause="BA-HOLD-8")

# Objects.
DROPS = EVENTS.kind("drops", "who:character item point", clause="BA-OBJ-3")
BREAKS_ON_FLOOR = EVENTS.kind("breaks_on_floor", "point", clause="BA-OBJ-4")
GLASS_BREAKS = EVENTS.kind("glass_breaks", "point", clause="BA-LAN-4")
TAKES_UP = EVENTS.kind("takes_up", "who:character item point", clause="BA-PRE-1")
BREAKS_BOTTLE = EVENTS.kind("breaks_bottle", "who:character", clause="BA-BRI-1")
THROWS_AT = EVENTS.kind("throws_at", "who:character item direction", clause="BA-LAN-7")
THROWS_TO = EVENTS.kind("throws_to", "who:character item point", clause="BA-LAN-5")
SCATTERS = EVENTS.kind("scatters", "item direction", clause="BA-LAN-5")
PASSES_OVER = EVENTS.kind("passes_over", "who:character", clause="BA-LAN-8")
FLIGHT_ENDS = EVENTS.kind("flight_ends", "item point", clause="BA-LAN-11")
FLIES_OFF = EVENTS.kind("flies_off", "item", clause="BA-EXIT-2")
CHAIR_FLIES = EVENTS.kind("chair_flies", "point", clause="BA-LAN-3")

# Doors and furniture.
FIXTURE_MOVES = EVENTS.kind("fixture_moves", "fixture state:fixture_state", clause="BA-DOOR-3")
DOOR_BLOCKED = EVENTS.kind("door_blocked", "fixture", clause="BA-DOOR-7")
OBJECT_SWEPT = EVENTS.kind("object_swept", "item point", clause="BA-DOOR-6")
CHAIR_PUSHED = EVENTS.kind("chair_pushed", "point where:point", clause="BA-CHAIR-5")
CHAIR_FALLS = EVENTS.kind("chair_falls", "point where:point", clause="BA-CHAIR-5")
CHAIR_BREAKS = EVENTS.kind("chair_breaks", "point", clause="BA-CHAIR-5")
CHAIR_GONE = EVENTS.kind("chair_gone", "point", clause="BA-EXIT-2")
NAMES_PUSH = EVENTS.kind("names_push", "who:character direction what:piece", clause="BA-POU-6")
PUSH_TIE = EVENTS.kind("push_tie", "who:character other:character die:n", clause="BA-POU-8")
PUSH_CONTEST = EVENTS.kind("push_contest", "who:character direction", clause="BA-POU-8")
PIECE_STUCK = EVENTS.kind("piece_stuck", "piece", clause="BA-POU-9")
PIECE_MOVES = EVENTS.kind("piece_moves", "piece point", clause="BA-POU-14")
PIECE_FALLS = EVENTS.kind("piece_falls", "piece", clause="BA-POU-15")
PIECE_GONE = EVENTS.kind("piece_gone", "piece", clause="BA-POU-19")
SANDWICHED = EVENTS.kind("sandwiched", "who:character", clause="BA-POU-12")
TABLE_FLIPS = EVENTS.kind("table_flips", "piece point state:table_state", clause="BA-REN-2")
RIDER_THROWN = EVENTS.kind("rider_thrown", "who:character direction", clause="BA-REN-7")
SMASHED = EVENTS.kind("smashed", "who:character fixture", clause="BA-DES-3")
STRONGER_THAN_TOOL = EVENTS.kind("stronger_than_tool", "who:character", clause="BA-DES-3")
WINDOW_GLASS = EVENTS.kind("window_glass", "point", clause="BA-R68")

# Actions that take time.
BEGINS_TAX = EVENTS.kind("begins_tax", "who:character victim:character", clause="BA-TAX-2")
BEGINS_WEAR = EVENTS.kind("begins_wear", "who:character item way:wear_way", clause="BA-MET-1")
BEGINS_CALL = EVENTS.kind("begins_call", "who:character", clause="BA-TAX-2")
TIMED_BROKEN = EVENTS.kind("timed_broken", "who:character", clause="BA-TAX-3")
ROBS_ITEM = EVENTS.kind("robs_item", "who:character victim:character item", clause="BA-TAX-2")
NOTHING_TAKEN = EVENTS.kind("nothing_taken", "who:character victim:character", clause="BA-TAX-3")
WEARS_ITEM = EVENTS.kind("wears_item", "who:character item", clause="BA-MET-1")
TAKES_OFF = EVENTS.kind("takes_off", "who:character item", clause="BA-MET-1")
CALL_MADE = EVENTS.kind("call_made", "who:character", clause="BA-TAX-2")

# Points and the end.
STAGE_POINT = EVENTS.kind("stage_point", "seat", clause="BA-END-4")
POLICE_ROLL = EVENTS.kind("police_roll", "die:n limit:n", clause="BA-END-1")
GAME_ENDS = EVENTS.kind("game_ends", "how:ending", clause="BA-END-4")
WINS_POINTS = EVENTS.kind("wins_points", "seat n term", clause="BA-END-4")
LOSES_POINTS = EVENTS.kind("loses_points", "seat n term", clause="BA-END-4")

SECRET_COLUMNS = EVENTS.secret_columns()
