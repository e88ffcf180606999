"""Checks that read the code of a game: what its parts import, and that its settings hold data only."""
