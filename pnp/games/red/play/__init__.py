"""Game of red from the deal to the result."""
