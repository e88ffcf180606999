"""Match of koka from the first deal to the result."""
