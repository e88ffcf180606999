"""What a game is: frozen data, no input or output."""
