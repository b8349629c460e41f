"""Proves from a game's definition and its rules that the set is complete, or reports what is missing."""
