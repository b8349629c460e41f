"""A game folder in, a frozen Game out: what is in the box. No drawing, no rules."""
