"""A game's definition and its rules in; a report that proves the set complete, or names what is missing, out."""
