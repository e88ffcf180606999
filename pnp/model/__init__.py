"""Model of a game: frozen data, no input or output."""
