"""Plays games by their rules, one or many thousands: told and recorded, proved complete, simulated."""
