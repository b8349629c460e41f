"""Draws Faces from shapes, text and colour: one picture format for everything that is printed."""
