"""Play, simulate and study four French tabletop games."""

__version__ = "0.1.0"
