"""Finished PDFs as pictures."""
