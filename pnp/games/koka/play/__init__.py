"""A game of koka from the deal to the result."""
