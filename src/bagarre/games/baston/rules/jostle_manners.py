"""How a character can be pushed, and what can come of it."""

AS_JOSTLE, BY_DOOR, BY_FURNITURE = range(3)
"""By another character, by a leaf, by furniture (straight on only, BA-POU-11)."""
MOVED, STOPPED, WALLED = 1, 2, 3
"""Pushed away; stopped by a third or by a hold; all directions obstructed."""
