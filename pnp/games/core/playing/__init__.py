"""Whole games: turns, notation of states and actions, and what each step asks the oracle."""
