"""Text on a face: words, line breaks, fitting, ruby and styles."""
