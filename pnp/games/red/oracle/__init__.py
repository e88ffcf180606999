"""Second, plain reading of the rules of red. It shares no code with the first."""
