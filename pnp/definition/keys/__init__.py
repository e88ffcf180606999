"""Keys of a definition file as JSON Schema, and values held against them."""
