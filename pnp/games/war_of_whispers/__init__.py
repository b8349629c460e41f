"""A War of Whispers: its definition, its tables and the artist that draws it."""
