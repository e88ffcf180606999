"""Second, plain reading of the rules of kasane; it shares no code with the first."""
