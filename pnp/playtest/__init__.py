"""Playtest: whole games played by bots, and what they say about a game."""
