"""Whispers, by James Ernest: its definition and its art."""
