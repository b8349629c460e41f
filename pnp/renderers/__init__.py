"""Draws planned sheets and their faces as finished files, with one module for each format."""
