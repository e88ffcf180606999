"""Compare a kit with one that was printed, to print only what changed."""
