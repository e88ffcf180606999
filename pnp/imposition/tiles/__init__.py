"""Boards larger than the page, parted into tiles."""
