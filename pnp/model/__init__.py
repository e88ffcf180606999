"""Model of a game: frozen data without input or output."""
