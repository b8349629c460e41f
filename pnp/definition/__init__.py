"""Reads the folder of a game into a frozen Game, which says what is in the box; no drawing, no rules."""
