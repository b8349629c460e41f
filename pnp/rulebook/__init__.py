"""Makes a rulebook from a game, its rules and its plays: pages to read or to fold, HTML or Markdown."""
