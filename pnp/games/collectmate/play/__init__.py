"""Games of collectmate from the deal to the result."""
