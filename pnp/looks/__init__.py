"""How finished faces look, measured on their card SVG: what lies at the cut, how large type is, what inks differ by."""
