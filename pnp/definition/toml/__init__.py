"""TOML files: their content, the place of every value, and every error in plain words."""
