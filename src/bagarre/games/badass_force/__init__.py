"""Badass Force: ageing action heroes, bluff and denunciation, for 3 to 6 producers."""
