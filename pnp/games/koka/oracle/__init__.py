"""A second, plain reading of the rules of koka; it shares no code with the first."""
