"""Pitboss: New Jersey's Rules of the Games as executable rules."""

__version__ = "0.2.0"
