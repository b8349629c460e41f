"""The games that come with pnp, one folder each; only catalog.py imports them."""
