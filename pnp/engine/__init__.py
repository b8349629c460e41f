"""Rules in, seeded games out: the referee's contract, chance, players, playouts, records. Knows no drawing."""
