"""Boss Quest: approach the Boss's hit points without passing them, and spoil the others' sums.

Reading order: meta, content, effects, state, choices, events, rules, secrets, view, player.
"""
