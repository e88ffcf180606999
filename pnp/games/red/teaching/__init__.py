"""What is printed of red: lessons, misreadings, and examples laid out for a reader."""
