"""Reads finished PDFs back and re-checks every example that is printed in them."""
