"""Plays seeded games by their rules: the referee's contract, chance, players, playouts, records. It draws nothing."""
