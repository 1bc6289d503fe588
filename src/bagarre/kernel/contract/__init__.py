"""The contract: what every game owes the house, checked on whole games of random and scripted play.

    Contract(find_game("boss-quest"), 3, {"expansions": "potions"}).check(games=20, seed=1)

run       playing the games, and how a failure is told
play      choices, refusals, invariants, endings, events
determinism  copies, what never changes, replays, interpreted and compiled in lockstep
secrecy   what a seat may know, imagined worlds, sealed answers
words     sentences and clauses in both languages

Each property is a method of its own name. A failure names the property, the game and the step, the choices that led
there, and the call that plays that one game again. `only` chooses properties, `games` may list game numbers instead
of counting them.

Three things that the code cannot say a game's `secrets` may declare:

- `SETS`: names of fields whose order means nothing (piles kept as sets): `conceal` may sort what everybody knows;
- `UNVARIED`: names of fields that `conceal` erases and that no imagined world needs to vary: scratch, or what the
  rest determines;
- `READY`: names of fields by which everybody sees who has answered a question to several, in a game that shows it.
"""

from bagarre.kernel.contract.determinism import Determinism
from bagarre.kernel.contract.play import Play
from bagarre.kernel.contract.run import INTERPRETED, PROPERTIES, ContractBroken, Report
from bagarre.kernel.contract.secrecy import Secrecy
from bagarre.kernel.contract.words import check_words

__all__ = ["INTERPRETED", "PROPERTIES", "Contract", "ContractBroken", "Report", "check_words"]


class Contract(Play, Determinism, Secrecy):
    """The properties of one game at one number of seats with one set of options."""
