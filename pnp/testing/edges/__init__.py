"""Checks at the edges of a game: positions and states that cannot be, cards, and kinds of questions never asked."""
