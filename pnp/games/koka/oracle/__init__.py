"""Second, plain reading of the rules of koka. It shares no code with the first."""
