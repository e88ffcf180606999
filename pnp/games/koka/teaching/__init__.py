"""Teaching of koka: lessons, misreadings, and examples laid out for a reader."""
