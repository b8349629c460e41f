"""Plays many seeded games and tells in numbers, words and plots how long they take, who wins and if seats matter."""
