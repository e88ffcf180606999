"""TOML files: their content, the location of every value, and every error in plain words."""
