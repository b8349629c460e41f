"""Whistler, by Daryl Hatton: its definition and its art."""
