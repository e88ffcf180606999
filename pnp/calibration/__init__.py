"""Calibration of printers: the sheet, the readings taken from it, and the profiles saved from them."""
