"""Wibbell: two letters a card, and a word that uses every one of them."""
