"""Faces for less ink: drawings with pale fills, line drawings or greys, and the measurement of ink."""
