"""The rules of BASTON.

| module | what |
|---|---|
| `sequence` | the order of resolution: phases of the game, turn and sequence |
| `questions` | who answers what; legality; the effect of answers |
| `setup`, `sheet`, `activation` | characters and places; order sheets; a character's two rounds |
| `geometry` | points, links, levels, obstruction, corners |
| `machine` | the stack of what is being resolved |
| `people`, `falls`, `jostle` | characters; stun and falls; pushes |
| `moves`, `blows`, `quick`, `longs` | the orders |
| `doors`, `furniture` | what moves besides people |
| `score` | points and the end |
"""

from .questions import apply, choices, deciders, refusal, setup
from .score import ending, rank, score

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]
