"""The tuckboxes that are wished for with a game, each measured, unfolded and drawn as one piece to print."""
