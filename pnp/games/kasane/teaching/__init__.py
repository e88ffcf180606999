"""Teaching of kasane: lessons, misreadings, and examples laid out for a reader."""
