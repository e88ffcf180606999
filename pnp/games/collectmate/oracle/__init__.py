"""Second, plain reading of the rules of collectmate; it shares no code with the first."""
