"""Many seeded games in; how long they take, who wins, whether the seat matters, in numbers, words and plots, out."""
