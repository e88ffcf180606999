"""Prepare faces for a printing press: inks instead of colours, and no transparency."""
