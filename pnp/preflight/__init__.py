"""Preflight of a PDF of any origin, as a print shop does it."""
