"""Teaching of collectmate: lessons, misreadings, and examples laid out for a reader."""
