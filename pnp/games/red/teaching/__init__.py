"""Teaching of red: lessons, misreadings, and examples laid out for a reader."""
