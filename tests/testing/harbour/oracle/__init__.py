"""A room of harbour."""
