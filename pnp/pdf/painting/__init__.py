"""Painting of drawings: card SVG becomes content operators."""
