"""The rules of BASTON.

| module | what |
|---|---|
| `sequence` | the order of resolution: phases of the game, turn and sequence |
| `questions`, `answers` | every question with its answers; why not, and what becomes of them |
| `setup`, `building`, `sheet` | characters and places; order sheets |
| `machine` | the operations that are resolved in steps, and what each is given |
| `activation` | a character's two rounds, and the long action at the end of the sequence |
| `moves`, `blows`, `taking`, `throwing`, `doors` | movement, blows, quick actions |
| `pushing`, `destroying`, `robbing` | long actions |
| `hits`, `wounds`, `falls`, `jostle`, `shaken` | what happens to people |
| `furniture`, `overturning`, `pieces` | what happens to furniture |
| `geometry`, `people`, `objects` | points, links and levels; characters; what they carry and what lies about |
| `score` | points and the end |
"""

from .questions import apply, choices, deciders, refusal, setup
from .score import ending, rank, score

__all__ = ["apply", "choices", "deciders", "ending", "rank", "refusal", "score", "setup"]
