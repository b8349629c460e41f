"""What is wrong with a book's text, as one sentence; whoever renders the text adds the file and the line."""

from __future__ import annotations


class BookError(ValueError):
    """A rules text that asks for something that is not there; its text says what, and how to mend it."""
