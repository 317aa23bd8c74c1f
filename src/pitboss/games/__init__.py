"""The games, by family."""
