"""A game from the deal to the result."""
