"""Caches: in memory for one process, and in the user's folder between runs."""
