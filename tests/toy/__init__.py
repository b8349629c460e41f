"""The toy game of the engine's tests."""
