"""Check a game: warnings about faces and sheets, without writing a file."""
