"""A game in a folder of data in, its Faces out: drawn by the layouts of its definition, plainly where it has none."""

from pnp.decks.artist import artist

__all__ = ["artist"]
