"""Graphics that templates draw: art, icons, arrangements of motifs, nets, codes, colours."""
