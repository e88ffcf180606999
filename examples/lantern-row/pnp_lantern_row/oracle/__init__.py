"""A second, plain reading of the rules; it shares no code with the first."""
