"""Tournaments of the poker room (8.6): a file says how one is played, its course is recorded, the pool is paid out."""
