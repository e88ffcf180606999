"""What is printed of kasane: lessons, misreadings, and examples laid out for a reader."""
