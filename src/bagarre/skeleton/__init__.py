"""A game to begin with: `bagarre new-game` copies this folder under another name (`bagarre/newgame.py`).

It is a complete little game (keep your card or change it; the highest wins), so that what is made of it passes the contract at once.
"""
