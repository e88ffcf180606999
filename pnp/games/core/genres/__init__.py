"""Genres: what games of one sort have in common, so that a game says only what is its own."""
