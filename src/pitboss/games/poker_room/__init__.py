"""Poker between the players; the house deals and takes a rake."""
