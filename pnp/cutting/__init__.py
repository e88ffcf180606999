"""Cut files for cutting machines: outlines to cut and folds to score, made from imposed pages."""
