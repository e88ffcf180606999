"""Checks of how printed words are typed: in words.toml, and in the examples that are printed in them."""
