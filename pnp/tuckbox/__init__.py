"""A game and what is wished of its tuckboxes in; each box measured, unfolded and drawn as one piece to print, out."""
