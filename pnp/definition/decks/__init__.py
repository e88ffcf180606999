"""Decks that a definition spells out, in its tables and in files of rows."""
