"""Checks of what examples say: true statements pass the claims of a game, and false ones do not."""
