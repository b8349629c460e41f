"""pnp: one definition of a game in, its printed box out."""

__version__ = "0.1.0"
