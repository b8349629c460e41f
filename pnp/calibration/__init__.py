"""Calibrates a printer: the sheet to print and measure, what its readings mean, and the printers that are known."""
