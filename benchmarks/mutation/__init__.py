"""Inputs that are wrong in ten thousand ways, and whether the command line bears them; see `benchmarks/mutants.py`."""
