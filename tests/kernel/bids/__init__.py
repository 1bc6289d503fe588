"""A tiny game of sealed bids, for the tests of simultaneous choices.

Three times everyone secretly bids 0 to 2 coins; the highest bid that nobody else made wins a point.
"""
