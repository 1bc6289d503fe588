"""Try the Numba that is installed: does the whole-game compiler know its inside, and do compiled games still play as interpreted ones?

    python .ci/try-numba.py [GAME …]

Prints what it finds; ends with 1 when something is wrong.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numba

sys.path.insert(0, str(Path(__file__).parent.parent / "bench" / "games"))

from bagarre.games import games
from bagarre.kernel import targets
from bagarre.kernel.contract import Contract
from bagarre.kernel.game import Game
from bagarre.kernel.targets.plain import Plain


def tried(target: targets.Target, names: list[str]) -> bool:
    """Play some games of each in lockstep, interpreted and compiled by that target."""
    targets.best_target = lambda: target  # type: ignore[assignment]
    good = True
    for name in names:
        game = Game("leduc") if name == "leduc" else Game(games()[name].package)
        start = time.perf_counter()
        try:
            Contract(game, game.meta.players[0], {}).check(games=4, seed=1, only=["modes"])
            said = "plays as the interpreted rules do"
        except Exception as error:
            said, good = f"FAILED: {type(error).__name__}: {str(error).splitlines()[0]}", False
        print(f"  {target.name:<7} {name:<13} {said} ({time.perf_counter() - start:.0f} s)", flush=True)
    return good


def main() -> int:
    print(f"Numba {numba.__version__}", flush=True)
    good = tried(Plain(), ["leduc"])
    try:
        from bagarre.kernel.targets import linked

        linked.KNOWN = (numba.__version__.rpartition(".")[0],)
        linked.check()
    except (ImportError, AttributeError, targets.Unexpected) as reason:
        print(f"  linked  the inside has changed: {reason}")
        return 1
    return 0 if tried(linked.Linked(), sys.argv[1:] or ["leduc", "boss-quest"]) and good else 1


if __name__ == "__main__":
    sys.exit(main())
