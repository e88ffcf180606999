"""Lint the cards of a deck: rows beside rows, and columns beside what templates read."""
