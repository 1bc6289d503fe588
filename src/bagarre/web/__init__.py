"""The web table: the server runs the rules, the browser shows and asks. Knows no game."""
