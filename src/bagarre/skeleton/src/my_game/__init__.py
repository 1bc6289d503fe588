"""My Game: keep your card or change it; the highest wins."""
