"""Game of iroha from the deal to the result."""
