"""What is printed: lessons, misreadings, and examples laid out for a reader."""
