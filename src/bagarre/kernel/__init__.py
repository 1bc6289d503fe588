"""What every game stands on, and which knows no game: rule, layout, chance, menu, events, packs, words, contract."""
