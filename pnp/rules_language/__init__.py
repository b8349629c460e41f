"""Rules of a game as data: `rules.play` beside `deck.toml` says how it is played, and so any deck can be refereed.

A text is read into lines (`lines.py`), these into a tree (`syntax.py`, `expressions.py`), and the tree is checked
against the pieces of the deck and turned into a program of our own (`compile.py`), which a table of pieces runs
(`table.py`). `referee.py` makes of it a referee like any other. Nothing that the text says is ever run as it stands.
"""
