"""The wheels."""
