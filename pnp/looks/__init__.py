"""Measure finished faces on their card SVG: paint at the cut, size of type, difference of inks."""
