"""Cut files for cutting machines, made of pages as they are laid: outlines to cut, folds to score."""
