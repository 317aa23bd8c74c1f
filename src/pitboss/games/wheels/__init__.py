"""Roulette, pokette and the big six wheel."""
