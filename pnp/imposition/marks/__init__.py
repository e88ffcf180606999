"""Marks, rulers and notes beside the pieces of a sheet."""
