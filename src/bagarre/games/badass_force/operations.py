"""What can be under way: the operations of the stack, each with what it is given and what it keeps.

The steps of each are written in the module of `rules/` that is named above it; `rules/__init__.py` shows which opens which.
"""

from bagarre.kernel.operations import Operations

STACK = Operations()

# turn.py
SETUP = STACK.operation("setup")
PICKED = SETUP.keeps("picked")
"""Characters that the host has chosen (BF-R1)."""
TURN = STACK.operation("turn", "seat")
PLAYER = TURN.column("seat")

# claims.py: somebody says "I am X", as an action or in defence.
CLAIM = STACK.operation("claim", "announcer character purpose denouncer")
ANNOUNCER, CHARACTER, PURPOSE, DENOUNCER = (CLAIM.column(name) for name in CLAIM.registers)
VERDICT, PLACED = CLAIM.keeps("verdict placed")
"""What became of it; how many cards the announcer had placed when it was proved, to notice another one (BF-R18)."""

# programs.py: the box of a character, or the execution of a weapon, one instruction at a time.
PROGRAM = STACK.operation("program", "seat card box armed marker")
CARD, BOX, ARMED, MARKER = (PROGRAM.column(name) for name in ("card", "box", "armed", "marker"))
"""`armed`: how many weapons the seat had taken when it began, to notice another one (BF-WEAPON-6); `marker`: where the charge
marker stood then (BF-WEAPON-7)."""
INSTRUCTION, TARGETS, TARGETED, SERVED, ORDER = PROGRAM.keeps("instruction targets targeted served order")
"""The place in `code`; the targets declared so far (three bits each) and their number; how many of them the instruction has
served; the order that the card gives them: 1 clockwise, -1 counter-clockwise, 0 when it gives none (BF-ATT-3)."""
NAMED, AMOUNT, DESTINATION, OUTCOME, SPARED = PROGRAM.keeps("named amount destination outcome spared")
"""The mask of characters named; the amount and the destination chosen; how the last attack ended; 1 when the weapon is kept."""

# attacks.py
ATTACK = STACK.operation("attack", "attacker target means undefendable price")
ATTACKER, TARGET, PRICE = (ATTACK.column(name) for name in ("attacker", "target", "price"))
ENDED = ATTACK.keeps("ended")
"""How it ended (BF-ATT-5)."""

# losses.py
LOSS = STACK.operation("loss", "killer victim card cause")
PLACEMENT = STACK.operation("placement", "seat manner")

# arsenal.py
CHANGE = STACK.operation("change", "seat manner")
MANNER = CHANGE.column("manner")
OVERLOAD = STACK.operation("overload", "giver seat")
ARMORY = STACK.operation("armory", "roller")
SHARED = ARMORY.keeps("shared")
"""How many of the others have received what the dice give them."""
