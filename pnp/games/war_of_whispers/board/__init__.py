"""The board of A War of Whispers, drawn from its map file after checks."""
