"""Pai gow and related games: hands are set, copies go to the bank, and a player may be the bank."""
