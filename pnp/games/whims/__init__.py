"""Whims, a dice game told of in a world of its own: its definition, its solids and nets, and its artist."""
