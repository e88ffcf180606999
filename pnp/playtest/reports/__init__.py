"""Figures of a playtest as tables: for the terminal, as pages, and for programs."""
