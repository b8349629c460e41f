"""Plays games by their rules, one or many thousands: told, recorded, proved complete and simulated."""
