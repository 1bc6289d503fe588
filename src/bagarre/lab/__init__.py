"""The laboratory: games by the hundred thousand, and what they tell."""
