"""Battleworld: two teams of four, two bases, one clock. A tactical dice duel."""
