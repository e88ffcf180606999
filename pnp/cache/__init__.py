"""Caches: in memory for one process, and on disk in the user's folder between runs."""
