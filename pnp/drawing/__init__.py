"""Shapes, text and colour in, Faces out: one picture format for everything that is printed."""
