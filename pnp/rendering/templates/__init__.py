"""Templates of strangers: compiled, bounded and run in a sandbox."""
