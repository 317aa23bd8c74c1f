"""Pai gow and its kin: hands are set, copies are the bank's, and a player may be the bank."""
