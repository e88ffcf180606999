"""Calibrate printers: the sheet, the readings taken from it, and the profiles kept of them."""
