"""Export of kits: faces as pictures, PDF pages or SVG files, and packages for print shops."""
