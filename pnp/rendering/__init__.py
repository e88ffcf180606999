"""Faces: templates, words and type become card SVG."""
