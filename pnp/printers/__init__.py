"""Printers as people have measured them: what is read off a calibration sheet, and what is kept of it."""
