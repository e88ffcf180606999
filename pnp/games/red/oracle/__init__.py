"""A second, plain reading of the rules of red; it shares no code with the first."""
