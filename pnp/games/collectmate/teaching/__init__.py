"""Lessons, misreadings and explained examples of collectmate."""
