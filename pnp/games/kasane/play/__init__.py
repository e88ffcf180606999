"""Games of kasane from the deal to the result."""
