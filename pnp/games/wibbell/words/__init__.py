"""The word list and the word families that the referee of Wibbell judges by, and what wrote them."""
