"""Lessons, misreadings and explained examples of kasane."""
