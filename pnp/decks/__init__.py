"""A game in a folder of data in, its Faces out: by the layouts of its definition, as a known game, or plainly."""

from pnp.decks.altered import AlteredArtist
from pnp.decks.artist import artist

__all__ = ["AlteredArtist", "artist"]
