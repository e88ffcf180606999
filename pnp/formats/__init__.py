"""Formats that faces and pages leave the program in: SVG, PNG, JPEG."""
