"""The house under siege: a hostile, seeded campaign against the running program. See `siege/__main__.py`."""
