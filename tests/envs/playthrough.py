"""The golden playthroughs of OpenSpiel: `python -m tests.envs.playthrough` makes them anew.

OpenSpiel prints every tensor in full, hundreds of kilobytes a game. Kept is what people read, and a digest of the whole text.
Observations in words are their tensors once more.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import bagarre.envs.openspiel  # noqa: F401 (registers the games)

FOLDER = Path(__file__).parent / "playthroughs"
TABLES = {
    "boss-quest": "bagarre_boss_quest(players=2,options=max_rounds:1)",
    "badass-force": "bagarre_badass_force(players=3,options=max_turns:2)",
    "battleworld": "bagarre_battleworld(options=max_turns:1)",
    "baston": "bagarre_baston(players=2,options=size:1;turns:1)",
}
TENSOR = re.compile(
    r"^((InformationState|Observation)Tensor|(Public|Private)?ObservationString)\(.*\n( .*\n)*", re.MULTILINE
)


def made(name: str) -> str:
    whole = playthrough(TABLES[name], None, seed=1)
    return (
        TENSOR.sub("", whole) + f"# sha256 with all tensors: {hashlib.sha256(whole.encode()).hexdigest()}\n"
    )


if __name__ == "__main__":
    for name in TABLES:
        (FOLDER / f"{name}.txt").write_text(made(name), encoding="utf-8")
