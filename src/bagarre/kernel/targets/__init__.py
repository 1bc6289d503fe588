"""Ways to compile rules."""
