"""Pages that tell people what to do with what they printed: cut, fold and glue, or take from another deck."""
