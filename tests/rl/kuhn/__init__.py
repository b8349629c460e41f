"""Kuhn poker as a plug-in, whose solution is known: what the bridges are held against."""
