"""Poker against the house."""
