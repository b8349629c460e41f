"""pnp makes the printed box of a game from one definition."""

__version__ = "0.1.0"
