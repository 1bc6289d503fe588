"""Morra in two bites: everyone secretly shows fingers, then secretly calls a total. The smallest game with sealed answers."""
