"""Faces for less ink: drawings redrawn with pale fills, as line drawings, or in grey, and how much ink they take."""
