"""A game, its rules and its plays in; a rulebook out, as pages to read or to fold, as HTML or as Markdown."""
