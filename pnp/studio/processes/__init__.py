"""Work of a studio in processes of their own: none of it delays the next picture."""
