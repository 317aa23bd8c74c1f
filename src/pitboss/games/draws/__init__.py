"""The draws."""
